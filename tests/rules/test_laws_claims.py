"""Claims of a number of tricks, and concessions (laws 1.8, reading R5). Claims of all the rest are in
``test_laws_play``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.counting.reckon import Counted, Line
from rules.games.all_games import game
from rules.record.audit import WrongCount, WrongShare, audited
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import ClaimIsOpen, NotSoManyLeft, NotYoursToAnswer, OwnClaim, Why
from rules.seats import BySide, Seat
from rules.table.events import Claimed
from rules.table.requests import AnswerClaim, ClaimRest
from rules.view import FinishedDeal, May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import (
    EAST,
    EW,
    NORTH,
    NS,
    SOUTH,
    WEST,
    declared,
    lead,
    played,
    replayed,
    rigged,
    settled,
)
from tests.rules.test_laws_play import faced, led, play
from tests.trials.stage.tables import ANNA, BORIS, CLARA, Evening


def after_a_trick(**options: Any) -> Evening:
    """West has won the first trick with the ten of clubs; twelve are left. South plays north's cards too."""
    evening = declared(rigged(**options).start())
    for seat, name in (WEST, "TC"), (SOUTH, "4C"), (EAST, "5C"), (SOUTH, "9C"):
        evening.do(seat, play(name))
    return evening


def may_answer(evening: Evening) -> set[Seat]:
    return {seat for seat in Seat if May.ANSWER_CLAIM in evening.view(seat).may}


def agreed(evening: Evening, *seats: Seat) -> FinishedDeal:
    for seat in seats:
        evening.do(seat, AnswerClaim(agrees=True))
    assert evening.table.deal is None and evening.table.last is not None
    return evening.table.last


def test_a_claim_of_eight_of_twelve_leaves_four_to_the_other_side() -> None:
    """EW have one trick: 8 to NS, 1 + 4 to EW. Two odd tricks at hearts are 2 x 8 = 16."""
    evening = after_a_trick()
    evening.do(SOUTH, ClaimRest(8))
    assert evening.view(None).deal is not None and faced(evening) == {NORTH, SOUTH}
    assert may_answer(evening) == {NORTH, EAST, WEST}
    last = agreed(evening, WEST, NORTH, EAST)
    assert (last.won, last.conceded, last.kept) == (BySide(8, 5), NS, 4)
    odd = last.entries[0]
    assert (odd.line, odd.side, odd.amount) == (Line.ODD_TRICKS, NS, 16)
    assert replayed(evening.events).last == last


def test_an_adversary_claims_a_number_too() -> None:
    """EW have one trick and claim seven of the twelve: 8 to EW, 5 to NS."""
    evening = after_a_trick()
    evening.do(WEST, ClaimRest(7))
    assert agreed(evening, NORTH, EAST, SOUTH).won == BySide(5, 8)


def test_to_claim_as_many_as_are_left_is_to_claim_the_rest() -> None:
    evening = after_a_trick()
    assert evening.do(SOUTH, ClaimRest(12)) == (Claimed(SOUTH),)


@each("tricks", [-1, 13])
def test_nobody_claims_more_tricks_than_are_left_or_less_than_none(tricks: int) -> None:
    evening = after_a_trick()
    with pytest.raises(NotSoManyLeft) as refused:
        evening.do(SOUTH, ClaimRest(tricks))
    assert refused.value.left == 12


def test_a_concession_asks_the_partner_alone_and_lays_no_hand_open() -> None:
    evening = after_a_trick()
    evening.do(EAST, ClaimRest(0))
    assert faced(evening) == {NORTH}  # dummy's, which lay there before
    assert may_answer(evening) == {WEST} == evening.table.waits_for
    for seat, why in (NORTH, NotYoursToAnswer), (EAST, OwnClaim), (SOUTH, NotYoursToAnswer):
        with pytest.raises(NotYoursToAnswer) as refused:
            evening.do(seat, AnswerClaim(agrees=True))
        assert refused.type is why and refused.value.waits == (WEST,)
    with pytest.raises(ClaimIsOpen):
        evening.do(SOUTH, ClaimRest())
    last = agreed(evening, WEST)
    assert (last.won, last.conceded, last.kept) == (BySide(12, 1), NS, 0)


def test_the_partner_of_declarer_consents_though_they_are_dummy() -> None:
    evening = after_a_trick()
    evening.do(SOUTH, ClaimRest(0))
    assert may_answer(evening) == {NORTH}
    assert agreed(evening, NORTH).won == BySide(0, 13)


def test_a_partner_who_will_not_concede_plays_on_and_nothing_was_shown() -> None:
    evening = after_a_trick()
    before = evening.view(WEST).options
    evening.do(EAST, ClaimRest(0))
    evening.do(WEST, AnswerClaim(agrees=False))
    assert evening.table.claim is None and faced(evening) == {NORTH}
    assert evening.view(WEST).options == before != ()


def test_dummy_concedes_no_more_than_dummy_claims() -> None:
    with refusing(Why.DUMMY_MAY_NOT_ACT):
        after_a_trick().do(NORTH, ClaimRest(0))


def test_where_claims_are_off_nobody_concedes() -> None:
    with refusing(Why.CLAIMS_ARE_OFF):
        led(claims="off").do(SOUTH, ClaimRest(0))


def test_a_player_whose_partner_is_a_hand_without_a_player_concedes_at_once() -> None:
    """At dummy whist there is nobody to ask (reading R5). The opening lead has been made: all thirteen tricks
    go to the other side."""
    evening = Evening(1, "dummy_whist").seat(ANNA, BORIS, CLARA).start().cut()
    lead(evening)
    rubber = evening.table.rubber
    assert rubber is not None
    (dummy,) = rubber.dummies
    evening.do(dummy.partner, ClaimRest(0))
    last = evening.table.last
    assert last is not None and last.won.of(dummy.side.other) == 13


def test_the_honours_left_are_captured_by_the_side_with_more_of_the_tricks_left() -> None:
    """Hearts are trumps. Of the twelve tricks left after the first NS claim five: the rest is more than half,
    so that all honours not yet played are EW's. With six each they are the claimers'."""
    deal = played(settled(), "TC 4C 5C 9C")
    captured = replace(game("biritch").variant().honours, counted=Counted.CAPTURED)
    assert sum(deal.granted(NS, 7).tally(captured).honours) == 5
    for kept, side in ((7, EW), (6, NS)):
        honours = deal.granted(NS, kept).tally(captured).honours
        assert sum(honours.of(seat) for seat in side.seats) == 5


def test_a_record_tells_how_the_rest_was_divided_and_the_auditor_counts_it() -> None:
    evening = after_a_trick()
    evening.do(SOUTH, ClaimRest(8))
    record = recorded("biritch", (), agreed(evening, WEST, NORTH, EAST))
    text = record_text(record)
    assert "\nClaim: the rest to NS, but 4\n" in text
    assert read_records(text) == (record,)
    assert audited(record) == ()
    more = replace(record, deal=replace(record.deal, kept=3))
    assert audited(more) == (WrongCount(NS, 8, 9), WrongCount(EW, 5, 4))
    for kept in 12, -1:
        assert WrongShare(kept, 12) in audited(replace(record, deal=replace(record.deal, kept=kept)))


def test_a_concession_is_written_as_the_rest_for_the_other_side() -> None:
    deal = played(settled(), "TC 4C 5C 9C").granted(EW)
    assert deal.over and deal.playing is not None and deal.playing.won() == BySide(0, 13)
