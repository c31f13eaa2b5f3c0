"""Since when a table waits, for whom, and when what follows from that is due.

Time in which nobody could press counts for nobody: where people take turns over days that is reckoned from
the times at which the bot was connected, else a wait begins anew with the connection.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf
from typing import Final

from bot import errors
from bot.tables.open_table import OpenTable
from rules.seats import Member, Person, Seat

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0
RESULT_STANDS: Final = 90.0
"""Seconds for which a result stands at most, and over days a day."""
AFTER_THE_FIRST: Final = 20.0
"""Seconds for which it stands at most once somebody has seen it."""


class Waiting:
    """What tables of one bot wait for. All moments are seconds since 1970."""

    def __init__(
        self,
        now: Callable[[], float],
        past: Callable[[float], float],
        counted: Callable[[float], float] | None = None,
    ) -> None:
        """``past`` puts a moment that lies ahead into the past; ``counted`` gives the seconds since a moment
        that count against somebody."""
        self._now, self._past = now, past
        self.connected_at = now()
        self._counted = counted or (lambda since: now() - max(since, self.connected_at))

    def since(self, table: OpenTable, person: Person | None = None) -> float:
        """From when a table has been waiting for this person, or for anybody."""
        began = table.waiting.get(person, table.at) if person is not None else table.at
        return self.since_connected(began)

    def since_connected(self, moment: float) -> float:
        """From when a wait counts that began at this moment."""
        return self._past(max(moment, self.connected_at))

    def late_at(self, table: OpenTable, person: Person) -> float:
        """From when a robot may sit in for a person for whom a table waits; infinite if never, as where the
        server has no robots."""
        house = table.state.variant.house
        if house.absent is None or not house.robots:
            return inf
        if house.by_days:
            return self._counted_moment(table.waiting.get(person, table.at), house.absent * DAY)
        return self.since(table, person) + house.absent * MINUTE

    def late_seats(self, table: OpenTable, asking: Member | None) -> frozenset[Seat]:
        """The seats of the others for whom the table has waited long enough. Raises TooSoon while all of them
        may still come, and AppWhy.ABSENT_ARE_WAITED_FOR."""
        others = [person for person in table.moment.awaited if person != asking]
        moments = {person: self.late_at(table, person) for person in others}
        if (first := min(moments.values())) == inf:
            raise errors.AppRefused(errors.AppWhy.ABSENT_ARE_WAITED_FOR)
        if first > (now := self._now()):
            raise errors.TooSoon(ceil(first - now))
        late = (table.seat_of(person) for person, at in moments.items() if at <= now)
        return frozenset(seat for seat in late if seat is not None)

    def goes_on_at(self, table: OpenTable) -> float:
        """When the next deal comes though somebody has not seen the result that stands."""
        if not table.state.unready:
            return self._past(table.at)
        if table.state.variant.house.by_days:
            return self._counted_moment(table.result_at, DAY)
        moment = self.since_connected(table.result_at) + RESULT_STANDS
        if not table.seen_at:
            return moment
        return min(moment, self.since_connected(table.seen_at) + AFTER_THE_FIRST)

    def abandoned_at(self, table: OpenTable, after: float) -> float:
        """From when a table counts as abandoned where that takes so many seconds. Where people take turns
        over days it comes after a robot has sat in, or after two weeks."""
        house = table.state.variant.house
        days = (house.absent or 13) + 1 if house.by_days else 0
        return self._counted_moment(table.at, max(after, days * DAY))

    def _counted_moment(self, moment: float, seconds: float) -> float:
        """When so many seconds count since another moment, if the bot stays connected."""
        return self._now() + seconds - self._counted(self._past(moment))
