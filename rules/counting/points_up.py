"""Counting as at whist: points towards a game, in a fixed order that stops when the game is won (laws
4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.counting.reckon import (
    BOOK,
    NIL,
    Column,
    Entry,
    Line,
    Penalty,
    Revoked,
    Standing,
    Tally,
    three_for_each,
)
from rules.counting.rubber import Won, gains_in
from rules.frozen import frozen
from rules.seats import SIDES, BySeat, BySide, Side, plus

ENOUGH: Final = 3
"""So many of the four honours score; two each are "easy" and score nothing (laws 4.2)."""


@frozen
class HonourPoints:
    """What three honours score, and all four. A side that began the hand with the score ``bar`` or more
    scores none (Laws of Short Whist 1864, 4). Honours in another ``column`` than that of the game never win
    one (ambiguity 32); those of ``every`` hand are then noted, also of one that has won the game (appendix D,
    D3)."""

    three: int = 2
    four: int = 4
    bar: int | None = None
    column: Column = Column.BELOW
    every: bool = False

    def points_for(self, held: int) -> int:
        if held < ENOUGH:
            return 0
        return self.three if held == ENOUGH else self.four

    def barred(self, score: int) -> bool:
        return self.bar is not None and score >= self.bar


USUAL: Final[frozenset[Penalty]] = frozenset((Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT))


@frozen
class RevokePoints:
    """What revokes cost: three tricks, or ``points`` added, deducted or both, as far as the adversaries have
    the ``choice`` (laws 4.2; ambiguity 37). A side that revoked cannot score above ``cap`` in that hand (Laws
    of Short Whist 1864, 82)."""

    cap: int
    points: int = 3
    forget: bool = False  # if the score is too low for a deduction, the points are added to the other side
    choice: frozenset[Penalty] = USUAL
    cancel: bool = False  # revokes of both sides cancel out (Laws of Whist 1900, 85; ambiguity 39)


@frozen
class Scale:
    """The value of a game by the loser's score: that of the first step that the score does not exceed (laws
    4.2)."""

    steps: tuple[tuple[int, int], ...]  # (score, value)

    def __call__(self, won: Won) -> int | None:
        return next((value for score, value in self.steps if won.loser_score <= score), None)


@frozen
class Margin:
    """The value of a game: its points less the loser's score (laws 4.2, American)."""

    game: int

    def __call__(self, won: Won) -> int:
        return self.game - won.loser_score


@frozen
class Worth:
    """The same value for every game."""

    points: int

    def __call__(self, won: Won) -> int:
        return self.points


