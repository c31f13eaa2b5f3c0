"""The events of a table at which people can revoke (laws 1.5). Tricks are counted from one."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import Card
from rules.counting.reckon import Penalty
from rules.seats import Seat


@dataclass(frozen=True, slots=True)
class TrickQuitted:
    """A complete trick was turned and quitted, by somebody of the winning side or, with None, by time."""

    trick: int
    by: Seat | None


@dataclass(frozen=True, slots=True)
class SuitAsked:
    """A player asked their partner, who had renounced, "None of that suit?"."""

    trick: int
    of: Seat


@dataclass(frozen=True, slots=True)
class SuitDenied:
    """A player who was asked said that they had none."""

    trick: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A player took back a card and followed suit with this one."""

    trick: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RevokeClaimed:
    """Somebody claimed that this hand revoked. Whether it did follows from the cards."""

    by: Seat
    trick: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class PenaltyChosen:
    """The penalty for a revoke that was claimed. ``by`` is None where there was nothing to choose, or nobody
    chose in time."""

    trick: int
    seat: Seat
    penalty: Penalty
    by: Seat | None


@dataclass(frozen=True, slots=True)
class PlayOutWished:
    """After penalties that decide the game, a revoker wished the hand to be played out, or did not."""

    seat: Seat
    play_on: bool


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """Penalties for revokes have decided the game, and no revoker wished to play on."""


@dataclass(frozen=True, slots=True)
class ScoreAgreed:
    """After the play, a player has nothing more to claim."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimsClosed:
    """Nothing can be claimed any more in a deal that is over."""


RevokeEvent = (
    TrickQuitted
    | SuitAsked
    | SuitDenied
    | CardCorrected
    | RevokeClaimed
    | PenaltyChosen
    | PlayOutWished
    | PlayStopped
    | ScoreAgreed
    | ClaimsClosed
)
