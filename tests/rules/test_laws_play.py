"""Laws 2.3 and 1.8: the play with a dummy, and claims."""

from __future__ import annotations

import pytest

from rules.calls import PLAYS, Play
from rules.cards import Card, parse_card
from rules.counting.reckon import Line
from rules.refusals import (
    AlreadyAgreed,
    CardNotHeld,
    ClaimIsOpen,
    MustFollowSuit,
    OtherHandDue,
    OwnClaim,
    Why,
)
from rules.seats import BySide, Seat
from rules.table.events import DealReckoned
from rules.table.requests import AnswerClaim, ClaimRest
from rules.view import May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import (
    EAST,
    EW,
    NORTH,
    NS,
    ORDINARY,
    SOUTH,
    WEST,
    begun,
    declared,
    granted,
    lead,
    played,
    rigged,
    said,
    settled,
)
from tests.trials.stage.tables import Evening


def play(name: str) -> Play:
    return PLAYS[parse_card(name).index]


def led(claims: str = "unanimous") -> Evening:
    """South has declared hearts and west has led the first card offered."""
    return lead(declared(rigged(claims=claims).start()))


def faced(evening: Evening, viewer: Seat | None = None) -> set[Seat]:
    deal = evening.view(viewer).deal
    assert deal is not None
    return {hand.seat for hand in deal.faced}


@each("dealer", Seat)
def test_collinson_the_person_to_the_left_of_the_dealer_leads(dealer: Seat) -> None:
    assert settled(dealer=dealer).may_act == {dealer.left}


def test_collinson_the_left_of_the_dealer_leads_though_the_partner_declared() -> None:
    deal = said(begun(ORDINARY), "S pass, N hearts, E content, W content")
    assert deal.may_act == {WEST}


def test_collinson_the_dealers_partner_is_dummy_even_after_declaring() -> None:
    deal = said(begun(ORDINARY), "S pass, N hearts, E content, W content")
    assert deal.terms is not None
    assert [(dummy.seat, dummy.player) for dummy in deal.terms.dummies] == [(NORTH, SOUTH)]


def test_collinson_dummys_cards_are_exposed_after_the_lead_and_not_before() -> None:
    evening = declared(rigged().start())
    assert faced(evening) == set()
    assert faced(lead(evening)) == {NORTH}


def test_before_the_lead_the_adversaries_see_nothing_of_dummy() -> None:
    evening = declared(rigged().start())
    assert ORDINARY.north.bits & ~evening.view(WEST).unseen().bits == 0


def test_collinson_the_dealer_plays_dummys_cards() -> None:
    """West leads the two of clubs; dummy's ace, eight or four is south's to play."""
    deal = played(settled(), "2C")
    assert deal.may_act == {SOUTH}
    assert set(deal.options(SOUTH)) == {play("AC"), play("8C"), play("4C")}


def test_dummy_may_not_act_even_when_its_own_hand_is_due() -> None:
    deal = played(settled(), "2C")
    assert deal.options(NORTH) == ()
    with refusing(Why.DUMMY_MAY_NOT_ACT):
        deal.check(NORTH, play("AC"))


def test_when_dummy_has_won_the_trick_the_dealer_leads_from_dummys_hand() -> None:
    deal = played(settled(), "2C AC 5C 9C")
    assert deal.playing is not None and deal.playing.hand_due is NORTH
    assert deal.may_act == {SOUTH}


def test_the_dealer_may_not_play_from_the_own_hand_when_dummys_is_due_nor_the_other_way() -> None:
    deal = played(settled(), "2C")
    with pytest.raises(OtherHandDue) as refused:
        deal.check(SOUTH, play("KC"))
    assert refused.value.due is NORTH
    deal = played(deal, "4C 5C")
    with pytest.raises(OtherHandDue) as refused:
        deal.check(SOUTH, play("AC"))
    assert refused.value.due is SOUTH


def test_adversaries_play_only_their_own_cards() -> None:
    with pytest.raises(CardNotHeld):
        settled().check(WEST, play("JC"))


def test_dummys_hand_too_must_follow_suit() -> None:
    with pytest.raises(MustFollowSuit):
        played(settled(), "2C").check(SOUTH, play("AS"))


def test_a_card_already_played_is_no_longer_held() -> None:
    deal = played(settled(), "2C 4C 5C KC")
    with pytest.raises(CardNotHeld):
        deal.check(SOUTH, play("KC"))


def test_at_the_tables_no_revoke_can_be_played() -> None:
    """Ambiguity 5, ``strict``: every option offered follows suit where the hand can."""
    evening = rigged().start()
    declared(evening)
    while evening.table.deal is not None:
        for seat in Seat:
            view = evening.view(seat)
            if view.options and view.deal is not None and view.deal.trick is not None:
                suit = view.deal.trick.led
                cards = [option.card for option in view.options if isinstance(option, Play)]
                hand = evening.table.deal.left(evening.view(seat).deal.hand_due or seat)  # type: ignore[union-attr]
                if suit is not None and any(card.suit is suit for card in hand):
                    assert all(card.suit is suit for card in cards)
        evening.step()


# Claims (laws 1.8).


def test_no_claim_is_open_before_the_lead() -> None:
    evening = rigged().start()
    with refusing(Why.TOO_EARLY_TO_CLAIM):
        evening.do(SOUTH, ClaimRest())
    declared(evening)
    assert not any(May.CLAIM in evening.view(seat).may for seat in Seat)
    with refusing(Why.TOO_EARLY_TO_CLAIM):
        evening.do(SOUTH, ClaimRest())


