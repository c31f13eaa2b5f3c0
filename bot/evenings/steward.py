"""Opens the tables of evenings, and enters their results: each exactly once, whatever is interrupted.

A round's event names the id under which each deal's table is stored. A table that is not in the log is
opened, and one that is closed there and has no result yet in the evening gets it; so the same look, after a
start or after any change, does what is still to be done. Nothing here knows Discord.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from typing import Final

from bot.clocks import HOUR, cancelled, pauses
from bot.cluster import ALONE, Cluster
from bot.errors import NoSuchTable, SetAside, TableHere
from bot.evenings.service import Evenings, Hindrance, NoRoom, OpenEvening, Rooms
from bot.streams.fair_deal import board_seed
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.errors import Refusal
from rules.evening.decide import SEED, holders_of
from rules.evening.events import CallTime, Remove, Report
from rules.evening.page import BoardAt, Outcome, Sitting
from rules.games.promise import deal_points, tricks_scored
from rules.seats import BySide, Person
from rules.table.requests import RobotFor
from rules.view import AtEvening
from storage.ports.records import Place, TableId, UserId

log = logging.getLogger(__name__)

ROOM_STAYS: Final = 60.0
"""Seconds for which the thread of a table that is no longer used stays open, so that its last message is read
and the bot's own edits still arrive."""
MINUTE: Final = 60.0

Name = Callable[[OpenEvening, int, int], Awaitable[str]]
"""Of a thread, for a round and a table."""


