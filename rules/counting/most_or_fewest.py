"""Counting odd tricks for the side that wins most, or for the side that wins fewest (laws of added games
1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.reckon import BOOK, Column, Entry, Line, Tally
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.seats import Side
from rules.strains import Strain


@frozen
class MostOrFewest:
    """One side always wins more than six tricks (laws 1.1). For each trick over six, one side scores:
    ``made`` for the side that undertook to win most and did; ``failed`` for its adversaries if they won most;
    and if tricks were to be lost, ``lost`` for the side that won fewer."""

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
