"""The scheduler of calls to Discord: each is made when its bucket has room, the most urgent first.

A call that waits is not drawn yet: its caller is asked at the last moment where it goes, and then makes it,
so that a frame is never sent after a newer one exists. There is at most one call of a key waiting or under
way; asking again while one is under way has its caller asked once more afterwards.

Things to be done after a while, by key: a later wish for the same thing takes the place of the earlier.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from math import inf
from typing import Final, Protocol

from bot.messages.rate_limits import Buckets, Route

log = logging.getLogger(__name__)

SWEEP_ABOVE: Final = 10_000
"""Buckets kept before those out of use are dropped."""
LOOK_AGAIN: Final = 0.05
"""Seconds after which somebody who waits for a reservation looks again."""

_BucketKey = tuple[str, Hashable]


class Urgency(Enum):
    """How long a call of each sort may wait, in seconds, before it is as urgent as a fresh one of the first
    sort: nothing waits for ever, however busy the bot is."""

    DUE_PANEL = 0.0  # the hand of a person to act
    TABLE = 0.2
    PANEL = 0.5
    RESULT = 2.0
    UPKEEP = 10.0  # what nobody is looking at


class Caller(Protocol):
    """One thing that must be brought to Discord."""

    def route(self) -> Route | None:
        """Where the next call goes; None if there is nothing to send any more."""

    def send(self, route: Route) -> Awaitable[bool]:
        """Makes the call, unless it proves needless; whether it was made. Errors are the caller's to handle;
        what escapes is logged."""


@dataclass(order=True, slots=True)
class _Waiting:
    due: float
    number: int
    key: Hashable = field(compare=False)
    caller: Caller = field(compare=False)
    route: Route | None = field(compare=False, default=None)
    """Where it went when it was put; a call that goes elsewhere by now is not made, and asked for again."""
    dropped: bool = field(default=False, compare=False)


class Scheduler:
    """All calls of one bot.

    ``_ready`` holds the calls whose bucket was open when last looked at, the counted ones apart, since all of
    them wait when the token's own limit is used up. A call whose bucket is full is parked with it until the
    bucket resets, or until an answer has described it.
    """

    def __init__(self, buckets: Buckets | None = None, clock: Callable[[], float] | None = None) -> None:
        self.buckets = Buckets() if buckets is None else buckets
        self._clock = clock or asyncio.get_running_loop().time
        self._numbers = count()
        self._waiting: dict[Hashable, _Waiting] = {}
        self._ready: dict[bool, list[_Waiting]] = {True: [], False: []}
        self._parked: dict[_BucketKey, list[_Waiting]] = {}
        self._openings: list[tuple[float, int, _BucketKey]] = []
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._again: dict[Hashable, tuple[float, Caller]] = {}
        self._wake: asyncio.TimerHandle | None = None
        self._closed = False
        self.coalesced = 0
        """Calls that were asked for and not made, since a later one of their key took their place."""

    def ask(self, key: Hashable, caller: Caller, urgency: Urgency) -> None:
        """Has the caller send as soon as there is room. Where it waits already, the earlier place counts."""
        self.ask_all([(key, caller, urgency)])

    def ask_all(self, asked: Iterable[tuple[Hashable, Caller, Urgency]]) -> None:
        """The same for several, of which the most urgent goes first."""
        if self._closed:
            return
        now = self._clock()
        for key, caller, urgency in asked:
            self._queue(key, caller, now + urgency.value)
        self._pump()

    def _queue(self, key: Hashable, caller: Caller, due: float) -> None:
        if key in self._under_way:
            again = self._again.get(key)
            self.coalesced += again is not None
            self._again[key] = (due if again is None else min(due, again[0])), caller
            return
        before = self._waiting.get(key)
        if before is not None:
            due = min(due, before.due)
            before.dropped = True
            self.coalesced += 1
        self._put(_Waiting(due, next(self._numbers), key, caller))

    def drop(self, key: Hashable) -> None:
        """Forgets a call that waits."""
        self._again.pop(key, None)
        waiting = self._waiting.pop(key, None)
        if waiting is not None:
            waiting.dropped = True

    @asynccontextmanager
    async def reserved(self, route: Route, *, answers: bool = False) -> AsyncIterator[None]:
        """Holds a place for one call that its maker waits for, such as opening direct messages; ``answers``
        if it is an answer to a person."""
        opening = self.buckets.answer_opens if answers else self.buckets.opens
        while (opens := opening(route, now := self._clock())) > now:
            await asyncio.sleep(min(opens - now, LOOK_AGAIN))
        self.buckets.take(route, now)
        try:
            yield
        finally:
            self._over(route, made=True)

    @property
    def used(self) -> float:
        """The part of the token's own limit that is being used."""
        return self.buckets.used(self._clock())

    @property
    def backlog(self) -> int:
        """How many calls wait."""
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """How many calls are being made."""
        return len(self._under_way)

    async def close(self) -> None:
        """Stops: calls under way are cancelled, those that wait are forgotten."""
        self._closed = True
        if self._wake is not None:
            self._wake.cancel()
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _put(self, waiting: _Waiting) -> None:
        waiting.route = waiting.caller.route()
        if waiting.route is None:
            self._waiting.pop(waiting.key, None)
            return
        self._waiting[waiting.key] = waiting
        heapq.heappush(self._ready[waiting.route.counted], waiting)

    def _pump(self) -> None:
        """Makes every call that may be made now, the most urgent first; comes back when the next may be."""
        if self._closed:
            return
        now = self._clock()
        while self._openings and self._openings[0][0] <= now:
            self._unpark(heapq.heappop(self._openings)[2])
        while (first := self._most_urgent(now)) is not None:
            assert first.route is not None
            opens = self.buckets.bucket_opens(first.route, now)
            if opens > now:
                self._park(first, first.route, opens)
            else:
                self._start(first, first.route, now)
        self._look_again(now)

    def _most_urgent(self, now: float) -> _Waiting | None:
        """Takes the next call from those that are ready, the counted ones only while the token has room."""
        for ready in self._ready.values():
            while ready and ready[0].dropped:
                heapq.heappop(ready)
        token_open = self.buckets.token_opens(now) <= now
        heaps = [heap for counted, heap in self._ready.items() if heap and (token_open or not counted)]
        return heapq.heappop(min(heaps, key=lambda heap: heap[0])) if heaps else None

    def _start(self, waiting: _Waiting, route: Route, now: float) -> None:
        del self._waiting[waiting.key]
        self.buckets.take(route, now)
        task = asyncio.create_task(self._send(waiting, route), name=f"call {waiting.key}")
        self._under_way[waiting.key] = task

    async def _send(self, waiting: _Waiting, route: Route) -> None:
        made = True
        try:
            made = await waiting.caller.send(route)
        except Exception:
            log.exception("a call of %s failed", waiting.key)
        finally:
            del self._under_way[waiting.key]
            again = self._again.pop(waiting.key, None)
            if again is not None and not self._closed:
                due, caller = again
                self._put(_Waiting(due, next(self._numbers), waiting.key, caller))
            self._over(route, made=made)

    def _over(self, route: Route, *, made: bool) -> None:
        """A call has come to its end, or was not made after all: its bucket may have room again."""
        if made:
            self.buckets.answered(route, self._clock())
        else:
            self.buckets.give_back(route)
        self._unpark((route.kind, route.major))
        if len(self.buckets) > SWEEP_ABOVE:
            self.buckets.forget_idle(self._clock())
        self._pump()

    def _park(self, waiting: _Waiting, route: Route, opens: float) -> None:
        key = (route.kind, route.major)
        self._parked.setdefault(key, []).append(waiting)
        if opens < inf:
            heapq.heappush(self._openings, (opens, next(self._numbers), key))

    def _unpark(self, key: _BucketKey) -> None:
        for waiting in self._parked.pop(key, ()):
            if not waiting.dropped:
                self._put(waiting)

    def _look_again(self, now: float) -> None:
        """Sets the one timer to the moment at which the next call may be made."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        moments = [self._openings[0][0]] if self._openings else []
        if self._ready[True] and (opens := self.buckets.token_opens(now)) < inf:
            moments.append(opens)
        if moments:
            delay = max(0.0, min(moments) - now)
            self._wake = asyncio.get_running_loop().call_later(delay, self._pump)


SOONEST: Final = 0.05
"""Seconds after which a thing is done at the earliest."""


class Timers:
    def __init__(self) -> None:
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        self._closed = False

    def at(self, key: Hashable, delay: float, do: Callable[[], None]) -> None:
        def now() -> None:
            del self._timers[key]
            do()

        earlier = self._timers.pop(key, None)
        if earlier is not None:
            earlier.cancel()
        if not self._closed:
            self._timers[key] = asyncio.get_running_loop().call_later(max(SOONEST, delay), now)

    def close(self) -> None:
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
