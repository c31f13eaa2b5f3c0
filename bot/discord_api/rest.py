"""Discord's HTTP API for the calls that a table makes all the time, by the bot's token or an interaction's.

The library's own functions wait for rate limits by themselves, try again by themselves, and build an object
of every answer. Here one call is one request: its answer's headers go to the scheduler's buckets, and of its
body nothing is read but an error's code or a new message's id. The dates of answers go to the clock that
keeps Discord's time; how long answers to people take is measured.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final, NamedTuple, Protocol

import aiohttp

from bot.clocks import HOUR, ITS_OWN, DiscordClock, retry_after
from bot.discord_api.scheduler import Buckets, Route
from bot.first_answer import hand_over_first_answer

TIME_OUT: Final = 10.0
"""Seconds for one request."""
CONNECTIONS: Final = 60
"""Open at once; more calls than this wait for a connection."""
TOO_MANY: Final = 429
REFUSED: Final = frozenset({401, 403, TOO_MANY})
"""The statuses that Discord counts against the address of a machine."""

log = logging.getLogger(__name__)


class Endpoint(NamedTuple):
    """A method and a path, and the bucket that they belong to."""

    method: str
    path: str
    route: Route

    def __repr__(self) -> str:
        return f"{self.method} {self.route.kind}"  # a path may hold a token


class Unreachable(Exception):
    """No answer came: a network fault, or a time-out. What was ``sent`` may have been carried out."""

    def __init__(self, fault: Exception | None = None) -> None:
        """Without a fault all is closed."""
        super().__init__(type(fault).__name__ if fault is not None else "closed")
        self.sent = fault is not None and not isinstance(fault, aiohttp.ClientConnectorError)


@dataclass(slots=True)
class Rejected(Exception):
    """Discord answered with an error. ``code`` is its own, 0 where it gave none; ``fields`` are those that it
    does not take, such as ``data.attachments``."""

    status: int
    code: int
    message: str
    fields: tuple[str, ...] = ()
    wait: float = 0.0
    """Seconds for which it asks not to be asked again."""

    def __str__(self) -> str:
        return f"{self.status} ({self.code})"


class Limited(Rejected):
    """429: the buckets have been told."""


class Banned(Rejected):
    """429 from what stands before Discord, which gives no reason in JSON: likewise."""


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: bytes


class Wire(Protocol):
    """What carries one request to Discord and its answer back."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Reply: ...


