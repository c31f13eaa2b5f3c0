"""What the running bot measures of itself, and the HTTP endpoint that serves it.

``/metrics`` is for Prometheus, ``/health`` for whoever wants to know whether people are served, ``/live`` for
a supervisor that would begin the bot anew. The endpoint is off unless the setting METRICS says where it
listens. No page names a person, a table or a card.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Final, Protocol

import aiohttp
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from bot.clocks import cancelled
from bot.discord_api.rest import ANSWER, TOO_MANY
from bot.host.backup_command import COPIES_AWAY
from bot.host.health import Health, Served, StorageCheck
from bot.host.version import VERSION, source_commit
from bot.settings import BadSetting
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from storage.ports.waits import run_in_thread

BUCKET_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Upper bounds of a histogram's buckets, in seconds. Discord waits three seconds for an answer."""

HELP_TEXTS: Final = {
    "biritch_answer_seconds": "From a press or command that arrives until Discord has our answer.",
    "biritch_append_seconds": "Storing what an act came to.",
    "biritch_loop_lag_seconds": "How much later than due the event loop ran a timer, twice a second.",
    "biritch_rate_limited_total": "Answers of Discord that a limit was passed (429), by kind of call.",
    "biritch_events_skipped_total": "Events of Discord's gateway that could not be read, by kind of event.",
    "biritch_frames_coalesced_total": "Screens that were not sent because a newer one was due.",
    "biritch_open_tables": "Tables that are open.",
    "biritch_open_sheets": "Score sheets that are open.",
    "biritch_open_evenings": "Evenings of many tables that are open.",
    "biritch_damaged_tables": "Tables, score sheets and evenings whose record cannot be read.",
    "biritch_unreadable_servers": "Servers of which what Discord told could not be read.",
    "biritch_robot_tasks": "Choices of robots that are being thought over, or wait for it.",
    "biritch_calls_waiting": "Calls to Discord that wait for a limit.",
    "biritch_gateway_connected": "1 while every shard of this process is connected to Discord, else 0.",
    "biritch_servers": "Servers of which Discord tells this process.",
    "biritch_appends_failed_total": "Acts that could not be stored.",
    "biritch_interactions_unanswered_total": "Presses and commands to which Discord has taken no answer.",
    "biritch_tasks_ended_total": "Background tasks that have ended and should not have, by kind.",
    "biritch_build_info": "Always 1; the labels say which version runs and, if known, which commit.",
}

# without this, each histogram and counter has a second one with its creation time
disable_created_metrics()  # type: ignore[no-untyped-call]


class Measures(Collector):
    """Everything that is measured. The functions in ``gauges`` and ``counters`` are called when somebody
    reads."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.answers = self._new_histogram("biritch_answer_seconds")
        self.appends = self._new_histogram("biritch_append_seconds")
        self.lag = self._new_histogram("biritch_loop_lag_seconds")
        self.limited = self._new_counter("biritch_rate_limited_total", "route")
        self.skipped = self._new_counter("biritch_events_skipped_total", "event")
        self.failed_appends = self._new_counter("biritch_appends_failed_total")
        self.unanswered = self._new_counter("biritch_interactions_unanswered_total")
        self.gauges: dict[str, Callable[[], float]] = {}
        self.counters: dict[str, Callable[[], float]] = {}
        self._registry.register(self)
        _Process(registry=self._registry)

    def append_took(self, seconds: float | None) -> None:
        """An act was stored in so many seconds; None if it could not be."""
        if seconds is None:
            self.failed_appends.inc()
        else:
            self.appends.observe(seconds)

    def exposition(self) -> bytes:
        """The body of ``/metrics``, in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """The gauges and counters, for the registry, which calls this when somebody reads."""
        for name, value in self.counters.items():
            yield CounterMetricFamily(name, HELP_TEXTS[name], value())
        for name, value in self.gauges.items():
            yield GaugeMetricFamily(name, HELP_TEXTS[name], value())
        name = "biritch_tasks_ended_total"
        ended = CounterMetricFamily(name, HELP_TEXTS[name], labels=["task"])
        for kind, count in SUPERVISOR.ended_tasks.items():
            ended.add_metric([kind], count)
        yield ended
        name = "biritch_build_info"
        build = GaugeMetricFamily(name, HELP_TEXTS[name], labels=["version", "commit"])
        build.add_metric([VERSION, source_commit()], 1)
        yield build

    def _new_counter(self, name: str, *by: str) -> Counter:
        return Counter(name, HELP_TEXTS[name], by, registry=self._registry)

    def _new_histogram(self, name: str) -> Histogram:
        return Histogram(name, HELP_TEXTS[name], buckets=BUCKET_BOUNDS, registry=self._registry)


class _Process(ProcessCollector):
    """Memory, processor and open files of the process, under the names that every dashboard knows."""

    def _boot_time(self) -> float:
        """In seconds since 1970. The unit of the service hides the file from which the library reads it."""
        return time.time() - time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


