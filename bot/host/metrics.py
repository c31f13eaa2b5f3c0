"""What the running bot measures of itself, and the HTTP endpoint for those who watch it.

``/metrics`` is for Prometheus, ``/health`` for a supervisor. The endpoint is off unless the setting METRICS
says where it listens. Neither page names a person, a table or a card.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Final, Protocol

from aiohttp import web

from bot.settings import BadSetting

STEPS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Upper bounds of a histogram, in seconds; Discord waits three for an answer."""


class Times:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self._sum = 0.0

    def took(self, seconds: float) -> None:
        self._sum += seconds
        self._counts[next((place for place, step in enumerate(STEPS) if seconds <= step), len(STEPS))] += 1

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for step, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{step}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Measures:
    """All that is measured. ``gauges`` and ``counters`` are asked when somebody reads."""

    def __init__(self) -> None:
        self.answers = Times()
        self.appends = Times()
        self.lag = Times()
        self.limited: Counter[str] = Counter()  # by the kind of route
        self.gauges: dict[str, Callable[[], float]] = {}
        self.counters: dict[str, Callable[[], float]] = {}

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, times in self._times().items():
            yield from _head(name, "histogram")
            yield from times.lines(name)
        yield from _head("biritch_rate_limited_total", "counter")
        for kind, count in sorted(self.limited.items()):
            yield f'biritch_rate_limited_total{{route="{kind}"}} {count}'
        for type_, asked in (("counter", self.counters), ("gauge", self.gauges)):
            for name, value in asked.items():
                yield from _head(name, type_)
                yield f"{name} {value():g}"

    def _times(self) -> Mapping[str, Times]:
        return {
            "biritch_answer_seconds": self.answers,
            "biritch_append_seconds": self.appends,
            "biritch_loop_lag_seconds": self.lag,
        }


TOLD: Final = {
    "biritch_answer_seconds": "From a press or command that arrives until Discord has our answer.",
    "biritch_append_seconds": "Storing what an act came to.",
    "biritch_loop_lag_seconds": "How much later than due the event loop ran a timer, twice a second.",
    "biritch_rate_limited_total": "Answers of Discord that a limit was passed (429), by kind of call.",
    "biritch_frames_coalesced_total": "Screens that were not sent because a newer one was due.",
    "biritch_open_tables": "Tables that are open.",
    "biritch_open_sheets": "Score sheets that are open.",
    "biritch_open_evenings": "Evenings of many tables that are open.",
    "biritch_damaged_tables": "Tables, score sheets and evenings whose record cannot be read.",
    "biritch_robot_tasks": "Choices of robots that are being thought over, or wait for it.",
    "biritch_calls_waiting": "Calls to Discord that wait for a limit.",
}


def _head(name: str, type_: str) -> Iterator[str]:
    yield f"# HELP {name} {TOLD[name]}"
    yield f"# TYPE {name} {type_}"


LOOK: Final = 0.5
"""Seconds between two looks at how late the event loop is."""


class Watched(Protocol):
    """What is watched: the bot, in the life that it has now."""

    @property
    def measures(self) -> Measures: ...
    @property
    def healthy(self) -> bool: ...
    @property
    def damaged(self) -> Collection[str]: ...


class Endpoint:
    """``watched`` is None until the bot is there."""

    def __init__(self) -> None:
        self.watched: Watched | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, at: tuple[str, int] | None) -> AsyncIterator[Endpoint]:
        """Listening at this address, or nowhere. Raises BadSetting if that address cannot be had."""
        endpoint = cls()
        if at is None:
            yield endpoint
            return
        application = web.Application()
        application.router.add_get("/metrics", endpoint._metrics)
        application.router.add_get("/health", endpoint._health)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        looking = asyncio.create_task(endpoint._look(), name="loop lag")
        try:
            try:
                await web.TCPSite(runner, *at).start()
            except OSError as fault:
                raise _not_free(fault) from None
            yield endpoint
        finally:
            looking.cancel()
            await runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        if self.watched is None:
            return web.Response(status=503)
        # the version of the text format is part of its content type
        headers = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(text=self.watched.measures.text(), headers=headers)

    async def _health(self, _: web.Request) -> web.Response:
        """200 while the bot is connected to Discord and can store, else 503. How many tables are damaged
        changes nothing of that: the others go on."""
        healthy = self.watched is not None and self.watched.healthy
        damaged = len(self.watched.damaged) if self.watched is not None else 0
        return web.json_response({"healthy": healthy, "damaged": damaged}, status=200 if healthy else 503)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            if self.watched is not None:
                self.watched.measures.lag.took(max(0.0, loop.time() - due))


async def try_out(at: tuple[str, int]) -> None:
    """Raises BadSetting if nothing can listen at this address."""
    try:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, *at)
    except OSError as fault:
        raise _not_free(fault) from None
    server.close()
    await server.wait_closed()


def _not_free(fault: OSError) -> BadSetting:
    number = fault.errno or 0  # negative where the name of the address is not known
    reason = os.strerror(number) if number > 0 else fault.strerror or type(fault).__name__
    return BadSetting("METRICS", f"an address that is free on this machine ({reason})")
