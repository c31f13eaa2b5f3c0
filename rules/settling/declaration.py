"""Settling by declaration: the dealer or dealer's partner names trumps, then doubling without end (laws 2.2).

Biritch (Collinson 1886, "Method of Playing") and straight bridge settle this way.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import Hand, Suit
from rules.counting.reckon import Standing
from rules.frozen import frozen
from rules.refusals import CallNotOpen, NotYourTurn, Refused, Why
from rules.seats import ALONE, BySeat, BySide, Seat, Side
from rules.settling.terms import Dealt, Dummy, Settling, Terms
from rules.tricks import Prices, plain_strain


class DoublingOrder(Enum):
    """Which of the two partners may speak (laws ambiguity 8)."""

    EITHER = "either"
    LAWS_1904 = "laws1904"


@frozen
class Declaration:
    """The procedure, with the game's prices and the table's options."""

    prices: Prices
    order: DoublingOrder = DoublingOrder.EITHER
    max_doublings: int | None = None
    max_trick: int | None = None  # points above which no doubling may take the value of a trick
    dummy_shown_after: int = 1

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling:
        return Declaring(self, dealt, passed=False)

    def may_double(self, trumps: Suit | None, level: int) -> bool:
        """Whether the table's limit allows another doubling after ``level`` of them (laws ambiguity 9)."""
        if self.max_doublings is not None and level >= self.max_doublings:
            return False
        return (
            self.max_trick is None
            or self.prices.of_strain(plain_strain(trumps)) << (level + 1) <= self.max_trick
        )


OFFERED: Final = (*(Declare(suit) for suit in Suit), Declare(None))


class Declaring(NamedTuple):
    """The dealer is to name trumps, or after a pass the dealer's partner (laws 2.2)."""

    law: Declaration
    dealt: Dealt
    passed: bool

    @property
    def declarer(self) -> Seat:
        return self.dealt.dealer.partner if self.passed else self.dealt.dealer

    @property
    def may_act(self) -> frozenset[Seat]:
        return ALONE[self.declarer.index]

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def terms_so_far(self) -> None:
        return None

    def options(self, seat: Seat) -> tuple[Call, ...]:
        if seat is not self.declarer:
            return ()
        return OFFERED if self.passed else (*OFFERED, Pass())

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.declarer:
            raise NotYourTurn((self.declarer,))
        if isinstance(call, Pass) and self.passed:
            raise Refused(Why.MUST_DECLARE)
        if not isinstance(call, Declare | Pass):
            raise CallNotOpen((seat,), self.options(seat))

    def after(self, seat: Seat, call: Call) -> Settling:
        if isinstance(call, Declare):
            return Doubling(self.law, self.dealt, declared_by=seat, trumps=call.trumps)
        return self._replace(passed=True)


_NEITHER: Final[BySide[Seat | None]] = BySide(None, None)


class Doubling(NamedTuple):
    """One side may double what stands; when both partners are content, play begins (laws 2.2).

    A chain of contres has no limit, so only its length is kept, and who doubled last on each side.
    """

    law: Declaration
    dealt: Dealt
    declared_by: Seat
    trumps: Suit | None
    level: int = 0  # doublings so far: contre, sur contre, sur contre ...
    last: BySide[Seat | None] = _NEITHER  # who of each side doubled last
    content: frozenset[Seat] = frozenset()

    @property
    def side(self) -> Side:
        """The side that may speak: the dealer's adversaries first, then the sides in turn."""
        adversaries = self.dealt.dealer.side.other
        return adversaries if self.level % 2 == 0 else adversaries.other

    @property
    def _eldest_first(self) -> tuple[Seat, Seat]:
        """The two partners in the order of the Laws of Bridge 1904, 54-58: the eldest first; then, on the
        other side, the player who named trumps; afterwards the side's last doubler."""
        first = self.last.of(self.side) or (self.declared_by if self.level else self.dealt.dealer.left)
        return first, first.partner

    @property
    def may_act(self) -> frozenset[Seat]:
        first, second = self._eldest_first
        if self.content:
            return ALONE[(second if first in self.content else first).index]
        return frozenset((first, second)) if self.law.order is DoublingOrder.EITHER else ALONE[first.index]

    @property
    def _may_double(self) -> bool:
        return self.law.may_double(self.trumps, self.level)

    def options(self, seat: Seat) -> tuple[Call, ...]:
        if seat not in self.may_act:
            return ()
        return (Double(), Content()) if self._may_double else (Content(),)

    def check(self, seat: Seat, call: Call) -> None:
        due = tuple(other for other in self._eldest_first if other in self.may_act)
        if not isinstance(call, Double | Content):
            raise CallNotOpen(due, self.options(due[0]))
        if seat in self.content and seat.side is self.side:
            raise Refused(Why.ALREADY_CONTENT)
        if seat not in self.may_act:
            raise NotYourTurn(due)
        if isinstance(call, Double) and not self._may_double:
            raise Refused(Why.DOUBLING_LIMIT_REACHED)

    def after(self, seat: Seat, call: Call) -> Settling | Terms:
        if isinstance(call, Double):
            last = self.last.put(seat.side, seat)
            return self._replace(level=self.level + 1, last=last, content=frozenset())
        if not self.content:
            return self._replace(content=ALONE[seat.index])
        return self.terms_so_far

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def terms_so_far(self) -> Terms:
        """The player on the dealer's left leads and the dealer's partner is dummy, also when the partner
        declared (laws 2.3)."""
        dealer = self.dealt.dealer
        return Terms(
            trumps=self.trumps,
            level=self.level,
            leader=dealer.left,
            hands=self.dealt.hands,
            dummies=(Dummy(dealer.partner, dealer, self.law.dummy_shown_after),),
            declared_by=self.declared_by,
        )
