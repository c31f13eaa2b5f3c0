"""The clock: does for people what they did not do in time, and rings for them when a table waits.

A deadline is derived, not stored: some time after the last event, or after the bot was last connected, since
time in which nobody could press counts against nobody. Each table has one timer, for whatever must be done
next. A timer may go off too early and is then set again, so that an act, after which everybody has their time
anew, costs no more than a comparison.

An alert rings, as an edit does not, and stands until its person has acted. How soon they are told, or whether
at all, is their own choice. Nobody is told twice within ``APART`` seconds, whatever tables they play at.
Where people take turns over days they are reminded once a day instead, at an hour of their own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from math import inf
from typing import Final

from bot.clocks import AT_A_TABLE, HOUR, TOLERATED, cancelled, pauses
from bot.cluster import ALONE, Cluster
from bot.errors import SetAside
from bot.preferences import NO_HOUSE, Alert, House, Preferences, Tastes
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable, Point, panel
from bot.tables.service import Tables
from rules.counting.revoke import ClaimWindow
from rules.deal.revoke import lying
from rules.errors import Refusal
from rules.seats import Person
from rules.table.decide import THINNEST_CUT
from rules.table.requests import (
    Adjourn,
    AgreeScore,
    AnswerClaim,
    ChooseSeat,
    CutPack,
    Gather,
    RobotFor,
    RobotForAbsent,
)
from storage.ports.records import SlotKey, TableId, UserId

log = logging.getLogger(__name__)

TABLE_PAUSE: Final = 0.01
"""Seconds between two tables of many that are to be looked at, each of which may have to be loaded."""


class Wakeups:
    """``look`` does what is due at a table and returns the moment at which it must look again, in seconds
    since 1970; infinite if nothing will ever be due as the table stands. After a failure it is tried again
    with back-off. A timer holds no table: ``get`` loads one that has been let go of memory. While Discord
    cannot be heard nobody can press: what goes off then is looked at ``once_heard``."""

    def __init__(
        self,
        name: str,
        get: Callable[[TableId], Awaitable[OpenTable]],
        look: Callable[[OpenTable], Awaitable[float]],
        now: Callable[[], float],
        cluster: Cluster,
    ) -> None:
        self._cluster = cluster
        self._name = name
        self._get = get
        self._look = look
        self._now = now
        self._timers: dict[TableId, tuple[float, asyncio.Handle, float]] = {}
        """Each with its moment, and how far the clock was ahead of the loop's as it was set."""
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: dict[TableId, float] = {}
        self._waits: dict[TableId, Iterator[float]] = {}
        self.is_unheard = False
        self._gone_off: dict[TableId, None] = {}  # meanwhile
        self._closed = False

    def by(self, table_id: TableId, moment: float) -> None:
        """Look at a table at this moment at the latest."""
        if self._closed or moment == inf:
            return
        if table_id in self._looking:
            self._again[table_id] = min(moment, self._again.get(table_id, inf))
            return
        armed, loop = self._timers.get(table_id), asyncio.get_running_loop()
        delay = min(max(0.0, moment - self._now()), HOUR)
        if armed is not None:
            before, timer, _ = armed
            late = TOLERATED if before <= moment else 0.0  # it may have been set by another date
            if not isinstance(timer, asyncio.TimerHandle) or timer.when() <= loop.time() + delay + late:
                return
            timer.cancel()
        begin = partial(self._begin_wait, table_id)
        timer = loop.call_later(delay, begin) if delay else loop.call_soon(begin)
        self._timers[table_id] = moment, timer, self._now() - loop.time()

    def cancel_wakeup(self, table: OpenTable) -> None:
        """Nothing is due at a table any more."""
        armed = self._timers.pop(table.id, None)
        if armed is not None:
            armed[1].cancel()
        self._again.pop(table.id, None)
        self._waits.pop(table.id, None)
        self._gone_off.pop(table.id, None)

    def unheard(self) -> None:
        """Discord cannot be heard from now on."""
        self.is_unheard = True

    def once_heard(self) -> None:
        """Discord can be heard again."""
        self.is_unheard = False
        gone_off, self._gone_off = self._gone_off, {}
        for number, table_id in enumerate(gone_off):
            self.by(table_id, self._now() + number * TABLE_PAUSE)

    async def close(self) -> None:
        self._closed = True
        for _, timer, _ in self._timers.values():
            timer.cancel()
        await cancelled(self._looking.values())

    def _begin_wait(self, table_id: TableId) -> None:
        moment, _, ahead = self._timers.pop(table_id)
        step = self._now() - asyncio.get_running_loop().time() - ahead
        if moment > self._now() and abs(step) <= TOLERATED:  # no clock was set: nothing else is due
            self.by(table_id, moment)
            return
        if self.is_unheard:
            self._gone_off[table_id] = None
            return
        self._looking[table_id] = SUPERVISOR.run_once(self._wake_up(table_id), self._name, table_id)

    async def _wake_up(self, table_id: TableId) -> None:
        moment = inf
        try:
            if self._cluster.holds(table_id):
                moment = await self._look(await self._get(table_id))
            self._waits.pop(table_id, None)
        except SetAside:
            self._waits.pop(table_id, None)
        except Exception:
            log.exception("the %s of table %s failed", self._name, table_id)
            moment = self._now() + next(self._waits.setdefault(table_id, pauses(AT_A_TABLE)))
        finally:
            self._looking.pop(table_id, None)
        self.by(table_id, min(moment, self._again.pop(table_id, inf)))


