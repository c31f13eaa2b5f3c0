"""What Discord lets through: its buckets, as the headers of its answers tell, and the token's own limit.

A bucket is a fixed window: so many calls until it resets. Nothing here waits or sends; times are those of a
monotonic clock, in seconds, handed in.

The calls that go through the scheduler, each by the bucket of Discord's rate limits that it falls in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from bot.messages.tokens import Token

MARGIN: Final = 0.03
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


@dataclass(slots=True)
class Bucket:
    """One window of Discord's. Until an answer has described it, one call at a time may be under way."""

    limit: int | None = None
    left: int = 1
    resets: float = inf
    under_way: int = 0
    seconds: float | None = None  # of its window, where Discord's headers do not describe it

    def opens(self, now: float) -> float:
        """The moment from which a call may be made: ``now``, a later one, or ``inf`` if an answer under way
        must come first."""
        if self.limit is None:
            return inf if self.under_way else self.resets if now < self.resets < inf else now
        if now >= self.resets:
            self.left, self.resets = self.limit - self.under_way, inf
        if self.left > 0:
            return now
        return self.resets

    def take(self, now: float) -> None:
        """A call is being made."""
        self.left -= 1
        self.under_way += 1
        if self.seconds is not None and self.resets is inf:
            self.resets = now + self.seconds

    def give_back(self) -> None:
        """A call was not made after all."""
        self.left += 1
        self.under_way -= 1

    def answered(self, now: float) -> None:
        """A call is over, whatever came of it. One whose answer was lost may have been counted, so it stays
        spent until the window resets."""
        self.under_way -= 1
        if not self.under_way and self.limit is None:
            self.left = 1
        elif not self.under_way and self.left <= 0 and self.resets == inf:  # no answer told of the window
            self.resets = now + UNTOLD

    def told(self, limit: int, left: int, resets_after: float, now: float) -> None:
        """An answer has described the bucket. Calls still under way may not have been counted in it."""
        if self.seconds is not None:
            return
        resets = now + resets_after + MARGIN
        fresh = self.limit is None or self.resets is inf or resets > self.resets + resets_after / 2
        spare = left - max(0, self.under_way - 1)
        self.left = spare if fresh else min(self.left, spare)
        self.limit, self.resets = limit, resets

    def refused(self, retry_after: float, now: float) -> None:
        """A call was refused: nothing more until then."""
        self.left, self.resets = 0, now + retry_after + MARGIN


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

    def share(self, processes: int) -> None:
        """So many processes use the token: each makes an equal part of the calls that it has."""
        self._calls = max(1, TOKEN_CALLS // processes)

    def opens(self, route: Route, now: float) -> float:
        """The moment from which a call on this route may be made; ``inf`` until an answer has come."""
        opens = self.bucket_opens(route, now)
        return max(opens, self.token_opens(now)) if route.counted else opens

    def bucket_opens(self, route: Route, now: float) -> float:
        """The same, the token's own limit left out of account."""
        return max(self._bucket(route).opens(now), self._closed_until)

    def answer_opens(self, route: Route, now: float) -> float:
        """The same for an answer to a person, by a token of theirs, which is sent even while all else is
        closed."""
        return self._bucket(route).opens(now)

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

    def take(self, route: Route, now: float) -> None:
        self._bucket(route).take(now)
        self._under_way += route.counted

    def give_back(self, route: Route) -> None:
        """The call that was taken was not made after all."""
        self._bucket(route).give_back()
        self._under_way -= route.counted

    def answered(self, route: Route, now: float) -> None:
        self._bucket(route).answered(now)
        if route.counted:
            self._under_way -= 1
            self._recent.append(now)

    def told(self, route: Route, headers: Mapping[str, str], now: float) -> None:
        """The headers of an answer; those that say nothing of a bucket are passed over."""
        try:
            limit = int(headers["X-RateLimit-Limit"])
            left = int(headers["X-RateLimit-Remaining"])
            resets_after = float(headers["X-RateLimit-Reset-After"])
        except (KeyError, ValueError):
            return
        if route.window is None:
            self._limits[route.kind] = limit
        self._bucket(route).told(limit, left, resets_after, now)

    def refused(self, route: Route, retry_after: float, now: float, *, everywhere: bool) -> None:
        """A call was answered with 429; ``everywhere`` if the token's own limit was passed."""
        if everywhere:
            self._shut_until = max(self._shut_until, now + retry_after + MARGIN)
        else:
            self._bucket(route).refused(retry_after, now)

    def forget_idle(self, now: float) -> None:
        """Drop the buckets that have reset and that nothing uses."""
        self._buckets = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.under_way or now < bucket.resets < inf
        }

    def __len__(self) -> int:
        return len(self._buckets)

    def _bucket(self, route: Route) -> Bucket:
        key = (route.kind, route.major)
        bucket = self._buckets.get(key)
        if bucket is None:
            seconds = None
            limit = self._limits.get(route.kind)
            if route.window is not None:
                limit, seconds = route.window
            bucket = Bucket(limit, limit if limit is not None else 1, seconds=seconds)
            self._buckets[key] = bucket
        return bucket


OPEN_DM: Final = Route("open dm", 0)
LIST_EMOJI: Final = Route("list emoji", 0)
CREATE_EMOJI: Final = Route("create emoji", 0)


def create(channel: int) -> Route:
    return Route("create message", channel)


def edit(channel: int) -> Route:
    return Route("edit message", channel)


def edit_old(channel: int) -> Route:
    """Edits of messages that are older than an hour."""
    return Route("edit old message", channel, window=OLD_EDITS)


def delete(channel: int) -> Route:
    return Route("delete message", channel)


def begin_thread(channel: int) -> Route:
    return Route("begin thread", channel)


def answer(token: Token) -> Route:
    """The answer to a press."""
    return Route("answer", token, counted=False)


def by_token(token: Token) -> Route:
    """Edits and new messages by an interaction's token do not count towards the bot's own limit."""
    return Route("by token", token, counted=False)
