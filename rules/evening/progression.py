"""Progressive whist: one hand at each table, then the losers move on and all change partners (laws 4.5).

These are functions of names and tricks; how a hand is played is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


def in_order(totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]]) -> tuple[Who, ...]:
    """People from the most points to the fewest. Of those with equal totals the one who cuts lowest comes
    first."""
    return tuple(sorted(totals, key=lambda one: (-totals[one], cut(one))))


def prizes(totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]]) -> Prizes[Who] | None:
    """Who wins the prizes of their role. Ties are cut for, and the lowest wins, the booby prize too (laws
    4.5). ``cut`` is the cards that somebody drew, in cutting order. None where fewer than three compete."""
    if len(totals) < 3:
        return None
    best = in_order(totals, cut)
    booby = min(best[2:], key=lambda one: (totals[one], cut(one)))
    return Prizes(best[0], best[1], booby)
