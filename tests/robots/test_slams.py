"""Slam tries of the bidding system: the raise above game, and four no trumps, which asks for aces. The south
deals and opens one heart."""

from __future__ import annotations

import random

from robots.calls.aces import QUESTION
from robots.meanings import Aim, told_by
from robots.plain import PlainRobot
from rules.calls import Bid, Call, Pass
from rules.seats import Seat
from rules.tricks import Strain
from tests.each import each
from tests.robots.matches import after

NORTH, _, SOUTH, _ = Seat

NO_ACE = "KS QS JS KH QH JH 6H 3H 9D 8D 4D 7C 2C"
ONE_ACE = "AS QS JS KH QH 8H 6H 3H 9D 8D 4D 7C 2C"
TWENTY = "3S AH TH 9H 5H AD KD QD JD KC QC JC 3C"
"""Two aces and four hearts."""

EIGHTEEN = "TS 9S 3S AH TH 9H 5H AD KD QD KC QC 3C"
"""Four hearts, and not enough for a slam opposite a hand that has no more than it needed to open."""

ASKED = "bid:1H pass bid:4N pass"


def said(hands: dict[Seat, str], words: str, by: Seat) -> object:
    """What a plain robot in this seat says now."""
    return PlainRobot().choose(after(hands, words, game="contract").view(by), 1, random.Random(0)).choice


def test_a_raise_above_game_leaves_the_slam_to_partner() -> None:
    assert said({SOUTH: NO_ACE, NORTH: EIGHTEEN}, "bid:1H pass", NORTH) == Bid(5, Strain.HEARTS)


def test_a_hand_strong_enough_for_a_slam_asks_for_aces_first() -> None:
    assert said({SOUTH: NO_ACE, NORTH: TWENTY}, "bid:1H pass", NORTH) == QUESTION


@each(("hand", "answer"), [(NO_ACE, Bid(5, Strain.CLUBS)), (ONE_ACE, Bid(5, Strain.DIAMONDS))])
def test_aces_are_told_by_steps(hand: str, answer: Bid) -> None:
    assert said({SOUTH: hand, NORTH: TWENTY}, ASKED, SOUTH) == answer


@each(
    ("hand", "answer", "then"),
    [
        (NO_ACE, "bid:5C", Bid(5, Strain.HEARTS)),  # two aces are missing
        (ONE_ACE, "bid:5D", Bid(6, Strain.HEARTS)),
    ],
)
def test_the_slam_is_bid_with_three_aces_and_not_with_two(hand: str, answer: str, then: Call) -> None:
    words = f"{ASKED} {answer} pass"
    assert said({SOUTH: hand, NORTH: TWENTY}, words, NORTH) == then


FOUR_ACES = "AS 5S 4S AH JH 8H 7H 6H AD 3D 2D AC 2C"
NO_ACE_TO_ASK = "3S 2S KH QH TH 9H KD QD JD KC QC JC TC"


def test_an_asker_without_an_ace_takes_the_first_step_for_all_four() -> None:
    """It tells none or four."""
    hands = {SOUTH: FOUR_ACES, NORTH: NO_ACE_TO_ASK}
    assert said(hands, ASKED, SOUTH) == Bid(5, Strain.CLUBS)
    assert said(hands, f"{ASKED} bid:5C pass", NORTH) in (Bid(6, Strain.HEARTS), Bid(7, Strain.HEARTS))


def test_an_asker_without_an_ace_stops_below_the_slam_opposite_one() -> None:
    hands = {NORTH: NO_ACE_TO_ASK}
    assert said(hands, f"{ASKED} bid:5D pass", NORTH) == Bid(5, Strain.HEARTS)


def test_the_asker_has_the_last_word() -> None:
    words = f"{ASKED} bid:5C pass bid:5H pass"
    assert said({SOUTH: NO_ACE, NORTH: TWENTY}, words, SOUTH) == Pass()


def test_an_answer_after_another_bid_tells_no_aces() -> None:
    """The west bids five clubs over the question: the steps are gone, and the opener's hearts are a suit."""
    view = after({SOUTH: NO_ACE, NORTH: TWENTY}, "bid:1H pass bid:4N bid:5C", game="contract").view(SOUTH)
    told = told_by(view, Bid(5, Strain.HEARTS))
    assert told is not None and told.aces is None


def test_the_question_and_its_answer_are_explained() -> None:
    hands = {SOUTH: ONE_ACE, NORTH: TWENTY}
    asked = told_by(after(hands, "bid:1H pass", game="contract").view(NORTH), QUESTION)
    answered = told_by(after(hands, ASKED, game="contract").view(SOUTH), Bid(5, Strain.DIAMONDS))
    assert asked is not None and asked.aim is Aim.ASKS_FOR_ACES
    assert answered is not None and answered.aces == 1


def test_four_no_trumps_over_no_trumps_asks_nothing() -> None:
    view = after({NORTH: TWENTY}, "bid:1N pass", game="contract").view(NORTH)
    told = told_by(view, QUESTION)
    assert told is not None and told.aim is not Aim.ASKS_FOR_ACES