class Steward:
    """Follows all evenings, and the tables that belong to them."""

    def __init__(
        self,
        evenings: Evenings,
        tables: Tables,
        rooms: Rooms,
        name: Name,
        go_on: Callable[[TableId], Awaitable[None]],
        now: Callable[[], float] = time.time,
        cluster: Cluster = ALONE,
    ) -> None:
        """``name`` is what a thread is called; ``go_on`` has an adjourned table go on where it now stands."""
        self._cluster = cluster
        self._evenings = evenings
        self._tables = tables
        self._rooms = rooms
        self._name = name
        self._go_on = go_on
        self._now = now
        self._watches: dict[TableId, _Watch] = {}
        self._closed = False

    def changed(self, stream: OpenEvening | OpenTable) -> None:
        """Follows the evenings and the tables. A table that is over, or whose place is gone, needs something
        to be done."""
        if isinstance(stream, OpenTable):
            at = stream.state.evening
            watch = self._watches.get(TableId(at.evening)) if at is not None else None
            if watch is not None and (stream.closed or stream.adjourned):
                self._attend(watch)
        elif self._cluster.holds(stream.id):
            self._evening_changed(stream)

    def _evening_changed(self, evening: OpenEvening) -> None:
        watch = self._watches.get(evening.id)
        if watch is None and evening.state.begun and not evening.closed:
            watch = self._watches[evening.id] = _Watch(evening)
        if watch is not None:
            self._attend(watch)

    async def close(self) -> None:
        self._closed = True
        for watch in self._watches.values():
            watch.stop_timer()
        await cancelled(watch.task for watch in self._watches.values() if watch.task is not None)

    def look_again(self, guild: int) -> None:
        """Something has changed in this server: tables that could not be opened perhaps can be."""
        for watch in self._watches.values():
            if watch.evening.place.guild == guild and watch.evening.stopped:
                self._attend(watch)

    def hindrance(self, evening: OpenEvening) -> Hindrance | None:
        """What would keep the tables of the next round from being opened, as far as that is known."""
        state, guild = evening.state, evening.place.guild
        rooms = state.plan.rooms[: evening.next_tables]
        for room in rooms:
            if (hindrance := self._rooms.hindrance_in(Place(guild, room))) is not None:
                return hindrance
        has_threads = state.begun and not state.plan.kind.duplicate
        if has_threads or len(rooms) == evening.next_tables:
            return None
        return self._rooms.hindrance(evening.place, private=state.plan.kind.duplicate)

    def hindrance_in(self, room: Place) -> Hindrance | None:
        """What would keep a table from standing in a channel, as far as that is known."""
        return self._rooms.hindrance_in(room)

    async def tricks_so_far(self, evening: OpenEvening) -> tuple[tuple[int, BySide[int]], ...]:
        """The tricks that each side has taken at the tables that have not finished."""
        found = []
        for sitting, left in evening.state.to_play:
            for board in left[:1]:
                with suppress(NoSuchTable, SetAside):
                    deal = (await self._tables.get(TableId(board.stream))).view(None).deal
                    if deal is not None:
                        found.append((sitting.table, deal.won))
        return tuple(found)

    async def table_of(self, evening: OpenEvening, user: UserId) -> OpenTable | None:
        """The table at which somebody now plays."""
        person = evening.person(user)
        sitting = evening.state.sitting_of(person) if person is not None else None
        if sitting is not None:
            for board in evening.state.unfinished(sitting)[:1]:
                with suppress(NoSuchTable, SetAside):
                    return await self._tables.get(TableId(board.stream))
        return None

    def _attend(self, watch: _Watch) -> None:
        """Look after an evening now, or once more if that is under way."""
        watch.again = True
        if watch.task is None and not self._closed:
            watch.stop_timer()
            watch.task = SUPERVISOR.run_once(self._watch_evening(watch), "evening", watch.evening.id)

    async def _watch_evening(self, watch: _Watch) -> None:
        """Looks after an evening until nothing is to be done. After a failure it is tried again with
        back-off; an evening that is over is forgotten once its threads are closed."""
        moment = inf
        try:
            while watch.again:
                watch.again, moment = False, inf
                try:
                    if await self._tend(watch):
                        watch.waits = pauses()
                    else:
                        moment = self._now() + next(watch.waits)
                except Exception:
                    log.exception("evening %s could not be looked after", watch.evening.id)
                    moment = self._now() + next(watch.waits)
        finally:
            watch.task = None
        if watch.evening.closed and not watch.ending and moment == inf:
            self._watches.pop(watch.evening.id, None)
            return
        moment = min(moment, self._time_is_over(watch.evening), *watch.ending.values(), inf)
        if moment < inf and not self._closed:
            loop = asyncio.get_running_loop()
            watch.timer = loop.call_later(min(max(0.0, moment - self._now()), HOUR), self._attend, watch)

    def _time_is_over(self, evening: OpenEvening) -> float:
        """When no fresh round may be begun."""
        minutes = evening.state.plan.minutes
        if not minutes or evening.began is None or evening.state.time_is_over or evening.closed:
            return inf
        return self._evenings.past(evening.began) + minutes * MINUTE

    async def _tend(self, watch: _Watch) -> bool:
        """Whether no table lacks a place."""
        evening = watch.evening
        if (evening.adjourned and not evening.closed) or not self._cluster.holds(evening.id):
            return True
        for person in evening.state.people:
            if person not in evening.people:  # they were forgotten while it could not be acted on
                with suppress(Refusal):
                    await self._evenings.act(evening.id, None, Remove(person))
        if self._time_is_over(evening) <= self._now():
            with suppress(Refusal):
                await self._evenings.act(evening.id, None, CallTime())
        begun = evening.state.round
        stopped: dict[int, Hindrance] = {}
        for sitting in begun.sittings if begun is not None else ():
            with _noted(stopped, sitting):
                await self._enter_finished(watch, sitting)
        if not evening.closed and evening.state.round is begun:
            for sitting in evening.state.playing:
                if watch.again:  # results first: a table may be waiting for them
                    break
                with _noted(stopped, sitting):
                    await self._seat_sitting(watch, sitting)
        if not watch.again:
            await self._evenings.stops(evening.id, stopped)
        await self._end_rooms(watch)
        return all(one.damaged for one in stopped.values())

    async def _enter_finished(self, watch: _Watch, sitting: Sitting) -> None:
        """Enters what has been finished at one table of the last round."""
        evening = watch.evening
        number = len(evening.state.rounds)
        unfinished = evening.state.unfinished(sitting)
        for board in sitting.boards:
            table_id = TableId(board.stream)
            if board not in unfinished or evening.closed:
                if table_id in self._tables.places:  # the director said what it counts for
                    with suppress(Refusal):
                        await self._tables.close(table_id)
                continue
            try:
                table = await self._tables.get(table_id)
            except NoSuchTable:
                return
            except SetAside:
                log.error("table %s of evening %s cannot be read", table_id, evening.id)
                raise
            if not table.closed:
                await self._look_after(watch, sitting, table)
                return
            outcome = outcome_of(table)
            if outcome is None:
                return  # a moderator closed it: the director says what it counts for
            with suppress(Refusal):  # somebody entered one in the same moment
                report = Report(number, sitting.table, board.number, outcome)
                await self._evenings.act(evening.id, None, report)

    async def _look_after(self, watch: _Watch, sitting: Sitting, table: OpenTable) -> None:
        """A robot for everybody at this table whose place is no longer theirs, and another thread if its own
        is gone."""
        holders = set(holders_of(watch.evening.state, sitting))
        rubber = table.state.rubber
        for member in rubber.seats if rubber is not None else ():
            if isinstance(member, Person) and member not in holders and not table.adjourned:
                with suppress(Refusal):
                    await self._tables.act(table.id, None, RobotFor(member))
        if table.adjourned and not table.has_place:
            room = await self._thread(watch, sitting)
            await self._tables.move(table.id, room)
            await self._go_on(table.id)

    async def _seat_sitting(self, watch: _Watch, sitting: Sitting) -> None:
        """Opens the next table for these four, unless it is open."""
        evening = watch.evening
        board = next(iter(evening.state.unfinished(sitting)), None)
        if board is None or TableId(board.stream) in self._tables.places:
            return
        try:
            await self._tables.get(TableId(board.stream))
        except NoSuchTable:
            await self._seat_anew(watch, sitting, board)

    async def _seat_anew(self, watch: _Watch, sitting: Sitting, board: BoardAt) -> None:
        room = await self._room(watch, sitting)
        try:
            await self._open_next_table(watch, sitting, board, room)
        except TableHere:  # somebody has opened one of their own there
            await self._open_next_table(watch, sitting, board, await self._thread(watch, sitting))

    async def _open_next_table(self, watch: _Watch, sitting: Sitting, board: BoardAt, room: int) -> None:
        evening = watch.evening
        plan, shared = evening.state.plan, evening.state.plan.kind.duplicate
        seats = holders_of(evening.state, sitting)
        people = {
            one: evening.people[one] for one in seats if isinstance(one, Person) and one in evening.people
        }
        if shared and room not in plan.rooms:
            invited = watch.invited.setdefault(room, set())
            await self._rooms.invite(room, tuple(set(people.values()) - invited))
            invited |= set(people.values())
        brought = evening.state.brought
        if brought is not None and brought.by in evening.people:  # the table's message names them
            people[brought.by] = evening.people[brought.by]
        at = AtEvening(evening.id, sitting.table, board.number, shared)
        seed = board_seed(evening.seeds[SEED], board.number) if shared else None
        place = Place(evening.place.guild, room)
        table_id = TableId(board.stream)
        await self._tables.open_for_evening(
            place, table_id, (plan.game, plan.options), at, seats, people, seed, brought
        )

    async def _room(self, watch: _Watch, sitting: Sitting) -> int:
        """Where the next deal of this table is played: where it has stood before, or in the place that was
        named for it; in a new thread if that is gone. Where the deals are shared every round has threads of
        its own: who comes to a table must not read what was played there."""
        evening = watch.evening
        room = await self._room_before(watch, sitting)
        if room is None or not await self._rooms.is_there(Place(evening.place.guild, room)):
            return await self._thread(watch, sitting)
        if (hindrance := self._rooms.hindrance_in(Place(evening.place.guild, room))) is not None:
            raise NoRoom(hindrance)
        return room

    async def _room_before(self, watch: _Watch, sitting: Sitting) -> int | None:
        state, number = watch.evening.state, sitting.table
        spot = (len(state.rounds) if state.plan.kind.duplicate else 0, number)
        if spot in watch.rooms:
            return watch.rooms[spot]
        earlier = state.rounds[-1:] if state.plan.kind.duplicate else reversed(state.rounds)
        for begun in earlier:
            for board in next(one for one in begun.sittings if one.table == number).boards:
                stood = await self._evenings.stood(TableId(board.stream))
                if stood is not None:
                    if stood not in state.plan.rooms:
                        watch.rooms[spot] = stood
                    return stood
        return state.plan.rooms[number - 1] if number <= len(state.plan.rooms) else None

    async def _thread(self, watch: _Watch, sitting: Sitting) -> int:
        """A new thread for a table, or one by its name that was begun before a crash, or of which no answer
        came, and is not yet used. Raises NoRoom."""
        evening = watch.evening
        shared = evening.state.plan.kind.duplicate
        if (hindrance := self._rooms.hindrance(evening.place, private=shared)) is not None:
            raise NoRoom(hindrance)
        spot = (len(evening.state.rounds) if shared else 0, sitting.table)
        name = await self._name(evening, *spot)
        before = watch.rooms.pop(spot, None)
        if watch.found is None:
            began = evening.began if evening.began is not None else inf
            watch.found = dict(await self._rooms.open_threads(evening.place, began))
        room = watch.found.pop(name, None)
        if room is None or room == before:
            try:
                room = await self._rooms.begin_thread(evening.place, name, private=shared)
            except NoRoom:
                watch.found = None  # it may stand all the same: the answer may have been lost
                raise
        watch.rooms[spot] = room
        return room

    async def _end_rooms(self, watch: _Watch) -> None:
        """Archives the threads that are no longer used, after a while."""
        state, now = watch.evening.state, self._now()
        for (number, table), room in list(watch.rooms.items()):
            if state.closed or (number and number < len(state.rounds)):
                watch.ending[room] = now + ROOM_STAYS
                watch.invited.pop(room, None)
                del watch.rooms[number, table]
        for room, when in list(watch.ending.items()):
            if not 0 < when - now <= ROOM_STAYS:
                del watch.ending[room]
                try:
                    await self._rooms.archive(room)
                except NoRoom as no:
                    if no.hindrance.may_pass:
                        watch.ending[room] = now + ROOM_STAYS


