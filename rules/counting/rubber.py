"""Games and rubbers: how the lines of a deal move the score, and what a rubber comes to (laws 2.8, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rules.counting.reckon import Column, Entry, Line, Tally
from rules.counting.standing import NIL, Standing
from rules.members import Person
from rules.seats import BySide, Side, by_side, plus


@dataclass(frozen=True, slots=True)
class Share:
    """One person who sat a rubber through, and for which side. He wins or loses its value ``times`` over: who
    plays dummy's hand too, twice (ambiguity 41)."""

    person: Person
    side: Side
    times: int = 1


@dataclass(frozen=True, slots=True)
class RubberResult:
    """A rubber that is over. ``value`` is what each winner wins from each loser, and may be negative."""

    number: int
    winner: Side
    value: int
    totals: BySide[int]  # with the bonus
    games: BySide[int]
    bonus: Entry
    shares: tuple[Share, ...]
    uncounted: str  # why it is not ranked: "" (it is), "seats" or "doubling"


@dataclass(frozen=True, slots=True)
class Won:
    """A game that a deal has won: all that its bonus may hang on."""

    side: Side
    loser_score: int  # in this game
    games: BySide[int]  # won before


RANKED_DOUBLINGS: Final = 6
"""A rubber in which a trick was doubled oftener than this is not ranked, so that no leaderboard is won by
agreeing to double without end."""


@dataclass(frozen=True, slots=True)
class End:
    """What a rubber comes to: who wins it, the totals with what it adds, and the line that says so."""

    winner: Side
    totals: BySide[int]
    games: BySide[int]
    bonus: Entry

    def result(self, number: int, shares: tuple[Share, ...], doublings: int) -> RubberResult:
        """The result of this rubber for those who have a share in it; ``doublings`` is the longest chain. It
        is not ranked where a side has nobody, nor after contres without end."""
        uncounted = "doubling" if doublings > RANKED_DOUBLINGS else ""
        if len({share.side for share in shares}) < 2:
            uncounted = "seats"
        return RubberResult(
            number=number,
            winner=self.winner,
            value=rubber_value(self.totals, self.winner),
            totals=self.totals,
            games=self.games,
            bonus=self.bonus,
            shares=shares,
            uncounted=uncounted,
        )


Prize = Callable[[Won], int | None]
"""What winning a game brings, in points; None for nothing at all."""

WinnerOfBoth = Callable[[Tally, BySide[int], BySide[int]], Side]
"""Who has won a game that both sides reached in one deal: from the tally, the scores before it and after."""


def no_prize(won: Won) -> None:
    """A game is worth what was scored in it."""


