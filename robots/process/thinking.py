"""The robot of each strength."""

from __future__ import annotations

import random
from functools import lru_cache
from math import inf
from typing import Final

from robots.calls import valuing
from robots.plain import PlainRobot
from robots.player import Answer, Player, Strength
from robots.search.auction_search import BiddingRobot
from robots.search.double_dummy import load_solver
from robots.search.playout_robot import PlayoutRobot
from robots.search.solving_robot import SolvingRobot
from rules.frozen import frozen
from rules.view import SeatView


@lru_cache
def robot_of(strength: Strength) -> Player:
    """The robot of this strength. It is made once in a process, since it loads the solver. Where the solver
    is not installed the best robot is the good one with 400 layouts."""
    if strength is Strength.EASY:
        return PlainRobot(by_the_book=True)
    caller = PlainRobot(declares=valuing.choose_call)
    if strength is Strength.GOOD:
        return PlayoutRobot(caller)
    solver = load_solver()
    if solver is None:
        return BiddingRobot(PlayoutRobot(caller, layouts=400))
    return BiddingRobot(SolvingRobot(solver, PlayoutRobot(caller), caller))


ALIKE_LAYOUTS: Final = 120
"""In which the best robot tries a card where everybody's robots choose alike."""


@lru_cache
def alike_robot(strength: Strength) -> Player:
    """A robot of this strength whose choice depends on the view, the seed and its number of layouts alone,
    where its budget is infinite: not on the clock, the solver, the version of Python or the order of a set.
    """
    if strength is not Strength.BEST:
        return robot_of(strength)
    return BiddingRobot(PlayoutRobot(PlainRobot(declares=valuing.choose_call), layouts=ALIKE_LAYOUTS))


# Tasks for a worker process: picklable values with a ``run`` method


NO_TIME: Final = 0.01
"""Seconds below which the best robot would solve only one layout and then play as the good one. It plays as
the good one at once, in a third of the time. This happens if many tables wait."""


@frozen
class Think:
    """One answer of one robot. ``budget`` is in seconds from the start of ``run``."""

    view: SeatView
    strength: Strength
    budget: float
    seed: int

    def run(self) -> Answer:
        hurries = self.strength is Strength.BEST and self.budget < NO_TIME
        robot = robot_of(Strength.GOOD if hurries else self.strength)
        return robot.choose(self.view, self.budget, random.Random(self.seed))


@frozen
class ThinkAlike:
    """One answer of a robot that chooses alike on every machine, however long it takes."""

    view: SeatView
    strength: Strength
    seed: int

    def run(self) -> Answer:
        return alike_robot(self.strength).choose(self.view, inf, random.Random(self.seed))
