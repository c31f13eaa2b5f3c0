"""When a call to Discord may be made: the scheduler, and the limits that it keeps to.

The scheduler makes each call when its bucket has room, the most urgent first. A call that waits is not drawn
yet: its caller is asked at the last moment where it goes, and then makes it, so that a frame is never sent
after a newer one exists. There is at most one call of a key waiting or under way; asking again while one is
under way has its caller asked once more afterwards.

Discord's limits are buckets, as the headers of its answers tell, and the token's own. A bucket is a fixed
window: so many calls until it resets. Buckets neither wait nor send; times are those of a monotonic clock, in
seconds, handed in.

Things to be done after a while, by key: a later wish for the same thing takes the place of the earlier.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from math import inf
from typing import Final, NamedTuple, Protocol

from bot.clocks import HOUR, cancelled
from bot.supervisor import SUPERVISOR

log = logging.getLogger(__name__)

SWEEP_ABOVE: Final = 10_000
"""Buckets kept before those out of use are dropped."""
LOOK_AGAIN: Final = 0.05
"""Seconds after which somebody who waits for a reservation looks again."""
RESET_MARGIN: Final = 0.03
"""Seconds added to every reset, since Discord rounds the times that it tells."""

UNTOLD: Final = 5.0
"""Seconds after which a window has surely reset of which no answer has told."""

OLD_EDITS: Final = (2, 6.5)
"""Calls and seconds. Discord lets messages older than an hour be edited less often, and its headers do not
tell so; bot authors have found three edits in six seconds."""

TOKEN_CALLS: Final = 47
TOKEN_SECONDS: Final = 1.02
"""Of the fifty calls a second that a token has, a few are left for calls that are not scheduled."""

REFUSALS: Final = 1000
REFUSALS_IN: Final = 600.0
"""Calls answered with 401, 403 or 429, and the seconds in which that is too many: at ten times as many
Discord shuts the machine's address out."""

CREATE: Final = "create message"
EDIT: Final = "edit message"
EDIT_OLD: Final = "edit old message"  # one that is older than an hour
DELETE: Final = "delete message"
ANSWER: Final = "answer"  # to a press


class Route(NamedTuple):
    """Where a call goes, as far as limits are concerned."""

    kind: str
    """The method and path with its ids left out: calls of one kind share a bucket's figures."""
    major: Hashable
    """The channel, or the interaction's token, that each have a bucket of their own."""
    counted: bool = True
    """Whether the call counts towards the token's limit; calls by an interaction's token do not."""
    window: tuple[int, float] | None = None
    """Calls and seconds of a limit that is known beforehand and that no header describes."""


def by_token(token: Hashable) -> Route:
    """Where an edit or a new message by an interaction's token goes. It does not count towards the bot's own
    limit."""
    return Route("by token", token, counted=False)


OPEN_DM: Final = Route("open dm", 0)
LIST_EMOJI: Final = Route("list emoji", 0)
CREATE_EMOJI: Final = Route("create emoji", 0)


@dataclass(slots=True)
class Bucket:
    """One window of Discord's. Until an answer has described it, one call at a time may be under way."""

    limit: int | None = None
    left: int = 1
    resets: float = inf
    under_way: int = 0
    seconds: float | None = None  # of its window, where Discord's headers do not describe it


