"""The robot of each strength."""

from __future__ import annotations

from functools import lru_cache

from robots.calls import valuing
from robots.plain import PlainRobot
from robots.player import Player
from robots.search.bidding_robot import BiddingRobot
from robots.search.double_dummy import load
from robots.search.playout_robot import PlayoutRobot
from robots.search.solving_robot import SolvingRobot
from robots.strength import Strength


@lru_cache
def robot_of(strength: Strength) -> Player:
    """The robot of this strength. It is made once in a process, since it loads the solver. Where the solver
    is not installed the best robot is the good one with 400 layouts."""
    if strength is Strength.EASY:
        return PlainRobot()
    caller = PlainRobot(declares=valuing.call)
    if strength is Strength.GOOD:
        return PlayoutRobot(caller)
    solver = load()
    if solver is None:
        return BiddingRobot(PlayoutRobot(caller, layouts=400))
    return BiddingRobot(SolvingRobot(solver, PlayoutRobot(caller), caller))
