"""Decides requests about revokes (laws 1.5).

What may be asked, corrected and claimed is decided from what everybody has seen, so that no refusal tells
others of a revoke.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rules import refusals
from rules.counting.reckon import Penalty
from rules.deal import revoke
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.games.variant import best_penalty, penalties
from rules.revoke import RevokeClaim, RevokeState, renounced
from rules.seats import Seat
from rules.table.apply import applied
from rules.table.events import (
    CardCorrected,
    ClaimsClosed,
    PenaltyChosen,
    PlayOutWished,
    PlayStopped,
    RevokeClaimed,
    RevokeEvent,
    ScoreAgreed,
    SuitAsked,
    SuitDenied,
    TrickQuitted,
)
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    Correct,
    DenySuit,
    Gather,
    PlayOut,
    RevokeRequest,
)
from rules.table.table import Table

# What is open


def open_penalties(table: Table, claim: RevokeClaim) -> tuple[Penalty, ...]:
    """The penalties to choose from for a claim that was found right. Where tricks are the score, they are
    taken (laws 4.5)."""
    if table.evening is not None and not table.evening.shared:
        return (Penalty.TAKE_THREE,)
    state = _state(table)
    earlier = state.claims[: state.claims.index(claim)]
    further = any(one.right and one.seat.side is claim.seat.side for one in earlier)
    deal = table.deal
    assert deal is not None and deal.terms is not None
    contract = deal.terms.contract
    return penalties(
        table.variant, claim.seat.side, contract.side if contract is not None else None, further=further
    )


def _state(table: Table) -> RevokeState:
    if table.deal is None or table.deal.playing is None:
        raise refusals.Refused(refusals.Why.NOTHING_IS_PLAYED)
    if table.deal.revoke is None:
        raise refusals.Refused(refusals.Why.NOBODY_REVOKES)
    return table.deal.revoke


# Requests


def decide_revoke(table: Table, seat: Seat | None, request: RevokeRequest) -> Sequence[RevokeEvent]:
    """What follows from a request. ``seat`` is None for the clock, which only quits tricks and closes claims.
    Raises a RulesError."""
    state, deal = _state(table), table.deal
    assert deal is not None
    table.check_claim_answered()
    match request:
        case Gather():
            return (_gathered(deal, seat),)
        case AgreeScore():
            return _agreed(table, deal, state, seat)
        case _ if seat is None:
            raise refusals.Refused(refusals.Why.NOT_SEATED)
        case AskSuit():
            asked = revoke.askable(deal, seat)
            if asked is None:
                raise refusals.Refused(refusals.Why.NOTHING_TO_ASK)
            return (SuitAsked(asked, seat.partner),)
        case DenySuit():
            about = revoke.deniable(deal, seat)
            if about is None:
                raise refusals.Refused(refusals.Why.NOT_ASKED)
            return (SuitDenied(about, seat),)
        case Correct():
            return (_corrected(deal, seat, request),)
        case ClaimRevoke():
            return _claim_revoke(table, deal, state, seat, request)
        case ChoosePenalty(trick, of, penalty):
            claim = state.claim_on(trick, of)
            if claim is None or not claim.is_open or seat.side is of.side:
                raise refusals.Refused(refusals.Why.NO_PENALTY_OPEN)
            if penalty not in open_penalties(table, claim):
                raise refusals.Refused(refusals.Why.NO_SUCH_CHOICE)
            return (PenaltyChosen(trick, of, penalty, seat),)
        case PlayOut(play_on):
            if seat not in table.undecided:
                raise refusals.Refused(refusals.Why.NOT_A_REVOKER)
            stops = not play_on and table.undecided == {seat}
            return (PlayOutWished(seat, play_on), *((PlayStopped(),) if stops else ()))
    assert_never(request)


def _gathered(deal: Deal, seat: Seat | None) -> TrickQuitted:
    number = revoke.lying(deal)
    if number is None:
        raise refusals.Refused(refusals.Why.NOTHING_TO_GATHER)
    if seat is not None and seat.side is not deal.winners()[-1].side:
        raise refusals.Refused(refusals.Why.NOT_YOURS_TO_GATHER)
    return TrickQuitted(number, seat)


def _corrected(deal: Deal, seat: Seat, request: Correct) -> CardCorrected:
    number = revoke.correctable(deal, seat)
    if number is None:
        if revoke.stands_claimed(deal, seat):
            raise refusals.Refused(refusals.Why.TRICK_IS_CLAIMED)
        raise refusals.Refused(refusals.Why.NOTHING_TO_CORRECT)
    led = revoke.playing_of(deal).all_tricks[number - 1].led
    assert led is not None
    if not revoke.correction(deal, seat):
        raise refusals.NoneOfThatSuit(led)
    if request.card not in deal.left(seat):
        raise refusals.CardNotHeld(request.card)
    if request.card.suit is not led:
        raise refusals.NotOfThatSuit(led)
    return CardCorrected(number, seat, request.card)


def _claim_revoke(
    table: Table, deal: Deal, state: RevokeState, by: Seat, request: ClaimRevoke
) -> Sequence[RevokeEvent]:
    number, seat = request.trick, request.seat
    if (number, seat) not in revoke.claimable(deal, by):
        raise _why_not(deal, state, by, number, seat)
    claim = RevokeClaimed(by, number, seat)
    after = applied(deal, claim)
    assert after.revoke is not None
    judged = after.revoke.claims[-1]
    if not judged.right:
        return (claim,)
    one = open_penalties(table.with_deal(after), judged)
    return (claim, PenaltyChosen(number, seat, one[0], None)) if len(one) == 1 else (claim,)


def _why_not(deal: Deal, state: RevokeState, by: Seat, number: int, seat: Seat) -> RulesError:
    playing = revoke.playing_of(deal)
    tricks = playing.all_tricks
    if playing.terms.is_dummy(seat):
        return refusals.Refused(refusals.Why.DUMMY_CANNOT_REVOKE)
    if seat.side is by.side or not 0 < number <= len(tricks) or not renounced(tricks[number - 1], seat):
        return refusals.Refused(refusals.Why.NO_SUCH_RENOUNCE)
    if state.claim_on(number, seat) is not None:
        return refusals.Refused(refusals.Why.CLAIMED_ALREADY)
    if state.closed or playing.called is not None:
        return refusals.Refused(refusals.Why.TOO_LATE_TO_CLAIM)
    if playing.terms.is_dummy(by) and not deal.over:
        return refusals.Refused(refusals.Why.DUMMY_MAY_NOT_ACT)
    if not revoke.is_established(deal, number, seat):
        return refusals.Refused(refusals.Why.MAY_STILL_CORRECT)
    return refusals.Refused(refusals.Why.TOO_LATE_TO_CLAIM)


def _agreed(table: Table, deal: Deal, state: RevokeState, seat: Seat | None) -> Sequence[RevokeEvent]:
    if not deal.claims_open or table.rubber is None:
        raise refusals.Refused(refusals.Why.NOTHING_TO_AGREE)
    if seat is None:
        return (*_by_default(table, deal), ClaimsClosed())
    if seat in state.agreed:
        raise refusals.Refused(refusals.Why.NOTHING_TO_AGREE)
    if any(one.is_open and one.seat.side is not seat.side for one in state.claims):
        raise refusals.Refused(refusals.Why.PENALTY_COMES_FIRST)
    last = state.agreed | {seat} >= set(table.rubber.chairs)
    return (ScoreAgreed(seat), *((ClaimsClosed(),) if last else ()))


def _by_default(table: Table, deal: Deal) -> Iterator[PenaltyChosen]:
    """The penalties that nobody chose in time: for each revoke the one that pays best."""
    assert table.rubber is not None
    standing = table.rubber.standing
    for place, claim in enumerate(revoke.state_of(deal).claims):
        if claim.is_open:
            tally, open_to = deal.tally(table.variant.honours), open_penalties(table, claim)
            earlier = revoke.state_of(deal).claims[:place]
            before = sum(one.penalty is not None for one in earlier)
            best = best_penalty(table.variant, tally, standing, claim.seat.side, open_to, before)
            event = PenaltyChosen(claim.trick, claim.seat, best, None)
            deal = applied(deal, event)
            yield event
