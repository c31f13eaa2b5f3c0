"""Slam tries of the bidding system: the raise above game, and four no trumps, which asks for aces. The south
deals and opens one heart."""

from __future__ import annotations

from typing import Final

from robots.calls.aces import QUESTION
from robots.plain import PlainRobot
from robots.teaching.meanings import Aim, told_by
from rules.calls import Bid
from rules.seats import Seat
from rules.tricks import Strain
from tests.each import each
from tests.robots.test_bids_that_annoy import Curses
from tests.trials.stage.matches import after, is_one_of, said_by, speaks

NORTH, _, SOUTH, _ = Seat

NO_ACE, ONE_ACE = "KS QS JS KH QH JH 6H 3H 9D 8D 4D 7C 2C", "AS QS JS KH QH 8H 6H 3H 9D 8D 4D 7C 2C"
TWENTY = "3S AH TH 9H 5H AD KD QD JD KC QC JC 3C"
"""Two aces and four hearts."""
ASKED = "bid:1H pass bid:4N pass"

TRIES: Final = (
    Curses(
        "four hearts and 18 points bid one above game, and leave it to partner",
        "T93.AT95.AKQ.KQ3",
        "1H P",
        "5H",
    ),
    Curses("a hand strong enough for a slam asks for aces first", "3.AT95.AKQJ.KQJ3", "1H P", "4N"),
    Curses("no ace is the first step", "KQJ.KQJ63.984.72", "1H P 4N P", "5C"),
    Curses("one is the second", "AQJ.KQ863.984.72", "1H P 4N P", "5D"),
    Curses("four are the first too", "A54.AJ876.A32.A2", "1H P 4N P", "5C"),
    Curses("with two aces missing the asker stops", "3.AT95.AKQJ.KQJ3", "1H P 4N P 5C P", "5H"),
    Curses("with one missing they bid the slam", "3.AT95.AKQJ.KQJ3", "1H P 4N P 5D P", "6H"),
    Curses(
        "without an ace of their own they take the first step for four",
        "32.KQT9.KQJ.KQJT",
        "1H P 4N P 5C P",
        "6H 7H",
    ),
    Curses("and the second for one", "32.KQT9.KQJ.KQJT", "1H P 4N P 5D P", "5H"),
    Curses("the asker has the last word", "KQJ.KQJ63.984.72", "1H P 4N P 5C P 5H P", "pass"),
)


@each("place", TRIES)
def test_a_slam_is_tried_and_aces_are_asked_for_and_told(place: Curses) -> None:
    told = said_by(PlainRobot(), speaks(place.hand, place.calls))
    assert is_one_of(told, place.wants), f"{place.why}: {told}"


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
