"""Score lines that several games share: odd tricks, slams, honours and chicane. Each class is a kind of line;
its figures come from the game's row of data."""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.reckon import BOOK, Column, Entry, Line, Standing, Tally
from rules.frozen import frozen
from rules.seats import SIDES, Side
from rules.tricks import Prices, Strain


@frozen
class OddTricks:
    """The side with more tricks than the book scores each of those over it, at the doubled price. Either side
    may score, since there is no contract (laws 2.4)."""

    prices: Prices

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        unit, times = self.prices.of_strain(tally.strain), tally.multiplier
        for side in SIDES:
            odd = tally.tricks.of(side) + tally.taken.of(side) - BOOK
            if odd > 0:
                yield Entry(Line.ODD_TRICKS, side, odd * unit * times, Column.BELOW, odd, unit, times)


@frozen
class Slams:
    """Twelve or thirteen tricks won in play, by either side; a side that revoked scores none (laws 2.5, 2.9;
    ambiguities 10 and 11). At misère there are no slams (ambiguity 57)."""

    petit: int
    grand: int
    doubled: bool = False
    column: Column = Column.ABOVE

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        if tally.strain is Strain.MISERE:
            return
        times = tally.multiplier if self.doubled else 1
        for side in SIDES:
            won = tally.tricks.of(side)
            if tally.revoked(side) or won < 12:
                continue
            line, worth = (Line.GRAND_SLAM, self.grand) if won == 13 else (Line.PETIT_SLAM, self.petit)
            yield Entry(line, side, worth * times, self.column, 1, worth, times)


@frozen
class Honours:
    """Honours are worth a number of undoubled tricks and never count towards the game (laws 2.6). ``aces``,
    if given, is what they score without trumps, in points: three aces, four divided, four in one hand (laws
    3)."""

    prices: Prices
    five_in_one: int = 9
    aces: tuple[int, int, int] | None = None

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        if tally.strain is Strain.MISERE:
            return
        for side in SIDES:
            points = self._side_points(tally, side)
            tricks = self.honour_tricks(tally, side)
            if points:
                yield Entry(Line.HONOURS, side, points, Column.ABOVE, 1, points)
            elif tricks:
                unit = self.prices.of_strain(tally.strain)
                yield Entry(Line.HONOURS, side, tricks * unit, Column.ABOVE, tricks, unit)

    def _side_points(self, tally: Tally, side: Side) -> int:
        if self.aces is None or tally.trumps is not None:
            return 0
        three, divided, in_one = self.aces
        richer, poorer = tally.honours_of(side)
        return {3: three, 4: in_one if richer == 4 else divided}.get(richer + poorer, 0)

    def honour_tricks(self, tally: Tally, side: Side) -> int:
        """How many tricks a side's honours are worth (table of laws 2.6)."""
        richer, poorer = tally.honours_of(side)
        held = richer + poorer
        if tally.trumps is None:
            return {3: 3, 4: 8 if richer == 4 else 4}.get(held, 0)
        if held == 3:
            return 2
        if held == 4:
            return 8 if richer == 4 else 4
        if held == 5:
            return {5: self.five_in_one, 4: 9}.get(richer, 5)
        return 0


@frozen
class Chicane:
    """A hand that was dealt no trump adds simple honours to its side's honour score, or takes them from the
    other side's (laws 2.7).

    This is done for each such hand, or once for each side (``per_hand``, ambiguity 13). With ``own_side`` it
    is always added to the hand's own side (Laws of Bridge 1904, 8; ambiguity 25).
    """

    honours: Honours
    simple: int = 2
    per_hand: bool = True
    own_side: bool = False

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        if tally.trumps is None:
            return
        unit = self.honours.prices.of_strain(tally.strain)
        for side in SIDES:
            void = [seat for seat in side.seats if seat in tally.voids]
            scoring = next((one for one in SIDES if self.honours.honour_tricks(tally, one)), None)
            if self.own_side:
                scoring = side
            if scoring is None:
                continue
            count = self.simple if scoring is side else -self.simple
            for seat in void if self.per_hand else void[:1]:
                yield Entry(Line.CHICANE, scoring, count * unit, Column.ABOVE, count, unit, seat=seat)
