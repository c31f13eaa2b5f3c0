"""A deal that stands on a sheet is told otherwise: what becomes of the deals after it, and of the rubber."""

from __future__ import annotations

import pytest

from rules.seats import BySide
from rules.sheet import errors
from rules.sheet.deals import Given
from rules.sheet.events import CloseSheet, Confirm, Correct, Next
from tests.refusing import refusing
from tests.rules.score_pens import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    EW,
    HEARTS,
    NO_TRUMPS,
    NS,
    Pen,
    bid,
    held,
)

GAME = Given(HEARTS, NS, 11, honours=held(2, 1, 1, 1))
"""Five odd tricks, 40 to game, and simple honours, 16."""
THEIRS = Given(HEARTS, EW, 11, honours=held(2, 1, 1, 1))
ONE_ODD = Given(HEARTS, NS, 7, honours=held(2, 1, 1, 1))


def enter(pen: Pen, *deals: Given) -> None:
    for one in deals:
        pen.enter(declared=one.declared, by=one.by, tricks=one.tricks, honours=one.honours)


def test_the_lines_of_later_deals_follow_a_correction() -> None:
    """Three no trumps made is a game, so that one down at two hearts costs 100. If it was one down itself it
    costs 50, and so does the other."""
    pen = Pen("contract")
    three, two = bid(3, NO_TRUMPS), bid(2, HEARTS)
    enter(pen, Given(three, NS, 9), Given(two, NS, 7))
    assert pen.page.standing.totals == BySide(100, 100)
    pen.ask(Correct(1, 1, Given(three, NS, 8)))
    assert pen.page.standing.totals == BySide(0, 100)
    assert [one.entries[0].amount for one in pen.page.deals] == [50, 50]
    assert pen.page.standing.games == BySide(0, 0) and pen.page.deals[1].before.totals == BySide(0, 50)


def test_a_rubber_that_a_correction_opens_again_goes_on_and_loses_its_confirmations() -> None:
    pen = Pen("biritch")
    enter(pen, GAME, GAME)
    pen.ask(Confirm(), ANNA)
    pen.ask(Correct(1, 2, ONE_ODD))
    assert pen.page.ended is None and not pen.page.confirmed
    assert (pen.page.standing.below, pen.page.standing.games) == (BySide(8, 0), BySide(1, 0))


def test_a_rubber_that_a_correction_ends_is_over() -> None:
    """40 and 16 twice, and 40 for the rubber."""
    pen = Pen("biritch")
    enter(pen, GAME, ONE_ODD)
    pen.ask(Correct(1, 2, GAME))
    assert pen.page.ended is not None and pen.page.ended.totals == BySide(152, 0)


def test_a_correction_after_which_a_later_deal_could_not_have_been_played_names_that_deal() -> None:
    pen = Pen("biritch")
    enter(pen, GAME, THEIRS, GAME)
    with pytest.raises(errors.ChangesLaterDeal) as refused:
        pen.ask(Correct(1, 2, GAME))
    assert refused.value.deal == 3


def test_honours_that_could_not_have_been_called_are_found_when_an_earlier_deal_is_corrected() -> None:
    """Eight up at long whist, so that three honours called win the game; at seven they could not be."""
    pen = Pen("whist_long")
    pen.enter(by=NS, tricks=12, honours=held(NS=2))
    pen.enter(by=NS, tricks=8, honours=held(NS=2))
    pen.enter(called=NS, honours=held(NS=3))
    with pytest.raises(errors.ChangesLaterDeal) as refused:
        pen.ask(Correct(1, 2, Given(None, NS, 7, honours=held(NS=2))))
    assert refused.value.deal == 3


def test_an_earlier_rubber_is_corrected_while_the_next_is_written_but_not_opened_again() -> None:
    pen = Pen("biritch")
    enter(pen, GAME, GAME)
    pen.ask(Next())
    enter(pen, ONE_ODD)
    pen.ask(Correct(1, 1, Given(HEARTS, NS, 12, honours=held(2, 1, 1, 1))))
    first, second = pen.sheet.view.pages
    assert first.ended is not None and first.ended.totals == BySide(152 + 8 + 20, 0)
    assert second.standing.totals == BySide(8 + 16, 0) and second.ended is None
    with refusing(errors.SheetWhy.RUBBER_WOULD_GO_ON):
        pen.ask(Correct(1, 1, ONE_ODD))


def test_a_rubber_that_was_broken_off_is_still_broken_off_after_a_correction() -> None:
    """A game ahead is worth 300 besides the 100; told as two hearts made it is a part score, 60 and 50."""
    pen = Pen("contract", unfinished_rubber="laws")
    enter(pen, Given(bid(3, NO_TRUMPS), NS, 9))
    pen.ask(CloseSheet())
    pen.ask(Correct(1, 1, Given(bid(2, HEARTS), NS, 8)))
    assert pen.page.broken_off and pen.page.ended is not None and pen.page.ended.value == 110


def test_what_has_been_counted_or_is_not_there_is_not_corrected() -> None:
    pen = Pen("biritch")
    enter(pen, GAME, GAME)
    for rubber, deal in ((1, 0), (1, 3), (2, 1)):
        with refusing(errors.SheetWhy.NO_SUCH_DEAL):
            pen.ask(Correct(rubber, deal, GAME))
    for who in (ANNA, BORIS, CLARA, DAVID):
        pen.ask(Confirm(), who)
    with refusing(errors.SheetWhy.ALREADY_COUNTED):
        pen.ask(Correct(1, 1, ONE_ODD))
