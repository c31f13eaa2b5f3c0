"""Tasks for a worker process: picklable values with a ``run`` method.

A task knows nothing of processes and can also be run directly.
"""

from __future__ import annotations

import random
from typing import Final

from robots.by_strength import robot_of
from robots.player import Answer
from robots.strength import Strength
from rules.frozen import frozen
from rules.view import SeatView

NO_TIME: Final = 0.01
"""Seconds with less than which the best robot would solve a single layout and then play as the good one: it
does so at once, in a third of the time. So it goes where many tables wait."""


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