@contextmanager
def _noted(stopped: dict[int, Hindrance], sitting: Sitting) -> Iterator[None]:
    """Notes what keeps a table from having a place, or from being read; the others go on."""
    try:
        yield
    except NoRoom as no:
        stopped[sitting.table] = no.hindrance
    except SetAside:
        stopped[sitting.table] = Hindrance(damaged=True)


@dataclass(eq=False)
class _Watch:
    """One evening that goes on."""

    evening: OpenEvening
    again: bool = False  # something has changed
    rooms: dict[tuple[int, int], int] = field(default_factory=dict)
    """The threads in use, by round (0: of all rounds) and table."""
    ending: dict[int, float] = field(default_factory=dict)  # the threads to be archived, and when
    invited: dict[int, set[UserId]] = field(default_factory=dict)  # who see which private thread
    found: dict[str, int] | None = None  # the threads that stood when last looked, by name
    waits: Iterator[float] = field(default_factory=pauses)
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def outcome_of(table: OpenTable) -> Outcome | None:
    """What the deal of a closed table came to; None if it was not played to its end."""
    last = table.state.last
    if last is None:
        return None
    at = table.state.evening
    brought = deal_points(last, table.state.variant.rubber, by_itself=at is not None and at.shared)
    return Outcome(tricks_scored(last, table.state.variant), brought.ns - brought.ew)
