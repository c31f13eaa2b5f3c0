"""The narrow waist: what a settlement is handed, and what it settles for the play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rules.calls import Call
from rules.cards import WHOLE_PACK, Card, Hand, Rank, Suit
from rules.counting.reckon import Contract
from rules.counting.standing import Standing
from rules.seats import BySeat, Seat, Side


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as they were dealt: chance, and nothing else."""

    dealer: Seat
    hands: BySeat[Hand]
    turned: Card | None = None

    @property
    def stock(self) -> Hand:
        """What was dealt to nobody."""
        north, east, south, west = self.hands
        return WHOLE_PACK - (north | east | south | west)


@dataclass(frozen=True, slots=True)
class Dummy:
    """A hand that is laid open and played by another seat."""

    seat: Seat
    player: Seat
    shown_after: int  # cards played before it is laid open: 1 is "after the lead"


@dataclass(frozen=True, slots=True)
class Calling:
    """Who may call honours before play, and what that needs (laws 4.2)."""

    sides: frozenset[Side]
    ranks: tuple[Rank, ...]
    least: int  # honours that he who asks must hold himself
    enough: int = 3  # honours that the two hands must hold


@dataclass(frozen=True, slots=True)
class Terms:
    """All that the play needs to know, however it was settled."""

    trumps: Suit | None
    level: int  # number of doublings
    leader: Seat
    hands: BySeat[Hand]  # as they now are: a ruff with the stock would have changed them
    dummies: tuple[Dummy, ...] = ()
    declared_by: Seat | None = None
    contract: Contract | None = None
    calling: Calling | None = None

    @property
    def multiplier(self) -> int:
        """What every trick's price is multiplied by."""
        return 1 << self.level

    def chooser(self, hand: Seat) -> Seat:
        """Who chooses the cards of this hand: its own player, or for a dummy his partner."""
        for dummy in self.dummies:
            if dummy.seat is hand:
                return dummy.player
        return hand

    def is_dummy(self, seat: Seat) -> bool:
        return any(dummy.seat is seat for dummy in self.dummies)


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """Everybody has passed: there is nothing to play."""


class Settling(Protocol):
    """A settlement in progress. Frozen; ``check`` refuses, ``after`` cannot fail."""

    @property
    def may_act(self) -> frozenset[Seat]:
        """Who may speak now; several at once where either partner may."""

    def options(self, seat: Seat) -> tuple[Call, ...]:
        """Every call open to this seat now, in the order in which to offer them."""

    def check(self, seat: Seat, call: Call) -> None:
        """Raises a RulesError if the call is not open to this seat now."""

    def after(self, seat: Seat, call: Call) -> Settling | Terms | ThrownIn:
        """What stands once this has been said."""

    @property
    def hands(self) -> BySeat[Hand]:
        """The hands as they now are."""

    @property
    def so_far(self) -> Terms | None:
        """The terms as they stand if nobody says more; None while nothing is declared. Public knowledge
        only: the hands in it are for the play, never for a view."""


class Settlement(Protocol):
    """A procedure by which terms are settled: the part that stands in a variant's slot."""

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling | Terms:
        """``standing`` is the score before the deal, ``dummies`` the hands that nobody sits behind."""
