"""A search for the best call in an auction, by what it comes to.

Layouts of the hidden hands are drawn that agree with the calls so far. In each of them every call in question
is made, the auction goes on by the robots' own system with those hands, and the contract that it ends in is
priced. Another call than that of the system is made only if it is better by a paired test over the same
layouts. Contracts are first priced by an estimate of tricks; before the system is left, some of the layouts
are solved double dummy, and what that changes is counted in.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

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
from rules.strains import Strain

MOST_CALLS: Final = 60
"""Calls after which an auction that goes on in a layout is taken to be over."""

FEWEST: Final = 24
"""Layouts without which the system is not left."""

FEWEST_SOLVED: Final = 8
"""Solved layouts that are enough to correct the estimates by."""

HARDLY: Final = 0.5
"""Standard errors by which a call that is given up is worse than that of the system."""

SOLVED_AT_ONCE: Final = 4
DECIDED: Final = 1.0
"""After so many more, solving ends if the difference is so many standard errors from what would matter."""

FOR_LAYOUTS: Final = 0.45
BEGUN_BY: Final = 0.7
"""The parts of the time by which the last layout is tried, where there is a solver, and by which it is given
the last deal, which may take the rest."""

Contract = tuple[Bid, int, Seat] | None
"""A bid, its doublings and who plays it; None if all have passed."""

Solve = Callable[[Layout, Strain, Seat], int]
"""The tricks of declarer's side double dummy."""


@frozen
class Method:
    """How much is searched."""

    layouts: int = 36  # in which the calls are tried
    first_bid: bool = False  # whether the first bid is searched too
    first: int = 12  # after so many, and as many again, calls that are hardly better are given up
    solved: int = 20  # of these are solved before the system is left
    clearly: float = 1.0  # standard errors by which a call must be better than that of the system


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
        self._calls = [
            self._system,
            *(call for call in truthful(heard, holding(hand)) if call != self._system),
        ]
        self._layouts = AuctionLayouts(heard, hand, rng)
        self._valued: list[Valued] = []
        self._weights: list[float] = []
        self._ends: dict[Call, list[Contract]] = {call: [] for call in self._calls}
        self._gains: dict[Call, list[float]] = {call: [] for call in self._calls}

    def call(self, until: float, solve: Solve | None) -> Searched:
        """The call. ``until`` is a time of ``time.perf_counter``, before which the last layout and the last
        deal to be solved are begun."""
        now = time.perf_counter()
        pause = now + (FOR_LAYOUTS if solve is not None else BEGUN_BY) * (until - now)
        until = now + BEGUN_BY * (until - now)
        while (
            len(self._calls) > 1 and len(self._weights) < self._method.layouts and time.perf_counter() < pause
        ):
            self._try_layout()
            if not len(self._weights) % self._method.first:
                self._give_up_worst()
        if not self._gains[self._system] or len(self._ends) < 2:
            return Searched(self._system)
        means = {call: self._mean_of(call) for call in self._ends}
        chosen, enough = self._system, len(self._weights) >= FEWEST
        if enough and len(self._calls) > 1:
            best = max(self._calls, key=lambda call: means[call])
            if best != self._system and self._is_better(best, until, solve):
                chosen = best
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
        self._valued.append(valued)
        known: dict[Contract, float] = {}
        for call in self._calls:
            end = play_on(after(self._heard, call), layout)
            if end not in known:
                known[end] = self._gain(valued, end)
            self._ends[call].append(end)
            self._gains[call].append(known[end])

    def _gain(self, valued: Valued, end: Contract) -> float:
        return valued.gain(self._side, *end) if end is not None else 0.0

    def _give_up_worst(self) -> None:
        """Calls that are clearly worse than the best, and those that seem worse than that of the system."""
        best = max(self._calls, key=lambda call: self._mean(self._gains[call]))
        for call in self._calls[1:]:
            behind, error = self._difference(self._gains[self._system], self._gains[call])
            if behind > HARDLY * error:
                self._calls.remove(call)
            elif call != best:
                behind, error = self._difference(self._gains[best], self._gains[call])
                if behind > self._method.clearly * error:
                    self._calls.remove(call)

    def _is_better(self, best: Call, until: float, solve: Solve | None) -> bool:
        """Whether a call is better than that of the system, with what the solver corrects."""
        mean, error = self._difference(self._gains[best], self._gains[self._system])
        clearly = self._method.clearly
        if mean <= clearly * error or solve is None:
            return mean > clearly * error
        corrections: list[float] = []
        for place in range(min(self._method.solved, len(self._valued))):
            if time.perf_counter() > until:
                break
            corrections.append(self._correction(place, best, solve))
            if len(corrections) >= FEWEST_SOLVED and not len(corrections) % SOLVED_AT_ONCE:
                more, doubt = _moments(corrections, self._weights[: len(corrections)])
                if not -DECIDED < (mean + more) / sqrt(error**2 + doubt**2) - clearly < DECIDED:
                    break
        if len(corrections) < FEWEST_SOLVED:
            return True
        more, doubt = _moments(corrections, self._weights[: len(corrections)])
        return mean + more > clearly * sqrt(error**2 + doubt**2)

    def _correction(self, place: int, best: Call, solve: Solve) -> float:
        """What the solver adds, in one layout, to the gain of a call over that of the system."""
        valued, ends = self._valued[place], (self._ends[best][place], self._ends[self._system][place])
        if ends[0] == ends[1]:
            return 0.0
        for end in ends:
            if end is not None and not valued.knows(end[0].strain, end[2]):
                valued.know(end[0].strain, end[2], solve(valued.layout, end[0].strain, end[2]))
        solved = self._gain(valued, ends[0]) - self._gain(valued, ends[1])
        return solved - self._gains[best][place] + self._gains[self._system][place]

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
