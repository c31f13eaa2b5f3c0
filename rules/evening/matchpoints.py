"""Matchpoints: a pair's result in a deal, compared with those of all who held the same cards (laws 4.6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction


def matchpoints(points: Mapping[int, int | None]) -> dict[int, Fraction]:
    """The matchpoints of north and south at each table, from their points; None is an average. Those of east
    and west are what is left of the top, which is two less than twice the number of tables.

    Two for each result that is beaten and one for each that is equal. A result that has fewer others to be
    compared with than it should counts as if each of them had come about more often (Neuberg's formula), and
    an average is half of the top.
    """
    tables, results = len(points), [one for one in points.values() if one is not None]
    top, real = Fraction(2 * (tables - 1)), len(results)
    found = {}
    for table, own in points.items():
        if own is None:
            found[table] = top / 2
            continue
        beaten = sum(2 * (other < own) + (other == own) for other in results) - 1  # it is equal to itself
        found[table] = Fraction(tables, real) * (beaten + 1) - 1
    return found
