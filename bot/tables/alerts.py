"""Tells people by a new message, which rings as an edit does not, that a table waits for them.

An alert stands until they have acted; there is one for each person at each table. How soon they are told, or
whether at all, is their own choice. Nobody is told twice within ``APART`` seconds, whatever tables they play
at. Where people take turns over days they are reminded once a day instead, at an hour of their own.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from math import inf
from typing import Final

from bot.leases import Holds
from bot.ports.records import SlotKey, UserId
from bot.preferences import Alert, House, Preferences, Tastes
from bot.recent import Recent
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from bot.tables.slots import panel
from bot.tables.wakeups import Wakeups
from rules.members import Person

APART: Final = 20.0
"""Seconds between two alerts for the same person."""
HOUR: Final = 3600.0
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
    ) -> None:
        self._tables = tables
        self._preferences = preferences
        self._plays_in_private = plays_in_private
        self._now = now
        self._patience: Recent[UserId, float] = Recent()  # as their choice was when last looked at
        self._told: Recent[UserId, float] = Recent()  # when each person last was
        self._wakeups = Wakeups("alerts", tables.get, self._look, now)

    def changed(self, table: OpenTable) -> None:
        if not table.waiting:
            self._wakeups.forget(table)
            return
        patience, people = self._patience, table.people
        waiting = table.waiting.items()
        self._wakeups.by(
            table,
            min(
                at + patience.get(people[person], 0.0) if person in people else inf for person, at in waiting
            ),
        )

    def only(self, holds: Holds) -> None:
        """Other processes look after the tables that this one does not hold."""
        self._wakeups.holds = holds

    async def close(self) -> None:
        await self._wakeups.close()

    async def _look(self, table: OpenTable) -> float:
        """Tells those whose time has come; when the next one's will."""
        soonest = inf
        house = await self._preferences.of_server(table.place.guild)
        for person in list(table.waiting):
            user = table.people.get(person)
            if user is None:  # they have been forgotten
                continue
            tastes = await self._preferences.of_person(user)
            patience = self._patience[user] = _patience(tastes, house)
            moment = self._moment(table, person, user, patience, tastes.remind_at)
            if moment <= self._now():
                self._told[user] = self._now()
                private = await self._plays_in_private(SlotKey(table.id, panel(person)))
                await self._tables.alert(table.id, person, private=private)
                moment = self._moment(table, person, user, patience, tastes.remind_at)
            soonest = min(soonest, moment)
        return soonest

    def _moment(
        self, table: OpenTable, person: Person, user: UserId, patience: float, remind_at: int
    ) -> float:
        """When a person is to be told next, if the table still waits for them then."""
        if person not in table.waiting or patience == inf:
            return inf
        by_days = table.state.variant.house.by_days
        standing = table.alerts.get(person)
        if by_days:
            last = standing.at if standing is not None else table.waiting[person]
            moment = next_hour(max(last, table.waiting[person]), remind_at)
        elif standing is not None:
            return inf
        else:
            moment = self._tables.since(table, person) + patience
        return max(moment, self._told.get(user, self._tables.connected_at) + APART)


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
