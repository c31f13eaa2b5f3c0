"""The clock: does for people what they did not do in time.

A deadline is derived, not stored: some time after the last event, or after the bot was last connected, since
time in which nobody could press counts against nobody.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Final

from bot.leases import Holds
from bot.preferences import NO_HOUSE, House
from bot.recent import Recent
from bot.streams.chance import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.points import Point
from bot.tables.service import Tables
from bot.tables.wakeups import Wakeups
from rules.deal.revokes import lying
from rules.errors import Refusal
from rules.table.decide import THINNEST_CUT
from rules.table.requests import Adjourn, AnswerClaim, CutPack, RobotForAbsent
from rules.table.revoke_requests import AgreeScore, Gather

log = logging.getLogger(__name__)


CLAIM_TURNS: Final = 3
"""After the play, revokes may be claimed for so many times the seconds that a cut is waited for."""
AGAIN: Final = 1.0
"""Seconds after which what was refused, though it was due, is tried again."""


async def _as_the_host(_: int) -> House:
    return NO_HOUSE


class Clock:
    """Cuts the pack for a neighbour who has not cut it within ``cut_seconds`` and refuses a claim for those
    who do not answer it, both as their server has it; offers a robot for those who are absent, or has one sit
    in where people take turns over days; and adjourns a table, also one between rubbers, at which nobody has
    done anything for ``abandoned`` seconds. Where people can revoke, it also quits the trick that lies on the
    table, and closes the claims of a deal that is over."""

    def __init__(
        self,
        tables: Tables,
        chance: ChanceSource,
        cut_seconds: float,
        now: Callable[[], float] = time.time,
        house: Callable[[int], Awaitable[House]] = _as_the_host,
        *,
        abandoned: float = inf,
    ) -> None:
        self._tables = tables
        self._cut_seconds = cut_seconds
        self._abandoned = abandoned
        self._now = now
        self._house = house
        self._houses: Recent[int, House] = Recent()  # as they were when last looked at
        self._random = chance.robots
        self._wakeups = Wakeups("clock", tables.get, self._look, now)

    def changed(self, table: OpenTable) -> None:
        if table.closed or table.adjourned:
            self._wakeups.forget(table)
            return
        if table.state.rubber is None:  # nothing is due there that a server could have set
            self._wakeups.forget(table)
            self._wakeups.by(table, self._next(table, NO_HOUSE))
            return
        house = self._houses.get(table.place.guild)
        asks = table.state.pack is not None or table.state.claim is not None  # for times as they are set now
        self._wakeups.by(table, self._now() if house is None or asks else self._next(table, house))

    def only(self, holds: Holds) -> None:
        """Other processes look after the tables that this one does not hold."""
        self._wakeups.holds = holds

    async def close(self) -> None:
        await self._wakeups.close()

    def _next(self, table: OpenTable, house: House) -> float:
        """When something will be due."""
        moments = [
            self._tables.abandoned_at(table, self._abandoned),
            self._cut_at(table, house),
            self._claim_at(table, house),
            self._quit_at(table),
            self._agreed_at(table, house),
        ]
        for person in table.waiting:
            if table.seat_of(person) not in table.late:
                moments.append(self._tables.late_at(table, person))
        return min(moments)

    def _cut_at(self, table: OpenTable, house: House) -> float:
        if table.state.pack is None or not table.waiting:
            return inf
        allowed = self._cut_seconds if house.cut_after is None else house.cut_after
        return self._tables.since(table) + allowed

    def _claim_at(self, table: OpenTable, house: House) -> float:
        if table.state.claim is None or not table.waiting or not house.claim_after:
            return inf
        return max(table.claimed_at, self._tables.connected_at) + house.claim_after

    def _quit_at(self, table: OpenTable) -> float:
        """When the trick on the table is quitted by itself."""
        deal = table.state.deal
        if deal is None or deal.course is None or table.state.claim is not None or lying(deal) is None:
            return inf
        return (
            inf if table.state.paused is not None else self._tables.since(table) + deal.course.law.quit_delay
        )

    def _agreed_at(self, table: OpenTable, house: House) -> float:
        """When revokes can no longer be claimed in a deal that is over."""
        deal = table.state.deal
        if deal is None or not deal.claims_open or table.state.paused is not None:
            return inf
        allowed = self._cut_seconds if house.cut_after is None else house.cut_after
        return self._tables.since(table) + CLAIM_TURNS * allowed

    async def _look(self, table: OpenTable) -> float:
        """Does what is due."""
        house = self._houses[table.place.guild] = await self._house(table.place.guild)
        while not (table.closed or table.adjourned):
            if (moment := self._next(table, house)) > self._now():
                return moment
            before = table.version, table.late
            with suppress(Refusal):  # somebody did it, or closed the table, in the same moment
                await self._do(table, house)
            if before == (table.version, table.late):
                return self._now() + AGAIN
        return inf

    async def _do(self, table: OpenTable, house: House) -> None:
        state, now, act = table.state, self._now(), self._tables.act
        if self._tables.abandoned_at(table, self._abandoned) <= now:
            await act(table.id, None, Adjourn(abandoned=True))
            log.info("table %s is adjourned: nobody has come", table.id)
        elif state.pack is not None and self._cut_at(table, house) <= now:
            at = self._random.randint(THINNEST_CUT, 52 - THINNEST_CUT)
            await act(table.id, None, CutPack(at, ""), point=Point(state.pack.deal))
        elif self._quit_at(table) <= now:
            await act(table.id, None, Gather())
        elif self._agreed_at(table, house) <= now:
            await act(table.id, None, AgreeScore())
        elif self._claim_at(table, house) <= now:
            silent = min(table.waiting, key=lambda person: self._tables.since(table, person))
            await act(table.id, table.people[silent], AnswerClaim(agrees=False))
        elif state.variant.house.by_days:
            await self._sit_in(table)
        else:
            await self._tables.grow_late(table.id)

    async def _sit_in(self, table: OpenTable) -> None:
        """Where people take turns over days nobody is asked whether a robot may sit in. If nobody else is
        left, the table is adjourned instead."""
        waiting = set(table.waiting)
        late = {person for person in waiting if self._tables.late_at(table, person) <= self._now()}
        if set(table.state.persons) <= late:
            await self._tables.act(table.id, None, Adjourn(abandoned=True))
            return
        await self._tables.act(table.id, None, RobotForAbsent())
