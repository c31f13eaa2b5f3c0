"""The events of a table with the penalties of the period (laws 1.6)."""

from __future__ import annotations

from rules.cards import Card, Suit
from rules.exposures import Exacted
from rules.frozen import frozen
from rules.seats import Seat


@frozen
class PlayedOutOfTurn:
    """A card of this hand was led or played out of turn."""

    seat: Seat
    card: Card


@frozen
class LeadFollowed:
    """A hand followed a lead out of turn."""

    seat: Seat
    card: Card


@frozen
class PenaltyDemanded:
    """A player demanded a penalty for an error of the other side. Whether it was theirs to demand follows
    from what was played."""

    by: Seat
    what: Exacted
    card: Card | None = None
    suit: Suit | None = None


PenaltyEvent = PlayedOutOfTurn | LeadFollowed | PenaltyDemanded
