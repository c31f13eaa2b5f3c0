"""What a settlement is given and what it comes to: the types between dealing, settling and play."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rules.calls import Call
from rules.cards import WHOLE_PACK, Card, Hand, Rank, Suit
from rules.counting.reckon import Contract, Standing
from rules.frozen import frozen
from rules.seats import BySeat, Seat, Side


class Dealt(NamedTuple):
    """The cards as they were dealt."""

    dealer: Seat
    hands: BySeat[Hand]
    turned: Card | None = None
    out: Hand = Hand()

    @property
    def stock(self) -> Hand:
        """The cards of the pack that were not dealt to any hand."""
        north, east, south, west = self.hands
        return Hand(WHOLE_PACK.bits & ~(north.bits | east.bits | south.bits | west.bits | self.out.bits))


class Dummy(NamedTuple):
    """A hand that is laid open and played from another seat."""

    seat: Seat
    player: Seat
    shown_after: int  # cards played before it is laid open; 1: after the lead


@frozen
class Calling:
    """Which sides may call honours before play, and how many they must hold (laws 4.2)."""

    sides: frozenset[Side]
    ranks: tuple[Rank, ...]
    least: int  # honours that the player who asks must hold
    enough: int = 3  # honours that the two hands must hold


class Terms(NamedTuple):
    """Everything the play needs to know, however it was settled."""

    trumps: Suit | None
    level: int  # number of doublings
    leader: Seat
    hands: BySeat[Hand]  # as they are now, after a ruff if there was one
    dummies: tuple[Dummy, ...] = ()
    declared_by: Seat | None = None
    contract: Contract | None = None
    calling: Calling | None = None

    @property
    def multiplier(self) -> int:
        """The factor of every trick's price."""
        return 1 << self.level

    def chooser(self, hand: Seat) -> Seat:
        """The seat that chooses the cards of this hand: its own player or, for a dummy, the dummy's
        partner."""
        for dummy in self.dummies:
            if dummy.seat is hand:
                return dummy.player
        return hand

    def is_dummy(self, seat: Seat) -> bool:
        return any(dummy.seat is seat for dummy in self.dummies)


@frozen
class ThrownIn:
    """Everybody has passed, and the deal is not played."""


class Settling(Protocol):
    """A settlement in progress. It is frozen: ``check`` may refuse, ``after`` cannot fail."""

    @property
    def may_act(self) -> frozenset[Seat]:
        """The seats that may speak now; several where either of two partners may."""

    def options(self, seat: Seat) -> tuple[Call, ...]:
        """The calls that this seat may make now, in the order in which they are offered."""

    def check(self, seat: Seat, call: Call) -> None:
        """Raises a RulesError if this seat may not make this call now."""

    def after(self, seat: Seat, call: Call) -> Settling | Terms | ThrownIn:
        """What follows from this call."""

    @property
    def hands(self) -> BySeat[Hand]:
        """The hands as they now are."""

    @property
    def terms_so_far(self) -> Terms | None:
        """The terms if nobody says more; None while nothing is declared. The hands in them are for the play
        and never for a view."""


class Settlement(Protocol):
    """A procedure that settles terms: the part of a variant called ``settlement``."""

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling | Terms:
        """The settlement of one deal. ``standing`` is the score before it, ``dummies`` are the hands without
        a player of their own."""
