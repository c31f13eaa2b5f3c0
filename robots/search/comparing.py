"""What choices bring in layouts of the hidden cards, compared layout by layout."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import Generic, TypeVar

Option = TypeVar("Option", bound=Hashable)


class Comparison(Generic[Option]):
    """The gains from some choices. One that is given up has been tried in the first layouts alone."""

    def __init__(self, choices: Iterable[Option]) -> None:
        self.gains: dict[Option, list[float]] = {choice: [] for choice in choices}
        self.weights: list[float] = []  # of the layouts; empty where each counts once

    def add(self, gains: Mapping[Option, float], weight: float) -> None:
        """One more layout in which all were tried."""
        self.weights.append(weight)
        for choice, found in self.gains.items():
            found.append(gains[choice])

    @property
    def layouts(self) -> int:
        return len(self.weights)

    @property
    def means(self) -> dict[Option, float]:
        """The mean gain from each choice."""
        return {
            choice: mean_and_error(found, self.weights[: len(found)])[0]
            for choice, found in self.gains.items()
        }

    def differences(self, one: Option, other: Option) -> list[float]:
        """What one brought more than another, in each layout in which both were tried."""
        return [here - there for here, there in zip(self.gains[one], self.gains[other], strict=False)]

    def behind(self, one: Option, other: Option) -> tuple[float, float]:
        """The mean by which one did worse than another in the same layouts, and its standard error."""
        by = self.differences(other, one)
        return mean_and_error(by, self.weights[: len(by)])

    def as_good(self, one: Option, best: Option, errors: float) -> bool:
        """Whether one is not worse than another by more than this many standard errors."""
        mean, error = self.behind(one, best)
        return mean <= errors * error


def mean_and_error(values: Sequence[float], weights: Sequence[float] = ()) -> tuple[float, float]:
    """The mean, weighted if there are weights, and its standard error."""
    weights = weights or [1.0] * len(values)
    total = fsum(weights)
    mean = fsum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    square = fsum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True))
    return mean, sqrt(square) / total
