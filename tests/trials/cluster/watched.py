"""What the processes of a soak write into channels, by which of them, and which of them held the lease then.

A process may answer any interaction, but only the one that has a table's lease may post, edit or delete
messages there by the bot's token. Who has it is asked again and again of the database: a call counts as
another's if its process had the lease neither at the last look before it nor at the first one after it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

import psycopg
from aiohttp import web

from playground.calls import Kind, route_of
from playground.errors import Json
from playground.ground import Playground
from playground.rest import PREFIX
from storage.ports.records import TableId
from tests.trials.cluster.bot import AGENT
from tests.trials.cluster.tables import Sitting
from tests.trials.stage.playing import is_alert

EVERY: Final = 0.1
"""Seconds between two looks at the leases."""
SOON: Final = 15.0
"""Seconds after an act in which an alert is early: it takes twenty."""
LEASES: Final = """
    SELECT lease.table_id, process."first" FROM lease JOIN process ON process.id = lease.owner
"""
TABLES: Final = "SELECT table_id, channel FROM stream WHERE open = 1 AND kind = 'table'"
_PROCESS: Final = re.compile(rf" {AGENT} (\d+)$")
_WRITES: Final = (Kind.CREATE, Kind.EDIT, Kind.DELETE)


@dataclass(frozen=True)
class Write:
    """A message that a process has posted, edited or deleted by the bot's token."""

    process: int
    kind: Kind
    channel: int
    began: float  # by ``time.monotonic``


class Look(NamedTuple):
    """Which process had which table, at some moment between two."""

    began: float
    ended: float
    holders: Mapping[TableId, int]


class WatchedGround(Playground):
    """A playground that notes which process has written what."""

    writes: list[Write]
    tables: Sequence[Sitting] = ()
    early: list[str]
    """Alerts of people for whom their table had not waited for so long."""

    def application(self) -> web.Application:
        self.writes, self.early = [], []
        application = super().application()
        application.middlewares.append(self._note)
        return application

    @web.middleware
    async def _note(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        began, process = time.monotonic(), _PROCESS.search(request.headers.get("User-Agent", ""))
        answer = await handler(request)
        route = route_of(request.method, request.path.removeprefix(PREFIX))
        if process is not None and route.kind in _WRITES and route.channel_id and answer.status < 300:
            write = Write(int(process[1]), route.kind, route.channel_id, began)
            self.writes.append(write)
            if route.kind is Kind.CREATE and isinstance(answer, web.Response) and answer.text is not None:
                self._look_for_alert(write, json.loads(answer.text))
        return answer

    def _look_for_alert(self, write: Write, message: Json) -> None:
        for table in self.tables:
            waited = write.began - table.acted
            if write.channel in places(table) and is_alert(message) and waited < SOON:
                self.early.append(f"process {write.process} alerts somebody {waited:.1f} s after an act")


class Leases:
    """Looks at the leases for as long as a soak lasts."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.looks: list[Look] = []
        self.tables: Mapping[int, TableId] = {}  # by their channels

    async def run(self) -> None:
        while True:
            with suppress(psycopg.Error, TimeoutError):
                async with asyncio.timeout(20):
                    await self._look()
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        raw = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, target_session_attrs="read-write", connect_timeout=5
        )
        async with raw:
            tables = await (await raw.execute(TABLES)).fetchall()
            self.tables = {channel: TableId(one) for one, channel in tables}
            while True:
                began = time.monotonic()
                async with asyncio.timeout(5):
                    found = await (await raw.execute(LEASES)).fetchall()
                self.looks.append(Look(began, time.monotonic(), dict(found)))
                await asyncio.sleep(EVERY)


def without_lease(
    writes: Sequence[Write], looks: Sequence[Look], tables: Mapping[int, TableId]
) -> tuple[int, list[Write]]:
    """How many writes could be judged, and those that were made by a process without the lease. ``tables``
    are by the channels in which they are shown."""
    begun, ended = [one.began for one in looks], [one.ended for one in looks]
    judged, found = 0, []
    for write in writes:
        before, after = bisect_right(ended, write.began) - 1, bisect_left(begun, write.began)
        if write.channel not in tables or before < 0 or after == len(begun):
            continue
        judged += 1
        table = tables[write.channel]
        if all(looks[one].holders.get(table) != write.process for one in (before, after)):
            found.append(write)
    return judged, found


def places(table: Sitting) -> Sequence[int]:
    """The channels in which a table is shown."""
    return table.channel, *(person.dm for person in table.people)
