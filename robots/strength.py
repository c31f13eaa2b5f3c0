"""The strengths of robots, one of which the members of a table choose, and the robot of each."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from robots.calls import valuing
from robots.plain import PlainRobot
from robots.player import Player
from robots.search.bidding_robot import BiddingRobot
from robots.search.double_dummy import load
from robots.search.playout_robot import PlayoutRobot
from robots.search.solving_robot import SolvingRobot
from rules.view import PublicTable


class Strength(Enum):
    EASY = "easy"  # by rule, at once
    GOOD = "good"  # a hundredth of a second a card, without the solver
    BEST = "best"  # as long as it is given, with the solver where there is one


OPTION: Final = "robots"
"""The key of the table's option for it."""


def strength_at(table: PublicTable) -> Strength:
    """The strength that this table has chosen."""
    return next((Strength(value) for key, value in table.options if key == OPTION), Strength.BEST)


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
