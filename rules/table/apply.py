"""What the events of revokes and of cards out of turn do to a deal (laws 1.5, 1.6). Nothing is checked."""

from __future__ import annotations

from typing import assert_never

from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.table.events import (
    CardCorrected,
    CardReplaced,
    ClaimsClosed,
    LeadFollowed,
    OutOfTurnEvent,
    PenaltyChosen,
    PenaltyDemanded,
    PlayedOutOfTurn,
    PlayOutWished,
    PlayStopped,
    RevokeClaimed,
    RevokeEvent,
    ScoreAgreed,
    SuitAsked,
    SuitDenied,
    TrickQuitted,
)


def applied(deal: Deal, event: RevokeEvent | OutOfTurnEvent) -> Deal:
    match event:
        case TrickQuitted(trick):
            return revoke.quitted(deal, trick)
        case SuitAsked(trick, of):
            return revoke.after_asking(deal, trick, of)
        case SuitDenied(trick, seat):
            return revoke.denied(deal, trick, seat)
        case CardCorrected(trick, seat, card):
            return revoke.after_correction(deal, trick, seat, card)
        case RevokeClaimed(by, trick, seat):
            return revoke.after_claim(deal, by, trick, seat)
        case PenaltyChosen(trick, seat, penalty):
            return revoke.after_penalty(deal, trick, seat, penalty)
        case PlayOutWished(seat, play_on):
            return revoke.wished(deal, seat, play_on=play_on)
        case PlayStopped():
            return revoke.after_stop(deal)
        case ScoreAgreed(seat):
            return revoke.agreed(deal, seat)
        case ClaimsClosed():
            return revoke.closed(deal)
        case PlayedOutOfTurn(seat, card):
            return out_of_turn.played_out_of_turn(deal, seat, card)
        case LeadFollowed(seat, card):
            return out_of_turn.followed(deal, seat, card)
        case CardReplaced(_, card):
            return out_of_turn.replaced(revoke.going_back(deal), card)
        case PenaltyDemanded(by, what, card, suit):
            return out_of_turn.after_demand(revoke.going_back(deal), by, what, card, suit)
    assert_never(event)
