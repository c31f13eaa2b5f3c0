"""What a contract brings in a layout of all four hands: estimated tricks, priced by the game.

Tricks are estimated from the strength of the two hands and from a quick play-out, with weights fitted to
deals solved double dummy; what is left to chance is a normal distribution around that.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import lru_cache
from math import erf, fsum, sqrt
from typing import Final

from robots.calls import aces
from robots.calls.auction import Setting
from robots.calls.bidding import call_of, truthful
from robots.calls.meaning import Heard
from robots.calls.reading import after, heard_by
from robots.calls.trick_outlook import SUIT, holding
from robots.payoffs import TRICKS, Undertaken, payoffs_of
from robots.player import DUTIES, Answer, Candidate, Player, Reasons
from robots.search.auction_layouts import AuctionLayouts
from robots.search.layouts import Layout
from robots.search.playouts import SUITS, lose_out, play_out
from rules.calls import Bid, Call
from rules.cards import Hand, Suit
from rules.counting.reckon import BOOK
from rules.frozen import frozen
from rules.seats import Seat, Side
from rules.tricks import Strain
from rules.view import SeatView

SUIT_SPREAD: Final = 0.85
EVEN_SPREAD: Final = 1.15
"""Standard deviation of the double-dummy tricks around the estimate."""

TWELVE: Final = 12.0
THIRTEENTH: Final = 0.2
"""The last trick is seldom won: of the estimate above twelve only so much counts."""

ACE: Final = 1 << 12
"""Its bit among the thirteen of a suit."""

LEAST: Final = 0.01
"""Numbers of tricks that are less likely than this are left out."""


class Valued:
    """One layout, with the tricks that have been estimated in it."""

    __slots__ = ("_tricks", "layout", "setting")

    def __init__(self, setting: Setting, layout: Layout) -> None:
        self.setting, self.layout = setting, layout
        self._tricks: dict[tuple[Strain, int], tuple[tuple[int, float], ...]] = {}

    def chances(self, strain: Strain, declarer: Seat) -> tuple[tuple[int, float], ...]:
        """Numbers of tricks of declarer's side, with their chances."""
        key = strain, declarer.index
        found = self._tricks.get(key)
        if found is None:
            spread = EVEN_SPREAD if strain.trumps is None else SUIT_SPREAD
            tricks = self._estimate(strain, declarer)
            if tricks > TWELVE:
                tricks = TWELVE + THIRTEENTH * (tricks - TWELVE)
            found = self._tricks[key] = _chances(round(tricks, 1), spread, self._most(strain, declarer))
        return found

    def _most(self, strain: Strain, declarer: Seat) -> int:
        """The most tricks that declarer's side can win: an ace of the others wins one, unless it is of a suit
        that may be ruffed at once."""
        if strain is Strain.MISERE:
            return TRICKS
        one, two = (self.layout[seat.index] for seat in (declarer, declarer.partner))
        lost = 0
        for suit in Suit:
            mine, partners = one >> 13 * suit.index & SUIT, two >> 13 * suit.index & SUIT
            can_ruff = strain.trumps not in (None, suit) and not (mine and partners)
            lost += 0 < mine | partners < ACE and not can_ruff
        return TRICKS - lost

    def gain(self, side: Side, bid: Bid, level: int, declarer: Seat) -> float:
        """The expected gain of a side from a contract: points and the prospect of games."""
        bits = tuple(self.layout[(declarer.index + place) % 4] for place in range(4))
        payoffs, score = self.setting.payoffs, self.setting.score(declarer.side)
        contract = Undertaken(bid, level, ours=True)
        gains, (lost, won) = payoffs.gains(contract, score), payoffs.honours_dealt(contract, bits)
        gain = 0.0
        for tricks, chance in self.chances(bid.strain, declarer):
            gain += chance * (gains[tricks] + (won if tricks > BOOK else lost))
        return gain if side is declarer.side else -gain

    def _estimate(self, strain: Strain, declarer: Seat) -> float:
        hands, trumps = list(self.layout), strain.trumps
        one, two = (holding(Hand(hands[seat.index])) for seat in (declarer, declarer.partner))
        if strain is Strain.MISERE:
            won = lose_out(hands, 0, declarer.left.index)
            return float(won if declarer.side is Side.NS else TRICKS - won)
        won = play_out(hands, SUITS[trumps.index] if trumps is not None else 0, declarer.left.index)
        tricks = won if declarer.side is Side.NS else TRICKS - won
        points, aces = one.points + two.points, one.aces + two.aces
        if trumps is None:
            open_suits = sum(not (stop or other) for stop, other in zip(one.stops, two.stops, strict=True))
            return -2.04 + 0.271 * points + 0.301 * aces - 0.443 * open_suits + 0.362 * tricks
        length = one.lengths[trumps.index] + two.lengths[trumps.index]
        if length < 6:
            return 0.45 + 0.92 * tricks
        short = one.short[trumps.index] + two.short[trumps.index]
        return -3.76 + 0.195 * points + 0.366 * length + 0.181 * short + 0.202 * aces + 0.499 * tricks


