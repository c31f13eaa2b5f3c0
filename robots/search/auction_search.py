"""A search for the best call in an auction, by what it comes to.

Layouts of the hidden hands are drawn that agree with the calls so far. In each of them every call in question
is made, the auction goes on by the robots' own system with those hands, and the contract that it ends in is
priced by an estimate of its tricks. Another call than that of the system is made only if it is better by a
paired test over the same layouts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import sqrt
from typing import Final

from robots.calls import aces
from robots.calls.bidding import call_of, truthful
from robots.calls.heard import Heard
from robots.calls.reading import after
from robots.calls.trick_outlook import holding
from robots.player import Candidate
from robots.search.auction_layouts import AuctionLayouts
from robots.search.contract_value import Valued
from robots.search.layouts import Layout
from rules.calls import Bid, Call
from rules.cards import Hand
from rules.frozen import frozen
from rules.seats import Seat

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
    total = sum(weights)
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    square = sum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True))
    return mean, sqrt(square) / total
