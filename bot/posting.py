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
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.ledger import Slots
from bot.live import Live
from bot.pace import Pace
from bot.screen import Screen
from bot.tables import Tables
from bot.wanting import is_panel, panel
from rules.members import Person
from storage.records import Slot, SlotKey, TableId

log = logging.getLogger(__name__)

TAKE_WITHIN: Final = 0.5
"""Seconds that the answer to a press waits for the request under way on the message it would redraw."""
BACK_OFF: Final = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a failed request is tried again, by how often it has failed."""
REPOSTS: Final = 3
REPOSTS_IN: Final = 600.0
"""A message that somebody keeps deleting is posted so often in so many seconds, then no more."""


class MessageGone(Exception):
    """The message to be edited is not there, or is too old to be edited so often."""


class NoPlace(Exception):
    """Nothing can be sent there: a channel gone or closed to the bot, or direct messages refused."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


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


Draw = Callable[[Live, str], Awaitable[Screen | None]]
"""What a slot must show, by its name; None where there is nothing more to show."""


class Posting:
    def __init__(
        self,
        slots: Slots,
        tables: Tables,
        messenger: Messenger,
        draw: Draw,
        pace: Pace,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._slots = slots
        self._tables = tables
        self._messenger = messenger
        self._draw = draw
        self._pace = pace
        self._now = now
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._locks: WeakValueDictionary[SlotKey, asyncio.Lock] = WeakValueDictionary()
        self._reposts: dict[SlotKey, deque[float]] = defaultdict(lambda: deque(maxlen=REPOSTS))

    def changed(self, live: Live) -> None:
        """Starts one short task for the table unless one runs."""
        self._bring(live.id)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def panel_settled(self, live: Live, person: Person, within: float) -> Slot | None:
        """A person's panel once it has been shown or given up, or as it is after so many seconds."""
        until = self._now() + within
        while True:
            slot = await self._slot(SlotKey(live.id, panel(person)))
            if slot is None or not slot.due or self._now() >= until:
                return slot
            await asyncio.sleep(0.02)

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

    async def slot_of_message(self, table: TableId, message: int) -> SlotKey | None:
        """Which slot a message is, if it is one."""
        return next((slot.key for slot in await self._slots.slots(table) if slot.message == message), None)

    async def post_again(self, live: Live, name: str) -> None:
        """Posts a slot's message anew, where the table now stands, and takes the old one away."""
        key = SlotKey(live.id, name)
        async with self._lock(key):
            slot = await self._slot(key)
            await self._slots.unpark(key)
            if slot is not None and slot.message is not None and slot.channel is not None:
                await self._slots.slot_lost(key)
                try:
                    await self._messenger.delete(slot.channel, slot.message)
                except (NoPlace, TryLater, MessageGone):
                    log.info("an old message of table %s could not be deleted", live.id)
        self._bring(live.id)

    def _bring(self, table: TableId) -> None:
        if table in self._running:
            self._again.add(table)
        else:
            self._running[table] = asyncio.create_task(self._run(table), name=f"screen {table}")

    async def _run(self, table: TableId) -> None:
        try:
            while True:
                self._again.discard(table)
                await self._round(table)
                if table not in self._again:
                    return
        except Exception:
            log.exception("the screens of table %s could not be kept", table)
            self._bring_at(table, self._now() + BACK_OFF[-1])
        finally:
            del self._running[table]

    async def _round(self, table: TableId) -> None:
        live = await self._tables.get(table)
        due = [slot for slot in await self._slots.slots(table) if slot.due]
        ready = [slot.key for slot in due if slot.not_before <= self._now()]
        in_room = [key for key in ready if not is_panel(key.name)]
        await asyncio.gather(
            self._in_turn(live, in_room), *(self._show(live, key) for key in ready if is_panel(key.name))
        )
        waiting = [slot.not_before for slot in await self._slots.slots(table) if slot.due]
        if waiting and table not in self._again:
            self._bring_at(table, min(waiting))

    async def _in_turn(self, live: Live, keys: Sequence[SlotKey]) -> None:
        for key in keys:
            await self._show(live, key)

    def _bring_at(self, table: TableId, when: float) -> None:
        earlier = self._timers.pop(table, None)
        if earlier is not None:
            earlier.cancel()
        loop = asyncio.get_running_loop()
        self._timers[table] = loop.call_later(max(0.05, when - self._now()), self._bring, table)

    async def _show(self, live: Live, key: SlotKey) -> None:
        """One slot, once: brought up to date, or marked as failed."""
        try:
            channel = await self._channel(live, key)
            await self._pace.ready(channel)
            async with self._lock(key):
                await self._bring_up_to_date(live, key, channel)
        except NoPlace as refusal:
            log.info("slot %s of table %s is given up: %s", key.name, key.table, refusal.why)
            await self._slots.park(key, refusal.why)
        except TryLater:
            slot = await self._slot(key)
            tries = min(slot.tries, len(BACK_OFF) - 1) if slot is not None else 0
            await self._slots.slot_failed(key, not_before=self._now() + BACK_OFF[tries])

    async def _bring_up_to_date(self, live: Live, key: SlotKey, channel: int) -> None:
        slot = await self._slot(key)
        if slot is None or not slot.due:
            return
        version = live.version
        screen = await self._draw(live, key.name)
        if screen is None:
            await self._slots.retire(key)
            return
        message = slot.message
        if message is None or slot.digest != screen.digest:
            message = await self._send(slot, channel, screen)
        if slot.message is None and is_panel(key.name):
            owner = {person for person in live.people if panel(person) == key.name}
            live.panels |= owner
            live.by_dm |= owner
        await self._slots.showing(key, shown=version, digest=screen.digest, channel=channel, message=message)

    async def _send(self, slot: Slot, channel: int, screen: Screen) -> int:
        """The message that now shows the screen."""
        if slot.message is not None:
            self._pace.spent(channel)
            try:
                await self._messenger.edit(channel, slot.message, screen)
                return slot.message
            except MessageGone:
                await self._slots.slot_lost(slot.key)
                self._note_repost(slot.key)
                slot = await self._slot(slot.key) or slot
        self._pace.spent(channel)
        return await self._messenger.post(channel, screen, nonce(slot))

    def _note_repost(self, key: SlotKey) -> None:
        """Raises NoPlace if the message has been taken away too often."""
        before = self._reposts[key]
        if len(before) == REPOSTS and before[0] > self._now() - REPOSTS_IN:
            raise NoPlace("deleted again and again")
        before.append(self._now())

    async def _channel(self, live: Live, key: SlotKey) -> int:
        """Where a slot is shown. Opens direct messages at need."""
        if not is_panel(key.name):
            return live.place.channel
        user = next((user for person, user in live.people.items() if panel(person) == key.name), None)
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
