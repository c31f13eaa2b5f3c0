"""How benchmarks print what they measured: last, one a line, ``NAME FIGURE goal GOAL ok`` (or ``short``), or
``NAME FIGURE`` where there is no goal."""

from __future__ import annotations

from collections.abc import Sequence


def figure(name: str, value: float, goal: float | None = None) -> None:
    """A figure that is to be at most its goal, if it has one."""
    told = "" if goal is None else f" goal {goal:g} {'ok' if value <= goal else 'short'}"
    print(f"{name} {value:.4g}{told}")


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that is not below so many percent of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0
