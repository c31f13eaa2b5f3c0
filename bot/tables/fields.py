"""What the plays of contests came to, for the result of one person and for the table of a week or a month.

A field is read and counted by the threads that read, never by the event loop, and many who ask at once wait
for one count. What took long is kept for a moment. If it is asked for after that, it is still given while it
is counted again beside, so that only the first to ask after a while waits. What is soon counted is not kept:
it is always true to the moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.clocks import cancelled
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from rules.contests import Field, Parting, Ranked, parting, percentage, percentages, ranking
from storage.ports.records import Attempt, Regulars, Results, UserId
from storage.ports.storage import Contests as ContestLog
from storage.ports.waits import run_in_thread

K = TypeVar("K")
V = TypeVar("V")

MANY: Final = 200
"""Plays, or people, of which what they came to is kept."""
FRESH: Final = 10.0
"""Seconds for which it is given as it is."""
FRESH_PAST: Final = 300.0
"""The same of days that are over, in which nothing changes but that people are forgotten."""
STALE: Final = 600.0
"""Seconds after which it is given no more."""


class _Known(NamedTuple, Generic[V]):
    at: float
    value: V


class Lately(Generic[K, V]):
    """What was asked for lately, and is large."""

    def __init__(
        self,
        kind: str,
        most: int,
        now: Callable[[], float],
        size: Callable[[V], int],
        *,
        stale: float = STALE,
    ) -> None:
        self._kind, self._now, self._size, self._stale = kind, now, size, stale
        self._known: Recent[K, _Known[V]] = Recent(most)
        self._under_way: dict[K, asyncio.Future[None]] = {}
        self._beside: set[asyncio.Task[None]] = set()
        self._turn = 0

    async def recall(self, key: K, count: Callable[[], Coroutine[Any, Any, V]], fresh: float = FRESH) -> V:
        """What ``count`` gives, or gave lately."""
        if (known := self._lately(key, fresh)) is not None:
            if not 0 <= self._now() - known.at < fresh and key not in self._under_way:
                task = SUPERVISOR.run_once(self._renew(key, count), self._kind)
                self._beside.add(task)
                task.add_done_callback(self._beside.discard)
            return known.value
        if (waited_for := self._under_way.get(key)) is not None:
            await asyncio.wait([waited_for])
            known = self._lately(key, fresh)
            return known.value if known is not None else await count()
        return await self._count_once(key, count)

    def drop_unless(self, key: K, is_true: Callable[[V], bool]) -> None:
        """Give what is known under this key no more, if it is no longer true."""
        if key in self._known and not is_true(self._known[key].value):
            del self._known[key]

    def drop(self) -> None:
        """Give nothing of this any more, nor what is being counted."""
        self._known.clear()
        self._turn += 1

    async def close(self) -> None:
        await cancelled(self._beside)

    def _lately(self, key: K, fresh: float) -> _Known[V] | None:
        known = self._known.get(key)
        # a clock that was set back tells of no age
        return known if known is not None and 0 <= self._now() - known.at < max(fresh, self._stale) else None

    async def _renew(self, key: K, count: Callable[[], Coroutine[Any, Any, V]]) -> None:
        if key not in self._under_way:
            await self._count_once(key, count)

    async def _count_once(self, key: K, count: Callable[[], Coroutine[Any, Any, V]]) -> V:
        under_way = self._under_way[key] = asyncio.get_running_loop().create_future()
        began, turn = self._now(), self._turn
        try:
            value = await count()
            if self._size(value) >= MANY and turn == self._turn:
                self._known[key] = _Known(began, value)
            return value
        finally:
            del self._under_way[key]
            under_way.set_result(None)


class Standings(tuple[Ranked, ...]):
    """Those who play, by the percentages of their days."""

    lacking: frozenset[str]
    """The days of which not every play could be read."""

    plays: int
    """How many they are reckoned from."""

    def __new__(cls, ranks: Iterable[Ranked], lacking: frozenset[str], plays: int = 0) -> Standings:
        made = super().__new__(cls, ranks)
        made.lacking, made.plays = lacking, plays
        return made


class Beside(NamedTuple):
    """A play beside the others of its field."""

    percent: Fraction | None  # None while there is no other
    people: int  # others who have ended it
    robots: tuple[tuple[str, int], ...]  # the strength and the points of each robot in the field
    parted: Parting | None
    lost: int  # plays that cannot be compared, since what is stored of them is damaged


InTime = Callable[[str, float], bool]
"""Whether a play of a day counts that was ended at this moment."""


class Fields:
    """The fields of contests, and the tables of those who play them."""

    def __init__(self, kept: ContestLog, now: Callable[[], float], in_time: InTime) -> None:
        self._kept, self._in_time = kept, in_time
        self._fields: Lately[str, Field] = Lately("a field", 2, now, lambda one: one.people)
        self._results: Lately[tuple[str, str], Results] = Lately("results of days", 4, now, len)
        self._regulars: Lately[int, Regulars] = Lately("people of a server", 4, now, len, stale=FRESH)
        self._tables: Lately[tuple[tuple[str, ...], frozenset[UserId]], Standings] = Lately(
            "a table of people", 4, now, lambda one: one.plays, stale=FRESH
        )

    async def close(self) -> None:
        for one in (self._fields, self._results, self._regulars, self._tables):
            await one.close()

    def drop(self) -> None:
        """Somebody has been forgotten."""
        for one in (self._fields, self._results, self._regulars, self._tables):
            one.drop()

    async def beside(self, own: Attempt) -> Beside:
        """A play that is over, beside the others of its contest."""
        field = await self._fields.recall(own.contest, lambda: self._kept.field(own.contest))
        return await run_in_thread(_set_beside, field, own)

    async def regulars_of(self, guild: int) -> Regulars:
        return await self._regulars.recall(guild, lambda: self._kept.regulars(guild))

    def came(self, guild: int, user: UserId) -> None:
        """Somebody has asked for the deal of a day in a server, whether for the first time or not."""
        self._regulars.drop_unless(guild, lambda known: user in known)

    async def ranks(self, days: Sequence[str], going_on: int, among: frozenset[UserId]) -> Standings:
        """Of these people, by the percentages of the field of all on these days, which follow each other. The
        last ``going_on`` of them still change."""
        return await self._tables.recall(
            (tuple(days), among), lambda: self._rank_people(days, going_on, among)
        )

    async def _rank_people(self, days: Sequence[str], going_on: int, among: frozenset[UserId]) -> Standings:
        past, rest = days[: len(days) - going_on], days[len(days) - going_on :]
        parts = [await self._results_of(past, FRESH_PAST), await self._results_of(rest, FRESH)]
        return await run_in_thread(_standings_of, parts, among, self._in_time)

    async def _results_of(self, days: Sequence[str], fresh: float) -> Results:
        if not days:
            return Results(())
        first, last = days[0], days[-1]
        return await self._results.recall((first, last), lambda: self._kept.results(first, last), fresh)


def _set_beside(field: Field, own: Attempt) -> Beside:
    assert own.points is not None and own.user is not None
    among = field.has(own.user)
    others = Counter(field.points) - Counter([own.points] if among else [])
    parted = parting(own.line, field.lines, among=among)
    return Beside(percentage(own.points, others), field.people - among, field.robots, parted, field.lost)


def _standings_of(parts: Sequence[Results], among: frozenset[UserId], in_time: InTime) -> Standings:
    of_each: dict[int, list[Fraction]] = {}
    for part in parts:
        for contest, points, known in part.by_contest():
            shares = percentages(Counter(points))
            for who, ended, came_to in known:
                if who in among and shares and in_time(contest, ended):
                    of_each.setdefault(who, []).append(shares[came_to])
    lacking = frozenset[str]().union(*(one.lacking for one in parts))
    return Standings(ranking(of_each), lacking, sum(map(len, parts)))
