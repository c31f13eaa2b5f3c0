"""Counting odd tricks for those who win most, or for those who win fewest (laws of added games 1.4).

Knows what was undertaken, to win tricks or to lose them, and three prices. How that was settled it does not
know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.counting.reckon import BOOK, Column, Entry, Line, Tally
from rules.counting.standing import Standing
from rules.seats import Side
from rules.strains import Strain


@dataclass(frozen=True, slots=True)
class MostOrFewest:
    """Of thirteen tricks one side always wins more than six (laws 1.1), and each of those over six brings one
    side its price: to those who undertook to win most ``made``; to their adversaries, if they win most in
    their stead, ``failed``; and where tricks were to be lost ``lost``, to the side that has won fewer."""

    made: int
    failed: int
    lost: int

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = tally.contract
        if contract is None:
            return
        most = Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW
        odd = tally.tricks.of(most) - BOOK
        if contract.bid.strain is Strain.MISERE:
            side, unit = most.other, self.lost
        else:
            side, unit = most, self.made if most is contract.side else self.failed
        yield Entry(Line.ODD_TRICKS, side, odd * unit, Column.BELOW, odd, unit)
