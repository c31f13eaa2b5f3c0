"""The events of a table at which people can revoke (laws 1.5). Tricks are counted from one."""

from __future__ import annotations

from rules.cards import Card
from rules.counting.reckon import Penalty
from rules.frozen import frozen
from rules.seats import Seat


@frozen
class TrickQuitted:
    """A complete trick was turned and quitted, by somebody of the winning side or, with None, by time."""

    trick: int
    by: Seat | None


@frozen
class SuitAsked:
    """A player asked their partner, who had renounced, "None of that suit?"."""

    trick: int
    of: Seat


@frozen
class SuitDenied:
    """A player who was asked said that they had none."""

    trick: int
    seat: Seat


@frozen
class CardCorrected:
    """A player took back a card and followed suit with this one."""

    trick: int
    seat: Seat
    card: Card


@frozen
class RevokeClaimed:
    """Somebody claimed that this hand revoked. Whether it did follows from the cards."""

    by: Seat
    trick: int
    seat: Seat


@frozen
class PenaltyChosen:
    """The penalty for a revoke that was claimed. ``by`` is None where there was nothing to choose, or nobody
    chose in time."""

    trick: int
    seat: Seat
    penalty: Penalty
    by: Seat | None


@frozen
class PlayOutWished:
    """After penalties that decide the game, a revoker wished the hand to be played out, or did not."""

    seat: Seat
    play_on: bool


@frozen
class PlayStopped:
    """Penalties for revokes have decided the game, and no revoker wished to play on."""


@frozen
class ScoreAgreed:
    """After the play, a player has nothing more to claim."""

    seat: Seat


@frozen
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
