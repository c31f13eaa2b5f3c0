"""The score of a rubber in progress: deals are reckoned at it, and games are won by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.seats import BySide

NIL: Final = BySide(0, 0)


@dataclass(frozen=True, slots=True)
class Standing:
    """Points are Python integers: a chain of contres has no end."""

    below: BySide[int] = NIL  # towards the game in progress
    games: BySide[int] = NIL
    totals: BySide[int] = NIL  # every point of the rubber, below and above


NOTHING_SCORED: Final = Standing()
