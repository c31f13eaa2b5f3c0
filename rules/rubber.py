"""Games and rubbers: how the lines of a deal move the score (laws 2.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.members import Person
from rules.reckon import Column, Entry, Line
from rules.seats import BySide, Side, by_side, plus
from rules.standing import NIL, Standing


@dataclass(frozen=True, slots=True)
class Share:
    """One person who sat a rubber through, and for which side."""

    person: Person
    side: Side


@dataclass(frozen=True, slots=True)
class RubberResult:
    """A rubber that is won. ``value`` is what each winner wins from each loser, and may be negative."""

    number: int
    winner: Side
    value: int
    totals: BySide[int]  # with the bonus
    games: BySide[int]
    bonus: Entry
    shares: tuple[Share, ...]
    uncounted: str  # why it is not ranked: "" (it is), "seats" or "doubling"


@dataclass(frozen=True, slots=True)
class RubberLaw:
    """What wins a game and a rubber, and what the rubber adds."""

    game: int = 30  # exactly so many suffice
    games: int = 2
    bonus: int = 40  # "Consolation": once, to the side that wins the rubber

    def game_won_by(self, standing: Standing, entries: Iterable[Entry]) -> Side | None:
        """At most one game can be won in a deal, since only one side has odd tricks and a revoking side is
        capped."""
        below = plus(standing.below, gained(entries, Column.BELOW))
        return next((side for side in Side if below.of(side) >= self.game), None)

    def after(self, standing: Standing, entries: tuple[Entry, ...]) -> Standing:
        """The score once these lines are entered. The excess over a game stays in the total and is not
        carried; part scores of both sides lapse."""
        won_by = self.game_won_by(standing, entries)
        below = plus(standing.below, gained(entries, Column.BELOW))
        totals = plus(standing.totals, plus(gained(entries, Column.BELOW), gained(entries, Column.ABOVE)))
        if won_by is None:
            return Standing(below, standing.games, totals)
        return Standing(NIL, standing.games.put(won_by, standing.games.of(won_by) + 1), totals)

    def winner(self, standing: Standing) -> Side | None:
        return next((side for side in Side if standing.games.of(side) >= self.games), None)

    def consolation(self, winner: Side) -> Entry:
        return Entry(Line.RUBBER, winner, self.bonus, Column.ABOVE, 1, self.bonus)

    def grand_totals(self, standing: Standing, winner: Side) -> BySide[int]:
        """The totals of a rubber that is won, with the consolation."""
        return standing.totals.put(winner, standing.totals.of(winner) + self.bonus)


def rubber_value(totals: BySide[int], winner: Side) -> int:
    """What each winner wins, or loses, from each loser: the difference of the grand totals (laws 2.8,
    ambiguity 16). May be negative."""
    return totals.of(winner) - totals.of(winner.other)


def gained(entries: Iterable[Entry], column: Column) -> BySide[int]:
    """What each side gains in one column."""
    entries = tuple(entries)
    return by_side(lambda side: sum(e.amount for e in entries if e.side is side and e.column is column))
