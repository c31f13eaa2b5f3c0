"""Requests at a table with the penalties of the period (laws 1.6). A card out of turn is an ordinary request
to play it."""

from __future__ import annotations

from rules.cards import Card, Suit
from rules.exposures import Exacted
from rules.frozen import frozen


@frozen
class FollowLead:
    """Follow a lead out of turn, as if it were a good one."""

    card: Card


@frozen
class DemandPenalty:
    """Demand a penalty for an error of the other side: with a card or a suit where it is one of these that is
    called."""

    what: Exacted
    card: Card | None = None
    suit: Suit | None = None


PenaltyRequest = FollowLead | DemandPenalty
