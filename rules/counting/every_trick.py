"""Counting in which every trick scores, for both sides, at a price that rises with the bid (laws 6).

There are lines for undertricks, slams, and majorities of honours and aces. The default figures are Vint's.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from rules.counting.reckon import BOOK, NIL, Column, Contract, Entry, Line, Standing, Tally
from rules.counting.rubber import higher
from rules.frozen import frozen
from rules.seats import SIDES, BySide, Side, plus


@frozen
class TrickValue:
    """The value of a trick: ten points for each odd trick that was bid, whatever trumps are (laws 6.4)."""

    per_odd_trick: int = 10

    def of(self, tally: Tally) -> int:
        return self.per_odd_trick * undertaken(tally).bid.odd


def undertaken(tally: Tally) -> Contract:
    """The contract of the deal; there is one in every deal that is played in such a game."""
    assert tally.contract is not None
    return tally.contract


@frozen
class EveryTrick:
    """Every trick of either side counts towards the game, whether the bid is made or not (laws 6.4)."""

    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        unit = self.value.of(tally)
        for side in SIDES:
            won = tally.tricks.of(side)
            if won:
                yield Entry(Line.TRICKS, side, won * unit, Column.BELOW, won, unit)


@frozen
class TricksShort:
    """For each trick short of the bid the adversaries score ``times`` the value of a trick (ambiguity 47)."""

    times: int = 100
    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = undertaken(tally)
        short = contract.needs - tally.tricks.of(contract.side)
        unit = self.times * self.value.of(tally)
        if short > 0 and unit:
            yield Entry(Line.UNDERTRICKS, contract.side.other, short * unit, Column.ABOVE, short, unit)


@frozen
class SlamsBid:
    """Slams score most if they were bid (laws 6.6)."""

    grand: int = 12_000
    grand_after_little: int = 7_000
    grand_unbid: int = 2_000
    little: int = 5_000
    little_unbid: int = 1_000
    failed_to_adversaries: bool = False  # adversaries score for a slam that was bid and not made
    failed_grand_pays_little: bool = True  # seven bid and twelve made (ambiguity 54)

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = undertaken(tally)
        bid, declarers = contract.bid.odd, contract.side
        for side in SIDES:
            odd = tally.tricks.of(side) - BOOK
            undertook = bid if side is declarers else 0
            if odd == 7:
                worth = {7: self.grand, 6: self.grand_after_little}.get(undertook, self.grand_unbid)
                yield self._line(Line.GRAND_SLAM, side, worth)
            elif odd == 6 and (undertook != 7 or self.failed_grand_pays_little):
                worth = self.little if undertook == 6 else self.little_unbid
                yield self._line(Line.PETIT_SLAM, side, worth)
        if self.failed_to_adversaries and bid > tally.tricks.of(declarers) - BOOK and bid >= 6:
            worth = self.grand if bid == 7 else self.little
            yield self._line(Line.SLAM_FAILED, declarers.other, worth)

    def _line(self, line: Line, side: Side, worth: int) -> Entry:
        return Entry(line, side, worth, Column.ABOVE, 1, worth)


class Split(Enum):
    """What is subtracted if one side has the majority of honours and the other that of aces (ambiguity
    49)."""

    MARGIN = "margin"  # how many more than the other side
    COUNT = "count"  # how many there are


class Tie(Enum):
    """What counts for the side that won the hand if honours or aces are tied (ambiguity 50)."""

    CATEGORY = "category"  # honours, or aces: those that are tied
    LITERAL = "literal"  # all its honours and aces, whatever is tied


@frozen
class Majorities:
    """Honours and aces score for the side with most of them; without trumps, aces alone (laws 6.7)."""

    value: TrickValue = TrickValue()
    times: int = 10
    times_without_trumps: int = 25
    split: Split = Split.MARGIN
    tie: Tie = Tie.CATEGORY

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        side, count = self._most_aces(tally) if tally.trumps is None else self._counted(tally)
        times = self.times_without_trumps if tally.trumps is None else self.times
        unit = times * self.value.of(tally)
        if count:
            yield Entry(Line.HONOURS, side, count * unit, Column.ABOVE, count, unit)

    def _most_aces(self, tally: Tally) -> tuple[Side, int]:
        """The side with more aces, and how many it has; two each score nothing."""
        for side in SIDES:
            aces = _held(tally.aces, side)
            if aces > _held(tally.aces, side.other):
                return side, aces
        return Side.NS, 0

    def _counted(self, tally: Tally) -> tuple[Side, int]:
        """The side that scores, and for how many honours and aces."""
        winners = Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW
        categories = (tally.honours, tally.aces)
        tied = any(_held(one, Side.NS) == _held(one, Side.EW) for one in categories)
        if tied and self.tie is Tie.LITERAL:
            return winners, sum(_held(one, winners) for one in categories)
        (honours_to, honours), (aces_to, aces) = (self._majority(one, winners) for one in categories)
        if honours_to is aces_to:
            return honours_to, sum(_held(one, honours_to) for one in categories)
        if honours == aces:
            literal = self.tie is Tie.LITERAL
            return winners, sum(_held(one, winners) for one in categories) if literal else 0
        return (honours_to if honours > aces else aces_to), abs(honours - aces)

    def _majority(self, held: tuple[int, int, int, int], winners: Side) -> tuple[Side, int]:
        """The side with the majority of honours, or of aces, and what it counts against the other majority.
        If they are tied they count in full for the side that won the hand."""
        ns, ew = _held(held, Side.NS), _held(held, Side.EW)
        if ns == ew:
            return winners, ns
        most = Side.NS if ns > ew else Side.EW
        return most, abs(ns - ew) if self.split is Split.MARGIN else max(ns, ew)


def _held(by_seat: tuple[int, int, int, int], side: Side) -> int:
    return sum(by_seat[seat.index] for seat in side.seats)


def declarer(tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
    """If both sides reach the game in one deal, the side that made the final bid wins it (ambiguity 53)."""
    return undertaken(tally).side


@frozen
class TrickByTrick:
    """If both sides reach the game in one deal, the side whose tricks reached it first wins it; if the order
    of the tricks is unknown, the side with the higher score (ambiguity 53)."""

    game: int
    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
        unit, score = self.value.of(tally), before
        for side in tally.won_by:
            score = plus(score, NIL.put(side, unit))
            if score.of(side) >= self.game:
                return side
        return higher(tally, before, after)
