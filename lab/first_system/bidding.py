"""A plain robot's calls in an auction: natural bids, raises with support, penalty doubles.

A hand's points and suits decide which bids it may make; of those it makes the one that is worth most by the
game's own prices, compared with the contract that stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lab.first_system.reading import (
    ANSWER,
    LONG,
    LONG_FROM,
    NO_TRUMPS_FROM,
    OPENING,
    OVERCALL,
    STEP,
    STRONG,
    cheapest,
    pictures,
)
from lab.first_system.trick_outlook import TrickOutlook, outlook_of, safe_suits
from robots.payoffs import Bids, Payoffs, Undertaken, as_ours
from robots.plain import aces, honours_held
from rules.calls import Bid, Call, Double, Pass
from rules.cards import Hand, Rank, Suit
from rules.counting.reckon import BOOK, Standing
from rules.frozen import replace
from rules.seats import Seat
from rules.tricks import Strain
from rules.view import PublicDeal, SeatView

DOWN_TO_DOUBLE: Final = 2.0
"""Tricks by which the adversaries' contract must be expected to fail."""

TO_SPARE: Final = 1.5
"""Expected tricks above the contract with which to redouble."""

HOPELESS: Final = 4
"""The most points of a hand that may bid misère."""

REACH: Final = 3
"""Tricks by which a bid may be expected to fail and still be considered: it may cost less than their
contract."""

SELDOM: Final = 0.25
"""The chance that a partner who has opened is as strong as the bid allows."""

ENOUGH_TRUMPS: Final = 7.0
"""Trumps that a side should have in its two hands."""


