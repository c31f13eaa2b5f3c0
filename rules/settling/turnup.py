"""Settling by a turned card, whose suit is trumps (laws 4.1, 4.2); and by the ruff, where one player may then
take in the stock and put as many cards out (laws 5; Cotton 1674)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from rules.calls import Call, Discard, Pass, TakeStock
from rules.cards import Card, Hand, Rank
from rules.counting.reckon import FOUR_HONOURS, Standing
from rules.frozen import frozen
from rules.refusals import CallNotOpen, NotYourTurn, Refused, Why, WrongDiscard
from rules.seats import ALONE, BySeat, Seat, Side
from rules.settling.terms import Calling, Dealt, Dummy, Settling, Terms


@frozen
class CallAt:
    """The scores at which a side may call its honours before play, and how many the player who asks must
    hold: two at long whist, any number at the short whist of [001] (laws 4.2)."""

    scores: tuple[int, ...]
    least: int
    ranks: tuple[Rank, ...] = FOUR_HONOURS.ranks

    def calling(self, standing: Standing) -> Calling | None:
        """Who may call honours at this score, if anybody."""
        sides = frozenset(side for side in Side if standing.below.of(side) in self.scores)
        return Calling(sides, self.ranks, self.least) if sides else None


@frozen
class TurnUp:
    """The procedure: as soon as the cards are dealt everything is settled."""

    call_at: CallAt | None = None

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Terms:
        return turned_up(dealt, dealt.hands, standing, dummies, self.call_at)


def turned_up(
    dealt: Dealt,
    hands: BySeat[Hand],
    standing: Standing,
    dummies: tuple[Dummy, ...],
    call_at: CallAt | None,
) -> Terms:
    """The terms after a card was turned up: the eldest hand leads (laws 4.1)."""
    assert dealt.turned is not None
    return Terms(
        trumps=dealt.turned.suit,
        level=0,
        leader=dealt.dealer.left,
        hands=hands,
        dummies=dummies,
        calling=call_at.calling(standing) if call_at is not None else None,
    )


class RuffRight(Enum):
    """Who has the right to ruff (ambiguity 43)."""

    ACE_HOLDER = "ace_holder"
    DEALER = "dealer"


@frozen
class Ruff:
    """The procedure, with the table's options."""

    right: RuffRight = RuffRight.ACE_HOLDER
    dealer_if_ace_turned: bool = True
    dealer_if_ace_hidden: bool = False
    call_at: CallAt | None = None
    may_decline: bool = True  # the ruffer may leave the stock where it lies

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling | Terms:
        assert dealt.turned is not None
        ace = Card(Rank.ACE, dealt.turned.suit)
        holder = next((seat for seat, hand in dealt.hands.items() if ace in hand), None)
        ruffer = self.ruffer(dealt.turned, dealt.dealer, holder)
        if ruffer is None:
            return turned_up(dealt, dealt.hands, standing, dummies, self.call_at)
        return Ruffing(self, dealt, standing, dummies, ruffer)

    def ruffer(self, turned: Card, dealer: Seat, ace_holder: Seat | None) -> Seat | None:
        """The seat that may ruff: the holder of the ace of trumps or, at some tables, the dealer. If the ace
        is turned up, it is the dealer's; if it lies in the stock, nobody ruffs (ambiguities 43 and 44)."""
        if self.right is RuffRight.DEALER:
            return dealer
        if turned.rank is Rank.ACE:
            return dealer if self.dealer_if_ace_turned else None
        if ace_holder is None:
            return dealer if self.dealer_if_ace_hidden else None
        return ace_holder


class Ruffing(NamedTuple):
    """One seat may take in the stock or leave it (laws 5: the holder of the ace "was allowed" to ruff). The
    dealer who has the ruff takes it ([001] "The dealer then takes the pile"; appendix E, E5)."""

    law: Ruff
    dealt: Dealt
    standing: Standing
    dummies: tuple[Dummy, ...]
    ruffer: Seat

    @property
    def may_act(self) -> frozenset[Seat]:
        return ALONE[self.ruffer.index]

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def terms_so_far(self) -> Terms:
        return turned_up(self.dealt, self.hands, self.standing, self.dummies, self.law.call_at)

    def options(self, seat: Seat) -> tuple[Call, ...]:
        if seat is not self.ruffer:
            return ()
        return (TakeStock(), Pass()) if self.law.may_decline else (TakeStock(),)

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.ruffer:
            raise (
                Refused(Why.NOT_YOURS_TO_RUFF) if isinstance(call, TakeStock) else NotYourTurn((self.ruffer,))
            )
        if call not in self.options(seat):
            raise CallNotOpen((seat,), self.options(seat))

    def after(self, seat: Seat, call: Call) -> Settling | Terms:
        return PuttingOut(self) if isinstance(call, TakeStock) else self.terms_so_far


@frozen
class PuttingOut:
    """The ruffer has taken the stock in and must put out as many cards, face down, of their own choice."""

    ruffing: Ruffing

    @property
    def ruffer(self) -> Seat:
        return self.ruffing.ruffer

    @property
    def cards_out(self) -> int:
        """How many cards must go out."""
        return len(self.ruffing.dealt.stock)

    @property
    def may_act(self) -> frozenset[Seat]:
        return ALONE[self.ruffer.index]

    @property
    def hands(self) -> BySeat[Hand]:
        dealt = self.ruffing.dealt
        return dealt.hands.put(self.ruffer, dealt.hands.of(self.ruffer) | dealt.stock)

    @property
    def terms_so_far(self) -> Terms:
        return self._terms(self.hands)

    def options(self, seat: Seat) -> tuple[Call, ...]:
        """Discards are not listed: four cards of sixteen can be chosen in 1,820 ways."""
        return ()

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.ruffer:
            raise NotYourTurn((self.ruffer,))
        if not isinstance(call, Discard):
            raise CallNotOpen((seat,), (Discard(),))
        if len(call.cards) != self.cards_out or call.cards - self.hands.of(seat):
            raise WrongDiscard(self.cards_out)

    def after(self, seat: Seat, call: Call) -> Terms:
        assert isinstance(call, Discard)
        hands = self.hands
        return self._terms(hands.put(seat, hands.of(seat) - call.cards))

    def _terms(self, hands: BySeat[Hand]) -> Terms:
        was = self.ruffing
        return turned_up(was.dealt, hands, was.standing, was.dummies, was.law.call_at)