class Buckets:
    """All buckets of one token, and the token's own limit."""

    def __init__(self, calls: int = TOKEN_CALLS, seconds: float = TOKEN_SECONDS) -> None:
        self._buckets: dict[tuple[str, Hashable], Bucket] = {}
        self._limits: dict[str, int] = {}  # of each kind, once an answer has told it
        self._calls, self._seconds = calls, seconds
        self._under_way = 0  # counted calls without an answer
        self._recent: deque[float] = deque()  # when the counted calls of the last while were answered
        self._shut_until = 0.0
        self._closed_until = 0.0  # before which nothing but answers to people is sent
        self._refusals: deque[float] = deque(maxlen=REFUSALS)

    def share_limits(self, processes: int) -> None:
        """So many processes use the token: each makes an equal part of the calls that it has."""
        self._calls = max(1, TOKEN_CALLS // processes)

    def opens(self, route: Route, now: float, *, answers: bool = False) -> float:
        """The moment from which a call on this route may be made: ``now``, a later one, or ``inf`` if an
        answer under way must come first."""
        opens = self.bucket_opens(route, now, answers=answers)
        return max(opens, self.token_opens(now)) if route.counted else opens

    def bucket_opens(self, route: Route, now: float, *, answers: bool = False) -> float:
        """The same, the token's own limit left out of account. What ``answers`` a person, by a token of
        theirs, is sent even while all else is closed."""
        bucket, closed_until = self._bucket(route), now if answers else self._closed_until
        if bucket.limit is None:
            if bucket.under_way:
                return inf
            return max(bucket.resets if now < bucket.resets < inf else now, closed_until)
        if now >= bucket.resets:
            bucket.left, bucket.resets = bucket.limit - bucket.under_way, inf
        return max(now if bucket.left > 0 else bucket.resets, closed_until)

    def close(self, until: float) -> None:
        """Nothing but answers to people is sent before then."""
        self._closed_until = max(self._closed_until, until)

    def count_refusal(self, now: float) -> bool:
        """A call was answered with 401, 403 or 429. Whether all are closed now, since too many were."""
        self._refusals.append(now)
        opens = self._refusals[0] + REFUSALS_IN
        if len(self._refusals) < REFUSALS or opens <= now:
            return False
        self.close(opens)
        return True

    def is_closed(self, now: float) -> bool:
        return now < self._closed_until

    def token_opens(self, now: float) -> float:
        """The moment from which any counted call may be made; ``inf`` until an answer has come.

        Discord counts a call at some moment between its start and its answer. So its place is free again a
        second after its answer: counted from the start, a second's calls that are held up on their way would
        meet those of the next.
        """
        while self._recent and self._recent[0] <= now - self._seconds:
            self._recent.popleft()
        if self._under_way + len(self._recent) < self._calls:
            return max(now, self._shut_until)
        return max(self._shut_until, self._recent[0] + self._seconds) if self._recent else inf

    def used(self, now: float) -> float:
        """The part of the token's own limit that is being used."""
        return 1.0 if self.token_opens(now) > now else (self._under_way + len(self._recent)) / self._calls

    def count_call(self, route: Route, now: float) -> None:
        """A call is being made."""
        bucket = self._bucket(route)
        bucket.left -= 1
        bucket.under_way += 1
        if bucket.seconds is not None and bucket.resets is inf:
            bucket.resets = now + bucket.seconds
        self._under_way += route.counted

    def give_back(self, route: Route) -> None:
        """The call that was taken was not made after all."""
        bucket = self._bucket(route)
        bucket.left += 1
        bucket.under_way -= 1
        if bucket.seconds is not None and bucket.left == bucket.limit:
            bucket.resets = inf  # the window begins with the first that is made
        self._under_way -= route.counted

    def call_ended(self, route: Route, now: float) -> None:
        """A call is over, whatever came of it. One whose answer was lost may have been counted, so it stays
        spent until the window resets."""
        bucket = self._bucket(route)
        bucket.under_way -= 1
        if not bucket.under_way and bucket.limit is None:
            bucket.left = 1
        elif not bucket.under_way and bucket.left <= 0 and bucket.resets == inf:  # no answer told of it
            bucket.resets = now + UNTOLD
        if route.counted:
            self._under_way -= 1
            self._recent.append(now)
        if len(self._buckets) > SWEEP_ABOVE:
            self._buckets = {
                key: one for key, one in self._buckets.items() if one.under_way or now < one.resets < inf
            }

    def read_headers(self, route: Route, headers: Mapping[str, str], now: float) -> None:
        """The headers of an answer, passed over if they say nothing of a bucket, or what cannot be."""
        try:
            limit = int(headers["X-RateLimit-Limit"])
            left = int(headers["X-RateLimit-Remaining"])
            resets_after = float(headers["X-RateLimit-Reset-After"])
        except (KeyError, ValueError):
            return
        if route.window is not None or limit < 1 or not 0 <= resets_after <= HOUR:
            return
        bucket = self._bucket(route)
        self._limits[route.kind] = limit
        resets = now + resets_after + RESET_MARGIN
        fresh = bucket.limit is None or bucket.resets is inf or resets > bucket.resets + resets_after / 2
        spare = left - max(0, bucket.under_way - 1)  # calls still under way may not have been counted in it
        bucket.left = spare if fresh else min(bucket.left, spare)
        bucket.limit, bucket.resets = limit, resets

    def rate_limited(self, route: Route, retry_after: float, now: float, *, everywhere: bool) -> None:
        """A call was answered with 429; ``everywhere`` if the token's own limit was passed."""
        if everywhere:
            self._shut_until = max(self._shut_until, now + retry_after + RESET_MARGIN)
        else:  # nothing more until then
            bucket = self._bucket(route)
            bucket.left, bucket.resets = 0, now + retry_after + RESET_MARGIN

    def _bucket(self, route: Route) -> Bucket:
        key = (route.kind, route.major)
        bucket = self._buckets.get(key)
        if bucket is None:
            limit, seconds = route.window or (self._limits.get(route.kind), None)
            bucket = self._buckets[key] = Bucket(limit, 1 if limit is None else limit, seconds=seconds)
        return bucket


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

    def enqueue(self, key: Hashable, caller: Caller, urgency: Urgency) -> None:
        """Let the caller send as soon as there is room. One that waits already keeps the earlier of its two
        places."""
        self.ask_all([(key, caller, urgency)])

    def ask_all(self, asked: Iterable[tuple[Hashable, Caller, Urgency]]) -> None:
        """The same for several, of which the most urgent goes first."""
        if self._closed:
            return
        now = self._clock()
        for key, caller, urgency in asked:
            due = now + urgency.value
            if key in self._under_way:
                again = self._again.get(key)
                self.coalesced += again is not None
                self._again[key] = (due if again is None else min(due, again[0])), caller
                continue
            before = self._waiting.get(key)
            if before is not None:
                due = min(due, before.due)
                before.dropped = True
                self.coalesced += 1
            self._put(_Waiting(due, next(self._numbers), key, caller))
        self._pump()

    @asynccontextmanager
    async def reserved(self, route: Route, *, answers: bool = False) -> AsyncIterator[None]:
        """Holds a place for one call that its maker waits for, such as opening direct messages; ``answers``
        if it is an answer to a person."""
        while (opens := self.buckets.opens(route, now := self._clock(), answers=answers)) > now:
            await asyncio.sleep(min(opens - now, LOOK_AGAIN))
        self.buckets.count_call(route, now)
        try:
            yield
        finally:
            self._call_over(route, made=True)

    @property
    def used(self) -> float:
        """The part of the token's own limit that is being used."""
        return self.buckets.used(self._clock())

    def opens_after(self, route: Route) -> float:
        """Seconds until a call may be made there; 0 if only an answer that is under way must come first."""
        opens = self.buckets.opens(route, now := self._clock())
        return opens - now if opens < inf else 0.0

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
        await cancelled(self._under_way.values())

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
                continue
            del self._waiting[first.key]
            self.buckets.count_call(first.route, now)
            call = self._send(first, first.route)
            self._under_way[first.key] = SUPERVISOR.run_once(call, "call", first.key)
        self._look_again(now)

    def _most_urgent(self, now: float) -> _Waiting | None:
        """Takes the next call from those that are ready, the counted ones only while the token has room."""
        for ready in self._ready.values():
            while ready and ready[0].dropped:
                heapq.heappop(ready)
        heaps = [
            heap
            for counted, heap in self._ready.items()
            if heap and (not counted or self.buckets.token_opens(now) <= now)
        ]
        return heapq.heappop(min(heaps)) if heaps else None

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
            self._call_over(route, made=made)

    def _call_over(self, route: Route, *, made: bool) -> None:
        """A call has come to its end, or was not made after all: its bucket may have room again."""
        if made:
            self.buckets.call_ended(route, self._clock())
        else:
            self.buckets.give_back(route)
        if (key := (route.kind, route.major)) in self._parked:
            self._unpark(key)
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

    def call_later(self, key: Hashable, delay: float, do: Callable[[], None]) -> None:
        def fire() -> None:
            del self._timers[key]
            do()

        earlier = self._timers.pop(key, None)
        if earlier is not None:
            earlier.cancel()
        if not self._closed:
            self._timers[key] = asyncio.get_running_loop().call_later(max(SOONEST, delay), fire)

    def close(self) -> None:
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
