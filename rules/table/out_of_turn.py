"""Decides requests about cards out of turn and the penalties for them (laws 1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules import refusals
from rules.cards import Card
from rules.deal import out_of_turn
from rules.deal.deal import Deal
from rules.out_of_turn import Exacted, OutOfTurnState
from rules.seats import Seat
from rules.table.events import LeadFollowed, OutOfTurnEvent, PenaltyDemanded, PlayedOutOfTurn
from rules.table.requests import DemandPenalty, FollowLead, OutOfTurnRequest
from rules.table.table import Table


def played_out_of_turn(deal: Deal, seat: Seat, card: Card) -> PlayedOutOfTurn | None:
    """What happens when this seat plays a card though its turn has not come; None where the card is in turn,
    or is refused as it is at other tables."""
    hand = out_of_turn.hand_astray(deal, seat, card)
    return PlayedOutOfTurn(hand, card) if hand is not None else None


def is_timely(deal: Deal, by: Seat, request: OutOfTurnRequest, seen: int | None) -> bool:
    """Whether a request of this seat still means what it meant when so many cards had been seen: played, or
    shown out of turn and in error. A demand that is right for them is timely whenever it was offered, since
    a wrong one costs."""
    state = deal.out_of_turn
    if deal.playing is None or state is None:
        return False
    if seen == deal.playing.cards_played + len(state.shown):
        return True
    if isinstance(request, FollowLead):
        return False
    return state.offence_for(by, request.what, request.card) is not None


def decided(table: Table, seat: Seat, request: OutOfTurnRequest) -> Sequence[OutOfTurnEvent]:
    """What follows from a request. Raises a RulesError."""
    deal = table.deal
    if deal is None or deal.playing is None or deal.over:
        raise refusals.Refused(refusals.Why.NOTHING_IS_PLAYED)
    if deal.out_of_turn is None:
        raise refusals.Refused(refusals.Why.NO_PERIOD_PENALTIES)
    table.check_claim_answered()
    if table.undecided:
        raise refusals.Refused(refusals.Why.REVOKERS_DECIDE)
    if deal.playing.terms.is_dummy(seat):
        raise refusals.Refused(refusals.Why.DUMMY_MAY_NOT_ACT)
    match request:
        case FollowLead(card):
            return (_followed(deal, seat, card),)
        case DemandPenalty():
            return (_demanded(deal, deal.out_of_turn, seat, request),)
    assert_never(request)


def _followed(deal: Deal, seat: Seat, card: Card) -> LeadFollowed:
    hand = out_of_turn.to_follow(deal, seat)
    if hand is None:
        raise refusals.Refused(refusals.Why.NOTHING_TO_FOLLOW)
    if card not in deal.left(hand):
        raise refusals.CardNotHeld(card)
    if card not in out_of_turn.following(deal):
        astray = out_of_turn.state_of(deal).astray
        assert astray is not None and astray.led is not None
        raise refusals.MustFollowSuit(astray.led, card)
    return LeadFollowed(hand, card)


def _demanded(deal: Deal, state: OutOfTurnState, by: Seat, request: DemandPenalty) -> PenaltyDemanded:
    what, card, suit = request.what, request.card, request.suit
    if (what is Exacted.CARD) is (card is None) or (what is Exacted.SUIT) is (suit is None):
        raise refusals.Refused(refusals.Why.SUIT_IS_NAMED)
    if state.stands(by, what, card, suit):
        raise refusals.Refused(refusals.Why.DEMAND_STANDS)
    if not out_of_turn.may_demand(deal, by):
        raise refusals.Refused(refusals.Why.NOTHING_TO_DEMAND)
    return PenaltyDemanded(by, what, card, suit)
