"""Turns at what is scarce, so that nobody who asks for much holds up those who ask for little.

This is start-time fair queueing (Goyal, Vin and Cheng, 1996), which needs no guess of what a turn will cost.
Everybody has a mark: how far their share has been used. Of those who wait the one with the lowest mark is
next, and their turn moves it by a little when it begins and by its seconds when it is over. Who comes after a
pause begins where the others are: nobody saves up, and nobody pays for having been alone.

One ``Shares`` stands behind several queues, so that what somebody takes in one counts in the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import AppRefused, AppWhy

Owner = Hashable
"""Whose share a turn counts against: a user, or a table at which several play."""

LEAST: Final = 0.05
"""Seconds that every turn counts at least, so that many short ones are taken in turn too."""
REMEMBERED: Final = 1000
"""Owners after whom those are forgotten whose share is as good as untouched."""
ANSWERS_AT_A_TIME: Final = 2
"""So many answers are made at a time by this process: one reads from the storage while another is drawn."""
MOST_ASKED: Final = 4
"""So many answers that take long may one person wait for at a time."""
REST: Final = 3.0
"""After one of them that person's next begins no sooner than so many times as long as it took: a turn that
has begun cannot be broken off, and those who play must not find one of the same person each time."""


class Rank(IntEnum):
    """Within one queue those of the lower rank all come before those of the higher."""

    PEOPLE = 0
    """Somebody waits for it."""
    FIELD = 1
    """A robot that plays a deal of many, for those who will compare."""


class Shares:
    """How much of the time that is scarce each owner has used, against the others."""

    def __init__(self) -> None:
        self._now = 0.0  # the mark of the last turn that began
        self._marks: dict[Owner, float] = {}

    def mark(self, owner: Owner) -> float:
        return max(self._marks.get(owner, 0.0), self._now)

    def use(self, owner: Owner, seconds: float, *, begins: bool = False) -> None:
        """Count so much against somebody's share; ``begins`` says that it is a turn of theirs that begins."""
        mark = self.mark(owner)
        if begins:
            self._now = mark
        self._marks[owner] = mark + seconds
        if len(self._marks) > REMEMBERED:
            self._marks = {one: mark for one, mark in self._marks.items() if mark > self._now}


@dataclass(eq=False)
class _Waiting:
    owner: Owner
    rank: Rank
    number: int
    turn: asyncio.Future[None]


class FairQueue:
    """So many places, for which people wait in turn by ``Shares``."""

    def __init__(self, shares: Shares, places: int) -> None:
        self._shares, self._places = shares, places
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._taken: Counter[tuple[Owner, Rank]] = Counter()  # by those who use ``turn``

    def locked(self) -> bool:
        """Whether who comes now has to wait."""
        return not self._places or bool(self._waiting)

    async def acquire(self, owner: Owner, rank: Rank = Rank.PEOPLE) -> None:
        """Wait for a place. Who is cancelled leaves none taken."""
        if not self.locked():
            self._places -= 1
            self._shares.use(owner, LEAST, begins=True)
            return
        waiting = _Waiting(owner, rank, next(self._numbers), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting.turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        self._places += 1
        while self._places and self._waiting:
            first = self._in_order()[0]
            self._waiting.remove(first)
            if not first.turn.done():
                self._places -= 1
                self._shares.use(first.owner, LEAST, begins=True)
                first.turn.set_result(None)

    @asynccontextmanager
    async def turn(self, owner: Owner, rank: Rank = Rank.PEOPLE) -> AsyncIterator[None]:
        """A place, for as long as this lasts."""
        await self.acquire(owner, rank)
        self._taken[owner, rank] += 1
        try:
            yield
        finally:
            self._taken[owner, rank] -= 1
            self._taken += Counter()  # without those who have none
            self.release()

    def turns_before(self, owner: Owner) -> int:
        """How many turns end before somebody's own begins; 0 if they have one, or wait for none."""
        people = [one.owner for one in self._in_order() if one.rank is Rank.PEOPLE]
        if (owner, Rank.PEOPLE) in self._taken or owner not in people:
            return 0
        return self._taken.total() + people.index(owner)

    def _in_order(self) -> list[_Waiting]:
        """Those who wait, the next one first, if every turn took as long as any other."""
        before, marked = Counter[tuple[Owner, Rank]](), list[tuple[Rank, float, int, _Waiting]]()
        for one in self._waiting:
            mark = self._shares.mark(one.owner) + LEAST * before[one.owner, one.rank]
            before[one.owner, one.rank] += 1
            marked.append((one.rank, mark, one.number, one))
        return [one for *_, one in sorted(marked, key=lambda it: it[:3])]


class Asked:
    """What people ask for besides playing, and what takes long: one answer at a time for each, in turn by the
    share against which their robots' choices count too. ``queue`` is for what this process itself makes."""

    def __init__(self, shares: Shares) -> None:
        self.queue, self._shares = FairQueue(shares, ANSWERS_AT_A_TIME), shares
        self._one_by_one: WeakValueDictionary[Owner, asyncio.Lock] = WeakValueDictionary()
        self._outstanding: Counter[Owner] = Counter()
        self._rested: dict[Owner, float] = {}  # the loop time from which somebody's next may begin

    def check_limit(self, owner: Owner) -> None:
        """Raises AppWhy.ASKED_ENOUGH for somebody who waits for as many answers as they may."""
        if self._outstanding[owner] >= MOST_ASKED:
            raise AppRefused(AppWhy.ASKED_ENOUGH)

    @asynccontextmanager
    async def turn(self, owner: Owner, queue: FairQueue | None = None) -> AsyncIterator[None]:
        """A turn at a queue, the own one if none is given: time in another is counted by those who look after
        that. Raises AppWhy.ASKED_ENOUGH."""
        self.check_limit(owner)
        clock, queue = asyncio.get_running_loop().time, queue or self.queue
        self._outstanding[owner] += 1
        try:
            async with self._one_by_one.setdefault(owner, asyncio.Lock()):
                await asyncio.sleep(self._rested.pop(owner, 0.0) - clock())
                async with queue.turn(owner):
                    began = clock()
                    try:
                        yield
                    finally:
                        took = clock() - began
                        if queue is self.queue:
                            self._shares.use(owner, took)
                        self._rested = {one: at for one, at in self._rested.items() if at > clock()}
                        self._rested[owner] = clock() + REST * took
        finally:
            self._outstanding[owner] -= 1
            self._outstanding += Counter()

    def turns_before(self, owner: Owner) -> int:
        """How many answers come before somebody's newest: of others, and those that they asked for before."""
        return max(self.queue.turns_before(owner), self._outstanding[owner] - 1)
