"""Tasks for a worker process: picklable values with a ``run`` method.

A task knows nothing of processes and can also be run directly.
"""

from __future__ import annotations

import random

from robots.by_strength import robot_of
from robots.player import Answer
from robots.strength import Strength
from rules.frozen import frozen
from rules.view import SeatView


@frozen
class Think:
    """One answer of one robot. ``budget`` is in seconds from the start of ``run``."""

    view: SeatView
    strength: Strength
    budget: float
    seed: int

    def run(self) -> Answer:
        return robot_of(self.strength).choose(self.view, self.budget, random.Random(self.seed))
