"""How strong the robots of a table are: as those who sit there have arranged."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from robots.calls import valuing
from robots.plain import PlainRobot
from robots.player import Player
from robots.search.double_dummy import load
from robots.search.playout_robot import PlayoutRobot
from robots.search.solving_robot import SolvingRobot
from rules.view import PublicTable


class Strength(Enum):
    EASY = "easy"  # by rule, at once
    GOOD = "good"  # a hundredth of a second a card, without the solver
    BEST = "best"  # as long as it is given, with the solver where there is one


OPTION: Final = "robots"
"""The option of every table that says it."""


def strength_at(table: PublicTable) -> Strength:
    """What the table has arranged."""
    return next((Strength(value) for key, value in table.options if key == OPTION), Strength.BEST)


@lru_cache
def robot_of(strength: Strength) -> Player:
    """The robot of this strength for this process: whatever it loads is loaded once. Without the solver the
    best is the good one with 400 layouts."""
    if strength is Strength.EASY:
        return PlainRobot()
    caller = PlainRobot(declares=valuing.call)
    if strength is Strength.GOOD:
        return PlayoutRobot(other=caller)
    solver = load()
    if solver is None:
        return PlayoutRobot(worlds=400, other=caller)
    return SolvingRobot(solver, PlayoutRobot(other=caller), caller)
