"""Compares what two pieces of work cost in processor time, measured in turns within one run.

On a machine that does other work too, the speed of a processor changes from second to second. Pieces of work
are therefore done in short turns, one right after the other, and only the ratio of their costs in the same
round is compared. The time of other processes is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import NormalDist, median
from typing import Final, NamedTuple

Work = Callable[[int], None]
"""A piece of work, the same for the same seed."""

_CONFIDENT: Final = NormalDist().inv_cdf(0.975)


class Ratio(NamedTuple):
    """The median of the ratios of all rounds, with its confidence interval of 95 %."""

    middle: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.middle:5.2f} ({self.least:.2f} to {self.most:.2f})"


def seconds(work: Work, seed: int) -> float:
    """The processor time of one turn."""
    began = time.process_time()
    work(seed)
    return time.process_time() - began


def rounds(works: Sequence[Work], count: int) -> list[list[float]]:
    """The seconds of each piece of work in each round. Every second round runs backwards, so that no piece
    always follows the same one."""
    took: list[list[float]] = [[] for _ in works]
    for seed in range(count):
        places = range(len(works)) if seed % 2 == 0 else range(len(works) - 1, -1, -1)
        for place in places:
            took[place].append(seconds(works[place], seed))
    return took


def ratio(above: Sequence[float], below: Sequence[float]) -> Ratio:
    """The ratio of two series of the same rounds. The interval is that of the sign test, which assumes
    nothing about the distribution of the noise."""
    each = sorted(one / other for one, other in zip(above, below, strict=True))
    spare = max(0, int((len(each) - _CONFIDENT * len(each) ** 0.5) / 2) - 1)
    return Ratio(median(each), each[spare], each[-1 - spare])


def verdict(name: str, figure: float, goal: float) -> str:
    """The last word on a figure that should reach at least its goal."""
    return f"{name} {figure:.2f} goal {goal:.2f} {'ok' if figure >= goal else 'short'}"
