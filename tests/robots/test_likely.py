"""What calls and plays tell of a hidden hand, in positions worked out by hand. South deals, west leads."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import exp, log

import pytest

from lab.robots.fit_habits import table_marks
from robots.plain import PlainRobot
from robots.search import habits
from robots.search.habits import holding_marks, plays_by
from robots.search.layouts import Layout, Layouts
from robots.search.likely import (
    LAYOUTS_A_LOOK,
    PARTNER,
    RARELY,
    RARELY_LED,
    Likely,
    _lead_chance,
    likely_layouts,
    relative,
    resampled,
)
from rules.calls import Play
from rules.cards import PACK, Hand, Suit, parse_card
from rules.seats import Seat
from rules.view import SeatView
from tests.trials.stage.matches import after, deal_from, hands_dealt, step

NORTH, EAST, SOUTH, WEST = Seat


def shares(view: SeatView, of: Callable[[Layout], bool], layouts: int = 400) -> tuple[float, float]:
    """The share of the layouts of which something is true: as they come, and as they are likely."""
    dealt = [Layouts(view).draw_layout(random.Random(number)) for number in range(layouts)]
    weights = relative([*map(Likely(view).log, dealt)])
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
    kept = Counter(resampled(layouts, [1.0, 2.5, 0.0, 6.5], 10, random.Random(3)))
    assert kept[layouts[0]] == 1
    assert kept[layouts[1]] in (2, 3)
    assert kept[layouts[2]] == 0
    assert kept[layouts[3]] in (6, 7)


def test_a_lead_is_weighed_by_the_very_figures_to_which_the_habits_were_fitted() -> None:
    """The chance of each suit is the softmax of its marks under the fitted weights. A partner's suit is left
    out: which of its cards is returned is a matter of convention too."""
    evening, rng = deal_from(random.Random(11).sample(PACK, 52)), random.Random(1)
    while evening.table.last is None:
        step(evening, lambda seat: PlainRobot(), rng)
    deal = evening.table.last
    assert deal.settled is not None
    leads = [one for one in plays_by(deal.tricks, frozenset(Seat), deal.settled.trumps) if not one.place]
    assert len(leads) == 13
    counted = 0
    for lead in leads:
        weights = habits.OPENING if lead.first else habits.LATER
        liked = {}
        for suit in range(4):
            held = lead.suit_then(0, suit)
            if held:
                marks = (
                    *holding_marks(held, suit == lead.trumps, lead.trumps >= 0),
                    *table_marks(lead, held, suit),
                )
                liked[suit] = exp(sum(weight * mark for weight, mark in zip(weights, marks, strict=True)))
        led = (lead.card.bit_length() - 1) // 13
        if lead.opened_by[led] == PARTNER:
            continue
        counted += 1
        shape, higher = lead.shape(lead.suit_then(0, led), led)
        share = habits.LED[shape][higher]
        chance = max(RARELY_LED, liked[led] / sum(liked.values())) * max(RARELY, share)
        assert _lead_chance(lead, 0) == pytest.approx(log(chance))
    assert counted > 6


CALLED = "KS 6S 5S 2S AS 8S 4S 3S"  # the east plays 5S and then 4S


def at_whist(so_far: str) -> SeatView:
    """The west leads spades; the south has turned up the ace of hearts, which are trumps."""
    hands = {
        SOUTH: "3S 2S 9H 7H 4H 8D 6D 3D TC 9C 5C 2C AH",
        EAST: "7S 5S 4S 8H 6H 5H 3H 2H QD 7D 6C 4C 3C",
        WEST: "AS KS QS 9S KH JH TH 9D 5D 2D KC 8C 7C",
    }
    evening = deal_from(hands_dealt(hands), "whist_modern")
    for word in so_far.split():
        deal = evening.table.deal
        assert deal is not None
        evening.do(next(iter(deal.may_act)), Play(parse_card(word)))
    return evening.view(WEST)


def strong_in_hearts(layout: Layout) -> bool:
    held = Hand(layout[EAST.index]).suit(Suit.HEARTS)
    return len(held) >= 5 or (len(held) == 4 and sum(card.rank >= 11 for card in held) >= 2)


def test_who_calls_for_trumps_is_taken_to_have_them_and_who_might_have_called_not() -> None:
    """By chance one hand in eight is so strong. 5S and then 4S is a call; 5S and then 7S is none."""
    by_chance, likely = shares(at_whist(CALLED), strong_in_hearts)
    assert 0.1 < by_chance < 0.16
    assert likely > 0.6
    by_chance, likely = shares(at_whist(CALLED.replace("4S", "7S")), strong_in_hearts)
    assert likely < by_chance


def test_who_asks_for_a_suit_to_be_gone_on_with_is_taken_to_have_its_queen() -> None:
    """The west leads the king from ace and king; dummy has three small ones, and the east plays the eight, or
    the two."""
    hands = {WEST: "AH KH 9H 5H", NORTH: "JH 7H 3H", EAST: "QH 8H 2H", SOUTH: "TH 6H 4H"}
    queens = []
    for card in ("8H", "2H"):
        by_chance, likely = shares(after(hands, f"declare:S KH 3H {card} 4H").view(WEST), holds(EAST, "QH"))
        assert 0.4 < by_chance < 0.55
        queens.append(likely)
    assert queens[0] > 0.75 and queens[1] < queens[0] - 0.25


def test_when_the_time_is_up_only_the_layouts_that_were_weighed_at_once_are_drawn_from() -> None:
    """One of every five is kept."""
    view = after({WEST: "2H 3H 4H 2S 3S 4S 5S 2D 3D 4D 2C 3C 4C"}, "declare:H play:2S", seed=1).view(WEST)
    assert len(likely_layouts(view, 100, 5, random.Random(1), until=0.0)) == LAYOUTS_A_LOOK // 5
    assert len(likely_layouts(view, 100, 5, random.Random(1))) == 100
