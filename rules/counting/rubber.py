"""Games and rubbers: how a deal's lines change the score, and what a rubber is worth (laws 2.8, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rules.counting.reckon import NIL, Column, Entry, Line, Standing, Tally
from rules.frozen import frozen, replace
from rules.seats import SIDES, BySide, Person, Side, less, plus


@frozen
class Share:
    """A person who answers for a whole rubber, and the side. ``times`` is 2 for a person who also played
    dummy's hand, and wins or loses from two adversaries (ambiguity 41). Those who ``left`` it for good have
    lost it, whichever side wins (reading R13)."""

    person: Person
    side: Side
    times: int = 1
    left: bool = False


@frozen
class RubberResult:
    """A rubber that is over. ``value`` is what each winner wins from each loser; it may be negative."""

    number: int
    winner: Side
    value: int
    totals: BySide[int]  # with the bonus
    games: BySide[int]
    bonus: Entry
    shares: tuple[Share, ...]
    uncounted: str  # why it is not ranked, as ``Ranking.uncounted`` says; "" if it is
    capped: int | None = None  # what it counts on a leaderboard, where that is not its value

    def is_won_by(self, share: Share) -> bool:
        return share.side is self.winner and not share.left

    @property
    def leaderboard_points(self) -> int:
        """What each winner wins on a leaderboard."""
        return self.value if self.capped is None else self.capped

    def points(self, share: Share) -> int:
        """What somebody won, or if negative lost. Somebody who left loses as many points as the rubber is
        worth to one of those who stayed."""
        return self._share_of(share, self.value)

    def ranked_points(self, share: Share) -> int:
        """The same on a leaderboard."""
        return self._share_of(share, self.leaderboard_points)

    def _share_of(self, share: Share, value: int) -> int:
        if share.left:
            return -abs(value) * share.times
        return (value if share.side is self.winner else -value) * share.times


@frozen
class Won:
    """A game that was won: everything its bonus may depend on."""

    side: Side
    loser_score: int  # the loser's points in this game
    games: BySide[int]  # those won before


RANKED_DOUBLINGS: Final = 6
"""A trick counts on a leaderboard as if it had been doubled no more often than this, 64-fold, so that nobody
wins one by agreeing to double without end. A server may choose another limit."""


@frozen
class Ranking:
    """Which rubbers are ranked: what a server decides when a table or sheet is opened."""

    doublings: int = RANKED_DOUBLINGS
    caps: bool = True  # what counts; by the earlier editions a rubber doubled more often was not ranked
    people: int = 0  # who must have a share in it; at the least one on each side
    none: bool = False

    def uncounted(self, shares: tuple[Share, ...], doublings: int) -> str:
        """Why a rubber with these shares and this chain of doublings is not ranked: "seats" if a side has no
        person left, "people" if too few have a share, "doubling" or with another limit than the usual
        "doubling:N", "server" if none is. Empty if it is ranked."""
        if self.none:
            return "server"
        if len({share.side for share in shares}) < 2:
            return "seats"
        if len(shares) < self.people:
            return "people"
        if doublings > self.doublings and not self.caps:
            return "doubling" if self.doublings == RANKED_DOUBLINGS else f"doubling:{self.doublings}"
        return ""


@frozen
class End:
    """The end of a rubber: who wins it, the totals with the bonus, and the line of the bonus."""

    winner: Side
    totals: BySide[int]
    games: BySide[int]
    bonus: Entry
    ranking: Ranking = Ranking()

    def result(
        self, number: int, shares: tuple[Share, ...], doublings: int, beyond: BySide[int] = NIL
    ) -> RubberResult:
        """The result, for those who have a share in it; ``doublings`` is the longest chain of them, and
        ``beyond`` what each side scored by doublings that do not count on a leaderboard."""
        return RubberResult(
            number=number,
            winner=self.winner,
            value=rubber_value(self.totals, self.winner),
            totals=self.totals,
            games=self.games,
            bonus=self.bonus,
            shares=shares,
            uncounted=self.ranking.uncounted(shares, doublings),
            capped=rubber_value(less(self.totals, beyond), self.winner) if beyond != NIL else None,
        )


Prize = Callable[[Won], int | None]
"""The bonus for winning a game, in points; None if there is no such line."""

WinnerOfBoth = Callable[[Tally, BySide[int], BySide[int]], Side]
"""Tells who wins a game that both sides reached in one deal: from the tally, the scores before it and those
after it."""


def no_prize(won: Won) -> None:
    """No bonus: a game is worth what was scored in it."""


def higher(tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
    """The side with the higher score; if they are equal, the side that won the hand (ambiguity 53)."""
    if after.ns != after.ew:
        return Side.NS if after.ns > after.ew else Side.EW
    return Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW


BRIDGE_COLUMNS = frozenset(Column)
"""A bridge rubber is worth every point entered."""

GAME_POINTS_ONLY = frozenset((Column.BONUS,))
"""A whist rubber is worth the points of its games (treble, double or single) and not those scored within
them."""


@frozen
class RubberLaw:
    """How many points win a game and how many games a rubber, and the bonuses for them."""

    game: int  # points that win it: exactly so many suffice
    games: int  # games that win the rubber: 2, or 1 where a match is a single game
    bonus: int  # of the rubber; with ``straight``, if the losers won a game
    straight: int | None = None
    prize: Prize = no_prize
    columns: frozenset[Column] = BRIDGE_COLUMNS
    winner_of_both: WinnerOfBoth = higher
    lone_game: int = 0  # of a rubber that is broken off, for the side that is a game ahead
    part_score: int = 0  # and for the only side with a part score
    unfinished_counts: bool = (
        False  # a rubber that is broken off has a value without either, if points differ
    )
    points_added: bool = False  # a game is worth its points too, and the higher total wins (appendix D, D7)
    ranking: Ranking = Ranking()

    def game_lines(self, tally: Tally, standing: Standing, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The lines of the game that these lines have won: the honours noted beside it, and its bonus."""
        entries = tuple(entries)
        below = plus(standing.below, gains_in(entries, Column.BELOW))
        reached = [side for side in SIDES if below.of(side) >= self.game]
        if not reached:
            return
        side = reached[0] if len(reached) == 1 else self.winner_of_both(tally, standing.below, below)
        noted = plus(standing.noted, gains_in(entries, Column.NOTED)).of(side)
        if noted:
            yield Entry(Line.HONOURS_NOTED, side, noted, Column.BONUS, 1, noted)
        if self.points_added:
            yield Entry(Line.GAME_POINTS, side, below.of(side), Column.BONUS, 1, below.of(side))
        prize = self.prize(Won(side, below.of(side.other), standing.games))
        if prize is not None:
            yield Entry(Line.GAME, side, prize, Column.BONUS, 1, prize)

    def game_won_by(self, standing: Standing, entries: Iterable[Entry]) -> Side | None:
        """The side that has won a game by these lines: the side that the line of a game names, else the one
        that has reached the game. At most one game is won in a deal (laws 2.8)."""
        entries = tuple(entries)
        below = plus(standing.below, gains_in(entries, Column.BELOW))
        named = (entry.side for entry in entries if entry.line is Line.GAME)
        reached = (side for side in SIDES if below.of(side) >= self.game)
        return next(iter((*named, *reached)), None)

    def standing_after(self, standing: Standing, entries: tuple[Entry, ...]) -> Standing:
        """The score after these lines. Points beyond the game are not carried to the next one, and part
        scores of both sides lapse (laws 2.8), and what was noted beside it."""
        won_by = self.game_won_by(standing, entries)
        totals = standing.totals
        for column in self.columns:
            totals = plus(totals, gains_in(entries, column))
        if won_by is None:
            below = plus(standing.below, gains_in(entries, Column.BELOW))
            noted = plus(standing.noted, gains_in(entries, Column.NOTED))
            return Standing(below, standing.games, totals, noted)
        return Standing(NIL, standing.games.put(won_by, standing.games.of(won_by) + 1), totals)

    def winner(self, standing: Standing) -> Side | None:
        return next((side for side in SIDES if standing.games.of(side) >= self.games), None)

    def consolation(self, standing: Standing, winner: Side) -> Entry:
        """The bonus of the rubber: "Consolation" at Biritch (laws 2.8), rubber points at whist (laws 4.2)."""
        straight = self.straight is not None and not standing.games.of(winner.other)
        bonus = self.straight if straight and self.straight is not None else self.bonus
        return Entry(Line.RUBBER, winner, bonus, Column.BONUS, 1, bonus)

    def unfinished_bonuses(self, standing: Standing) -> Iterator[Entry]:
        """The bonuses of a rubber that is broken off: for the side that is a game ahead, and for the only
        side with a part score (ambiguity 66)."""
        for ahead, points in ((standing.games, self.lone_game), (standing.below, self.part_score)):
            for side in SIDES:
                if points and ahead.of(side) and not ahead.of(side.other):
                    yield Entry(Line.UNFINISHED, side, points, Column.BONUS, 1, points)

    def end(self, standing: Standing) -> End | None:
        """The end of the rubber if it is won; None while it goes on."""
        winner = self.winner(standing)
        if winner is None:
            return None
        bonus = self.consolation(standing, winner)
        totals = with_bonus(standing.totals, bonus)
        if self.points_added and totals.of(winner) < totals.of(winner.other):
            winner = winner.other
        return End(winner, totals, standing.games, bonus, self.ranking)

    def broken_off(self, standing: Standing) -> End | None:
        """The end of a rubber that all agree to break off. None if it is worth nothing, as it is unless the
        table's option gives it a value (ambiguity 66)."""
        bonuses = tuple(self.unfinished_bonuses(standing))
        totals = with_bonus(standing.totals, *bonuses)
        if totals.ns == totals.ew or not (bonuses or self.unfinished_counts):
            return None
        winner = Side.NS if totals.ns > totals.ew else Side.EW
        first = bonuses[0] if bonuses else Entry(Line.UNFINISHED, winner, 0, Column.BONUS)
        bonus = replace(first, amount=sum(one.amount for one in bonuses if one.side is first.side))
        return End(winner, totals, standing.games, bonus, self.ranking)


def with_bonus(totals: BySide[int], *bonuses: Entry) -> BySide[int]:
    """The totals of a rubber with these bonuses."""
    return plus(totals, gains_in(bonuses, Column.BONUS))


def rubber_value(totals: BySide[int], winner: Side) -> int:
    """What each winner wins, or if negative loses: the difference of the grand totals (laws 2.8, ambiguity
    16)."""
    return totals.of(winner) - totals.of(winner.other)


def gains_in(entries: Iterable[Entry], column: Column) -> BySide[int]:
    """What these lines give each side in one column."""
    ns = ew = 0
    for entry in entries:
        if entry.column is column:
            if entry.side is Side.NS:
                ns += entry.amount
            else:
                ew += entry.amount
    return BySide(ns, ew)
