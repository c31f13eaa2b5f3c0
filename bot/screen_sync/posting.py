"""Keeps the messages in Discord as tables and sheets say that they should be.

What must be on screen is a durable slot, so that a result is shown even after a crash. A message is drawn
from the newest state and sent only if it differs from what stands there; no slot has two requests under way.
A ``Board`` draws, and a ``Messenger`` sends: nothing here knows Discord, or what a stream is about.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from bot.ports.records import Slot, SlotKey, TableId, UserId
from bot.ports.storage import Slots
from bot.screen_sync.messenger import MessageGone, Messenger, NoPlace, TryLater
from bot.screen_sync.rate_limit import RateLimit
from bot.streams.locks import Locks
from bot.streams.open_stream import OpenStream
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
"""A message that somebody keeps deleting is posted again so often in so many seconds, then no more."""

CALM: Final = 20
"""Messages under way beyond which no more of those are begun that were due at the start."""

ROOM: Final = "room"


class Lane(NamedTuple):
    """Slots that are shown one after the other: what stands in the channel, or one private message."""

    stream_id: TableId
    name: str


class Board(Protocol):
    """Something whose messages are kept up to date: a table, a score sheet."""

    @property
    def id(self) -> TableId: ...

    @property
    def version(self) -> int: ...

    @property
    def channel(self) -> int | None:
        """Where its messages stand that are not private; None while that place is gone."""

    def is_private(self, slot: str) -> bool:
        """Whether this message stands in somebody's direct messages."""

    def owner(self, slot: str) -> UserId | None:
        """The one in whose direct messages it stands; None if they have been forgotten."""

    async def draw(self, slot: str) -> Screen | None:
        """What the message must show now; None if there is nothing more to show."""

    async def posted(self, slot: str) -> None:
        """Told when a private message has been posted where there was none."""


class Boards(Protocol):
    """All the boards of one kind."""

    def owns(self, slot: str) -> bool:
        """Whether a slot of this name is of this kind."""

    async def get(self, stream_id: TableId) -> Board: ...


