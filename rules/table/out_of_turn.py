"""Decides requests about cards out of turn and the penalties for them (laws 1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules import refusals
from rules.cards import Card
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.out_of_turn import Exacted, OutOfTurnState
from rules.refusals import Why
from rules.seats import Seat
from rules.table.events import (
    CardReplaced,
    LeadFollowed,
    OutOfTurnEvent,
    PenaltyDemanded,
    PlayedOutOfTurn,
    RevokeEvent,
)
from rules.table.requests import Correct, DemandPenalty, FollowLead, OutOfTurnRequest, ReplaceCard
from rules.table.revoke import decide_revoke
from rules.table.table import Table
from rules.table.taking_back import chose_any, last_card


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
    if not isinstance(request, DemandPenalty):
        return False
    return state.offence_for(by, request.what, request.card) is not None


def why_not_replaced(table: Table, seat: Seat) -> Why | None:
    """Why this seat may not replace the card that it has just played of its own hand; None if it may, as far
    as everybody can see. A card that has laid dummy open stays, as where it is taken back (reading R20)."""
    deal = table.deal
    if not table.variant.house.replaced:
        return Why.NOTHING_IS_REPLACED
    if deal is None or deal.playing is None or deal.over:
        return Why.NOTHING_TO_TAKE_BACK
    last = last_card(deal)
    if last is None or last.hand is not seat or last.by is not seat:
        return Why.NEXT_HAS_PLAYED if chose_any(deal.playing, seat) else Why.NOTHING_TO_TAKE_BACK
    if out_of_turn.is_shut(deal):
        return Why.NEXT_HAS_PLAYED
    if deal.playing.before_last().faced() != deal.playing.faced():
        return Why.SHOWN_SINCE
    quitted = deal.revoke is not None and revoke.is_quitted(deal, len(deal.playing.tricks))
    return Why.TRICK_IS_TURNED if quitted and not deal.playing.laid else None


def _replaced(table: Table, deal: Deal, seat: Seat, card: Card) -> OutOfTurnEvent | RevokeEvent:
    if (why := why_not_replaced(table, seat)) is not None:
        raise refusals.Refused(why)
    if card not in deal.left(seat):
        raise refusals.CardNotHeld(card)
    if card in revoke.correction(deal, seat):  # this is what it is to correct a renounce
        return decide_revoke(table, seat, Correct(card))[0]
    before = revoke.playing_of(deal).before_last()
    if deal.revoke is None and before.laid and card not in before.legal:
        raise refusals.MustFollowSuit(before.laid[0].suit, card)
    if card not in (fitting := out_of_turn.instead(deal)):
        raise refusals.HeldToADemand(fitting)
    return CardReplaced(seat, card)


def decide_out_of_turn(
    table: Table, seat: Seat, request: OutOfTurnRequest
) -> Sequence[OutOfTurnEvent | RevokeEvent]:
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
            return (_lead_followed(deal, seat, card),)
        case ReplaceCard(card):
            return (_replaced(table, deal, seat, card),)
        case DemandPenalty():
            return (_demanded(deal, deal.out_of_turn, seat, request),)
    assert_never(request)


def _lead_followed(deal: Deal, seat: Seat, card: Card) -> LeadFollowed:
    hand = out_of_turn.to_follow(deal, seat)
    if hand is None:
        raise refusals.Refused(refusals.Why.NOTHING_TO_FOLLOW)
    if card not in deal.left(hand):
        raise refusals.CardNotHeld(card)
    if card not in out_of_turn.cards_to_follow(deal):
        astray = out_of_turn.state_of(deal).astray
        assert astray is not None and astray.led is not None
        raise refusals.MustFollowSuit(astray.led, card)
    return LeadFollowed(hand, card)


def _demanded(deal: Deal, state: OutOfTurnState, by: Seat, request: DemandPenalty) -> PenaltyDemanded:
    what, card, suit = request.what, request.card, request.suit
    if (what is Exacted.CARD) is (card is None) or (what is Exacted.SUIT) is (suit is None):
        raise refusals.Refused(refusals.Why.SUIT_IS_NAMED)
    if state.is_demanded(by, what, card, suit):
        raise refusals.Refused(refusals.Why.DEMAND_STANDS)
    if not out_of_turn.may_demand(deal, by):
        raise refusals.Refused(refusals.Why.NOTHING_TO_DEMAND)
    return PenaltyDemanded(by, what, card, suit)
