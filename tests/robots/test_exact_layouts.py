"""Layouts judged by the code of the rules, by which the bound of inference and the bank of positions are
measured. South deals."""

from __future__ import annotations

import random

from lab.robots.bank import Valued, parse_valued
from lab.robots.exact_layouts import Exact
from lab.robots.recorded import Record, play
from robots.search.layouts import Layouts
from rules.cards import parse_card
from rules.seats import Seat
from tests.trials.stage.matches import after, among_robots

NORTH, EAST, SOUTH, WEST = Seat


def test_in_a_deal_of_robots_that_play_by_the_rules_the_truth_never_misfits() -> None:
    record = play("biritch", "rules", "exact", 2, 1.0)
    judged = 0
    for evening, view, _ in record.moments():
        deal = evening.table.deal
        if view.deal is None or view.deal.trick is None or len(view.deal.trick.cards) != 2 or deal is None:
            continue
        north, east, south, west = (deal.left(seat).bits for seat in Seat)
        assert Exact(view).misfits((north, east, south, west)) == 0
        judged += 1
    assert judged == 13


def test_a_fourth_hand_that_let_a_trick_go_is_found_to_misfit_only_with_the_card_that_wins_it() -> None:
    """West leads the four, dummy the two, east the nine, and south the three: with the king the rules win."""
    evening = after(
        {
            WEST: "4S KS",
            NORTH: "AS QS 2S 9H TH JH 6D 7D 8D 5C 6C 7C 8C",
            EAST: "JS TS 9S 5H 6H 7H 2D 3D 4D 5D 2C 3C 4C",
            SOUTH: "3S 8S 2H",
        },
        "declare:N play:4S play:2S play:9S play:3S",
    )
    view, king = among_robots(evening.view(EAST)), parse_card("KS").bit
    deals, exact = Layouts(view), Exact(view)
    fewest = {True: 9, False: 9}
    for number in range(300):
        layout = deals.draw_layout(random.Random(number))
        holds = bool(layout[SOUTH.index] & king)
        fewest[holds] = min(fewest[holds], exact.misfits(layout, 9))
        assert exact.fits(layout) == (exact.misfits(layout, 9) == 0)
    assert fewest[True] > fewest[False]


def test_a_position_of_the_bank_is_read_as_it_was_written() -> None:
    record = play("biritch", "rules", "exact", 3, 1.0)
    early = Record(record.game, record.hands, record.actions[:20])
    one = Valued(early, {parse_card("KS"): (1.25, -3.5), parse_card("2H"): (0.0, 4.0)})
    again = parse_valued(one.text)
    assert again == one
    assert again.record.view.deal is not None and again.record.view.viewer is not None