class HttpWire:
    """Requests over the network."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._session: aiohttp.ClientSession | None = None

    async def open(self) -> None:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=CONNECTIONS),
            timeout=aiohttp.ClientTimeout(total=TIME_OUT),
            cookie_jar=aiohttp.DummyCookieJar(),
            trace_configs=[hands_over(aiohttp.TraceConfig())],
        )

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        assert self._session is not None
        async with self._session.request(method, self._base + path, data=body, headers=headers) as answer:
            return Reply(answer.status, answer.headers, await answer.read())


class Rest:
    """All calls of one bot. Works between ``open`` and ``close``."""

    def __init__(
        self,
        wire: Wire,
        user_agent: str,
        buckets: Buckets,
        clock: DiscordClock,
        told: Callable[[str, str, int], None] = lambda kind, path, status: None,
    ) -> None:
        """``told`` is called with each call that was answered: its kind, its path and the status."""
        self._wire, self._agent, self._token = wire, user_agent, ""
        self.application = 0
        """The bot's own id as an application."""
        self.buckets = buckets
        self._clock = clock
        self._told = told
        self.is_closed = False

    async def open(self, token: str, application: int) -> None:
        """``application`` is the bot's own id as one."""
        self._token, self.application, self.is_closed = token, application, False
        await self._wire.open()

    async def close(self) -> None:
        self.is_closed = True
        await self._wire.close()

    def now(self) -> float:
        """The time by Discord's clock, in seconds since 1970."""
        return self._clock.now()

    async def call(self, to: Endpoint, body: bytes | None = None, kind: str = "application/json") -> bytes:
        """The body of the answer to a body of this ``kind``. The caller holds a reservation for ``to.route``.

        Raises Unreachable, Limited, Rejected.
        """
        if self.is_closed:
            raise Unreachable
        headers = {"User-Agent": self._agent}
        if to.route.counted:
            headers["Authorization"] = f"Bot {self._token}"
        if body is not None:
            headers["Content-Type"] = kind
        sent = self._clock.elapsed()
        try:
            status, told, content = await self._wire.request(to.method, to.path, body, headers)
        except (OSError, aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(error) from None  # its words hold the path, and so the token
        if status < ITS_OWN and (date := told.get("Date")) is not None:
            self._clock.dated(date, sent, self._clock.elapsed())
        if status in REFUSED:
            self._count_refusal()
        if status == TOO_MANY:
            self._limited(to.route, told, content)
        else:
            self.buckets.read_headers(to.route, told, asyncio.get_running_loop().time())
        self._told(to.route.kind, to.path, status)
        if status >= 300:
            raise _rejected(status, told, content)
        return content

    def note_shut_out(self, headers: Mapping[str, str]) -> None:
        """What stands before Discord has refused a call. It refuses all that come from this machine, for
        longer with each: nothing but answers to people is sent until the time that it tells is over."""
        now, wait = asyncio.get_running_loop().time(), retry_after(headers)
        if not self.is_shut_out:
            log.warning("Discord's network refuses all calls: only answers are sent for %.0f seconds", wait)
        self.buckets.close(now + wait)

    def answered_library(self, status: int, headers: Mapping[str, str]) -> None:
        """A request of the library's was answered so."""
        if status in REFUSED:
            self._count_refusal()
        if status == TOO_MANY and not headers.get("Content-Type", "").startswith("application/json"):
            self.note_shut_out(headers)

    def _count_refusal(self) -> None:
        now = asyncio.get_running_loop().time()
        was_closed = self.is_shut_out
        if self.buckets.count_refusal(now) and not was_closed:
            log.warning("Discord has refused too many calls: for some minutes only answers are sent")

    @property
    def is_shut_out(self) -> bool:
        return self.buckets.is_closed(asyncio.get_running_loop().time())

    def _limited(self, route: Route, headers: Mapping[str, str], content: bytes) -> None:
        """A call has come too soon."""
        said = _object(content)
        if "retry_after" not in said:
            self.note_shut_out(headers)
            return
        everywhere = said.get("global") is True or headers.get("X-RateLimit-Scope") == "global"
        wait, now = _wait_told(said["retry_after"]), asyncio.get_running_loop().time()
        self.buckets.rate_limited(route, wait, now, everywhere=everywhere)


def _wait_told(told: object) -> float:
    """Those that an answer asks to wait: an hour at most, and one second where it says what cannot be."""
    return float(min(told, HOUR)) if isinstance(told, int | float) and told >= 0 else 1.0


def _rejected(status: int, headers: Mapping[str, str], content: bytes) -> Rejected:
    said = _object(content)
    code, message = said.get("code"), said.get("message")
    kind = Rejected
    if status == TOO_MANY:
        kind = Limited if "retry_after" in said else Banned
    return kind(
        status,
        code if isinstance(code, int) else 0,
        message if isinstance(message, str) else "",
        tuple(_fields(said.get("errors"))),
        retry_after(headers) if "Retry-After" in headers else 0.0,
    )


def _fields(errors: object, under: str = "") -> Iterator[str]:
    """The paths of the fields of a form that Discord complains of."""
    if isinstance(errors, dict):
        for name, inner in errors.items():
            if name == "_errors":
                yield under
            else:
                yield from _fields(inner, f"{under}.{name}" if under else name)


def _object(content: bytes) -> Mapping[str, object]:
    try:
        said = json.loads(content)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def dates_for(clock: DiscordClock) -> aiohttp.TraceConfig:
    """What the library is given to watch its requests with."""

    async def sent(_: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        context.sent = clock.elapsed()

    async def received(
        _: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        date = end.response.headers.get("Date")
        if date is not None and end.response.status < ITS_OWN:
            clock.dated(date, context.sent, clock.elapsed())

    watched = aiohttp.TraceConfig()
    watched.on_request_start.append(sent)
    watched.on_request_end.append(received)
    return watched


def hands_over(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Have those who wait for a presser's first answer told as its bytes go to the connection."""

    async def chunk_sent(
        _: aiohttp.ClientSession, __: SimpleNamespace, chunk: aiohttp.TraceRequestChunkSentParams
    ) -> None:
        if ANSWER.search(chunk.url.path) is not None:
            hand_over_first_answer()

    trace.on_request_chunk_sent.append(chunk_sent)
    return trace


ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback(?:\?|$)")