CLAIM_TURNS: Final = 3
"""After the play, revokes may be claimed for so many times the seconds that a cut is waited for."""
RETRIED_AFTER: Final = 1.0
"""Seconds after which what was refused, though it was due, is tried again."""


async def _as_the_host(_: int) -> House:
    return NO_HOUSE


class Clock:
    """Cuts the pack for a neighbour who has not cut it within ``cut_seconds`` and refuses a claim for those
    who do not answer it, both as their server has it; goes on from a result that has stood long enough;
    offers a robot for those who are absent, or has one sit in where people take turns over days; and adjourns
    a table, also one between rubbers, at which nobody has done anything for ``abandoned`` seconds. Where
    people can revoke, it also quits the trick that lies on the table, and closes the claims of a deal that
    is over."""

    def __init__(
        self,
        tables: Tables,
        chance: ChanceSource,
        cut_seconds: float,
        now: Callable[[], float] = time.time,
        house: Callable[[int], Awaitable[House]] = _as_the_host,
        *,
        abandoned: float = inf,
        cluster: Cluster = ALONE,
    ) -> None:
        self._cluster = cluster
        self._tables = tables
        self._cut_seconds = cut_seconds
        self._abandoned = abandoned
        self._now = now
        self._house = house
        self._houses: Recent[int, House] = Recent()  # as they were when last looked at
        self._random = chance.robots
        self.wakeups = Wakeups("clock", tables.get, self._do_due, now, cluster)

    def changed(self, table: OpenTable) -> None:
        if not self._cluster.holds(table.id):
            return
        if table.closed or table.adjourned:
            self.wakeups.cancel_wakeup(table)
            return
        if table.state.rubber is None:  # nothing is due there that a server could have set
            self.wakeups.cancel_wakeup(table)
            self.wakeups.by(table.id, self._next_due(table, NO_HOUSE))
            return
        house = self._houses.get(table.place.guild)
        asks = table.state.pack is not None or table.state.claim is not None  # for times as they are set now
        self.wakeups.by(table.id, self._now() if house is None or asks else self._next_due(table, house))

    async def close(self) -> None:
        await self.wakeups.close()

    def _next_due(self, table: OpenTable, house: House) -> float:
        """When something will be due."""
        waiting = self._tables.waiting
        early = [person for person in table.waiting if table.seat_of(person) not in table.late]
        return min(
            waiting.abandoned_at(table, self._abandoned),
            self._cut_at(table, house),
            self._claim_at(table, house),
            self._quit_at(table, house),
            self._agreed_at(table, house),
            *(waiting.late_at(table, person) for person in early),
        )

    def _cut_at(self, table: OpenTable, house: House) -> float:
        """When the bot cuts the pack, or leaves the seats as they are, for somebody who does not."""
        if table.state.pack is not None and table.state.result_stands:
            return inf if table.state.paused is not None else self._tables.waiting.goes_on_at(table)
        seats_open = table.state.rubber is not None and table.state.rubber.seats_open
        if (table.state.pack is None and not seats_open) or not table.waiting:
            return inf
        return self._tables.waiting.since(table) + self._for_a_cut(house)

    def _claim_at(self, table: OpenTable, house: House) -> float:
        if table.state.claim is None or not table.waiting or not house.claim_after:
            return inf
        return self._tables.waiting.since_connected(table.claimed_at) + house.claim_after

    def _quit_at(self, table: OpenTable, house: House) -> float:
        """When the trick on the table is quitted by itself. Where a revoke can be claimed only then and
        before the next lead, people have as long to correct as they have for the cut (appendix D, D2)."""
        deal = table.state.deal
        if deal is None or deal.revoke is None or table.state.claim is not None or lying(deal) is None:
            return inf
        if table.state.paused is not None:
            return inf
        law = deal.revoke.law
        to_correct = law.gathered_first and law.window is ClaimWindow.BEFORE_NEXT_LEAD
        return self._tables.waiting.since(table) + (self._for_a_cut(house) if to_correct else law.quit_delay)

    def _agreed_at(self, table: OpenTable, house: House) -> float:
        """When revokes can no longer be claimed in a deal that is over."""
        deal = table.state.deal
        if deal is None or not deal.claims_open or table.state.paused is not None:
            return inf
        return self._tables.waiting.since(table) + CLAIM_TURNS * self._for_a_cut(house)

    def _for_a_cut(self, house: House) -> float:
        """Seconds for which somebody who is to cut is waited for."""
        return self._cut_seconds if house.cut_after is None else house.cut_after

    async def _do_due(self, table: OpenTable) -> float:
        """Does what is due."""
        house = self._houses[table.place.guild] = await self._house(table.place.guild)
        while not (table.closed or table.adjourned):
            if (moment := self._next_due(table, house)) > self._now():
                return moment
            before = table.version, table.late
            with suppress(Refusal):  # somebody did it, or closed the table, in the same moment
                await self._do(table, house)
            if before == (table.version, table.late):
                return self._now() + RETRIED_AFTER
        return inf

    async def _do(self, table: OpenTable, house: House) -> None:
        state, now, act = table.state, self._now(), self._tables.act
        if self._tables.waiting.abandoned_at(table, self._abandoned) <= now:
            await act(table.id, None, Adjourn(abandoned=True))
            log.info("table %s is adjourned: nobody has come", table.id)
        elif state.pack is not None and self._cut_at(table, house) <= now:
            at = self._random.randint(THINNEST_CUT, 52 - THINNEST_CUT)
            await act(table.id, None, CutPack(at, ""), point=Point(state.pack.deal))
        elif state.rubber is not None and state.rubber.seats_open and self._cut_at(table, house) <= now:
            await act(table.id, None, ChooseSeat(), point=Point(state.deals))
        elif self._quit_at(table, house) <= now:
            await act(table.id, None, Gather())
        elif self._agreed_at(table, house) <= now:
            await act(table.id, None, AgreeScore())
        elif self._claim_at(table, house) <= now:
            silent = min(table.waiting, key=lambda person: self._tables.waiting.since(table, person))
            user = table.people.get(silent)
            if user is not None:
                await act(table.id, user, AnswerClaim(agrees=False))
            else:  # they have been forgotten
                await act(table.id, None, RobotFor(silent))
        elif state.variant.house.by_days:
            await self._sit_in(table)
        else:
            await self._tables.grow_late(table.id)

    async def _sit_in(self, table: OpenTable) -> None:
        """Where people take turns over days nobody is asked whether a robot may sit in. If nobody else is
        left, the table is adjourned instead."""
        waiting = set(table.waiting)
        late = {person for person in waiting if self._tables.waiting.late_at(table, person) <= self._now()}
        if set(table.state.persons) <= late:
            await self._tables.act(table.id, None, Adjourn(abandoned=True))
            return
        await self._tables.act(table.id, None, RobotForAbsent())


