"""What calls and plays tell of a hidden hand, in positions worked out by hand. South deals, west leads."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import exp, log

import pytest

from robots.plain import PlainRobot
from robots.search import habit_counts
from robots.search.habits import holding_marks, played, table_marks
from robots.search.layouts import Layout, Layouts
from robots.search.likely import RARELY, RARELY_LED, Likely, _led, drawn
from rules.cards import PACK, Hand, Suit, parse_card
from rules.seats import Seat
from rules.view import SeatView
from tests.robots.matches import after, deal_from, step

NORTH, EAST, SOUTH, WEST = Seat


def shares(view: SeatView, of: Callable[[Layout], bool], layouts: int = 400) -> tuple[float, float]:
    """The share of the layouts of which something is true: as they come, and as they are likely."""
    dealt = [Layouts(view).deal(random.Random(number)) for number in range(layouts)]
    weights = Likely(view).weights(dealt)
    true = sum(weight for layout, weight in zip(dealt, weights, strict=True) if of(layout))
    return sum(map(of, dealt)) / layouts, true / sum(weights)


def holds(seat: Seat, name: str) -> Callable[[Layout], bool]:
    bit = parse_card(name).bit
    return lambda layout: bool(layout[seat.index] & bit)


def test_a_declarer_of_hearts_is_likely_to_have_more_of_them_than_chance_gives() -> None:
    evening = after(
        {WEST: "2H 3H 4H 2S 3S 4S 5S 2D 3D 4D 2C 3C 4C", NORTH: "5H 6H"}, "declare:H play:2S", seed=1
    )
    view = evening.view(WEST)

    def length(layout: Layout) -> int:
        return len(Hand(layout[SOUTH.index]).suit(Suit.HEARTS))

    by_chance, likely = shares(view, lambda layout: length(layout) >= 5)
    assert likely > 1.5 * by_chance > 0


def test_a_fourth_hand_that_lets_the_trick_go_is_unlikely_to_have_been_able_to_win_it() -> None:
    """West leads the four, dummy the two from ace and queen, east the nine from knave and ten, and south the
    three: only the king could have won."""
    evening = after(
        {
            WEST: "4S",
            NORTH: "AS QS 2S 9H TH JH 6D 7D 8D 5C 6C 7C 8C",
            EAST: "JS TS 9S 5H 6H 7H 2D 3D 4D 5D 2C 3C 4C",
            SOUTH: "3S 8S",
        },
        "declare:N play:4S play:2S play:9S play:3S",
    )
    view = evening.view(EAST)
    by_chance, likely = shares(view, holds(SOUTH, "KS"))
    assert likely < 0.2 < 0.4 < by_chance


def test_layouts_are_kept_as_often_as_they_are_likely_to_within_one() -> None:
    layouts: list[Layout] = [(1, 0, 0, 0), (2, 0, 0, 0), (4, 0, 0, 0), (8, 0, 0, 0)]
    kept = Counter(drawn(layouts, [1.0, 2.5, 0.0, 6.5], 10, random.Random(3)))
    assert kept[layouts[0]] == 1
    assert kept[layouts[1]] in (2, 3)
    assert kept[layouts[2]] == 0
    assert kept[layouts[3]] in (6, 7)


def test_a_lead_is_weighed_by_the_very_figures_to_which_the_habits_were_fitted() -> None:
    """The chance of each suit is the softmax of its marks under the fitted weights."""
    evening, rng = deal_from(random.Random(11).sample(PACK, 52)), random.Random(1)
    while evening.table.last is None:
        step(evening, lambda seat: PlainRobot(), rng)
    deal = evening.table.last
    assert deal.settled is not None
    leads = [one for one in played(deal.tricks, frozenset(Seat), deal.settled.trumps) if not one.place]
    assert len(leads) == 13
    for lead in leads:
        weights = habit_counts.OPENING if lead.first else habit_counts.LATER
        liked = {}
        for suit in range(4):
            held = lead.held(0, suit)
            if held:
                marks = (
                    *holding_marks(held, suit == lead.trumps, lead.trumps >= 0),
                    *table_marks(lead, held, suit),
                )
                liked[suit] = exp(sum(weight * mark for weight, mark in zip(weights, marks, strict=True)))
        led = (lead.card.bit_length() - 1) // 13
        shape, higher = lead.shape(lead.held(0, led), led)
        share = habit_counts.LED[shape][higher]
        chance = max(RARELY_LED, liked[led] / sum(liked.values())) * max(RARELY, share)
        assert _led(lead, 0) == pytest.approx(log(chance))
