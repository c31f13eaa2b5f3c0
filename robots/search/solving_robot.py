"""The best robot: it solves every card double dummy in many layouts of the hidden cards and compares the
scores.

Layouts are drawn by their likelihood given what the others have called and played. The clock is checked
between small batches, since one layout in thirty takes ten times as long as the others. Calls, and the cards
of deals that are played to lose tricks, are left to another robot.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import Final

from robots.payoffs import payoffs_of
from robots.player import Answer, Candidate, Choice, Player, Reasons
from robots.search.double_dummy import MOST_BOARDS, Position, Solver
from robots.search.layouts import Layout
from robots.search.likely import TRUST, likely_layouts
from robots.search.playout_robot import Trial
from rules.calls import PLAYS, CallHonours, Play
from rules.cards import PACK
from rules.frozen import frozen
from rules.strains import Strain
from rules.view import SeatView

FIRST_BATCH: Final = 1
"""Layouts solved before the clock is first checked."""

A_PART: Final = 4
"""After that, a batch may take this fraction (one in so many) of the remaining budget."""

GROWTH: Final = 2
"""A batch is at most so many times as long as the last: a few quick layouts say little about the next
ones."""

TOO_FEW: Final = 6
"""With fewer solved layouts than this, the play-outs of the other robot are the better guide."""

EQUAL: Final = 0.02
"""Cards count as equal within this fraction of the difference between the best and the worst."""

PLAYED_OUT: Final = 80
"""The layouts in which equal cards are played out to choose between them."""

BY_THE_BOOKS: Final = 3
"""In the first tricks, so many of them, the card of the books is chosen among equal ones: a few layouts do
not prove them equal."""

BY_TRICK: Final = (20, 24, 40, 80, 120, 160)
"""The number of layouts for each trick; the last figure is for all later ones. A layout of the first trick
costs as much as a hundred of the sixth."""


@frozen
class Method:
    """The number of layouts and how they are drawn."""

    layouts: tuple[int, ...] = BY_TRICK
    per_kept: int = 5  # layouts dealt for each one kept; 1: all are kept, unweighted
    trust: float = TRUST  # see ``robots.search.likely``

    def at(self, trick: int) -> int:
        """The number of layouts for a card of this trick, the first being 0."""
        return self.layouts[min(trick, len(self.layouts) - 1)]


class SolvingRobot:
    """Plays cards by solving. Everything else is left to ``other``, and so are cards for which there was too
    little time. ``plain`` chooses between equal cards by the books."""

    def __init__(self, solver: Solver, other: Player, plain: Player, method: Method = Method()) -> None:  # noqa: B008 (it is frozen)
        self._solver = solver
        self._other, self._plain = other, plain
        self._method = method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
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
        layouts = Counter(likely_layouts(view, wanted, method.per_kept, rng, trust=method.trust))
        worth, tried = self._tried(view, layouts, until)
        if tried < min(TOO_FEW, len(layouts)):
            return self._other.choose(view, max(0.0, until - time.perf_counter()), rng)
        first = self._among_equals(view, worth, layouts, until, rng)
        ranked = sorted(worth, key=lambda card: (PLAYS[card] != first, -worth[card]))
        candidates = tuple(Candidate(PLAYS[card], worth[card]) for card in ranked)
        return Answer(candidates[0].choice, Reasons(candidates, tried))

    def _among_equals(
        self,
        view: SeatView,
        worth: Mapping[int, float],
        layouts: Counter[Layout],
        until: float,
        rng: random.Random,
    ) -> Choice:
        """Of cards that the solver holds equal, the one that does best in play-outs, where players make
        mistakes. In early tricks, without time, or if those are equal too, the card of the books."""
        assert view.deal is not None
        best, worst = max(worth.values()), min(worth.values())
        equal = [PACK[card] for card in worth if worth[card] >= best - EQUAL * (best - worst)]
        if len(equal) == 1:
            return PLAYS[equal[0].index]
        by_rule = self._plain.choose(view, inf, rng).choice
        equal.sort(key=lambda card: (PLAYS[card.index] != by_rule, card.rank))
        if len(view.deal.tricks) < BY_THE_BOOKS or time.perf_counter() > until:
            return PLAYS[equal[0].index]
        return PLAYS[Trial(view, equal).best(list(layouts.items())[:PLAYED_OUT]).index]

    def _tried(
        self, view: SeatView, layouts: Counter[Layout], until: float
    ) -> tuple[Mapping[int, float], int]:
        """The expected gain from each card over as many of the layouts as there was time for, and their
        number."""
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
        left, weight, batch, began = list(layouts.items()), 0, FIRST_BATCH, time.perf_counter()
        while left:
            chosen, left = left[:batch], left[batch:]
            boards = [Position(layout, settled.trumps, leader, laid) for layout, _ in chosen]
            for (_, times), solved in zip(chosen, self._solver.solve(boards), strict=True):
                weight += times
                for card, more in solved.items():
                    if card in totals:  # a demand may leave only some of the cards that follow suit
                        totals[card] += times * brings[won + more]
            now = time.perf_counter()
            each = (now - began) / (len(layouts) - len(left))
            if now + 2 * each > until:
                break
            fits = MOST_BOARDS if until == inf else int((until - now) / A_PART / each)
            batch = max(1, min(fits, GROWTH * batch))
        return {card: total / weight for card, total in totals.items()}, len(layouts) - len(left)


def searchable(view: SeatView) -> bool:
    """Whether there is a choice of cards in a deal that is played to win tricks."""
    plays = sum(isinstance(option, Play) for option in view.options)
    if plays < 2 or view.deal is None or view.deal.settled is None:
        return False
    bid = view.deal.settled.bid
    return bid is None or bid.strain is not Strain.MISERE