def bid(view: SeatView, calls: Sequence[Call], payoffs: Payoffs) -> Call:
    """The call of the view's seat in an auction, out of those open to it."""
    assert view.deal is not None and view.own is not None and view.viewer is not None
    assert view.table.rubber is not None and payoffs.bidding_law is not None
    seat = view.viewer
    known = pictures(view.deal.calls, payoffs.bidding_law)
    speaker = _Speaker(
        payoffs=payoffs,
        law=payoffs.bidding_law,
        deal=view.deal,
        standing=as_ours(view.table.rubber.standing, seat.side),
        expects=outlook_of(seat, view.own.dealt, known),
        open=tuple(call for call in calls if isinstance(call, Bid)),
    )
    return speaker.call(may_pass=Pass() in calls, may_double=Double() in calls)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """The player whose turn it is, with all that they base a call on."""

    payoffs: Payoffs
    law: Bids
    deal: PublicDeal
    standing: Standing
    expects: TrickOutlook
    open: tuple[Bid, ...]  # the bids that are allowed

    def call(self, *, may_pass: bool, may_double: bool) -> Call:
        standing = self._standing_contract()
        as_it_stands = self._worth(standing) if standing is not None else 0.0
        bids = [(self._worth(Undertaken(one, 0, True)), one) for one in self._in_question()]
        best, promise = max(bids, key=lambda one: one[0], default=(0.0, None))
        if may_double and standing is not None and self._doubles(standing):
            doubled = self._worth(standing.doubled)
            if doubled > max(as_it_stands, best if promise is not None else as_it_stands):
                return Double()
        if promise is not None and best + self._hidden(standing) > as_it_stands:
            return promise
        return Pass() if may_pass else self.open[0]

    def _hidden(self, standing: Undertaken | None) -> float:
        """What a pass may lose when partner has just opened, and may be as strong as the bid allows."""
        partners = tuple(self._bids_of(self._seat.partner))
        heard = sum(isinstance(called.call, Bid | Double) for called in self.deal.calls)
        if standing is None or len(partners) != 1 or heard != 1 or self.expects.points < ANSWER:
            return 0.0
        told = self.expects.known.of(self._seat.partner)
        strong = self.expects.known.put(self._seat.partner, told.with_at_least(told.high - 2))
        at_best = replace(self, expects=outlook_of(self._seat, self._hand, strong))
        bids = (one for strain in self._strains() for one in at_best._within_reach(strain))
        game = max((at_best._worth(Undertaken(one, 0, True)) for one in bids), default=0.0)
        return SELDOM * max(0.0, game - at_best._worth(standing))

    @property
    def _seat(self) -> Seat:
        return self.expects.seat

    @property
    def _hand(self) -> Hand:
        return self.expects.hand

    def _standing_contract(self) -> Undertaken | None:
        settled = self.deal.settled
        if settled is None or settled.bid is None or settled.declared_by is None:
            return None
        return Undertaken(settled.bid, settled.level, settled.declared_by.side is self._seat.side)

    def _worth(self, contract: Undertaken) -> float:
        """Expected gain of this side from a contract."""
        strain = contract.bid.strain
        tricks = self.expects.tricks(strain, ours=contract.ours)
        honours = honours_held(self._hand, strain.trumps, self.payoffs.honour_ranks)
        brought = self.payoffs.hope(contract, self.standing, tricks, self.expects.spread(strain))
        return brought + self.payoffs.honours_at(contract, honours, aces(self._hand))

    def _doubles(self, standing: Undertaken) -> bool:
        """Whether to double a contract that should fail by two tricks, or redouble one that should be made
        with tricks to spare."""
        tricks = self.expects.tricks(standing.bid.strain, ours=standing.ours)
        lost = standing.bid.strain is Strain.MISERE
        told = tricks if standing.ours != lost else 13 - tricks
        over = told - BOOK - standing.bid.odd
        return over >= TO_SPARE if standing.ours else over <= -DOWN_TO_DOUBLE

    def _in_question(self) -> Iterator[Bid]:
        """The bids that this hand may make by the system."""
        if Strain.MISERE in {one.strain for one in self.open} and self._is_hopeless():
            yield from (one for one in self.open if one.strain is Strain.MISERE and one.odd <= 3)
        ours = {one.strain for one in self._bids_of(self._seat)}
        partners = {one.strain for one in self._bids_of(self._seat.partner)}
        if Strain.MISERE in ours | partners:
            return
        if not ours and not partners:
            yield from self._first_bids()
            return
        for strain in self._strains():
            yield from self._further_bids(strain, ours, partners)

    def _bids_of(self, seat: Seat) -> Iterator[Bid]:
        """A seat's bids, without an opening bid that the game forces."""
        for number, called in enumerate(self.deal.calls):
            forced = not number and self.law.must_open and called.call == self.law.ladder[0]
            if called.seat is seat and isinstance(called.call, Bid) and not forced:
                yield called.call

    def _first_bids(self) -> Iterator[Bid]:
        """A side's first bid: a suit or strength, bid as low as possible; a very strong hand opens one trick
        higher, and a very long suit is bid higher still."""
        opening = not any(any(self._bids_of(seat)) for seat in Seat)
        strength = self.expects.points
        if self._is_even() and strength >= NO_TRUMPS_FROM and self._stopped():
            yield from self._lowest(Strain.NO_TRUMPS, 1 if strength >= STRONG else 0)
        for strain in self._strains():
            suit = strain.trumps
            if suit is None:
                continue
            length = self.expects.length(suit)
            if length >= LONG and LONG_FROM <= strength <= LONG_FROM + 7:
                yield from (one for jump in (1, 2, 3)[opening:] for one in self._lowest(strain, jump))
            if opening and (strength >= OPENING or (strength >= OVERCALL and length >= 6)):
                if length >= 5 or (length == 4 and self._longest() == 4):
                    yield from self._lowest(strain, 1 if strength >= STRONG and length >= 5 else 0)
            elif not opening and length >= 5:
                least = self._least(strain)
                if least is not None and strength >= OVERCALL + STEP * max(0, least.odd - 2):
                    yield least

    def _further_bids(self, strain: Strain, ours: set[Strain], partners: set[Strain]) -> Iterator[Bid]:
        """A suit that both hands support at any height, a new suit as low as possible, and no trumps with the
        adversaries' suits stopped."""
        suit, strength = strain.trumps, self.expects.points
        if suit is None:
            if self._stopped() and strength >= ANSWER:
                yield from self._within_reach(strain)
        elif self.expects.together(suit) >= ENOUGH_TRUMPS and strain in ours | partners:
            yield from self._within_reach(strain)
        else:
            least, length = self._least(strain), self.expects.length(suit)
            if least is None or strength < ANSWER:
                return
            if length >= 5 or (length == 4 and least.odd == 1):
                wanted = ANSWER if least.odd == 1 else ANSWER + STEP
                if strength >= wanted + STEP * max(0, least.odd - 2):
                    yield least

    def _strains(self) -> Iterator[Strain]:
        """The strains that may still be bid, except misère."""
        yield from {one.strain: None for one in self.open if one.strain is not Strain.MISERE}

    def _within_reach(self, strain: Strain) -> Iterator[Bid]:
        """The bids of a strain that are expected to fail by no more than three."""
        tricks = self.expects.tricks(strain, ours=True)
        yield from (one for one in self.open if one.strain is strain and one.odd + BOOK <= tricks + REACH)

    def _lowest(self, strain: Strain, jump: int) -> Iterator[Bid]:
        """The lowest bid of a strain, or one so many tricks higher if there is one."""
        least = self._least(strain)
        if least is not None:
            higher = Bid(least.odd + jump, strain)
            yield higher if higher in self.open else least

    def _least(self, strain: Strain) -> Bid | None:
        last = self.deal.settled.bid if self.deal.settled is not None else None
        return cheapest(self.law.ladder, strain, last)

    def _longest(self) -> int:
        return max(self.expects.length(suit) for suit in Suit)

    def _is_even(self) -> bool:
        """Four or five cards in the longest suit, and two at least in each."""
        lengths = [self.expects.length(suit) for suit in Suit]
        return min(lengths) >= 2 and max(lengths) <= 5

    def _stopped(self) -> bool:
        """Whether this hand has a stopper in every suit that the adversaries have bid."""
        theirs = {
            one.strain.trumps for by in (self._seat.left, self._seat.right) for one in self._bids_of(by)
        }
        return all(_stops(self._hand.suit(suit)) for suit in theirs if suit is not None)

    def _is_hopeless(self) -> bool:
        return self.expects.points <= HOPELESS and safe_suits(self._hand) == 4


def _stops(suit: Hand) -> bool:
    """The ace, or the king with one more, the queen with two, the knave with three."""
    return any(card.rank + len(suit) > Rank.ACE for card in suit)
