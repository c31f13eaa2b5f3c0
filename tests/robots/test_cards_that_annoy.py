"""Cards of which players have complained, at every strength. The south deals."""

from __future__ import annotations

import random
from math import inf
from typing import Final, NamedTuple

import pytest

from robots.player import Strength
from robots.thinking import alike_robot, robot_of
from rules.calls import Play
from rules.seats import Seat
from rules.view import SeatView
from tests.each import mostly_long
from tests.robots.matches import after, cards_of, words_of_calls

NORTH, EAST, SOUTH, WEST = Seat

SEEDS_TRIED: Final = 8


class CursedCard(NamedTuple):
    """The hands, the calls and cards before, who is to choose, and the reasonable cards."""

    why: str
    hands: dict[Seat, str]
    calls: str
    played: str
    by: Seat
    wants: str

    @property
    def view(self) -> SeatView:
        hands = {seat: cards_of(hand) for seat, hand in self.hands.items()}
        return after(hands, f"{words_of_calls(self.calls)} {self.played}", game="contract").view(self.by)


BARE_SEVEN: Final = CursedCard(
    "a suit that runs is not led to partner's bare seven",
    {
        SOUTH: "9862.A94.752.K73",
        WEST: "7543.KT75.A86.96",
        NORTH: "A.QJ3.KQ9.AQT854",
        EAST: "KQJT.862.JT43.J2",
    },
    "P P 1C P 1S P 2D P 2N P P P",
    "5H 3H 8H 9H KC 6C 4C 2C 3C 9C QC JC",
    SOUTH,
    "AC TC 8C",
)
"""The south plays its own hand and the north's, which is to lead."""

ACE_KING: Final = CursedCard(
    "ace and king are not led away from",
    {SOUTH: "62.6.JT75432.AK6"},
    "P P P 2C P 2D P 2S P 3S P 4S P P P",
    "",
    SOUTH,
    "KC AC 6H",
)


def cards_chosen(place: CursedCard, strength: Strength, seeds: int) -> set[str]:
    """The cards that a robot plays there, with so many seeds."""
    view, found = place.view, set[str]()
    for seed in range(seeds):
        choice = alike_robot(strength).choose(view, inf, random.Random(seed)).choice
        assert isinstance(choice, Play)
        found.add(str(choice.card))
    return found


@pytest.mark.parametrize("seeds", mostly_long([1, 3 * SEEDS_TRIED], [1]))
@pytest.mark.parametrize("place", [BARE_SEVEN, ACE_KING])
def test_a_card_that_a_partner_curses_is_not_played(place: CursedCard, seeds: int) -> None:
    for strength in Strength:
        few = min(seeds, SEEDS_TRIED) if strength is Strength.BEST else seeds
        wrong = {card for card in cards_chosen(place, strength, few) if card not in place.wants.split()}
        assert not wrong, f"{place.why}, {strength.value}"


@pytest.mark.long
def test_the_solver_plays_them_neither() -> None:
    """It chooses with all the time that it wants, so that it does not fall back upon the other robot."""
    for place in (BARE_SEVEN, ACE_KING):
        choice = robot_of(Strength.BEST).choose(place.view, inf, random.Random(1)).choice
        assert isinstance(choice, Play)
        assert str(choice.card) in place.wants.split(), place.why


LAST_OF_IT: Final = CursedCard(
    "the last of a suit in the other hand is overtaken where the suit is good to the end",
    {
        SOUTH: "9862.A942.752.QJ",
        WEST: "7543.KT75.A86.96",
        NORTH: "A.QJ3.KQ9.AKT854",
        EAST: "KQJT.86.JT43.732",
    },
    "P P 1C P 1S P 2D P 2N P P P",
    "5H 3H 8H 9H QC 6C 4C 2C JC 9C",
    SOUTH,
    "KC AC",
)
"""Only the seven is still out against ace, king, ten, eight and five."""


def test_the_rules_do_not_leave_the_lead_where_a_suit_has_ended() -> None:
    assert cards_chosen(LAST_OF_IT, Strength.EASY, 1) <= {*LAST_OF_IT.wants.split()}
