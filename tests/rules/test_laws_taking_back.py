"""A card that is taken back, with the consent of the other side (reading R20)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cards import parse_card
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.record.audit import audited
from rules.record.codec import decode, encode
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import ClaimIsOpen, NotYoursToAnswer, OwnClaim, Why
from rules.seats import Seat
from rules.table import events
from rules.table.requests import (
    AnswerClaim,
    AskSuit,
    ClaimRest,
    Gather,
    Join,
    RobotForAbsent,
    Start,
    TakeBack,
)
from rules.table.table import Table
from rules.view import AtEvening, May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, declared, replayed, rigged
from tests.rules.test_laws_play import faced, play
from tests.trials.stage.tables import ANNA, BORIS, Evening


def friends(**options: Any) -> Evening:
    """Four who have ended a rubber before. South has declared hearts, north is dummy, and west is to lead."""
    evening = rigged(**options)
    evening.ask(ANNA, Start(acquainted=True))
    return declared(evening)


def led(**options: str) -> Evening:
    """West has led the ten of clubs, and south has played dummy's four to it."""
    evening = friends(**options)
    evening.do(WEST, play("TC"))
    evening.do(SOUTH, play("4C"))
    return evening


def may_take_back(evening: Evening) -> set[Seat]:
    return {seat for seat in Seat if May.TAKE_BACK in evening.view(seat).may}


def may_answer(evening: Evening) -> set[Seat]:
    return {seat for seat in Seat if May.ANSWER_CLAIM in evening.view(seat).may}


def test_a_card_goes_back_once_both_adversaries_have_agreed() -> None:
    evening = led()
    before = evening.view(EAST).options
    evening.do(EAST, play("5C"))
    assert may_take_back(evening) == {EAST}
    assert evening.do(EAST, TakeBack()) == (events.TakeBackAsked(EAST, parse_card("5C")),)
    assert evening.do(SOUTH, AnswerClaim(agrees=True))[-1] == events.TakenBack(EAST, 3, 2)
    assert evening.view(EAST).options == before and evening.table.claim is None
    deal = evening.view(None).deal
    assert deal is not None and deal.back == (EAST, parse_card("5C")) and deal.taken_back == 1


def test_declarer_asks_both_defenders_for_a_card_of_their_own_and_for_dummys() -> None:
    """Dummy has no say in the play, and is asked nothing; partner cannot give away what the others lose."""
    evening = led()
    assert may_take_back(evening) == {SOUTH}
    evening.do(SOUTH, TakeBack())
    assert may_answer(evening) == {EAST, WEST} == evening.table.waits_for
    evening.do(EAST, AnswerClaim(agrees=True))
    assert evening.table.claim is not None and may_answer(evening) == {WEST}
    evening.do(WEST, AnswerClaim(agrees=True))
    deal = evening.view(None).deal
    assert deal is not None and deal.hand_due is NORTH and len(list(deal.cards_played())) == 1


def test_a_defender_asks_declarer_alone_and_neither_partner_nor_dummy_answers() -> None:
    evening = led()
    evening.do(EAST, play("5C"))
    evening.do(EAST, TakeBack())
    assert may_answer(evening) == {SOUTH}
    for seat, why in (WEST, NotYoursToAnswer), (NORTH, NotYoursToAnswer), (EAST, OwnClaim):
        with pytest.raises(NotYoursToAnswer) as refused:
            evening.do(seat, AnswerClaim(agrees=True))
        assert refused.type is why and refused.value.waits == (SOUTH,) and refused.value.back
    with pytest.raises(ClaimIsOpen) as open_still:
        evening.do(SOUTH, play("9C"))
    assert open_still.value.back == parse_card("5C") and open_still.value.waits == (SOUTH,)


