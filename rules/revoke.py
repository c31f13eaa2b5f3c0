"""What has been said and done about renounces in one deal, as the whole room knows it (laws 1.5).

A renounce is a card of another suit than the one led; a revoke is a renounce by a hand that could have
followed. Which of the two it was depends on the hand, and nothing here knows a hand. Tricks are counted from
one.
"""

from __future__ import annotations

from collections.abc import Set

from rules.cards import Card
from rules.counting.reckon import Penalty, Revoked
from rules.counting.revoke import Revoking
from rules.frozen import frozen, replace
from rules.seats import Seat
from rules.tricks import Trick


@frozen
class Asked:
    """A player was asked "None of that suit?" before the trick was quitted; ``denied`` if they said none."""

    trick: int
    of: Seat
    denied: bool = False


@frozen
class Withdrawn:
    """A card that was taken back from a trick: the wrong card itself, or one played after it."""

    trick: int
    seat: Seat
    card: Card


@frozen
class RevokeClaim:
    """A claim that ``seat`` revoked in this trick, judged from the cards. ``penalty`` is None until it is
    chosen, and for a claim that was not ``right``."""

    by: Seat
    trick: int
    seat: Seat
    right: bool
    penalty: Penalty | None = None

    @property
    def is_open(self) -> bool:
        """Whether a penalty is still to be chosen."""
        return self.right and self.penalty is None


@frozen
class RevokeState:
    """What has come about revokes in a deal in which people can revoke."""

    law: Revoking
    quitted: int = (
        0  # tricks turned and quitted; a lead in turn quits the tricks before it without being noted
    )
    led_after: int = 0  # the last trick that only a lead out of turn has quitted, which establishes nothing
    asked: tuple[Asked, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    claims: tuple[RevokeClaim, ...] = ()
    # What cards that have gone back since had settled about renounces that lie there still (appendix E, E1):
    established: frozenset[tuple[int, Seat]] = frozenset()
    led_past: frozenset[tuple[int, Seat]] = frozenset()  # the next trick has been led to
    turned: frozenset[tuple[int, Seat]] = frozenset()  # nobody may ask about them any more
    led_from: int = 0  # the trick after which somebody has led, so that a claim moves no lead (reading R9)
    awarded: tuple[tuple[int, Seat], ...] = ()  # tricks that revokers lost, and who has each instead
    played_out: bool = False  # a revoker wishes the hand to be played out, though the game is decided
    thrown_up: frozenset[Seat] = frozenset()  # revokers who do not
    stopped: bool = False  # play has ended because penalties decided the game
    agreed: frozenset[Seat] = frozenset()  # who has nothing more to claim, after the play
    closed: bool = False  # nothing can be claimed any more

    @property
    def punished(self) -> tuple[Revoked, ...]:
        """The revokes for which a penalty is known."""
        return tuple(Revoked(one.seat.side, one.penalty) for one in self.claims if one.penalty is not None)

    def settled_without(self, gone: Set[tuple[int, Seat]]) -> RevokeState:
        """What is settled of the renounces that lie there still, once these cards have gone back: a renounce
        that goes back itself is undone."""
        return replace(
            self,
            established=self.established - gone,
            led_past=self.led_past - gone,
            turned=self.turned - gone,
        )

    def asked_of(self, trick: int, seat: Seat) -> Asked | None:
        return next((one for one in self.asked if (one.trick, one.of) == (trick, seat)), None)

    def claim_on(self, trick: int, seat: Seat) -> RevokeClaim | None:
        return next((one for one in self.claims if (one.trick, one.seat) == (trick, seat)), None)


def renounced(trick: Trick, seat: Seat) -> bool:
    """Whether this hand played a card of another suit than the one led."""
    at = (seat.index - trick.leader.index) % 4
    return at < len(trick.cards) and trick.cards[at].suit is not trick.led
