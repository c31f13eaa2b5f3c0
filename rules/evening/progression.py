"""How results become a standing: progressive whist (laws 4.5) and matchpoints at duplicate (laws 4.6).

At progressive whist one hand is played at each table, then the losers move on and all change partners. By
matchpoints a pair's result in a deal is compared with those of all who held the same cards. These are
functions of names and results; how a hand is played is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, Generic, NamedTuple, TypeVar

from rules.counting.reckon import BOOK
from rules.frozen import frozen
from rules.seats import BySide, Side

Who = TypeVar("Who")


class Pair(NamedTuple, Generic[Who]):
    """Two partners of a hand, one of each role: by custom a gentleman and a lady."""

    first: Who
    second: Who


@frozen
class Result(Generic[Who]):
    """The result of one table."""

    pairs: BySide[Pair[Who]]
    tricks: BySide[int]

    @property
    def winners(self) -> Side:
        """The side with more tricks; of thirteen, one side always has more (laws 1.1)."""
        return Side.NS if self.tricks.ns > self.tricks.ew else Side.EW


@frozen
class NextTable(Generic[Who]):
    """The pair that stays at a table, and the pair that comes to it."""

    stay: Pair[Who]
    arrive: Pair[Who]

    @property
    def together(self) -> tuple[Pair[Who], Pair[Who]]:
        """The pairs where partners stay together, as couples do ([003])."""
        return self.stay, self.arrive

    @property
    def pairs(self) -> tuple[Pair[Who], Pair[Who]]:
        """The new partners: each winner who stayed plays with the loser of the other role who arrived."""
        return Pair(self.stay.first, self.arrive.second), Pair(self.arrive.first, self.stay.second)


Score = Callable[[int], int]
"""What each of two partners scores for their side's tricks."""


def all_tricks(tricks: int) -> int:
    """Every trick counts."""
    return tricks


def winners_odd(tricks: int) -> int:
    """Only tricks over the book count, so only winners score ([002], "Progressive Whist")."""
    return max(tricks - BOOK, 0)


SCORES: Final[Mapping[str, Score]] = {"all_tricks": all_tricks, "winners_odd": winners_odd}
"""The values of the option ``progressive_score`` (laws 4.5)."""


def first_tables(tickets: Sequence[Pair[Who]]) -> tuple[BySide[Pair[Who]], ...]:
    """The tables of the first hand. Equal numbers of two sets of tickets are partners; 1 and 2 form the first
    table, 3 and 4 the second."""
    assert len(tickets) % 2 == 0
    return tuple(BySide(*tickets[place : place + 2]) for place in range(0, len(tickets), 2))


def scores(results: Sequence[Result[Who]], score: Score = all_tricks) -> dict[Who, int]:
    """What each person scored in one hand, at all tables. Honours are not counted."""
    return {
        person: score(result.tricks.of(side))
        for result in results
        for side in Side
        for person in result.pairs.of(side)
    }


def next_tables(results: Sequence[Result[Who]]) -> tuple[NextTable[Who], ...]:
    """The tables of the next hand: winners stay, losers move to the next table, from the last to the first.
    With one table all stay and change partners (ambiguity 42)."""
    return tuple(
        NextTable(
            stay=result.pairs.of(result.winners),
            arrive=results[place - 1].pairs.of(results[place - 1].winners.other),
        )
        for place, result in enumerate(results)
    )


class Prizes(NamedTuple, Generic[Who]):
    """The prizes of one role: for the most points, the next most, and the fewest."""

    first: Who
    second: Who
    booby: Who


def in_order(
    totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]], after: Collection[Who] = ()
) -> tuple[Who, ...]:
    """From the most points to the fewest. Of those with equal totals the one who cuts lowest comes first;
    those in ``after`` follow all others."""
    return tuple(sorted(totals, key=lambda one: (one in after, -totals[one], cut(one))))


def prizes(
    totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]], after: Collection[Who] = ()
) -> Prizes[Who] | None:
    """Who wins the prizes of their role. Ties are cut for, and the lowest wins, the booby prize too (laws
    4.5). ``cut`` is the cards that somebody drew, in cutting order; those in ``after`` win what the others
    leave. None where fewer than three compete."""
    if len(totals) < 3:
        return None
    best = in_order(totals, cut, after)
    booby = min(best[2:], key=lambda one: (totals[one], cut(one)))
    return Prizes(best[0], best[1], booby)


def matchpoints(points: Mapping[int, int | None]) -> dict[int, Fraction]:
    """The matchpoints of north and south at each table, from their points; None is an average. Those of east
    and west are what is left of the top, which is two less than twice the number of tables.

    Two for each result that is beaten and one for each that is equal. A result that has fewer others to be
    compared with than it should counts as if each of them had come about more often (Neuberg's formula), and
    an average is half of the top.
    """
    tables, results = len(points), [one for one in points.values() if one is not None]
    top, real = Fraction(2 * (tables - 1)), len(results)
    found = {}
    for table, own in points.items():
        if own is None:
            found[table] = top / 2
            continue
        beaten = sum(2 * (other < own) + (other == own) for other in results) - 1  # it is equal to itself
        found[table] = Fraction(tables, real) * (beaten + 1) - 1
    return found
