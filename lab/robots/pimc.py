"""A plain card player of the literature, against which ours are measured: perfect information Monte Carlo.

So David Levy proposed it ("The million pound bridge program", in *Heuristic Programming in Artificial
Intelligence*, 1989) and Matthew Ginsberg built it ("GIB: imperfect information in a computationally
challenging game", *Journal of Artificial Intelligence Research* 14, 2001, section 3.1): the hidden cards are
dealt a hundred times, each layout equally likely that agrees with what has been seen; every card is solved
double dummy in each; that of the best mean is played. It hears nothing in the calls, keeps no maxim, gives no
signal and draws nothing from how others play but the suits that they have shown to be without. Of equal cards
it plays the lowest.

``CardsOf`` makes any robot play cards only: who calls is the same on both sides of a match then, so that the
contracts are too.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Final

from robots.payoffs import payoffs_of
from robots.player import Answer, Player
from robots.search.double_dummy import MOST_BOARDS, Position, Solver
from robots.search.layouts import Layouts
from robots.search.solving_robot import searchable
from rules.calls import PLAYS, Play
from rules.view import SeatView

LAYOUTS: Final = 100


class PlainPimc:
    """It solves; what it cannot solve, such as calls and misère, it leaves to ``other``."""

    def __init__(self, solver: Solver, other: Player, layouts: int = LAYOUTS) -> None:
        self._solver, self._other, self._layouts = solver, other, layouts

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        if not searchable(view):
            return self._other.choose(view, budget, rng)
        deal, rubber = view.deal, view.table.rubber
        assert deal is not None and deal.settled is not None and deal.trick is not None
        assert deal.hand_due is not None and rubber is not None
        cards = [option.card.index for option in view.options if isinstance(option, Play)]
        if len(cards) == 1:
            return Answer(PLAYS[cards[0]])
        laid = tuple(card.index for card in deal.trick.cards)
        drawn = Layouts(view)
        positions = [
            Position(drawn.draw_layout(rng), deal.settled.trumps, deal.trick.leader.index, laid)
            for _ in range(self._layouts)
        ]
        side = deal.hand_due.side
        tricks = deal.won.ns + deal.won.ew + max(deal.counts)
        brings = payoffs_of(view.table).outcomes(deal.settled, side, rubber.standing, tricks)
        gains: defaultdict[int, float] = defaultdict(float)
        for first in range(0, len(positions), MOST_BOARDS):
            for solved in self._solver.solve(positions[first : first + MOST_BOARDS]):
                for card in cards:
                    gains[card] += brings[deal.won.of(side) + solved[card]]
        return Answer(PLAYS[max(cards, key=lambda card: (gains[card], -(card % 13)))])


class CardsOf:
    """A robot's cards with the calls of ``caller``."""

    def __init__(self, robot: Player, caller: Player) -> None:
        self._robot, self._caller = robot, caller

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        plays = any(isinstance(option, Play) for option in view.options)
        return (self._robot if plays else self._caller).choose(view, budget, rng)
