"""Discord's limits, the meters that count against them, and its answer to calls that come too fast.

Knows routes, not what a call does. Where Discord publishes no number the default is what bot authors have
measured. A meter is a fixed window that opens with its first call, as Discord's buckets do.

Moods stand here too: what Discord may do otherwise. Each breaks one thing that no document of Discord's
settles. The bot relies on each of them while it holds, and must live without it. ``python -m playground
--mood NAME`` gives the playground a mood, ``--mood all`` every one.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from playground.calls import Kind, Route, Scope
from playground.errors import Json

MEBIBYTE = 1024 * 1024
_SWEEP_ABOVE = 1000


@dataclass(frozen=True)
class Limit:
    """So many calls in so many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """Everything that the playground counts or times. ``None`` for a limit: not counted."""

    create_message: Limit | None = Limit(5, 5.0)
    edit_message: Limit | None = Limit(5, 5.0)
    edit_old_message: Limit | None = Limit(3, 6.0)
    old_message_seconds: float = 3600.0
    delete_message: Limit | None = Limit(5, 1.0)
    interaction_token: Limit | None = Limit(5, 2.0)  # all calls by one token together, its answer apart
    followups_in_channel: Limit | None = Limit(30, 60.0)  # by all tokens together
    edits_by_token_in_channel: Limit | None = None  # by all tokens together
    every_bot_call: Limit | None = Limit(50, 1.0)
    gateway_sends: Limit | None = Limit(120, 60.0)
    answer_seconds: float = 3.0
    token_seconds: float = 15 * 60.0
    nonce_seconds: float = 3 * 60.0
    resume_seconds: float = 90.0
    heartbeat_seconds: float = 41.25
    session_starts: int = 1000  # in a day; who begins more is given another token
    files: int = 10
    file_bytes: int = 10 * MEBIBYTE
    emoji_bytes: int = 256 * 1024
    emojis: int = 2000

    def unmetered(self) -> Limits:
        """The same without any rate limit: for play at robot speed."""
        return replace(
            self,
            create_message=None,
            edit_message=None,
            edit_old_message=None,
            delete_message=None,
            interaction_token=None,
            followups_in_channel=None,
            edits_by_token_in_channel=None,
            every_bot_call=None,
            gateway_sends=None,
        )


@dataclass(frozen=True)
class Reading:
    """A meter after one more call."""

    limit: Limit
    allowed: bool
    remaining: int
    reset_after: float


@dataclass
class Meters:
    """One fixed window for each key; the clock is an argument so that a test can turn it."""

    clock: Callable[[], float] = time.monotonic
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)

    def count_use(self, key: str, limit: Limit) -> Reading:
        now = self.clock()
        ends, used = self._windows.get(key, (0.0, 0))
        if now >= ends:
            self._sweep(now)
            ends, used = now + limit.seconds, 0
        allowed = used < limit.calls
        if allowed:
            used += 1
        self._windows[key] = (ends, used)
        return Reading(limit, allowed, limit.calls - used, ends - now)

    def _sweep(self, now: float) -> None:
        if len(self._windows) > _SWEEP_ABOVE:
            self._windows = {key: window for key, window in self._windows.items() if window[0] > now}


_BY_TOKEN = "by token"


@dataclass
class Said:
    """A status, a body, and headers beside the usual ones."""

    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)
    scope: Scope | None = None  # of a 429: whose limit was passed


class Pace:
    """The meters of one world's API.

    ``age`` gives the seconds since a message was made, ``channel_of`` the channel of an interaction's token,
    ``clock`` any seconds that pass.
    """

    def __init__(
        self,
        limits: Limits,
        age: Callable[[int], float],
        channel_of: Callable[[str], int | None],
        clock: Callable[[], float],
    ) -> None:
        self._limits, self._age, self._channel_of = limits, age, channel_of
        self._meters = Meters(clock)

    def count_call(self, route: Route) -> tuple[Said | None, dict[str, str]]:
        """Counts a call: its refusal if it comes too fast, else the headers for its answer."""
        if not route.by_token and self._limits.every_bot_call is not None:
            reading = self._meters.count_use("*", self._limits.every_bot_call)
            if not reading.allowed:
                return _too_fast(reading, {"X-RateLimit-Global": "true"}, Scope.GLOBAL), {}
        limit, bucket = self._limit_of(route)
        if limit is None:
            return None, {}
        major = route.channel_id if route.channel_id is not None else route.token
        reading = self._meters.count_use(f"{bucket}:{major}", limit)
        headers = _headers(bucket, reading)
        if not reading.allowed:
            return _too_fast(reading, headers, Scope.USER), {}
        return self._hidden(route, headers), headers

    def _limit_of(self, route: Route) -> tuple[Limit | None, str]:
        """The limit that the headers tell of, and the name of its bucket."""
        match route.kind:
            case Kind.CREATE:
                return self._limits.create_message, route.kind
            case Kind.EDIT:
                return self._limits.edit_message, route.kind
            case Kind.DELETE:
                return self._limits.delete_message, route.kind
            case Kind.ANSWER:
                return None, ""
            case _ if route.by_token:
                return self._limits.interaction_token, _BY_TOKEN
            case _:
                return None, ""

    def _hidden(self, route: Route, headers: dict[str, str]) -> Said | None:
        """The limits of which no header tells; their numbers are those that bot authors report."""
        old = self._limits.edit_old_message
        if old is not None and self._is_old_edit(route):
            reading = self._meters.count_use(f"old:{route.channel_id}", old)
            if not reading.allowed:
                # 30046, topics/opcodes-and-status-codes
                said = _too_fast(reading, headers, Scope.USER)
                words = "Maximum number of edits to messages older than 1 hour reached. Try again later"
                said.body |= {"code": 30046, "message": words}
                return said
        shared = {
            Kind.FOLLOWUP: self._limits.followups_in_channel,
            Kind.EDIT_BY_TOKEN: self._limits.edits_by_token_in_channel,
        }.get(route.kind)
        if shared is not None and route.token is not None:
            reading = self._meters.count_use(f"{route.kind}:{self._channel_of(route.token)}", shared)
            if not reading.allowed:
                said = _too_fast(reading, headers, Scope.SHARED)
                said.body["message"] = "The resource is being rate limited."
                return said
        return None

    def _is_old_edit(self, route: Route) -> bool:
        if route.kind is not Kind.EDIT or route.message_id is None:
            return False
        return self._age(route.message_id) > self._limits.old_message_seconds


