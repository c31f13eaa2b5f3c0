"""How benchmarks print what they measured: last, one a line, ``NAME FIGURE goal GOAL ok`` (or ``short``)."""

from __future__ import annotations

from collections.abc import Sequence


def figure(name: str, value: float, goal: float) -> None:
    """A figure that is to be at most its goal."""
    print(f"{name} {value:.4g} goal {goal:g} {'ok' if value <= goal else 'short'}")


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that is not below so many percent of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0