def test_a_refusal_lets_the_card_lie_and_is_final_for_this_card() -> None:
    evening = led()
    evening.do(EAST, play("5C"))
    before = evening.view(SOUTH).options
    evening.do(EAST, TakeBack())
    evening.do(SOUTH, AnswerClaim(agrees=False))
    assert evening.view(SOUTH).options == before
    deal = evening.view(None).deal
    assert deal is not None and deal.refused is not None
    assert (deal.refused.seat, deal.refused.by, deal.refused.back) == (EAST, SOUTH, parse_card("5C"))
    with refusing(Why.TAKE_BACK_REFUSED):
        evening.do(EAST, TakeBack())
    assert may_take_back(evening) == set()


def test_a_card_stays_once_the_next_hand_has_played() -> None:
    evening = led()
    evening.do(EAST, play("5C"))
    with refusing(Why.NEXT_HAS_PLAYED):
        evening.do(SOUTH, TakeBack())
    with refusing(Why.NEXT_HAS_PLAYED):
        evening.do(WEST, TakeBack())
    with refusing(Why.NOTHING_TO_TAKE_BACK):
        evening.do(NORTH, TakeBack())


def test_the_last_card_of_a_trick_goes_back_until_its_winner_leads() -> None:
    """South's nine loses to the ten, which west has led; with the queen south wins the trick."""
    evening = led()
    evening.do(EAST, play("5C"))
    evening.do(SOUTH, play("9C"))
    assert evening.table.waits_for == {WEST} and evening.view(None).deal is not None
    evening.do(SOUTH, TakeBack())
    evening.do(WEST, AnswerClaim(agrees=True))
    evening.do(EAST, AnswerClaim(agrees=True))
    evening.do(SOUTH, play("QC"))
    assert evening.table.waits_for == {SOUTH}
    deal = evening.view(None).deal
    assert deal is not None and deal.won.ns == 1 and deal.won.ew == 0


def test_the_lead_that_laid_dummy_open_stays() -> None:
    """West has seen dummy's hand since."""
    evening = friends()
    evening.do(WEST, play("TC"))
    assert faced(evening) == {NORTH}
    with refusing(Why.SHOWN_SINCE):
        evening.do(WEST, TakeBack())


def test_where_dummy_lies_open_before_the_lead_the_lead_goes_back() -> None:
    evening = rigged(of="bridge")
    evening.ask(ANNA, Start(acquainted=True))
    declared(evening)
    evening.do(WEST, play("TC"))
    evening.do(WEST, TakeBack())
    assert may_answer(evening) == {SOUTH}


def test_a_card_stays_once_a_claim_was_refused_that_showed_a_hand() -> None:
    evening = led()
    evening.do(EAST, play("5C"))
    evening.do(SOUTH, ClaimRest())
    evening.do(EAST, AnswerClaim(agrees=False))
    with refusing(Why.SHOWN_SINCE):
        evening.do(EAST, TakeBack())


def test_robots_let_anybody_take_back_at_once() -> None:
    evening = Evening(3).seat(ANNA)
    evening.ask(ANNA, Start())
    evening.cut()
    while evening.member(evening.step()) != ANNA or not may_take_back(evening):
        pass
    taken = evening.ask(ANNA, TakeBack())
    assert [type(one) for one in taken] == [events.TakeBackAsked, events.TakenBack]


def test_a_robot_that_sits_in_for_somebody_who_is_asked_agrees_for_them() -> None:
    evening = led()
    evening.do(SOUTH, TakeBack())
    evening.do(EAST, AnswerClaim(agrees=True))
    happened = evening.ask(evening.member(NORTH), RobotForAbsent())
    assert isinstance(happened[-1], events.TakenBack) and evening.table.claim is None


def test_a_ranked_rubber_among_strangers_lets_no_card_back() -> None:
    evening = declared(rigged().start())
    evening.do(WEST, play("TC"))
    evening.do(SOUTH, play("4C"))
    with refusing(Why.CARDS_STAY_AMONG_STRANGERS):
        evening.do(SOUTH, TakeBack())
    assert may_take_back(evening) == set()


def test_where_the_server_ranks_no_rubber_strangers_may() -> None:
    evening = declared(rigged(ranked="none").start())
    evening.do(WEST, play("TC"))
    evening.do(SOUTH, play("4C"))
    assert may_take_back(evening) == {SOUTH}