def retry_after(body: Json) -> dict[str, str]:
    """The Retry-After header, for a body with ``retry_after``."""
    return {"Retry-After": str(int(body["retry_after"]) + 1)} if "retry_after" in body else {}


def _too_fast(reading: Reading, headers: dict[str, str], scope: Scope) -> Said:
    """The answer to a call over a limit (topics/rate-limits, "Exceeding A Rate Limit")."""
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(reading.reset_after, 3),
        "global": scope is Scope.GLOBAL,
    }
    return Said(429, body, headers | {"X-RateLimit-Scope": scope} | retry_after(body), scope)


def _headers(bucket: str, reading: Reading) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(reading.limit.calls),
        "X-RateLimit-Remaining": str(reading.remaining),
        "X-RateLimit-Reset": f"{time.time() + reading.reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{reading.reset_after:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(bucket.encode()).hexdigest()[:32],
    }


class Mood(StrEnum):
    NO_ORIGINAL_IN_CHANNELS = "no-original-in-channels"
    NO_ORIGINAL_IN_DIRECT_MESSAGES = "no-original-in-direct-messages"
    NO_ORIGINAL_ON_EPHEMERALS = "no-original-on-ephemerals"
    NO_FILES_BY_TOKEN = "no-files-by-token"
    NO_V2_AFTER_DEFERRING = "no-v2-after-deferring"
    TIGHT_TOKENS = "tight-tokens"
    TIGHT_OLD_EDITS = "tight-old-edits"
    SHORT_NONCES = "short-nonces"
    NO_ARCHIVING = "no-archiving"
    NO_THREADS_IN_ANNOUNCEMENTS = "no-threads-in-announcements"
    COMMANDS_TOLD_OTHERWISE = "commands-told-otherwise"
    NO_BOXES_IN_FORMS = "no-boxes-in-forms"


TOLD: Final = MappingProxyType(
    {
        Mood.NO_ORIGINAL_IN_CHANNELS: "after a press a token does not reach a public message as @original",
        Mood.NO_ORIGINAL_IN_DIRECT_MESSAGES: "the same in direct messages",
        Mood.NO_ORIGINAL_ON_EPHEMERALS: "the same for a message that one person sees",
        Mood.NO_FILES_BY_TOKEN: "a message with components V2 takes no files by a token",
        Mood.NO_V2_AFTER_DEFERRING: "an answer that was deferred cannot become components V2",
        Mood.TIGHT_TOKENS: "one token edits twice in two seconds, all of a channel thirty times in fifteen",
        Mood.TIGHT_OLD_EDITS: "messages older than an hour are edited once in ten seconds",
        Mood.SHORT_NONCES: "a nonce is forgotten after a second",
        Mood.NO_ARCHIVING: "a thread of one's own cannot be archived without Manage Threads",
        Mood.NO_THREADS_IN_ANNOUNCEMENTS: "channels for announcements take no public threads",
        Mood.COMMANDS_TOLD_OTHERWISE: "the list of commands comes back in other words than it was sent",
        Mood.NO_BOXES_IN_FORMS: "a form takes neither checkboxes nor radio buttons",
    }
)
"""What is true in each mood."""


def limits_in(moods: Collection[Mood], limits: Limits) -> Limits:
    """The limits where moods have tighter ones. A limit that is not counted stays so."""
    if Mood.TIGHT_TOKENS in moods and limits.interaction_token is not None:
        limits = replace(limits, interaction_token=Limit(2, 2.0), edits_by_token_in_channel=Limit(30, 15.0))
    if Mood.TIGHT_OLD_EDITS in moods and limits.edit_old_message is not None:
        limits = replace(limits, edit_old_message=Limit(1, 10.0))
    return replace(limits, nonce_seconds=1.0) if Mood.SHORT_NONCES in moods else limits


def moods_named(names: Iterable[str]) -> frozenset[Mood]:
    """The moods of these names; ``all`` is every one. ValueError for a name that is none."""
    given = list(names)
    return frozenset(Mood) if "all" in given else frozenset(map(Mood, given))
