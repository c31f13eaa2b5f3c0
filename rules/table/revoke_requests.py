"""Requests at a table at which people can revoke (laws 1.5). Tricks are counted from one."""

from __future__ import annotations

from rules.cards import Card
from rules.counting.reckon import Penalty
from rules.frozen import frozen
from rules.seats import Seat


@frozen
class Gather:
    """Turn and quit the trick that lies on the table. The clock asks for it too, when time is up."""


@frozen
class AskSuit:
    """Ask one's partner, who has renounced, "None of that suit?"."""


@frozen
class DenySuit:
    """Answer that question: none."""


@frozen
class Correct:
    """Take back the card with which one renounced, and follow suit with this one."""

    card: Card


@frozen
class ClaimRevoke:
    """Claim that a player of the other side revoked in this trick."""

    trick: int
    seat: Seat


@frozen
class ChoosePenalty:
    """Choose the penalty for a revoke that was claimed and found."""

    trick: int
    seat: Seat
    penalty: Penalty


@frozen
class PlayOut:
    """Wish, as a revoker, that a hand be played out though penalties have decided the game; or do not."""

    play_on: bool


@frozen
class AgreeScore:
    """After the play: nothing more to claim. The clock asks for it too, for everybody, when time is up."""


RevokeRequest = Gather | AskSuit | DenySuit | Correct | ClaimRevoke | ChoosePenalty | PlayOut | AgreeScore
