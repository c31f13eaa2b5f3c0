"""The score of a rubber in progress."""

from __future__ import annotations

from typing import Final

from rules.frozen import frozen
from rules.seats import BySide

NIL: Final = BySide(0, 0)


@frozen
class Standing:
    """The score before or after a deal. Points are Python integers, since contres may double them without
    end."""

    below: BySide[int] = NIL  # points towards the game in progress
    games: BySide[int] = NIL
    totals: BySide[int] = NIL  # all points of the rubber, in every column that counts
    noted: BySide[int] = NIL  # honours noted beside the game in progress, where its winner alone counts them


NOTHING_SCORED: Final = Standing()