INTERACTIONS_KEPT: Final = 1000
"""Interactions whose answers are waited for; one that is never answered is forgotten in its turn."""


class Answers:
    """When interactions ``came``, until they are answered."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures
        self.listeners: list[Callable[[int, Mapping[str, str]], None]] = []
        """Given the status and the headers of each answer to a request of the library's."""
        self.came: Recent[int, float] = Recent(INTERACTIONS_KEPT)

    def count_answer(self, kind: str, path: str, status: int) -> None:
        """A call to this path, of this kind, got an answer."""
        if status == TOO_MANY:
            self._measures.limited.labels(kind).inc()
        elif (found := ANSWER.search(path)) is not None:
            came = self.came.pop(int(found[1]), None)
            if came is not None:
                self._measures.answers.observe(asyncio.get_running_loop().time() - came)

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Make this trace of the library's own requests report how they end."""

        async def request_ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
        ) -> None:
            self.count_answer("library", end.url.path, end.response.status)
            for listener in self.listeners:
                listener(end.response.status, end.response.headers)

        trace.on_request_end.append(request_ended)
        return trace


LAG_EVERY: Final = 0.5
"""Seconds between two measurements of how late the event loop is."""


class Watched(Served, Protocol):
    """The bot that is measured, which counts here itself: so it cannot be named."""

    @property
    def measures(self) -> Measures: ...
    @property
    def shut_out(self) -> bool: ...
    @property
    def damaged(self) -> Collection[str]: ...
    @property
    def flaw(self) -> str | None: ...


async def _takes_everything() -> None:
    """A storage that takes everything."""


class Endpoint:
    """Serves the pages. ``watched`` is None until the bot has been made."""

    def __init__(self, storage: StorageCheck) -> None:
        self.watched: Watched | None = None
        self.health = Health(storage)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: tuple[str, int] | None, write: Callable[[], Awaitable[None]] = _takes_everything
    ) -> AsyncIterator[Endpoint]:
        """Listen at this address, or nowhere if it is None. ``write`` tries whether the storage takes
        anything. Raises BadSetting if the address cannot be used."""
        storage = StorageCheck(write)
        endpoint = cls(storage)
        if address is None:
            yield endpoint
            return
        application = web.Application()
        application.router.add_get("/metrics", endpoint._metrics)
        application.router.add_get("/health", endpoint._health)
        application.router.add_get("/live", endpoint._live)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await run_in_thread(source_commit)  # it is known once somebody asks
        looking = SUPERVISOR.run_for_ever("loop lag", endpoint._measure_lag)
        try:
            try:
                await web.TCPSite(runner, *address).start()
            except OSError as fault:
                raise _not_free(fault) from None
            yield endpoint
        finally:
            await cancelled((looking,))
            await storage.close()
            await runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        if self.watched is None:
            return web.Response(status=503)
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=self.watched.measures.exposition(), headers=headers)

    async def _health(self, _: web.Request) -> web.Response:
        """Status 200 while people can be served, else 503 and the cause. Damaged tables do not change it, as
        the others go on; nor does it that Discord's network refuses all calls but answers to people, or that
        the last backup has not left the machine."""
        cause = await self.health.cause(self.watched)
        shut_out = self.watched is not None and self.watched.shut_out
        damaged = len(self.watched.damaged) if self.watched is not None else 0
        report: dict[str, object] = {"healthy": cause is None, "shut_out": shut_out, "damaged": damaged}
        if self.watched is not None and self.watched.flaw is not None:
            report["file"] = self.watched.flaw
        if COPIES_AWAY.fault is not None:
            report["backup"] = COPIES_AWAY.fault
        if cause is not None:
            report["cause"] = cause.value
        return web.json_response(report, status=200 if cause is None else 503)

    async def _live(self, _: web.Request) -> web.Response:
        """Status 200 unless something has ended without which the process is of no use. A loop that does not
        turn gives no answer at all."""
        ended = sorted(self.health.fatally_ended)
        return web.json_response({"live": not ended, "ended": ended}, status=503 if ended else 200)

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            if self.watched is not None:
                self.watched.measures.lag.observe(max(0.0, loop.time() - due))


async def check_can_listen(address: tuple[str, int], name: str = "METRICS") -> None:
    """Check that something can listen at this address, which a setting of this name gives. Raises
    BadSetting."""
    try:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, *address)
    except OSError as fault:
        raise _not_free(fault, name) from None
    server.close()
    await server.wait_closed()


def _not_free(fault: OSError, name: str = "METRICS") -> BadSetting:
    number = fault.errno or 0  # negative if the name of the address is unknown
    reason = os.strerror(number) if number > 0 else fault.strerror or type(fault).__name__
    return BadSetting(name, f"an address that is free on this machine ({reason})")