def test_somebody_who_takes_a_robots_chair_in_a_rubber_is_a_stranger_to_it() -> None:
    evening = Evening(1).seat(ANNA)
    evening.ask(ANNA, Start(acquainted=True))
    assert evening.table.rubber is not None and evening.table.rubber.acquainted
    evening.ask(BORIS, Join())
    evening.cut()
    assert not evening.table.rubber.acquainted


@each("options", [{"take_back": "off"}, {"period_penalties": "on"}])
def test_where_the_table_has_arranged_it_no_card_goes_back(options: dict[str, str]) -> None:
    evening = led(**options)
    with refusing(Why.TAKE_BACK_IS_OFF):
        evening.do(SOUTH, TakeBack())


def test_at_an_evening_no_card_goes_back() -> None:
    evening = led()
    evening.table = replace(evening.table, evening=AtEvening("e", 1, 1, shared=True))
    assert may_take_back(evening) == set()
    with refusing(Why.CARDS_STAY_AT_EVENING):
        evening.do(SOUTH, TakeBack())


def test_where_people_can_revoke_a_renounce_goes_back_with_the_question_about_it() -> None:
    """East, who has clubs, throws a heart; west asks."""
    evening = led(revoke_mode="lawful")
    evening.do(EAST, play("2H"))
    evening.do(WEST, AskSuit())
    evening.do(EAST, TakeBack())
    evening.do(SOUTH, AnswerClaim(agrees=True))
    assert evening.table.deal is not None and evening.table.deal.revoke is not None
    assert evening.table.deal.revoke.asked == ()
    evening.do(EAST, play("5C"))
    assert May.ASK_SUIT not in evening.view(WEST).may


def test_a_trick_that_was_gathered_keeps_its_cards() -> None:
    evening = led(revoke_mode="lawful")
    evening.do(EAST, play("5C"))
    evening.do(SOUTH, play("9C"))
    assert may_take_back(evening) == {SOUTH}
    evening.do(WEST, Gather())
    with refusing(Why.TRICK_IS_TURNED):
        evening.do(SOUTH, TakeBack())


def test_the_record_says_how_often_and_what_is_read_of_it_says_the_same() -> None:
    evening = led()
    evening.do(SOUTH, TakeBack())
    for seat in EAST, WEST:
        evening.do(seat, AnswerClaim(agrees=True))
    evening.do(SOUTH, play("4C"))
    evening.do(EAST, play("5C"))
    evening.play_deal()
    last = evening.table.last
    assert last is not None and last.taken_back == 1
    assert replayed(evening.events).last == last
    text = record_text(recorded("biritch", evening.table.options, last))
    assert "Taken back: 1" in text
    (again,) = read_records(text)
    assert again.deal.taken_back == 1 and again.deal.tricks == last.tricks and audited(again) == ()


@each("key", GAMES)
def test_a_deal_with_cards_taken_back_is_what_its_events_say_and_hides_what_was_hidden(key: str) -> None:
    """Every card of a person that may go back does once, at every game, and everybody sees afterwards what
    they saw before it, but for what is said of it."""
    evening = Evening(key, key).seat(ANNA, BORIS)
    evening.ask(ANNA, Start(acquainted=True))
    again = 0
    for _ in range(900):
        if evening.table.rubber is None or (again and evening.table.deal is None):
            break
        before = {seat: evening.view(seat) for seat in Seat}
        evening.step()
        for seat in may_take_back(evening):
            again += 1
            evening.do(seat, TakeBack())
            for one in may_answer(evening):
                evening.do(one, AnswerClaim(agrees=True))
            for one, was in before.items():
                now = evening.view(one)
                assert now.own == was.own and now.options == was.options
                assert now.deal is not None and was.deal is not None
                assert replace(now.deal, taken_back=0, back=None) == replace(
                    was.deal, taken_back=0, back=None
                )
            evening.step()  # so that the play goes on
    assert again
    first, *others = evening.events
    assert isinstance(first, events.Opened)
    table = Table.opened(evening.table.rules, first.options)
    for event in others:
        table = table.after(decode(*encode(event)))
    assert table == evening.table
