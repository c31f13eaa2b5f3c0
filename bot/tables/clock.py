"""The clock: does for people what they did not do in time.

A deadline is derived, not stored: some seconds after the last event, or after the bot was last connected.
Each table that waits has one task, asleep until then.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.ports.records import TableId
from bot.streams.chance import ChanceSource
from bot.streams.retry_delays import pauses
from bot.tables.open_table import OpenTable
from bot.tables.service import Point, Tables
from rules.errors import Refusal
from rules.table.decide import THINNEST_CUT
from rules.table.requests import CutPack

log = logging.getLogger(__name__)


class Clock:
    """Cuts the pack for a neighbour who has not cut it within ``cut_seconds``."""

    def __init__(
        self, tables: Tables, chance: ChanceSource, cut_seconds: float, now: Callable[[], float] = time.time
    ) -> None:
        self._tables = tables
        self._cut_seconds = cut_seconds
        self._now = now
        self._random = chance.robots
        self._waiting: dict[TableId, asyncio.Task[None]] = {}

    def changed(self, table: OpenTable) -> None:
        waiting = self._waiting.pop(table.id, None)
        if waiting is not None and waiting is not asyncio.current_task():
            waiting.cancel()
        if table.state.pack is not None and not table.closed and not table.adjourned:
            self._waiting[table.id] = asyncio.create_task(
                self._cut(table, table.state.pack.deal), name=f"clock {table.id}"
            )

    async def close(self) -> None:
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _cut(self, table: OpenTable, deal: int) -> None:
        while (wait := self._tables.since(table) + self._cut_seconds - self._now()) > 0:
            await asyncio.sleep(wait)
        for pause in pauses():
            at = self._random.randint(THINNEST_CUT, 52 - THINNEST_CUT)
            try:
                await self._tables.act(table.id, None, CutPack(at, ""), point=Point(deal))
            except Refusal:
                return  # somebody cut, or closed the table, in the same moment
            except Exception:
                log.exception("the clock of table %s failed", table.id)
                await asyncio.sleep(pause)
            else:
                return
