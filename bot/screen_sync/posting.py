"""The screen follower: brings the messages in Discord to what the tables say.

What must be on screen is a durable slot, so a result is still shown after a crash. The newest state is drawn,
nothing is sent that stands there already, and no slot has two requests under way. Knows no Discord: a
``Messenger`` does the sending.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from bot.ports.records import Slot, SlotKey, TableId
from bot.ports.storage import Slots
from bot.screen_sync.rate_limit import RateLimit
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from bot.tables.slots import is_panel, panel
from rules.members import Person
from screens.screen import Screen

log = logging.getLogger(__name__)

TAKE_WITHIN: Final = 0.5
"""Seconds that the answer to a press waits for the request under way on the message it would redraw."""
BACK_OFF: Final = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a failed request is tried again, by how often it has failed."""
SHUT_OUT: Final = 120.0
"""Seconds before the bot tries again in a channel that is closed to it."""
REPOSTS: Final = 3
REPOSTS_IN: Final = 600.0
"""A message that somebody keeps deleting is posted so often in so many seconds, then no more."""


ROOM: Final = "room"


class Lane(NamedTuple):
    """Slots that are shown one after the other: a table's messages in its channel, or one panel."""

    table: TableId
    name: str


class MessageGone(Exception):
    """The message to be edited is not there, or is too old to be edited so often."""


