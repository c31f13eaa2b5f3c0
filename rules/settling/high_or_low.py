"""Settling by high or low: the first to call high is held to it, and where nobody does the hand is played low
(laws of added games 1.2).

Each player speaks once at most, and nothing is bid over another's bid. What the high call and the low one
undertake are two bids handed in; of points it knows nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.calls import Bid, Call, Pass
from rules.cards import Hand
from rules.counting.reckon import Contract
from rules.counting.standing import Standing
from rules.refusals import CallNotOpen, NotYourTurn
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt, Dummy, Settling, Terms

Opening = Callable[[Seat], Seat]
"""Who leads first: told from the one who called high, or where all called low from the dealer."""


def on_the_right(of: Seat) -> Seat:
    """The first lead comes up to the hand that undertook the tricks (ambiguity N2)."""
    return of.right


def eldest(dealer: Seat) -> Seat:
    """As at whist (ambiguity N3)."""
    return dealer.left


@dataclass(frozen=True, slots=True)
class HighOrLow:
    """The procedure: what is undertaken by calling high, and by all together when all have called low."""

    high: Bid
    low: Bid
    leads_high: Opening = on_the_right
    leads_low: Opening = eldest

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling:
        return Choosing(self, dealt)

    @property
    def ladder(self) -> tuple[Bid, ...]:
        """Every contract that can come of it."""
        return (self.high, self.low)

    @property
    def max_doublings(self) -> int:
        """Nothing is doubled."""
        return 0

    @property
    def must_open(self) -> bool:
        """Anybody may call low."""
        return False

    def undertaken_by(self, caller: Seat, dealt: Dealt) -> Terms:
        """The terms once somebody has called high."""
        return Terms(
            trumps=self.high.strain.trumps,
            level=0,
            leader=self.leads_high(caller),
            hands=dealt.hands,
            declared_by=caller,
            contract=Contract(self.high, caller.side),
        )

    def undertaken_by_all(self, dealt: Dealt) -> Terms:
        """The terms once all have called low. Both sides have undertaken the same, and it was nobody's
        declaration; it is entered to the eldest's side, who said it first."""
        return Terms(
            trumps=self.low.strain.trumps,
            level=0,
            leader=self.leads_low(dealt.dealer),
            hands=dealt.hands,
            contract=Contract(self.low, dealt.dealer.left.side),
        )


@dataclass(frozen=True, slots=True)
class Choosing:
    """The calls going round: from the dealer's left each calls low, or high, which ends them. A pass says
    low: it binds nobody, since whoever is still to speak may call high (ambiguity N1)."""

    law: HighOrLow
    dealt: Dealt
    lows: int = 0  # said so far

    @property
    def to_speak(self) -> Seat:
        return tuple(self.dealt.dealer.left.onwards())[self.lows]

    @property
    def may_act(self) -> frozenset[Seat]:
        return frozenset((self.to_speak,))

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def so_far(self) -> Terms | None:
        """Nothing stands until the calls are over."""
        return None

    def options(self, seat: Seat) -> tuple[Call, ...]:
        return (self.law.high, Pass()) if seat is self.to_speak else ()

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.to_speak:
            raise NotYourTurn((self.to_speak,))
        if call not in self.options(seat):
            raise CallNotOpen

    def after(self, seat: Seat, call: Call) -> Settling | Terms:
        if call == self.law.high:
            return self.law.undertaken_by(seat, self.dealt)
        if self.lows + 1 < len(Seat):
            return replace(self, lows=self.lows + 1)
        return self.law.undertaken_by_all(self.dealt)
