"""Settling by high or low: the first player to call high undertakes most tricks, and if all call low the hand
is played to lose them (laws of added games 1.2).

Each player speaks at most once. What a high call and all low calls together undertake are two bids, given as
arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.calls import Bid, Call, Pass
from rules.cards import Hand
from rules.counting.reckon import Contract, Standing
from rules.frozen import frozen
from rules.refusals import CallNotOpen, NotYourTurn
from rules.seats import ALONE, BySeat, Seat
from rules.settling.terms import Dealt, Dummy, Settling, Terms

Opening = Callable[[Seat], Seat]
"""Tells who leads: from the seat that called high or, where all called low, from the dealer."""


def on_the_right(of: Seat) -> Seat:
    """The player on the right of the high caller leads (ambiguity N2)."""
    return of.right


def eldest(dealer: Seat) -> Seat:
    """The player on the dealer's left leads, as at whist (ambiguity N3)."""
    return dealer.left


@frozen
class HighOrLow:
    """The procedure: what a high call undertakes, and what all undertake if everybody calls low."""

    high: Bid
    low: Bid
    leads_high: Opening = on_the_right
    leads_low: Opening = eldest

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling:
        return Choosing(self, dealt)

    @property
    def ladder(self) -> tuple[Bid, ...]:
        """Both contracts that there can be."""
        return (self.high, self.low)

    @property
    def max_doublings(self) -> int:
        """Nothing can be doubled."""
        return 0

    @property
    def must_open(self) -> bool:
        """Everybody may call low."""
        return False

    def undertaken_by(self, caller: Seat, dealt: Dealt) -> Terms:
        """The terms after a high call."""
        return Terms(
            trumps=self.high.strain.trumps,
            level=0,
            leader=self.leads_high(caller),
            hands=dealt.hands,
            declared_by=caller,
            contract=Contract(self.high, caller.side),
        )

    def undertaken_by_all(self, dealt: Dealt) -> Terms:
        """The terms if all have called low. Both sides have undertaken the same; the contract is entered for
        the eldest's side, which spoke first."""
        return Terms(
            trumps=self.low.strain.trumps,
            level=0,
            leader=self.leads_low(dealt.dealer),
            hands=dealt.hands,
            contract=Contract(self.low, dealt.dealer.left.side),
        )


class Choosing(NamedTuple):
    """The calls in progress: beginning on the dealer's left each player calls low, or high, which ends the
    calls. A pass says low; a later player may still call high (ambiguity N1)."""

    law: HighOrLow
    dealt: Dealt
    lows: int = 0  # said so far

    @property
    def to_speak(self) -> Seat:
        return self.dealt.dealer.left.onwards()[self.lows]

    @property
    def may_act(self) -> frozenset[Seat]:
        return ALONE[self.to_speak.index]

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def terms_so_far(self) -> Terms | None:
        """Nothing is settled before the calls are over."""
        return None

    def options(self, seat: Seat) -> tuple[Call, ...]:
        return (self.law.high, Pass()) if seat is self.to_speak else ()

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.to_speak:
            raise NotYourTurn((self.to_speak,))
        if call not in self.options(seat):
            raise CallNotOpen((seat,), self.options(seat))

    def after(self, seat: Seat, call: Call) -> Settling | Terms:
        if call == self.law.high:
            return self.law.undertaken_by(seat, self.dealt)
        if self.lows + 1 < len(Seat):
            return self._replace(lows=self.lows + 1)
        return self.law.undertaken_by_all(self.dealt)