class NoPlace(Exception):
    """Nothing can be sent there: a channel gone or closed to the bot, or direct messages refused.

    ``for_now``: whoever closed it may open it again."""

    def __init__(self, why: str, *, for_now: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.for_now = for_now


class TryLater(Exception):
    """It did not work this time."""


class Messenger(Protocol):
    """He who speaks to Discord. Each method may raise NoPlace or TryLater."""

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        """A new message; its id. The same nonce again within minutes posts nothing and gives the same id."""

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """Raises MessageGone besides."""

    async def delete(self, channel: int, message: int) -> None: ...

    async def open_dm(self, user: int) -> int:
        """The channel of a user's direct messages."""


Draw = Callable[[OpenTable, str], Awaitable[Screen | None]]
"""What a slot must show, by its name; None where there is nothing more to show."""


class Posting:
    def __init__(
        self,
        slots: Slots,
        tables: Tables,
        messenger: Messenger,
        draw: Draw,
        rate_limit: RateLimit,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._slots = slots
        self._tables = tables
        self._messenger = messenger
        self._draw = draw
        self._rate_limit = rate_limit
        self._now = now
        self._closed = False
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._uncertain: set[SlotKey] = set()  # may have been posted without our hearing of it
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._locks: WeakValueDictionary[SlotKey, asyncio.Lock] = WeakValueDictionary()
        self._reposts: dict[SlotKey, deque[float]] = defaultdict(lambda: deque(maxlen=REPOSTS))

    def changed(self, table: OpenTable) -> None:
        """Has what is out of date brought up to date."""
        self._bring(table.id)

    async def wake(self, mine: Callable[[str], bool]) -> None:
        """At a start: what is due is brought, of closed tables too. What is still to be posted may have been,
        by a process that did not live to note it. ``mine`` tells by a name whether the slot is kept here."""
        due = [slot for slot in await self._slots.due_slots() if mine(slot.key.name)]
        self._uncertain |= {slot.key for slot in due if slot.message is None}
        for table_id in dict.fromkeys(slot.key.table for slot in due):
            self._bring(table_id)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._looking.values(), *self._lanes.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def panel_settled(self, table: OpenTable, person: Person, within: float) -> Slot | None:
        """A person's panel once it has been shown or given up, or as it is after so many seconds."""
        until = self._now() + within
        while True:
            slot = await self._slot(SlotKey(table.id, panel(person)))
            if slot is None or not slot.due or self._now() >= until:
                return slot
            await asyncio.sleep(0.02)

    async def try_panel_again(self, table: OpenTable, person: Person) -> None:
        """A panel that was given up, for one who has come again: he may have opened his direct messages."""
        key = SlotKey(table.id, panel(person))
        slot = await self._slot(key)
        if slot is not None and slot.parked is not None:
            await self._slots.unpark(key)
            self._bring(table.id)

    @asynccontextmanager
    async def taking(self, slot: SlotKey | None) -> AsyncIterator[bool]:
        """Holds a slot for an answer that redraws it; False if a request has it and does not end in time."""
        if slot is None:
            yield False
            return
        lock = self._lock(slot)
        try:
            await asyncio.wait_for(lock.acquire(), TAKE_WITHIN)
        except TimeoutError:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    async def shows(self, slot: SlotKey, version: int, screen: Screen, channel: int, message: int) -> None:
        """An answer has drawn this in the slot's message."""
        await self._slots.showing(slot, shown=version, digest=screen.digest, channel=channel, message=message)

    async def slot_of_message(self, table_id: TableId, message: int) -> SlotKey | None:
        """Which slot a message is, if it is one."""
        return next((slot.key for slot in await self._slots.slots(table_id) if slot.message == message), None)

    async def post_again(self, table: OpenTable, name: str) -> None:
        """Posts a slot's message anew, where the table now stands, and takes the old one away."""
        key = SlotKey(table.id, name)
        async with self._lock(key):
            slot = await self._slot(key)
            await self._slots.unpark(key)
            if slot is not None and slot.message is not None and slot.channel is not None:
                await self._slots.slot_lost(key)
                try:
                    await self._messenger.delete(slot.channel, slot.message)
                except (NoPlace, TryLater, MessageGone):
                    log.info("an old message of table %s could not be deleted", table.id)
        self._bring(table.id)

    def _bring(self, table_id: TableId) -> None:
        """Has the table's slots looked at, by one short task at a time."""
        if self._closed:
            return
        if table_id in self._looking:
            self._again.add(table_id)
        else:
            self._looking[table_id] = asyncio.create_task(self._look(table_id), name=f"screens {table_id}")

    async def _look(self, table_id: TableId) -> None:
        """Sets every lane going that has something to show: the room's messages in turn, and each panel by
        itself, so that nobody waits for another's slow direct message."""
        try:
            table = await self._tables.get(table_id)
            due = [slot for slot in await self._slots.slots(table_id) if slot.due]
            lanes: dict[str, list[SlotKey]] = defaultdict(list)
            for slot in sorted(due, key=lambda slot: slot.message is None):  # a result before what follows it
                if slot.not_before <= self._now():
                    lanes[slot.key.name if is_panel(slot.key.name) else ROOM].append(slot.key)
            for name, keys in lanes.items():
                lane = Lane(table_id, name)
                if lane not in self._lanes:
                    self._lanes[lane] = asyncio.create_task(self._run(table, lane, keys), name=f"{lane}")
            later = [slot.not_before for slot in due if slot.not_before > self._now()]
            if later:
                self._bring_at(table_id, min(later))
        except Exception:
            log.exception("the screens of table %s could not be looked at", table_id)
            self._bring_at(table_id, self._now() + BACK_OFF[-1])
        finally:
            del self._looking[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            self._bring(table_id)

    async def _run(self, table: OpenTable, lane: Lane, keys: Sequence[SlotKey]) -> None:
        """Shows what is due in one lane, and looks again: it may have changed meanwhile."""
        failed = False
        try:
            for key in keys:
                try:
                    await self._show(table, key)
                except Exception:  # the others are shown nevertheless
                    log.exception("the screens of table %s could not be kept", table.id)
                    failed = True
        finally:
            del self._lanes[lane]
        if failed:
            self._bring_at(table.id, self._now() + BACK_OFF[-1])
        else:
            self._bring(table.id)

    def _bring_at(self, table_id: TableId, when: float) -> None:
        earlier = self._timers.pop(table_id, None)
        if earlier is not None:
            earlier.cancel()
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(max(0.05, when - self._now()), self._bring, table_id)

    async def _show(self, table: OpenTable, key: SlotKey) -> None:
        """One slot, once: brought up to date, or marked as failed."""
        try:
            channel = await self._channel(table, key)
            await self._rate_limit.ready(channel)
            async with self._lock(key):
                if channel != await self._channel(table, key):
                    raise TryLater  # the table has been moved meanwhile
                await self._bring_up_to_date(table, key, channel)
        except NoPlace as refusal:
            log.info("slot %s of table %s cannot be shown: %s", key.name, key.table, refusal.why)
            if refusal.for_now and not is_panel(key.name):
                await self._slots.slot_failed(key, not_before=self._now() + SHUT_OUT)
            else:
                await self._slots.park(key, refusal.why)
        except TryLater:
            slot = await self._slot(key)
            tries = min(slot.tries, len(BACK_OFF) - 1) if slot is not None else 0
            await self._slots.slot_failed(key, not_before=self._now() + BACK_OFF[tries])

    async def _bring_up_to_date(self, table: OpenTable, key: SlotKey, channel: int) -> None:
        slot = await self._slot(key)
        if slot is None or not slot.due:
            return
        version = table.version
        screen = await self._draw(table, key.name)
        if screen is None:
            await self._slots.retire(key)
            return
        message = slot.message
        if message is None or slot.digest != screen.digest:
            message = await self._send(slot, channel, screen)
        if slot.message is None and is_panel(key.name):
            owner = {person for person in table.people if panel(person) == key.name}
            table.panels |= owner
            table.by_dm |= owner
        await self._slots.showing(key, shown=version, digest=screen.digest, channel=channel, message=message)
        if slot.message is None and not is_panel(key.name):
            await self._take_up_others(key.table)

    async def _take_up_others(self, table_id: TableId) -> None:
        """Where a message could be posted in the room, those that the bot could not show follow at once."""
        for slot in await self._slots.slots(table_id):
            if slot.not_before > self._now() and not is_panel(slot.key.name):
                await self._slots.unpark(slot.key)

    async def _send(self, slot: Slot, channel: int, screen: Screen) -> int:
        """The message that now shows the screen."""
        if slot.message is not None:
            self._rate_limit.spent(channel)
            try:
                await self._messenger.edit(channel, slot.message, screen)
                return slot.message
            except MessageGone:
                await self._slots.slot_lost(slot.key)
                self._note_repost(slot.key)
                slot = await self._slot(slot.key) or slot
        self._rate_limit.spent(channel)
        uncertain = slot.key in self._uncertain
        self._uncertain.add(slot.key)
        message = await self._messenger.post(channel, screen, nonce(slot))
        if uncertain:  # the nonce may have found the message of an earlier try, which shows an earlier state
            try:
                await self._messenger.edit(channel, message, screen)
            except MessageGone:
                await self._slots.slot_lost(slot.key)
                raise TryLater from None
        self._uncertain.discard(slot.key)
        return message

    def _note_repost(self, key: SlotKey) -> None:
        """Raises NoPlace if the message has been taken away too often."""
        before = self._reposts[key]
        if len(before) == REPOSTS and before[0] > self._now() - REPOSTS_IN:
            raise NoPlace("deleted again and again")
        before.append(self._now())

    async def _channel(self, table: OpenTable, key: SlotKey) -> int:
        """Where a slot is shown. Opens direct messages at need."""
        if not is_panel(key.name):
            return table.place.channel
        user = next((user for person, user in table.people.items() if panel(person) == key.name), None)
        if user is None:
            raise NoPlace("forgotten")
        known = await self._slots.dm(user)
        if known.channel is not None:
            return known.channel
        try:
            channel = await self._messenger.open_dm(user)
        except NoPlace:
            await self._slots.dm_refused(user)
            raise
        await self._slots.remember_dm(user, channel)
        return channel

    async def _slot(self, key: SlotKey) -> Slot | None:
        return next((slot for slot in await self._slots.slots(key.table) if slot.key == key), None)

    def _lock(self, key: SlotKey) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


def nonce(slot: Slot) -> str:
    """The same 24 characters however often a message is sent, so that Discord posts it once."""
    name = f"{slot.key.table}|{slot.key.name}|{slot.posts}"
    return base64.b32encode(sha256(name.encode()).digest()).decode()[:24]
