"""The best robot: every card tried double dummy in many layouts of the hidden cards, by what it would score.

The layouts are drawn by their likelihood after what the others have called and played. The clock is looked at
between small batches, since one layout in thirty costs ten times as much as the others. Knows no conventions:
calls, and the cards of deals that are played to lose tricks, it leaves to another robot.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from robots.payoffs import payoffs_of
from robots.player import Answer, Candidate, Choice, Player, Reasons
from robots.search.double_dummy import MOST_BOARDS, Position, Solver
from robots.search.likely import TRUST, likely_worlds
from robots.search.playout_robot import Trial
from robots.search.worlds import World
from rules.calls import PLAYS, CallHonours, Play
from rules.cards import PACK
from rules.strains import Strain
from rules.view import SeatView

FIRST_BATCH: Final = 1
"""Layouts solved before the clock is first looked at."""

A_PART: Final = 4
"""Then so many batches are to fit into what is left of the budget."""

GROWTH: Final = 2
"""No batch is longer than so many of the last: a few quick layouts say little of the next."""

TOO_FEW: Final = 6
"""Fewer layouts solved than this tell less than many played out quickly."""

EQUAL: Final = 0.02
"""Cards are equal that differ by no more than this part of the difference between the best and the worst."""

PLAYED_OUT: Final = 80
"""In so many layouts equal cards are played out to tell them apart."""

BY_THE_BOOKS: Final = 3
"""In so many tricks equal cards are told apart by the books: a few layouts do not prove them equal."""

BY_TRICK: Final = (20, 24, 40, 80, 120, 160)
"""In how many layouts a card of each trick is tried, the last figure for all that follow: a layout of the
first trick costs as much as a hundred of the sixth."""


@dataclass(frozen=True, slots=True)
class Method:
    """How many layouts, and how they are come by."""

    worlds: tuple[int, ...] = BY_TRICK
    per_world: int = 5  # layouts dealt for each that is kept by its likelihood; 1: all are taken as they come
    trust: float = TRUST  # how far others are taken to play as most do

    def at(self, trick: int) -> int:
        """The number of layouts for a card of this trick, counted from nought."""
        return self.worlds[min(trick, len(self.worlds) - 1)]


class SolvingRobot:
    """Plays cards by solving; all else is left to ``other``, and so are cards for which there was too little
    time. ``plain`` knows the books."""

    def __init__(self, solver: Solver, other: Player, plain: Player, method: Method = Method()) -> None:
        self._solver = solver
        self._other, self._plain = other, plain
        self._method = method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """Within the budget, and with no budget (infinite) always in the same number of layouts."""
        if not searchable(view):
            return self._other.choose(view, budget, rng)
        until = time.perf_counter() + budget
        assert view.deal is not None
        if CallHonours() in view.options:
            by_rule = self._plain.choose(view, inf, rng)
            if by_rule.choice == CallHonours():
                return by_rule
        method = self._method
        wanted = method.at(len(view.deal.tricks))
        worlds = Counter(likely_worlds(view, wanted, method.per_world, rng, trust=method.trust))
        worth, tried = self._tried(view, worlds, until)
        if tried < min(TOO_FEW, len(worlds)):
            return self._other.choose(view, max(0.0, until - time.perf_counter()), rng)
        first = self._among_equals(view, worth, worlds, until, rng)
        ranked = sorted(worth, key=lambda card: (PLAYS[card] != first, -worth[card]))
        candidates = tuple(Candidate(PLAYS[card], worth[card]) for card in ranked)
        return Answer(candidates[0].choice, Reasons(candidates, tried))

    def _among_equals(
        self,
        view: SeatView,
        worth: Mapping[int, float],
        worlds: Counter[World],
        until: float,
        rng: random.Random,
    ) -> Choice:
        """Of cards between which a solver sees no difference, the one that does best where the layouts are
        played out quickly, by players who may go wrong; in early tricks, with no time left, and if that tells
        nothing, that of the books."""
        assert view.deal is not None
        best, worst = max(worth.values()), min(worth.values())
        equal = [PACK[card] for card in worth if worth[card] >= best - EQUAL * (best - worst)]
        if len(equal) == 1:
            return PLAYS[equal[0].index]
        by_rule = self._plain.choose(view, inf, rng).choice
        equal.sort(key=lambda card: (PLAYS[card.index] != by_rule, card.rank))
        if len(view.deal.tricks) < BY_THE_BOOKS or time.perf_counter() > until:
            return PLAYS[equal[0].index]
        return PLAYS[Trial(view, equal).best(list(worlds.items())[:PLAYED_OUT]).index]

    def _tried(self, view: SeatView, worlds: Counter[World], until: float) -> tuple[Mapping[int, float], int]:
        """What each card may be expected to bring, in as many of the layouts as there was time for; and how
        many those were."""
        deal, rubber = view.deal, view.table.rubber
        assert deal is not None and deal.settled is not None and deal.trick is not None
        assert deal.hand_due is not None and rubber is not None
        side, settled = deal.hand_due.side, deal.settled
        won = deal.won.of(side)
        tricks = deal.won.ns + deal.won.ew + max(deal.counts)
        brings = payoffs_of(view.table).outcomes(settled, side, rubber.standing, tricks)
        laid = tuple(card.index for card in deal.trick.cards)
        leader = deal.trick.leader.index
        totals = {option.card.index: 0.0 for option in view.options if isinstance(option, Play)}
        left, weight, batch, began = list(worlds.items()), 0, FIRST_BATCH, time.perf_counter()
        while left:
            chosen, left = left[:batch], left[batch:]
            boards = [Position(world, settled.trumps, leader, laid) for world, _ in chosen]
            for (_, times), solved in zip(chosen, self._solver.solve(boards), strict=True):
                weight += times
                for card, more in solved.items():
                    totals[card] += times * brings[won + more]
            now = time.perf_counter()
            each = (now - began) / (len(worlds) - len(left))
            if now + 2 * each > until:
                break
            fits = MOST_BOARDS if until == inf else int((until - now) / A_PART / each)
            batch = max(1, min(fits, GROWTH * batch))
        return {card: total / weight for card, total in totals.items()}, len(worlds) - len(left)


def searchable(view: SeatView) -> bool:
    """Whether there is a card to choose, in a deal that is played to win tricks."""
    plays = sum(isinstance(option, Play) for option in view.options)
    if plays < 2 or view.deal is None or view.deal.settled is None:
        return False
    bid = view.deal.settled.bid
    return bid is None or bid.strain is not Strain.MISERE
