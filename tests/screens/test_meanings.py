"""What a call of an auction tells, in the explanation after a deal and in a hint: whole sentences."""

from __future__ import annotations

import random

from robots.meanings import Aim, Told, told_by
from robots.plain import PlainRobot
from robots.reasons import Decision, explained
from rules.calls import Bid, Declare, Double, Pass, parse_call
from rules.cards import Suit
from rules.members import RobotMember
from rules.seats import Seat
from rules.strains import Strain
from screens.why import hint
from screens.words.meanings import tells, told
from tests.each import each
from tests.robots.matches import after

NORTH, EAST, SOUTH, WEST = Seat
HEARTS = "AS 7S 2S KH QH JH 6H 3H KD 8D 4D 7C 2C"
NOTHING = "8S 7S 2S 9H 6H 3H TD 8D 4D 7C 5C 3C 2C"


@each(
    ("before", "call", "sentence"),
    [
        ("", "bid:1N", "It showed 15 to 17 points and an even hand."),
        (
            "",
            "bid:2H",
            "It showed 20 points or more and 5 hearts or more. Its partner must not pass.",
        ),
        ("", "pass", "It showed at most 11 points."),
        (
            "bid:1H pass",
            "bid:1S",
            "It showed 6 points or more and 4 spades or more. Its partner must not pass.",
        ),
        ("bid:1N pass", "bid:3N", "Its partner should leave it there."),
        ("bid:4S", "double", "It said that the other side should fail."),
        ("bid:4S double", "double", "It said that the contract should be made with tricks to spare."),
    ],
)
def test_a_call_is_explained_by_what_it_told(before: str, call: str, sentence: str) -> None:
    evening = after({}, before, game="contract")
    assert evening.table.deal is not None
    (seat,) = evening.table.deal.may_act
    meaning = told_by(evening.view(seat), parse_call(call))
    assert meaning is not None
    assert told(meaning).endswith(sentence)
    assert tells(meaning)


def test_a_double_that_asks_for_a_suit_names_the_suits_that_it_has() -> None:
    view = after({}, "bid:1C", game="contract").view(WEST)
    meaning = told_by(view, Double())
    assert meaning == Told(12, None, (3, 3, 3, 0), False, Aim.ASKS_FOR_SUIT)


def test_a_dealer_who_must_open_is_said_to_tell_nothing() -> None:
    view = after({SOUTH: NOTHING}, "", game="auction", schedule="1904").view(SOUTH)
    answer = PlainRobot().choose(view, 1, random.Random(0))
    assert (
        hint(view, answer)
        == "**1 ♠︎ Spades** — You have to open, and this says nothing but that you are weak."
    )


def test_where_there_is_no_auction_a_call_tells_nothing() -> None:
    assert told_by(after({}, "").view(SOUTH), Declare(Suit.HEARTS)) is None
    assert told_by(after({}, "").view(SOUTH), Pass()) is None


def test_a_decision_is_explained_by_the_call_and_not_by_the_cards() -> None:
    view = after({SOUTH: HEARTS}, "", game="contract").view(SOUTH)
    decision = Decision(SOUTH, RobotMember("Hoyle"), 0, Bid(1, Strain.HEARTS), None)
    meaning = explained(decision, view).told
    assert meaning is not None
    assert (meaning.low, meaning.high, meaning.lengths) == (11, 21, (0, 4, 0, 0))


def test_a_hint_names_the_next_best_call_where_contracts_were_compared() -> None:
    """After a single raise the opener compares contracts: thirteen points pass."""
    view = after({SOUTH: HEARTS}, "bid:1H pass bid:2H pass", game="plafond").view(SOUTH)
    answer = PlainRobot().choose(view, 1, random.Random(0))
    assert answer.choice == Pass()
    assert hint(view, answer).startswith("**pass** — It shows at most 21 points. Next best: 3 ♥︎ Hearts (")