class Posting:
    """Follows every kind of stream, and posts and edits its messages."""

    def __init__(
        self,
        slots: Slots,
        boards: Sequence[Boards],
        messenger: Messenger,
        rate_limit: RateLimit,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._slots = slots
        self._boards = boards
        self._messenger = messenger
        self._rate_limit = rate_limit
        self._now = now
        self.place_lost: Callable[[TableId], None] = lambda _: None
        """Told of a stream whose channel or server is gone, as Discord answers."""
        self._closed = False
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._uncertain: set[SlotKey] = set()  # may have been posted though no answer came
        self._asleep: dict[TableId, None] = {}
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._locks: Locks[SlotKey] = Locks()
        self._reposts: dict[SlotKey, deque[float]] = defaultdict(lambda: deque(maxlen=REPOSTS))

    def changed(self, stream: OpenStream) -> None:
        """Has what is out of date brought up to date."""
        self._refresh(stream.id)

    async def find(self) -> None:
        """At a start, before anything is shown: learns what is due, of closed tables and sheets too. What is
        still to be posted may have been posted by a process that was killed before it could note it."""
        due = await self._slots.due_slots()
        self._uncertain |= {slot.key for slot in due if slot.message is None}
        self._asleep = dict.fromkeys(slot.key.table for slot in due)

    async def wake(self) -> None:
        """Shows what was due at the start, without haste."""
        while self._asleep:
            stream_id = next(iter(self._asleep))
            del self._asleep[stream_id]
            while len(self._looking) + len(self._lanes) >= CALM:
                await asyncio.sleep(0.05)
            self._refresh(stream_id)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._looking.values(), *self._lanes.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settled(self, key: SlotKey, within: float) -> Slot | None:
        """A slot once it has been shown or given up, or as it is after so many seconds."""
        until = self._now() + within
        while True:
            slot = await self._slot(key)
            if slot is None or not slot.due or self._now() >= until:
                return slot
            await asyncio.sleep(0.02)

    async def try_again(self, key: SlotKey) -> None:
        """Tries a slot again that was given up: its owner may have opened their direct messages."""
        slot = await self._slot(key)
        if slot is not None and slot.parked is not None:
            await self._slots.unpark(key)
            self._refresh(key.table)

    async def unpark(self, stream_id: TableId) -> None:
        """Has what was given up in a stream's channel tried again when the stream next changes."""
        for slot in await self._slots.slots(stream_id):
            boards = self._boards_of(slot.key.name)
            if slot.parked is not None and boards is not None:
                board = await boards.get(stream_id)
                if not board.is_private(slot.key.name):
                    await self._slots.unpark(slot.key)

    @asynccontextmanager
    async def taking(self, slot: SlotKey | None) -> AsyncIterator[bool]:
        """Holds a slot for an answer that redraws it; False if a request has it and does not end in time."""
        if slot is None:
            yield False
            return
        lock = self._locks.of(slot)
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

    async def slot_of_message(self, stream_id: TableId, message: int) -> SlotKey | None:
        """The slot that this message shows, if it shows one."""
        return next(
            (slot.key for slot in await self._slots.slots(stream_id) if slot.message == message), None
        )

    async def post_again(self, key: SlotKey) -> None:
        """Posts a slot's message anew, at the bottom of its channel, and deletes the old one."""
        async with self._locks.of(key):
            slot = await self._slot(key)
            await self._slots.unpark(key)
            if slot is not None and slot.message is not None and slot.channel is not None:
                await self._slots.slot_lost(key)
                try:
                    await self._messenger.delete(slot.channel, slot.message)
                except (NoPlace, TryLater, MessageGone):
                    log.info("an old message of %s could not be deleted", key.table)
        self._refresh(key.table)

    def _refresh(self, stream_id: TableId) -> None:
        """Has the slots of a stream looked at, by one short task at a time."""
        if self._closed:
            return
        if stream_id in self._looking:
            self._again.add(stream_id)
        else:
            self._looking[stream_id] = asyncio.create_task(self._look(stream_id), name=f"screens {stream_id}")

    async def _look(self, stream_id: TableId) -> None:
        """Starts every lane that has something to show: the channel's messages one by one, and each private
        message by itself, so that nobody waits for another's slow direct message."""
        try:
            due = [slot for slot in await self._slots.slots(stream_id) if slot.due]
            if due:
                await self._start_lanes(stream_id, due)
        except Exception:
            log.exception("the screens of %s could not be looked at", stream_id)
            self._refresh_at(stream_id, self._now() + BACK_OFF[-1])
        finally:
            del self._looking[stream_id]
        if stream_id in self._again:
            self._again.discard(stream_id)
            self._refresh(stream_id)

    async def _start_lanes(self, stream_id: TableId, due: Sequence[Slot]) -> None:
        boards = self._boards_of(due[0].key.name)
        if boards is None:
            log.error("nothing draws slot %s of %s", due[0].key.name, stream_id)
            return
        board = await boards.get(stream_id)
        lanes: dict[str, list[SlotKey]] = defaultdict(list)
        for slot in sorted(due, key=lambda slot: slot.message is None):  # a result before what follows it
            if slot.not_before <= self._now():
                lanes[slot.key.name if board.is_private(slot.key.name) else ROOM].append(slot.key)
        for name, keys in lanes.items():
            lane = Lane(stream_id, name)
            if lane not in self._lanes:
                self._lanes[lane] = asyncio.create_task(self._run(board, lane, keys), name=f"{lane}")
        later = [slot.not_before for slot in due if slot.not_before > self._now()]
        if later:
            self._refresh_at(stream_id, min(later))

    def _boards_of(self, slot: str) -> Boards | None:
        return next((boards for boards in self._boards if boards.owns(slot)), None)

    async def _run(self, board: Board, lane: Lane, keys: Sequence[SlotKey]) -> None:
        """Shows what is due in one lane, and looks again: it may have changed meanwhile."""
        failed = False
        try:
            for key in keys:
                try:
                    await self._show(board, key)
                except Exception:  # the others are shown nevertheless
                    log.exception("the screens of %s could not be shown", board.id)
                    failed = True
        finally:
            del self._lanes[lane]
        if failed:
            self._refresh_at(board.id, self._now() + BACK_OFF[-1])
        else:
            self._refresh(board.id)

    def _refresh_at(self, stream_id: TableId, when: float) -> None:
        earlier = self._timers.pop(stream_id, None)
        if earlier is not None:
            earlier.cancel()
        loop = asyncio.get_running_loop()
        self._timers[stream_id] = loop.call_later(max(0.05, when - self._now()), self._refresh, stream_id)

    async def _show(self, board: Board, key: SlotKey) -> None:
        """One slot, once: brought up to date, or marked as failed."""
        try:
            channel = await self._channel(board, key)
            await self._rate_limit.ready(channel)
            async with self._locks.of(key):
                if channel != await self._channel(board, key):
                    raise TryLater  # moved meanwhile
                await self._update(board, key, channel)
        except NoPlace as refusal:
            log.info("slot %s of %s cannot be shown: %s", key.name, key.table, refusal.why)
            in_channel = not board.is_private(key.name)
            if in_channel and refusal.gone:
                self.place_lost(board.id)
            if in_channel and (refusal.for_now or refusal.gone):
                await self._slots.slot_failed(key, not_before=self._now() + SHUT_OUT)
            else:
                await self._slots.park(key, refusal.why)
        except TryLater:
            slot = await self._slot(key)
            tries = min(slot.tries, len(BACK_OFF) - 1) if slot is not None else 0
            await self._slots.slot_failed(key, not_before=self._now() + BACK_OFF[tries])

    async def _update(self, board: Board, key: SlotKey, channel: int) -> None:
        """Posts or edits the message of a slot that is due. Raises NoPlace, TryLater."""
        slot = await self._slot(key)
        if slot is None or not slot.due:
            return
        version = board.version
        screen = await board.draw(key.name)
        if screen is None:
            await self._slots.retire(key)
            return
        message = slot.message
        if message is None or slot.digest != screen.digest:
            message = await self._send(slot, channel, screen)
        if slot.message is None and board.is_private(key.name):
            await board.posted(key.name)
        await self._slots.showing(key, shown=version, digest=screen.digest, channel=channel, message=message)
        if slot.message is None and not board.is_private(key.name):
            await self._retry_others(board)

    async def _retry_others(self, board: Board) -> None:
        """A message could be posted in the channel: those that could not be shown there follow at once."""
        for slot in await self._slots.slots(board.id):
            if slot.not_before > self._now() and not board.is_private(slot.key.name):
                await self._slots.unpark(slot.key)

    async def _send(self, slot: Slot, channel: int, screen: Screen) -> int:
        """The message that now shows the screen. Raises NoPlace, TryLater."""
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
        """Raises NoPlace if the message has been deleted too often."""
        before = self._reposts[key]
        if len(before) == REPOSTS and before[0] > self._now() - REPOSTS_IN:
            raise NoPlace("deleted again and again")
        before.append(self._now())

    async def _channel(self, board: Board, key: SlotKey) -> int:
        """The channel in which a slot is shown, opened if need be. Raises NoPlace, TryLater."""
        if not board.is_private(key.name):
            if board.channel is None:
                raise NoPlace("adjourned")
            return board.channel
        user = board.owner(key.name)
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


def nonce(slot: Slot) -> str:
    """The same 24 characters however often a message is sent, by which Discord posts it only once."""
    name = f"{slot.key.table}|{slot.key.name}|{slot.posts}"
    return base64.b32encode(sha256(name.encode()).digest()).decode()[:24]