APART: Final = 20.0
"""Seconds between two alerts for the same person."""
DAY: Final = 24 * HOUR

Plays = Callable[[SlotKey], Awaitable[bool]]
"""Whether the owner of a panel plays from it, in their direct messages, and not in the channel."""


class Alerts:
    """Follows the tables."""

    def __init__(
        self,
        tables: Tables,
        preferences: Preferences,
        plays_in_private: Plays,
        now: Callable[[], float] = time.time,
        cluster: Cluster = ALONE,
    ) -> None:
        self._cluster = cluster
        self._tables = tables
        self._preferences = preferences
        self._plays_in_private = plays_in_private
        self._now = now
        self._patience: Recent[UserId, float] = Recent()  # as their choice was when last looked at
        self._told: Recent[UserId, float] = Recent()  # when each person last was
        self.wakeups = Wakeups("alerts", tables.get, self._send_due, now, cluster)

    def changed(self, table: OpenTable) -> None:
        if not self._cluster.holds(table.id):
            return
        if not table.waiting:
            self.wakeups.cancel_wakeup(table)
            return
        people, past = table.people, self._tables.past
        waited = [(people[person], past(at)) for person, at in table.waiting.items() if person in people]
        soonest = min((at + self._patience.get(user, 0.0) for user, at in waited), default=inf)
        self.wakeups.by(table.id, soonest)

    async def close(self) -> None:
        await self.wakeups.close()

    async def _send_due(self, table: OpenTable) -> float:
        """Tells those whose time has come; when the next one's will."""
        soonest = inf
        house = await self._preferences.of_server(table.place.guild)
        for person in list(table.waiting):
            user = table.people.get(person)
            if user is None:  # they have been forgotten
                continue
            tastes = await self._preferences.of_person(user)
            patience = _patience(tastes, house)
            if patience < inf:
                self._patience[user] = patience
            else:  # or nothing would look whether they choose otherwise
                self._patience.pop(user, None)
            moment = self._next_alert(table, person, user, patience, tastes.remind_at)
            if moment <= self._now():
                self._told[user] = self._now()
                private = await self._plays_in_private(SlotKey(table.id, panel(person)))
                await self._tables.alert(table.id, person, private=private)
                moment = self._next_alert(table, person, user, patience, tastes.remind_at)
            soonest = min(soonest, moment)
        return soonest

    def _next_alert(
        self, table: OpenTable, person: Person, user: UserId, patience: float, remind_at: int
    ) -> float:
        """When a person is to be told next, if the table still waits for them then."""
        if person not in table.waiting or patience == inf:
            return inf
        by_days = table.state.variant.house.by_days
        standing = table.alerts.get(person)
        if by_days:
            waits = self._tables.past(table.waiting[person])
            last = waits if standing is None else self._tables.past(standing.at)
            moment = next_hour(max(last, waits), remind_at)
        elif standing is not None:
            return inf
        else:
            moment = self._tables.waiting.since(table, person) + patience
        return max(moment, self._tables.past(self._told.get(user, self._tables.waiting.connected_at)) + APART)


def _patience(tastes: Tastes, house: House) -> float:
    """The seconds for which a person who is waited for is not told; infinite if they never are."""
    if not house.alerts or tastes.alert is Alert.NEVER:
        return inf
    chosen = 0 if tastes.alert is Alert.AT_ONCE else tastes.alert_after
    return float(max(chosen, house.alert_least))


def next_hour(after: float, hour: int) -> float:
    """The next moment after this one at which an hour, UTC, begins."""
    begun = after - after % DAY + (hour % 24) * HOUR
    return begun if begun > after else begun + DAY
