"""Progressive whist: one hand at each table, then the losers move on and everybody has a new partner (laws
4.5).

Pure functions over names and tricks. Nothing here knows how a hand is played, or how long an evening lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.counting.reckon import BOOK
from rules.seats import BySide, Side


class Pair(NamedTuple):
    """Partners for one hand, one of each role: by custom a gentleman and a lady."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a table has played."""

    pairs: BySide[Pair]
    tricks: BySide[int]

    @property
    def winners(self) -> Side:
        """Of thirteen tricks one side always has more (laws 1.1)."""
        return Side.NS if self.tricks.ns > self.tricks.ew else Side.EW


@dataclass(frozen=True, slots=True)
class NextTable:
    """Who sits at a table for the next hand."""

    stay: Pair
    arrive: Pair

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        """Partners afresh: the one who has just won plays with the other role's who has just lost."""
        return Pair(self.stay.first, self.arrive.second), Pair(self.arrive.first, self.stay.second)


Score = Callable[[int], int]
"""What each of two partners scores for the tricks of his side."""


def all_tricks(tricks: int) -> int:
    """Every trick counts."""
    return tricks


def winners_odd(tricks: int) -> int:
    """Only those over the book, and so only the winners' ([002], "Progressive Whist")."""
    return max(tricks - BOOK, 0)


SCORES: Final[Mapping[str, Score]] = {"all_tricks": all_tricks, "winners_odd": winners_odd}
"""The table option ``progressive_score``."""


def first_tables(tickets: Sequence[Pair]) -> tuple[BySide[Pair], ...]:
    """The tables of the first hand: of two sets of tickets equal numbers are partners, and 1 and 2 form the
    first table, 3 and 4 the second."""
    assert len(tickets) % 2 == 0
    return tuple(BySide(*tickets[place : place + 2]) for place in range(0, len(tickets), 2))


def scores(results: Sequence[Result], score: Score = all_tricks) -> dict[str, int]:
    """What each person has scored by one hand at every table. Honours are not counted."""
    return {
        person: score(result.tricks.of(side))
        for result in results
        for side in Side
        for person in result.pairs.of(side)
    }


def next_tables(results: Sequence[Result]) -> tuple[NextTable, ...]:
    """The tables of the next hand: winners stay, losers move to the next, from the last to the first. With
    one table all stay, and merely exchange partners (ambiguity 42)."""
    return tuple(
        NextTable(
            stay=result.pairs.of(result.winners),
            arrive=results[place - 1].pairs.of(results[place - 1].winners.other),
        )
        for place, result in enumerate(results)
    )


class Prizes(NamedTuple):
    """Of one role: the most points, the next, and the fewest."""

    first: str
    second: str
    booby: str


def prizes(totals: Mapping[str, int], cut: Mapping[str, int]) -> Prizes:
    """Who has the prizes of his role; of equals, he who cuts lowest comes first, for the booby prize too
    (laws 4.5). At least three people, and a cut for every tie."""
    best = sorted(totals, key=lambda person: (-totals[person], cut.get(person, 0)))
    booby = min(best[2:], key=lambda person: (totals[person], cut.get(person, 0)))
    return Prizes(best[0], best[1], booby)
