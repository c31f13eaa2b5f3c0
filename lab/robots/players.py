"""The robots for matches, by name. One of them, ``seer``, sees every card and is the upper bound."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Final

from lab.robots.exact_layouts import ExactRobot
from lab.robots.ismcts import IsMcts
from lab.robots.pimc import CardsOf, PlainPimc
from lab.robots.simple import SimpleCalls
from robots.calls import valuing
from robots.payoffs import payoffs_of
from robots.plain import PlainRobot
from robots.player import Answer, Player, Strength
from robots.process.thinking import alike_robot, robot_of
from robots.search.auction_search import BiddingRobot
from robots.search.auction_search import Method as Searches
from robots.search.double_dummy import Position, Solver, load_solver
from robots.search.likely import TRUST
from robots.search.solving_robot import BY_TRICK, Method, SolvingRobot, searchable
from rules.calls import PLAYS
from rules.seats import Seat
from rules.table.table import Table
from rules.view import SeatView
from tests.trials.stage.matches import RandomRobot


@lru_cache
def solver() -> Solver:
    found = load_solver()
    assert found is not None, "pip install --no-deps endplay==0.5.12"
    return found


class Seer:
    """Sees all four hands and plays the best card against adversaries who see them too."""

    def __init__(self) -> None:
        self.table: Table | None = None  # set before each answer

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        if not searchable(view):
            return CALLER.choose(view, budget, rng)
        assert self.table is not None and self.table.deal is not None and view.deal is not None
        deal, playing = view.deal, self.table.deal.playing
        assert playing is not None and deal.trick is not None and deal.settled is not None
        assert deal.hand_due is not None and view.table.rubber is not None
        hands = [self.table.deal.left(seat).bits for seat in Seat]
        laid = tuple(card.index for card in deal.trick.cards)
        position = Position(hands, deal.settled.trumps, deal.trick.leader.index, laid)
        side = deal.hand_due.side
        left = max(hand.bit_count() for hand in hands)
        outcomes = payoffs_of(view.table).outcomes(
            deal.settled, side, view.table.rubber.standing, deal.won.ns + deal.won.ew + left
        )
        (tricks,) = solver().solve([position])
        best = max(tricks, key=lambda card: (outcomes[deal.won.of(side) + tricks[card]], -(card % 13)))
        return Answer(PLAYS[best])


class From:
    """Another robot from a certain trick on, before it the plain one, to save the time of early tricks."""

    def __init__(self, robot: Player, trick: int) -> None:
        self.robot, self.trick = robot, trick

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        late = view.deal is not None and len(view.deal.tricks) + 1 >= self.trick
        return (self.robot if late else CALLER).choose(view, budget, rng)


class Unclocked:
    """The best robot as it is where everybody's choose alike, whatever the clock of the match."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        return alike_robot(Strength.BEST).choose(view, inf, rng)


PATIENT: Final = 384
"""Layouts of a call that takes four times as long as usual."""

CALLER = PlainRobot(declares=valuing.choose_call)


def solving(
    layouts: tuple[int, ...], per_kept: int = 5, trust: float = TRUST, *, sharply: bool = False
) -> Callable[[], Player]:
    method = Method(layouts, per_kept, trust, sharply)
    return lambda: SolvingRobot(solver(), CALLER, CALLER, method)


PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomRobot,
    "plain": PlainRobot,
    "easy": lambda: robot_of(Strength.EASY),
    "good": lambda: robot_of(Strength.GOOD),
    "best": lambda: robot_of(Strength.BEST),
    "alike": Unclocked,
    "rules": lambda: CALLER,
    "seer": Seer,
    "simple": SimpleCalls,
    "searching": lambda: BiddingRobot(CALLER),
    "patient": lambda: BiddingRobot(CALLER, Searches(layouts=PATIENT)),
    "ismcts": lambda: IsMcts(1000, CALLER),
    "pimc6s": solving((6,), sharply=True),  # a quick one of the same kind as the best
    "pimc20": solving((20,), 1),
    "pimc20c": solving((20,), trust=0.0),  # layouts by what was called, not by what was played
    "pimc20s": solving((20,), 20, trust=0.0, sharply=True),  # the same, keeping only what would be called
    "pimc20i": solving((20,)),
    "pimc60": solving((60,), 1),
    "pimc60i": solving((60,)),
    "pimc120i": solving((120,)),
    "solving": solving(BY_TRICK, sharply=True),
    "exact": lambda: ExactRobot(solver(), CALLER, CALLER),  # knows that the others play by the rules
    "softly": solving(BY_TRICK),
    "outsider": lambda: PlainPimc(solver(), CALLER),
}


@lru_cache(maxsize=64)
def player(name: str) -> Player:
    """The robot of this name; ``pimc20@4`` plays plainly before the fourth trick, and ``best-cards`` calls as
    ``rules`` does."""
    name, _, trick = name.partition("@")
    name, _, cards = name.partition("-")
    robot = CardsOf(PLAYERS[name](), CALLER) if cards else PLAYERS[name]()
    return From(robot, int(trick)) if trick else robot
