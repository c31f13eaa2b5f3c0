"""The clock: does for people what they did not do in time.

A deadline is derived, not stored: some time after the last event, or after the bot was last connected, since
time in which nobody could press counts against nobody.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf

from bot.streams.chance import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Point, Tables
from bot.tables.wakeups import Wakeups
from rules.errors import Refusal
from rules.table.decide import THINNEST_CUT
from rules.table.requests import Adjourn, CutPack

log = logging.getLogger(__name__)


class Clock:
    """Cuts the pack for a neighbour who has not cut it within ``cut_seconds``, offers a robot for those who
    are absent, and adjourns a table at which nobody has done anything for ``abandoned`` seconds."""

    def __init__(
        self,
        tables: Tables,
        chance: ChanceSource,
        cut_seconds: float,
        now: Callable[[], float] = time.time,
        *,
        abandoned: float = inf,
    ) -> None:
        self._tables = tables
        self._cut_seconds = cut_seconds
        self._abandoned = abandoned
        self._now = now
        self._random = chance.robots
        self._wakeups = Wakeups("clock", self._look, now)

    def changed(self, table: OpenTable) -> None:
        if table.closed or table.adjourned or table.state.rubber is None:
            self._wakeups.forget(table)
        else:
            self._wakeups.by(table, self._next(table))

    async def close(self) -> None:
        await self._wakeups.close()

    def _next(self, table: OpenTable) -> float:
        """When something will be due."""
        moments = [self._tables.abandoned_at(table, self._abandoned)]
        if table.state.pack is not None and table.waiting:
            moments.append(self._tables.since(table) + self._cut_seconds)
        for person in table.waiting:
            if table.seat_of(person) not in table.late:
                moments.append(self._tables.late_at(table, person))
        return min(moments)

    async def _look(self, table: OpenTable) -> float:
        """Does what is due."""
        while not (table.closed or table.adjourned or table.state.rubber is None):
            if (moment := self._next(table)) > self._now():
                return moment
            with suppress(Refusal):  # somebody did it, or closed the table, in the same moment
                await self._do(table)
        return inf

    async def _do(self, table: OpenTable) -> None:
        pack, now = table.state.pack, self._now()
        if self._tables.abandoned_at(table, self._abandoned) <= now:
            await self._tables.act(table.id, None, Adjourn(abandoned=True))
            log.info("table %s is adjourned: nobody has come", table.id)
        elif pack is not None and table.waiting and self._tables.since(table) + self._cut_seconds <= now:
            at = self._random.randint(THINNEST_CUT, 52 - THINNEST_CUT)
            await self._tables.act(table.id, None, CutPack(at, ""), point=Point(pack.deal))
        else:
            await self._tables.grow_late(table.id)
