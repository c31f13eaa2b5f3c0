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
    with back-off."""

    def __init__(
        self, name: str, look: Callable[[OpenTable], Awaitable[float]], now: Callable[[], float]
    ) -> None:
        self.holds: Holds = always
        """Whether this process looks at a table."""
        self._name = name
        self._look = look
        self._now = now
        self._timers: dict[TableId, tuple[float, asyncio.Handle]] = {}
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: dict[TableId, float] = {}
        self._waits: dict[TableId, Iterator[float]] = {}
        self._closed = False

    def by(self, table: OpenTable, moment: float) -> None:
        """Has a table looked at no later than at this moment."""
        if self._closed or moment == inf:
            return
        if table.id in self._looking:
            self._again[table.id] = min(moment, self._again.get(table.id, inf))
            return
        armed = self._timers.get(table.id)
        if armed is not None:
            if armed[0] <= moment:
                return
            armed[1].cancel()
        delay = min(max(0.0, moment - self._now()), LONGEST)
        loop = asyncio.get_running_loop()
        timer = loop.call_later(delay, self._begin, table) if delay else loop.call_soon(self._begin, table)
        self._timers[table.id] = moment, timer

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

    def _begin(self, table: OpenTable) -> None:
        self._timers.pop(table.id, None)
        task = asyncio.create_task(self._run(table), name=f"{self._name} {table.id}")
        self._looking[table.id] = task

    async def _run(self, table: OpenTable) -> None:
        moment = inf
        try:
            if self.holds(table.id):
                moment = await self._look(table)
            self._waits.pop(table.id, None)
        except Exception:
            log.exception("the %s of table %s failed", self._name, table.id)
            moment = self._now() + next(self._waits.setdefault(table.id, pauses()))
        finally:
            self._looking.pop(table.id, None)
        self.by(table, min(moment, self._again.pop(table.id, inf)))