@frozen
class PointsUp:
    """The lines in order: honours called before play, revokes, tricks, honours; each only if nobody has
    reached the game before (laws 4.2)."""

    game: int
    revokes: RevokePoints
    honours: HonourPoints | None = None

    def __call__(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]:
        tally, penalties = self._penalty_points(tally, standing)
        entries: tuple[Entry, ...] = ()
        for stage in self._counting_order(tally, standing, penalties):
            lines = tuple(stage)
            entries += lines
            if lines and self._has_won(tally, standing, entries):
                if self.honours is not None and self.honours.every:
                    entries += tuple(self._honour_entries(tally, standing))
                break
        return (*entries, *self._caps(tally, standing, entries))

    def _counting_order(
        self, tally: Tally, standing: Standing, penalties: tuple[Entry, ...]
    ) -> tuple[Iterable[Entry], ...]:
        return (
            self._called_entries(tally),
            penalties,
            self._trick_entries(tally),
            self._honour_entries(tally, standing),
        )

    def won_by_penalties(self, revokes: tuple[Revoked, ...], standing: Standing) -> bool:
        """Whether points for these revokes, and no trick, win the game."""
        tally = Tally(None, 0, NIL, BySeat(0, 0, 0, 0), revokes=revokes)
        return self._has_won(tally, standing, self._penalty_points(tally, standing)[1])

    def taken(self, tally: Tally, standing: Standing) -> BySide[int]:
        return self._penalty_points(tally, standing)[0].taken

    def _called_entries(self, tally: Tally) -> Iterator[Entry]:
        """The honours of the side that called them before play; they are three at least."""
        if self.honours is not None and tally.called is not None:
            points = self.honours.points_for(max(sum(tally.honours_of(tally.called)), ENOUGH))
            yield Entry(Line.HONOURS_CALLED, tally.called, points, Column.BELOW, 1, points)

    def _penalty_points(self, tally: Tally, standing: Standing) -> tuple[Tally, tuple[Entry, ...]]:
        """The tally with tricks transferred, and the lines of points; all reckoned at once from the tricks
        won in play and the scores before the hand (laws 4.2)."""
        if not tally.revokes or self._cancelled(tally):
            return tally, ()
        entries: list[Entry] = []
        for side in SIDES:
            chosen = [one.penalty for one in tally.revokes if one.side is side]
            entries += self._penalty_entries(side, chosen, standing.below.of(side))
        return tally._replace(taken=three_for_each(tally)), tuple(entries)

    def _cancelled(self, tally: Tally) -> bool:
        """Whether both sides have revoked, where that leaves no penalty."""
        return self.revokes.cancel and all(tally.revoked(side) for side in SIDES)

    def _penalty_entries(self, side: Side, chosen: list[Penalty], score: int) -> Iterator[Entry]:
        """The points that a revoking side loses and its adversaries gain; no score falls below zero
        (ambiguities 37 and 40)."""
        unit = self.revokes.points
        lost = awarded = 0
        for penalty in chosen:
            if penalty in (Penalty.DEDUCT, Penalty.TRANSFER):
                forgotten = self.revokes.forget and score - lost < unit
                lost += 0 if forgotten else min(unit, score - lost)
                awarded += forgotten or penalty is Penalty.TRANSFER
            awarded += penalty is Penalty.ADD
        if lost:
            yield Entry(Line.REVOKE_DEDUCTED, side, -lost, Column.BELOW, 1, -lost)
        if awarded:
            yield Entry(Line.REVOKE_ADDED, side.other, awarded * unit, Column.BELOW, awarded, unit)

    def _trick_entries(self, tally: Tally) -> Iterator[Entry]:
        for side in SIDES:
            odd = tally.tricks.of(side) + tally.taken.of(side) - BOOK
            if odd > 0:
                yield Entry(Line.ODD_TRICKS, side, odd, Column.BELOW, odd, 1)

    def _honour_entries(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        """The honours of the side with three or four, also if it could have called them before play
        (ambiguity 31)."""
        if self.honours is None or tally.called is not None:
            return
        for side in SIDES:
            points = self.honours.points_for(sum(tally.honours_of(side)))
            if points and not self.honours.barred(standing.below.of(side)):
                yield Entry(Line.HONOURS, side, points, self.honours.column, 1, points)

    def _has_won(self, tally: Tally, standing: Standing, entries: tuple[Entry, ...]) -> bool:
        """Whether a side has reached the game; a side that revoked counts no more than its cap."""
        scores = plus(
            standing.below, gains_in((*entries, *self._caps(tally, standing, entries)), Column.BELOW)
        )
        return max(scores) >= self.game

    def _caps(self, tally: Tally, standing: Standing, entries: tuple[Entry, ...]) -> Iterator[Entry]:
        """The lines that take from a side that revoked what is above its cap."""
        revoked = [side for side in SIDES if tally.revoked(side)] if tally.revokes else []
        if not revoked:
            return
        gains = gains_in(entries, Column.BELOW)
        deductions = (entry for entry in entries if entry.line is Line.REVOKE_DEDUCTED)
        deducted = plus(standing.below, gains_in(deductions, Column.BELOW))
        for side in revoked:
            score = standing.below.of(side) + gains.of(side)
            over = score - max(self.revokes.cap, deducted.of(side))
            if over > 0:
                yield Entry(Line.REVOKE_CAP, side, -over, Column.BELOW, 1, -over)
