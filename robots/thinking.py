"""What a worker process is asked to do: values that can be sent to it, each with what it comes to.

A task knows nothing of processes; whoever has it may as well run it where he stands.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from robots.player import Answer
from robots.strength import Strength, robot_of
from rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Think:
    """One answer of one robot. ``budget`` is in seconds, from the moment at which it is begun."""

    view: SeatView
    strength: Strength
    budget: float
    seed: int

    def run(self) -> Answer:
        return robot_of(self.strength).choose(self.view, self.budget, random.Random(self.seed))
