"""One timer for each table, for whatever must be done at it when a time has come.

A timer may go off too early: it is then set again. So an act, after which everybody has their time anew,
costs no more than a comparison.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from math import inf
from typing import Final

from bot.errors import SetAside
from bot.leases import Holds, always
from bot.ports.records import TableId
from bot.streams.retry_delays import pauses
from bot.tables.open_table import OpenTable

log = logging.getLogger(__name__)

LONGEST: Final = 24 * 3600.0
"""Seconds after which a timer looks whether its moment is still the same."""


class Wakeups:
    """``look`` does what is due at a table and returns the moment at which it must look again, in seconds
    since 1970; infinite if nothing will ever be due as the table stands. After a failure it is tried again
    with back-off. A timer holds no table: ``get`` loads one that has been let go of memory."""

    def __init__(
        self,
        name: str,
        get: Callable[[TableId], Awaitable[OpenTable]],
        look: Callable[[OpenTable], Awaitable[float]],
        now: Callable[[], float],
    ) -> None:
        self.holds: Holds = always
        """Whether this process looks at a table."""
        self._name = name
        self._get = get
        self._look = look
        self._now = now
        self._timers: dict[TableId, tuple[float, asyncio.Handle]] = {}
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: dict[TableId, float] = {}
        self._waits: dict[TableId, Iterator[float]] = {}
        self._closed = False

    def by(self, table: OpenTable, moment: float) -> None:
        """Has a table looked at no later than at this moment."""
        self._by(table.id, moment)

    def _by(self, table_id: TableId, moment: float) -> None:
        if self._closed or moment == inf:
            return
        if table_id in self._looking:
            self._again[table_id] = min(moment, self._again.get(table_id, inf))
            return
        armed = self._timers.get(table_id)
        if armed is not None:
            if armed[0] <= moment:
                return
            armed[1].cancel()
        delay = min(max(0.0, moment - self._now()), LONGEST)
        loop = asyncio.get_running_loop()
        timer = (
            loop.call_later(delay, self._begin, table_id) if delay else loop.call_soon(self._begin, table_id)
        )
        self._timers[table_id] = moment, timer

    def forget(self, table: OpenTable) -> None:
        """Nothing is due at a table any more."""
        armed = self._timers.pop(table.id, None)
        if armed is not None:
            armed[1].cancel()
        self._again.pop(table.id, None)
        self._waits.pop(table.id, None)

    async def close(self) -> None:
        self._closed = True
        for _, timer in self._timers.values():
            timer.cancel()
        tasks = list(self._looking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, table_id: TableId) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.create_task(self._run(table_id), name=f"{self._name} {table_id}")
        self._looking[table_id] = task

    async def _run(self, table_id: TableId) -> None:
        moment = inf
        try:
            if self.holds(table_id):
                moment = await self._look(await self._get(table_id))
            self._waits.pop(table_id, None)
        except SetAside:
            self._waits.pop(table_id, None)
        except Exception:
            log.exception("the %s of table %s failed", self._name, table_id)
            moment = self._now() + next(self._waits.setdefault(table_id, pauses()))
        finally:
            self._looking.pop(table_id, None)
        self._by(table_id, min(moment, self._again.pop(table_id, inf)))