def test_after_the_lead_anybody_but_dummy_may_claim_in_turn_or_not() -> None:
    evening = led()
    assert {seat for seat in Seat if May.CLAIM in evening.view(seat).may} == {EAST, SOUTH, WEST}
    with refusing(Why.DUMMY_MAY_NOT_ACT):
        evening.do(NORTH, ClaimRest())
    evening.do(EAST, ClaimRest())
    assert evening.table.claim is not None and evening.table.claim.seat is EAST


def test_where_claims_are_off_nobody_may_claim() -> None:
    evening = led(claims="off")
    assert not any(May.CLAIM in evening.view(seat).may for seat in Seat)
    with refusing(Why.CLAIMS_ARE_OFF):
        evening.do(SOUTH, ClaimRest())


def test_a_claim_lays_the_claimers_hand_open_to_all() -> None:
    evening = led()
    evening.do(EAST, ClaimRest())
    for viewer in (None, *Seat):
        assert faced(evening, viewer) == {NORTH, EAST}


def test_while_a_claim_is_open_nobody_plays_and_nobody_claims() -> None:
    evening = led()
    evening.do(SOUTH, ClaimRest())
    assert all(not evening.view(seat).options for seat in Seat)
    with pytest.raises(ClaimIsOpen) as refused:
        evening.do(SOUTH, play("AS"))
    assert (refused.value.claimer, refused.value.waits) == (SOUTH, (NORTH, EAST, WEST))
    with pytest.raises(ClaimIsOpen):
        evening.do(EAST, ClaimRest())


def test_a_claim_needs_the_consent_of_all_three_others_dummys_too() -> None:
    evening = led()
    evening.do(SOUTH, ClaimRest())
    assert {seat for seat in Seat if May.ANSWER_CLAIM in evening.view(seat).may} == {NORTH, EAST, WEST}
    evening.do(EAST, AnswerClaim(agrees=True))
    evening.do(WEST, AnswerClaim(agrees=True))
    assert evening.table.deal is not None
    evening.do(NORTH, AnswerClaim(agrees=True))
    assert evening.table.deal is None and evening.table.last is not None
    assert evening.table.last.conceded is NS


def test_neither_the_claimer_nor_one_who_has_answered_may_answer() -> None:
    evening = led()
    evening.do(SOUTH, ClaimRest())
    evening.do(EAST, AnswerClaim(agrees=True))
    for seat, why in (SOUTH, OwnClaim), (EAST, AlreadyAgreed):
        with pytest.raises(why) as refused:
            evening.do(seat, AnswerClaim(agrees=True))
        assert refused.value.waits == (NORTH, WEST)


def test_there_is_nothing_to_answer_without_a_claim() -> None:
    with refusing(Why.NO_CLAIM):
        led().do(EAST, AnswerClaim(agrees=False))


def test_one_refusal_ends_the_claim_and_play_goes_on_where_it_was() -> None:
    evening = led()
    before = evening.view(SOUTH).options
    evening.do(SOUTH, ClaimRest())
    evening.do(EAST, AnswerClaim(agrees=True))
    evening.do(WEST, AnswerClaim(agrees=False))
    assert evening.table.claim is None
    assert evening.view(SOUTH).options == before != ()


def test_cards_laid_open_by_a_refused_claim_stay_open() -> None:
    evening = led()
    evening.do(EAST, ClaimRest())
    evening.do(WEST, AnswerClaim(agrees=False))
    assert faced(evening) == {NORTH, EAST}
    evening.do(SOUTH, evening.view(SOUTH).options[0])
    assert faced(evening) == {NORTH, EAST}


def test_the_next_deal_begins_with_no_hand_open() -> None:
    evening = rigged().start()
    granted(evening, EW, "spades")
    declared(evening)
    assert faced(evening) == set()


def test_after_a_refusal_a_claim_may_be_made_again() -> None:
    evening = led()
    evening.do(EAST, ClaimRest())
    evening.do(WEST, AnswerClaim(agrees=False))
    evening.do(EAST, ClaimRest())
    assert evening.table.claim is not None and evening.table.claim.agreed == frozenset()


def test_a_claim_during_an_unfinished_trick_takes_that_trick_too() -> None:
    """One card lies on the table: all thirteen go to the claimers."""
    (_, _, reckoned, *_) = granted(rigged().start(), NS, "spades")
    assert isinstance(reckoned, DealReckoned)
    assert reckoned.tricks == BySide(13, 0)


def test_a_claim_between_tricks_takes_what_is_left() -> None:
    """West wins the first trick with the ten of clubs: T, 4, 5, 9. Then NS claim twelve."""
    evening = declared(rigged().start())
    for seat, name in (WEST, "TC"), (SOUTH, "4C"), (EAST, "5C"), (SOUTH, "9C"):
        evening.do(seat, play(name))
    evening.do(SOUTH, ClaimRest())
    for seat in WEST, NORTH, EAST:
        evening.do(seat, AnswerClaim(agrees=True))
    last = evening.table.last
    assert last is not None and last.won == BySide(12, 1)
    assert [entry.line for entry in last.entries] == [Line.ODD_TRICKS, Line.PETIT_SLAM, Line.HONOURS]


def test_a_granted_slam_is_a_slam() -> None:
    (_, _, reckoned, *_) = granted(rigged().start(), EW, "clubs")
    assert isinstance(reckoned, DealReckoned)
    assert [(e.line, e.side, e.amount) for e in reckoned.entries][:2] == [
        (Line.ODD_TRICKS, EW, 28),
        (Line.GRAND_SLAM, EW, 40),
    ]


def test_the_record_of_a_claimed_deal_keeps_the_unfinished_trick() -> None:
    evening = rigged().start()
    granted(evening, NS, "spades")
    assert evening.table.last is not None
    (unfinished,) = evening.table.last.tricks
    assert unfinished.cards == (_first_of_west(),)


def _first_of_west() -> Card:
    return next(iter(ORDINARY.west))