def higher(tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
    """Whoever has more; of equals, the side that won the hand (ambiguity 53)."""
    if after.ns != after.ew:
        return Side.NS if after.ns > after.ew else Side.EW
    return Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW


BRIDGE_COLUMNS = frozenset(Column)
"""A bridge rubber is worth every point that was entered."""

GAME_POINTS_ONLY = frozenset((Column.BONUS,))
"""A whist rubber is worth the points of its games, treble, double or single, and not those within them."""


@dataclass(frozen=True, slots=True)
class RubberLaw:
    """What wins a game and a rubber, and what they add."""

    game: int  # exactly so many suffice
    games: int  # to be won: two out of three, or one where a match is a single game
    bonus: int  # to the side that wins the rubber; where ``straight`` is given, if the losers won a game
    straight: int | None = None
    prize: Prize = no_prize
    columns: frozenset[Column] = BRIDGE_COLUMNS
    winner_of_both: WinnerOfBoth = higher
    lone_game: int = 0  # in a rubber that is broken off, to the side that is a game ahead
    part_score: int = 0  # and to the only side with a part score

    def game_lines(self, tally: Tally, standing: Standing, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The line of the game that these lines have won, if that brings anything."""
        below = plus(standing.below, gained(entries, Column.BELOW))
        reached = [side for side in Side if below.of(side) >= self.game]
        if not reached:
            return
        side = reached[0] if len(reached) == 1 else self.winner_of_both(tally, standing.below, below)
        prize = self.prize(Won(side, below.of(side.other), standing.games))
        if prize is not None:
            yield Entry(Line.GAME, side, prize, Column.BONUS, 1, prize)

    def game_won_by(self, standing: Standing, entries: Iterable[Entry]) -> Side | None:
        """Who has won a game by these lines: whom a game's line names, else whoever has reached it. At most
        one game is won in a deal."""
        entries = tuple(entries)
        below = plus(standing.below, gained(entries, Column.BELOW))
        named = (entry.side for entry in entries if entry.line is Line.GAME)
        reached = (side for side in Side if below.of(side) >= self.game)
        return next(iter((*named, *reached)), None)

    def after(self, standing: Standing, entries: tuple[Entry, ...]) -> Standing:
        """The score once these lines are entered. The excess over a game is not carried to the next; part
        scores of both sides lapse."""
        won_by = self.game_won_by(standing, entries)
        totals = standing.totals
        for column in self.columns:
            totals = plus(totals, gained(entries, column))
        if won_by is None:
            below = plus(standing.below, gained(entries, Column.BELOW))
            return Standing(below, standing.games, totals)
        return Standing(NIL, standing.games.put(won_by, standing.games.of(won_by) + 1), totals)

    def winner(self, standing: Standing) -> Side | None:
        return next((side for side in Side if standing.games.of(side) >= self.games), None)

    def consolation(self, standing: Standing, winner: Side) -> Entry:
        """What the rubber adds: "Consolation" at Biritch, the rubber points at whist."""
        straight = self.straight is not None and not standing.games.of(winner.other)
        bonus = self.straight if straight and self.straight is not None else self.bonus
        return Entry(Line.RUBBER, winner, bonus, Column.BONUS, 1, bonus)

    def unfinished(self, standing: Standing) -> Iterator[Entry]:
        """What a rubber broken off gives to the side that is a game ahead, and to the only one with a part
        score (ambiguity 66)."""
        for ahead, points in ((standing.games, self.lone_game), (standing.below, self.part_score)):
            for side in Side:
                if points and ahead.of(side) and not ahead.of(side.other):
                    yield Entry(Line.UNFINISHED, side, points, Column.BONUS, 1, points)

    def end(self, standing: Standing) -> End | None:
        """What a rubber comes to that is won; None while it goes on."""
        winner = self.winner(standing)
        if winner is None:
            return None
        bonus = self.consolation(standing, winner)
        return End(winner, with_bonus(standing.totals, bonus), standing.games, bonus)

    def broken_off(self, standing: Standing) -> End | None:
        """What a rubber comes to that all agree to leave unfinished: nothing, unless the table's option gives
        the side that is ahead something for it (ambiguity 66)."""
        bonuses = tuple(self.unfinished(standing))
        totals = with_bonus(standing.totals, *bonuses)
        if not bonuses or totals.ns == totals.ew:
            return None
        winner = Side.NS if totals.ns > totals.ew else Side.EW
        first = bonuses[0]
        bonus = replace(first, amount=sum(one.amount for one in bonuses if one.side is first.side))
        return End(winner, totals, standing.games, bonus)


def with_bonus(totals: BySide[int], *bonuses: Entry) -> BySide[int]:
    """The totals of a rubber once what it adds is added."""
    return plus(totals, gained(bonuses, Column.BONUS))


def rubber_value(totals: BySide[int], winner: Side) -> int:
    """What each winner wins, or loses, from each loser: the difference of the grand totals (laws 2.8,
    ambiguity 16). May be negative."""
    return totals.of(winner) - totals.of(winner.other)


def gained(entries: Iterable[Entry], column: Column) -> BySide[int]:
    """What each side gains in one column."""
    entries = tuple(entries)
    return by_side(lambda side: sum(e.amount for e in entries if e.side is side and e.column is column))