@lru_cache(maxsize=1024)
def _chances(mean: float, spread: float, most: int) -> tuple[tuple[int, float], ...]:
    ends = [(tricks + 0.5 - mean) / (spread * sqrt(2)) for tricks in range(TRICKS)]
    below = [0.0, *((1 + erf(end)) / 2 for end in ends), 1.0]
    below[most + 1] = 1.0
    every = [(tricks, below[tricks + 1] - below[tricks]) for tricks in range(most + 1)]
    likely = [(tricks, chance) for tricks, chance in every if chance >= LEAST]
    total = fsum(chance for _, chance in likely)
    return tuple((tricks, chance / total) for tricks, chance in likely)


# A search for the best call in an auction, by what it comes to


MOST_CALLS: Final = 60
"""Calls after which an auction that goes on in a layout is taken to be over."""

FEWEST: Final = 24
"""Layouts without which the system is not left."""

HARDLY: Final = 0.5
CLEARLY: Final = 1.0
"""Standard errors by which a call that is given up is worse than that of the system, and than the best."""

CERTAINLY: Final = 2.0
"""Standard errors by which a call is better than that of the system if no more layouts are wanted."""

BEGUN_BY: Final = 0.7
"""The part of the time by which the last layout is tried."""

Contract = tuple[Bid, int, Seat] | None
"""A bid, its doublings and who plays it; None if all have passed."""


@frozen
class Method:
    """How much is searched."""

    layouts: int = 96  # in which the calls are tried, if they are close
    first: int = 12  # after so many, and as many again, calls that are hardly better are given up
    clearly: float = 0.5  # standard errors by which a call must be better than that of the system


@frozen
class Searched:
    """The call, with what all that were tried came to: the call first, then the best."""

    call: Call
    candidates: tuple[Candidate, ...] = ()
    layouts: int = 0


