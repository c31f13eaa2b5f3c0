"""What a robot's calls tell: its own code says with which hands it would have made them. South deals."""

from __future__ import annotations

import random
from math import log

import pytest

from lab.robots.auction_table import order_of
from robots.player import Strength
from robots.process.thinking import robot_of
from robots.search.layouts import Layouts
from robots.search.likely import Likely
from rules.calls import parse_call
from rules.cards import PACK, Hand
from rules.frozen import replace
from rules.seats import BySeat, Seat
from rules.view import SeatView
from tests.trials.stage.matches import FOUR, among_robots, deal_from
from tests.trials.stage.tables import Evening

NORTH, EAST, SOUTH, WEST = Seat

CALLS = "pass declare:S content double content content"
"""The south passes, the north makes spades trumps, west is content, east doubles, nobody doubles again."""


def called(evening: Evening, word: str) -> None:
    evening.do(_speaker(evening), parse_call(word))


def _speaker(evening: Evening) -> Seat:
    """Whose turn it is; of two adversaries of the dealer first the west."""
    deal = evening.table.deal
    assert deal is not None
    return next(seat for seat in (WEST, *Seat) if seat in deal.may_act)  # type: ignore[no-any-return]


def heard() -> SeatView:
    evening = deal_from(random.Random(4).sample(PACK, 52))
    for word in CALLS.split():
        called(evening, word)
    return evening.view(WEST)


def misfits(hands: BySeat[Hand]) -> int:
    """How many of the calls of the three hidden hands the good robot makes otherwise, in a deal of these
    hands."""
    evening, wrong = deal_from(order_of(hands)), 0
    for word in CALLS.split():
        seat = _speaker(evening)
        call = robot_of(Strength.GOOD).choose(evening.view(seat), 1.0, random.Random(0)).choice
        wrong += seat is not WEST and call != parse_call(word)
        called(evening, word)
    return wrong


def test_a_hand_weighs_a_twentieth_for_each_call_that_a_robot_with_it_would_not_have_made() -> None:
    view = heard()
    dealt = [Layouts(view).draw_layout(random.Random(number)) for number in range(40)]
    likely = Likely(among_robots(view))
    wrong = [misfits(BySeat(*map(Hand, layout))) for layout in dealt]
    assert len(set(wrong)) >= 3
    assert [likely.evidence(layout).calls / log(0.05) for layout in dealt] == pytest.approx(wrong)


def test_the_calls_of_people_are_not_read_sharply_nor_those_of_who_sits_in_for_them() -> None:
    view = heard()
    robots = among_robots(view)
    rubber = robots.table.rubber
    assert rubber is not None
    late = replace(robots.table, rubber=replace(rubber, owners=BySeat(*FOUR)))
    (layout,) = [Layouts(view).draw_layout(random.Random(1))]
    softly = Likely(view).evidence(layout)
    assert Likely(replace(robots, table=late)).evidence(layout) == softly
    assert Likely(robots).evidence(layout) != softly
