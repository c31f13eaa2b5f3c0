"""Cards of which players have complained, at every strength. The south deals."""

from __future__ import annotations

import random
from math import inf
from typing import Final, NamedTuple

import pytest

from robots.player import Strength
from robots.process.thinking import alike_robot, robot_of
from robots.search.double_dummy import load_solver
from rules.calls import Play
from rules.seats import Seat
from rules.view import SeatView
from tests.each import mostly_long
from tests.trials.stage.matches import after, cards_of, is_one_of, words_of_calls

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
    game: str = "contract"

    @property
    def view(self) -> SeatView:
        hands = {seat: cards_of(hand) for seat, hand in self.hands.items()}
        return after(hands, f"{words_of_calls(self.calls)} {self.played}", game=self.game).view(self.by)


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


CLOSE: Final = (
    CursedCard(
        "the ace that unblocks partner's suit is not kept for a maxim",
        {NORTH: "KQ4.743.AQJ5.K72", EAST: "T865.A6.8732.965", WEST: ".KQ.."},
        "1N P 3N P P P",
        "KH 3H",
        EAST,
        "AH",
    ),
    CursedCard(
        "an ace is held up twice",
        {SOUTH: "AK3.A72.K92.J743", NORTH: "Q84.65.AJ5.AQT62", WEST: ".KQJ94..", EAST: ".T83.."},
        "1N P 3N P P P",
        "KH 5H 3H 2H QH 6H 8H",
        SOUTH,
        "7H",
    ),
    CursedCard(
        "a suit that is its own only entry is ducked",
        {SOUTH: "AK3.AK4.742.AK65", NORTH: "64.753.AK653.832", WEST: "QJT9..8.", EAST: "2..."},
        "2N P 3N P P P",
        "QS 4S 2S AS 2D 8D",
        SOUTH,
        "3D 5D 6D",
    ),
    CursedCard(
        "the third hand plays high where the knave is out",
        {
            NORTH: "A5.9532.QT97.A87",
            EAST: "KT8.AT8.AJ8.KT62",
            SOUTH: "7632.K7.K542.J94",
            WEST: "QJ94.QJ64.63.Q53",
        },
        "P P P 1N P P P",
        "2S 4S AS 8S 5S TS 3S JS JH 9H 8H KH 2D 3D",
        NORTH,
        "QD",
        "plafond",
    ),
    CursedCard(
        "a suit is cashed, and partner's not led into a tenace",
        {
            NORTH: "5.J653.K64.AKJ53",
            SOUTH: "AQJ43.872.AQT75.",
            WEST: "97.AKT94.3.Q9874",
            EAST: "KT862.Q.J982.T62",
        },
        "1S P 2C P 2D P 2N P 3N P P P",
        "6S AS 7S 5S 2H KH 3H QH",
        WEST,
        "AH",
    ),
)
"""Where a few layouts do not tell which card is best, and a maxim names another."""


@pytest.mark.skipif(load_solver() is None, reason="libdds is not installed")
@pytest.mark.parametrize("seeds", mostly_long([2 * SEEDS_TRIED, 2], [2]))
def test_a_card_that_is_dearer_by_much_is_not_played_for_a_maxim(seeds: int) -> None:
    """In all seeds but one at most; in short two that are quick."""
    robot = robot_of(Strength.BEST)
    for place in CLOSE[:4:3] if seeds == 2 else CLOSE:
        told = [robot.choose(place.view, inf, random.Random(seed)).choice for seed in range(seeds)]
        wrong = [
            str(one) for one in told if isinstance(one, Play) and str(one.card) not in place.wants.split()
        ]
        assert len(wrong) <= seeds // 16, f"{place.why}: {wrong}"


PLEASANT: Final = (
    CLOSE[1]._replace(played="KH 5H 3H", wants="2H"),
    CLOSE[1],
    CursedCard(
        "the third time the ace is played",
        {SOUTH: "AK3.A72.K92.J743", NORTH: "Q84.65.AJ5.AQT62", WEST: ".KQJ94..", EAST: ".T83.."},
        "1N P 3N P P P",
        "KH 5H 3H 2H QH 6H 8H 7H JH 2C TH",
        SOUTH,
        "AH",
    ),
    CursedCard(
        "nor is a suit held up that is stopped twice",
        {SOUTH: "AK3.AQ2.K92.J743", NORTH: "Q84.65.AJ5.AQT62", WEST: ".K9874..", EAST: ".JT3.."},
        "1N P 3N P P P",
        "7H 5H TH",
        SOUTH,
        "QH",
    ),
    CursedCard(
        "a defender holds up over dummy's long suit",
        {NORTH: "J4.T43.KQJT5.852", EAST: "T865.J76.A82.A96", SOUTH: "AKQ.AQ2.943.KQJ7"},
        "2N P 3N P P P",
        "2S 4S 5S AS 9D 7D TD",
        EAST,
        "2D 8D",
    ),
    CursedCard(
        "but not where dummy can come in",
        {NORTH: "J4.A43.KQJT5.852", EAST: "T865.J76.A82.A96", SOUTH: "AKQ.KQ2.943.KQJ7"},
        "2N P 3N P P P",
        "2S 4S 5S AS 9D 7D TD",
        EAST,
        "AD",
    ),
    CursedCard(
        "losers are ruffed before trumps are drawn",
        {SOUTH: "AQJ95.A8.A753.K4", NORTH: "T76.97532.2.A863", WEST: ".QJT.."},
        "1S P 2S P 4S P P P",
        "QH 2H 4H AH",
        SOUTH,
        "AD",
    ),
    CursedCard(
        "trumps are drawn where nothing is to be ruffed",
        {SOUTH: "AQJ95.A8.AK5.K42", NORTH: "KT76.9753.Q72.A8", WEST: ".QJT.."},
        "1S P 2S P 4S P P P",
        "QH 3H 4H AH",
        SOUTH,
        "AS QS JS 9S 5S",
    ),
    CLOSE[4]._replace(why="partner's suit is not led into dummy's queen and knave", wants="not 9S 7S"),
)
"""What the easy robot knows by rule, and its partner expects."""


@pytest.mark.parametrize("place", PLEASANT)
def test_the_easy_robot_is_a_pleasant_partner(place: CursedCard) -> None:
    (card,) = cards_chosen(place, Strength.EASY, 1)
    assert is_one_of(card, place.wants), f"{place.why}: {card}"


@pytest.mark.parametrize(
    ("south", "wants"), [("AC KC QC 9C", "QC"), ("AC QC 9C 8C", "QC"), ("AC KC 9C 8C", "KC")]
)
def test_the_third_hand_of_the_easy_robot_risks_nothing_where_two_cards_win(south: str, wants: str) -> None:
    """Partner leads the ten at whist; ace and queen finesse against the king."""
    hands = {
        WEST: "2D JC 3C",
        NORTH: "AD TC 3D",
        EAST: "4D 2C 5D",
        SOUTH: f"6D {south} 7S 6S 4S 7H 6H 5H 4H AH",
    }
    view = after(hands, "2D AD 4D 6D TC 2C", game="whist_modern").view(SOUTH)
    choice = robot_of(Strength.EASY).choose(view, inf, random.Random(0)).choice
    assert isinstance(choice, Play) and str(choice.card) == wants