class AuctionSearch:
    """One search, for the seat that is to speak."""

    def __init__(self, heard: Heard, hand: Hand, rng: random.Random, method: Method) -> None:
        self._heard, self._method = heard, method
        self._side = heard.seat.side
        self._system = call_of(heard, holding(hand))
        bound = aces.is_asked(heard) or aces.is_answered(heard)  # to what partner counts on
        others = () if bound else truthful(heard, holding(hand))
        self._calls = [self._system, *(call for call in others if call != self._system)]
        self._layouts = AuctionLayouts(heard, heard.seat, hand, rng)
        self._weights: list[float] = []
        self._gains: dict[Call, list[float]] = {call: [] for call in self._calls}

    def call(self, until: float) -> Searched:
        """The call. ``until`` is a time of ``time.perf_counter``, before which the last layout is tried."""
        now = time.perf_counter()
        pause = now + BEGUN_BY * (until - now)
        while (
            len(self._calls) > 1 and len(self._weights) < self._method.layouts and time.perf_counter() < pause
        ):
            self._try_layout()
            if not len(self._weights) % self._method.first and self._gives_up_worst():
                break
        if not self._weights:
            return Searched(self._system)
        means = {call: self._mean_of(call) for call in self._gains}
        chosen = self._system
        if len(self._weights) >= FEWEST:
            best = max(self._calls, key=lambda call: means[call])
            ahead, error = self._difference(self._gains[best], self._gains[self._system])
            chosen = best if ahead > self._method.clearly * error else self._system
        ranked = sorted(means, key=lambda call: (call != chosen, -means[call]))
        return Searched(chosen, tuple(Candidate(call, means[call]) for call in ranked), len(self._weights))

    def _mean_of(self, call: Call) -> float:
        """The mean of a call, by that of the system and by how both compare in the layouts in which they were
        tried."""
        system, gains = self._gains[self._system], self._gains[call]
        return self._mean(system) + self._difference(gains, system[: len(gains)])[0]

    def _try_layout(self) -> None:
        layout, weight = self._layouts.likely()
        valued = Valued(self._heard.auction.setting, layout)
        self._weights.append(weight)
        known: dict[Contract, float] = {}
        for call in self._calls:
            end = play_on(after(self._heard, call), layout)
            if end not in known:
                known[end] = self._gain(valued, end)
            self._gains[call].append(known[end])

    def _gain(self, valued: Valued, end: Contract) -> float:
        return valued.gain(self._side, *end) if end is not None else 0.0

    def _gives_up_worst(self) -> bool:
        """Leaves out calls that are clearly worse than the best, and those that seem worse than that of the
        system. Whether another is better than that of the system without doubt."""
        best = max(self._calls, key=self._mean_of)
        for call in self._calls[1:]:
            behind, error = self._difference(self._gains[self._system], self._gains[call])
            if behind > HARDLY * error:
                self._calls.remove(call)
            elif call != best:
                behind, error = self._difference(self._gains[best], self._gains[call])
                if behind > CLEARLY * error:
                    self._calls.remove(call)
        ahead, error = self._difference(self._gains[best], self._gains[self._system])
        return len(self._weights) >= FEWEST and ahead > CERTAINLY * error

    def _mean(self, values: Sequence[float]) -> float:
        return _moments(values, self._weights[: len(values)])[0]

    def _difference(self, one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
        """The mean by which one is better in the same layouts, and its standard error."""
        by = [a - b for a, b in zip(one, other, strict=True)]
        return _moments(by, self._weights[: len(by)])


def play_on(heard: Heard, layout: Layout) -> Contract:
    """The contract that is reached if everybody goes on by the system with these hands."""
    while not heard.auction.over and len(heard.auction.calls) < MOST_CALLS:
        heard = after(heard, call_of(heard, holding(Hand(layout[heard.seat.index]))))
    return heard.auction.contract


def _moments(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean and its standard error."""
    total = fsum(weights)
    mean = fsum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    square = fsum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True))
    return mean, sqrt(square) / total


# A robot that searches for its calls in an auction and leaves everything else to another


USUAL: Final = Method()


class BiddingRobot:
    """Bids by ``auction_search`` once somebody has bid; the first bid is that of the system, which ``other``
    knows."""

    def __init__(self, other: Player, method: Method = USUAL) -> None:
        self._other, self._method = other, method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        until = time.perf_counter() + budget
        payoffs = payoffs_of(view.table)
        if payoffs.auction is None or not _is_bidding(view):
            return self._other.choose(view, budget, rng)
        assert view.own is not None
        heard = heard_by(view, payoffs)
        if not heard.auction.bids:
            return self._other.choose(view, budget, rng)
        found = AuctionSearch(heard, view.own.dealt, rng, self._method).call(until)
        return Answer(found.call, Reasons(found.candidates, found.layouts))


def _is_bidding(view: SeatView) -> bool:
    return (
        view.deal is not None
        and not view.deal.playing
        and not view.may & DUTIES
        and any(isinstance(option, Bid) for option in view.options)
    )
