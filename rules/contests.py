"""A contest: one deal that many people play alone, each at a table of their own with the same robots.

What is worked out here from the plays of a contest: a share of the matchpoints, where a play parted from the
field, how many days in a row somebody has played, and what their best days come to. Days are numbers, one
more each day; a line is the calls and cards of a play in order, as words.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Final

from rules.frozen import frozen

FREEZES: Final = 2
"""Days that may be missed, from the first day on, without the streak ending."""
EARNED: Final = 7
"""So many days played win a freeze back."""
COUNTING: Final = 15
"""The days of a week or a month that count: the best."""
OTHERS_EVERY: Final = 7
OTHERS: Final = (2, 5)
"""Of each seven days those on which another game than the first is played."""

Line = tuple[str, ...]


def is_daily(contest: str) -> bool:
    """Whether it is the deal of a day: its name is the date."""
    return len(contest) == len("2026-11-24") and contest[4] == contest[7] == "-"


Histogram = Mapping[int, int]
"""How many plays have come to each result."""


def percentage(own: int, others: Sequence[int] | Histogram) -> Fraction | None:
    """The share of the matchpoints, from 0 to 100: two for each result that is beaten, one for each that is
    equal. None without another result."""
    counts = Counter(others)
    if not counts.total():
        return None
    won = sum(count * (2 * (other < own) + (other == own)) for other, count in counts.items())
    return Fraction(100 * won, 2 * counts.total())


def percentages(results: Sequence[int] | Histogram) -> dict[int, Fraction]:
    """The same for each result of a field in which every one of these stands."""
    count, below, found = Counter(results), 0, dict[int, Fraction]()
    others = count.total() - 1
    if others < 1:
        return {}
    for points in sorted(count):
        found[points] = Fraction(100 * (2 * below + count[points] - 1), 2 * others)
        below += count[points]
    return found


class _Letters(dict[str, str]):
    """A letter for each word, so that a line is a short text."""

    def __missing__(self, word: str) -> str:
        letter = self[word] = chr(ord("!") + len(self))
        return letter


class _Texts:
    """Texts in a row, one after the other: as objects of their own they would take twice as much."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._all = "".join(texts)
        self._ends = array("L", accumulate(map(len, texts), initial=0))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, place: int) -> str:
        return self._all[self._ends[place] : self._ends[place + 1]]


class Lines:
    """The lines of a field in the order of their words: those that go the same way stand together, so that
    to look for a parting counts none of them one by one. It holds sixty bytes for a line."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._letters = _Letters()
        texts = ("".join(map(self._letters.__getitem__, line)) for line in lines if line)
        self._sorted = _Texts(sorted(texts))

    def line_text(self, line: Line) -> str:
        """With a space for each word that is in none of the lines."""
        return "".join(self._letters.get(word, " ") for word in line)

    def along(self, way: str) -> list[tuple[str, int]]:
        """What came next in the lines that went this way and did not end there, and in how many of them."""
        found, at = [], bisect_left(self._sorted, way + "!")
        words, end, place = tuple(self._letters), self._end_of_way(way), len(way)
        while at < end:
            letter = self._sorted[at][place]
            until = bisect_left(self._sorted, way + chr(ord(letter) + 1), at, end)
            found.append((words[ord(letter) - ord("!")], until - at))
            at = until
        return found

    def _end_of_way(self, way: str) -> int:
        if not way:
            return len(self._sorted)
        return bisect_left(self._sorted, way[:-1] + chr(ord(way[-1]) + 1))


@frozen
class Parting:
    """The first call or card at which a play parted from the field."""

    place: int  # in the line, from 0
    own: str
    most: str  # what most of those did who had come that far alike
    with_it: int  # how many they were
    of: int


def parting(own: Line, field: Iterable[Line] | Lines, *, among: bool = False) -> Parting | None:
    """None for a play that went the way of most to its end, or as far as any other went along. ``among``
    them may be the play itself."""
    lines = field if isinstance(field, Lines) else Lines(field)
    written = lines.line_text(own)
    for place, word in enumerate(own):
        nexts = dict(lines.along(written[:place]))
        if among:
            nexts[word] -= 1
        of = sum(nexts.values())
        if not of:
            return None
        most = max(nexts, key=nexts.__getitem__)
        if nexts.get(word, 0) < nexts[most]:
            return Parting(place, word, most, nexts[most], of)
    return None


@frozen
class Field:
    """What the plays of a contest that are over came to, with less than a play for each."""

    points: Histogram
    users: Sequence[int]  # who is known of those who have played it, in order
    people: int  # robots left out
    robots: tuple[tuple[str, int], ...]  # the strength and the points of each
    lines: Lines
    lost: int  # plays that cannot be compared, since what is stored of them is damaged

    def has(self, user: int) -> bool:
        """Whether a user's play is in it."""
        at = bisect_left(self.users, user)
        return at < len(self.users) and self.users[at] == user


@frozen
class Streak:
    days: int  # played, since the streak began
    freezes: int  # days that may still be missed


def streak(played: Collection[int], today: int) -> Streak:
    """As it stands today: a day that is not over has not been missed, nor one without a streak."""
    days, freezes = 0, FREEZES
    for day in range(min(played, default=today), today + 1):
        if day in played:
            days += 1
            if days % EARNED == 0:
                freezes = min(FREEZES, freezes + 1)
        elif day == today:
            break
        elif days and freezes:
            freezes -= 1
        else:
            days, freezes = 0, FREEZES
    return Streak(days, freezes)


@frozen
class Ranked:
    """Somebody in the table of a week or a month."""

    rank: int
    who: int
    score: Fraction  # the percentages of their best days together
    days: int  # that count


def ranking(days: Mapping[int, Sequence[Fraction]]) -> tuple[Ranked, ...]:
    """By the percentages of their days; those with the same sum share a rank, the older account first."""
    # whole numbers of one common part: fractions of thousands of people would take seconds to add and order
    part = lcm(*{one.denominator for each in days.values() for one in each})
    totals = dict[int, tuple[int, int]]()
    for who, each in days.items():
        if each:
            best = sorted((one.numerator * (part // one.denominator) for one in each), reverse=True)[
                :COUNTING
            ]
            totals[who] = sum(best), len(best)
    found, rank, before = list[Ranked](), 0, None
    for place, who in enumerate(sorted(totals, key=lambda who: (-totals[who][0], who)), 1):
        total, counted = totals[who]
        if total != before:
            rank, before = place, total
        found.append(Ranked(rank, who, Fraction(total, part), counted))
    return tuple(found)


def game_of_day(day: int, games: Sequence[str]) -> str:
    """The game of a day: the first of the list most days, and the others in turn."""
    week, place = divmod(day, OTHERS_EVERY)
    if place not in OTHERS or len(games) == 1:
        return games[0]
    turn = week * len(OTHERS) + OTHERS.index(place)
    return games[1 + turn % (len(games) - 1)]
