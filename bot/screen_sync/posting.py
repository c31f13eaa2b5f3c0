"""Keeps the messages in Discord as tables and sheets say that they should be.

What must be on screen is a durable slot, so that a result is shown even after a crash. A message is drawn
from the newest state when it may be sent, and sent only if it differs from what stands there; no slot has two
requests under way. A ``Board`` draws, a ``Messenger`` sends and a ``Scheduler`` says when: nothing here knows
Discord, or what a stream is about.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bot.screen_sync import routes
from bot.screen_sync.board import Board, Boards
from bot.screen_sync.buckets import Route
from bot.screen_sync.copies import Copies
from bot.screen_sync.elsewhere import ADOPT, ASKING, DRAW, LOOKING, POST, TRY, UNPARK, Elsewhere
from bot.screen_sync.fresh_slots import FreshSlots
from bot.screen_sync.kept_slots import NOTE_AFTER, KeptSlots
from bot.screen_sync.lanes import ROOM, Lane
from bot.screen_sync.messenger import MessageGone, Messenger, NoPlace, NotOurs, TryLater
from bot.screen_sync.scheduler import Scheduler, Urgency
from bot.screen_sync.sending import Sending
from bot.screen_sync.timers import Timers
from bot.screen_sync.tokens import Grip, Token, Tokens
from bot.streams.open_stream import Locks, OpenStream
from ports.cluster import Errand
from ports.records import Slot, SlotKey, TableId
from ports.storage import Slots
from rules.errors import Refusal
from screens.screen import Screen

log = logging.getLogger(__name__)

TAKE_WITHIN: Final = 0.5
"""Seconds that the answer to a press waits for the request under way on the message it would redraw."""
LOOK_AGAIN: Final = 60.0
"""Seconds after which a stream that could not be looked at is looked at again."""
CALM: Final = 30
"""While more calls wait than this, no more of what was due at the start is loaded."""

IN_FULL_AFTER: Final = 2.0
"""Seconds after which a message that does not show each card is drawn again: it may do so by then."""


class Posting:
    """Follows every kind of stream, and posts and edits its messages."""

    def __init__(
        self,
        slots: Slots,
        boards: Sequence[Boards],
        messenger: Messenger,
        scheduler: Scheduler,
        now: Callable[[], float] = time.time,
        note_after: float = NOTE_AFTER,
    ) -> None:
        self.elsewhere = Elsewhere()
        self._slots = slots
        self._boards = boards
        self._messenger = messenger
        self._scheduler = scheduler
        self._now = now
        self._closed = False
        self._kept = KeptSlots(slots, note_after)
        self.tokens = Tokens(now)
        self.copies = Copies(
            messenger, scheduler, self.tokens, slots, self._kept, self.elsewhere, self._board_of
        )
        self.copies.out_of_reach = self._out_of_reach
        self.out_of_reach: set[SlotKey] = set()
        """The slots of which somebody has a copy that is perhaps untrue and cannot be reached."""
        self.sending = Sending(
            slots,
            self._kept,
            messenger,
            self.elsewhere,
            self.tokens,
            self.copies,
            now,
            lambda: scheduler.used,
        )
        self._fresh = FreshSlots(self._kept, self.elsewhere, self.sending.uncertain)
        self._redraw: set[SlotKey] = set()  # to be drawn anew though nothing has happened
        self._known: dict[TableId, Board] = {}
        self._asleep: dict[TableId, None] = {}  # with something due since before the start
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()
        self._timers = Timers()
        self._locks: Locks[SlotKey] = Locks()

    # What happens elsewhere

    def changed(self, stream: OpenStream) -> None:
        """Has what is out of date brought up to date."""
        if not self.elsewhere.holds(stream.id):
            stream.wants, stream.redraw, stream.reread = {}, set(), False
            return
        self.copies.changed(stream.id)
        board = self._known.get(stream.id)
        if stream.reread:
            stream.reread = False
            self._fresh.stale.add(stream.id)
            self._refresh(stream.id)
        elif board is not None and board.stream is stream:
            self._take_wants(board)
            self._ask_for_all(board)
        elif board is not None or stream.wants or stream.redraw or stream.id in self._asleep:
            self._refresh(stream.id)

    async def find(self) -> None:
        """At a start, before anything is shown: learns what is due, of closed tables and sheets too. What is
        still to be posted may have been posted by a process that was killed before it could note it."""
        due = await self._slots.due_slots()
        self.sending.uncertain |= {slot.key for slot in due if slot.message is None}
        self._asleep |= dict.fromkeys(slot.key.table for slot in due)
        await self.copies.find()

    async def wake(self) -> None:
        """Shows what was due at the start, at the pace at which it can be sent."""
        while self._asleep:
            while self._scheduler.backlog > CALM:
                await asyncio.sleep(0.05)
            stream_id = next(iter(self._asleep))
            if stream_id in self._looking:
                del self._asleep[stream_id]
            else:
                await self._look(stream_id, Urgency.UPKEEP)

    def reopened(self, guild: int, channel: int | None = None) -> None:
        """Something has changed in a server, or in one channel of it: what could not be shown there is tried
        again at once."""
        for board in list(self._known.values()):
            place = board.stream.place
            if place.guild == guild and channel in (None, place.channel):
                self.sending.try_now(board)
                self._ask_for_all(board)

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        """This process posts a stream's messages from now on; of an orphan nobody knows what they show."""
        self._fresh.gained(stream_id, orphaned=orphaned)
        self._refresh(stream_id)
        self.copies.changed(stream_id)

    async def lost(self, streams: Collection[TableId]) -> None:
        """Another process posts the messages of these streams. Returns once the calls under way are over and
        what is known of them is written."""
        for key in [slot.key for one in streams for slot in self._kept.of(one)]:
            async with self._locks.of(key):
                pass
        await self._kept.try_flush()
        self.copies.forget(streams)
        self._fresh.stale |= set(streams)
        for one in streams:
            self._known.pop(one, None)
        self._redraw = {key for key in self._redraw if key.table not in streams}

    async def do(self, errand: Errand) -> None:
        """Does what another process has asked for."""
        key = errand.key
        if errand.what == DRAW:
            await self._load(key.table)
            if (slot := self._kept.slot(key)) is not None:
                self._kept.note(slot.as_unsure())
                self._redraw.add(key)
        elif errand.what == POST:
            await self.post_again(key)
        elif errand.what == TRY:
            await self.try_again(key)
        elif errand.what == UNPARK:
            await self.unpark(key.table)
        elif errand.what == ADOPT:
            await self.copies.adopt(key.table)
        self._refresh(key.table)

    def let_go(self, stream_id: TableId) -> bool:
        """Forgets the messages of a stream that nobody uses. Whether it could: not while any is to be shown
        that can be."""
        board = self._known.get(stream_id)
        if stream_id in self._looking or (board is not None and self._is_wanted(board)):
            return False
        self._known.pop(stream_id, None)
        self.sending.forget(stream_id)
        self._kept.leave(stream_id)
        return True

    def _is_wanted(self, board: Board) -> bool:
        """Whether something is to be shown, in private or in a channel that there is."""
        wanted = [slot.key.name for slot in self._kept.of(board.stream.id) if self._needs_call(slot)]
        return any(board.is_private(name) or board.channel is not None for name in wanted)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        self._closed = True
        self._timers.close()
        tasks = list(self._looking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.copies.close()
        await self._scheduler.close()
        await self._kept.close()

    # What the doors ask for

    async def settled(self, key: SlotKey, within: float) -> Slot | None:
        """A slot once it has been shown or given up, or as it is after so many seconds."""
        await self._load(key.table)
        loop = asyncio.get_running_loop()
        until = loop.time() + within
        while True:
            slot = self._kept.slot(key)
            if slot is None or not slot.due or loop.time() >= until:
                return slot
            await asyncio.sleep(LOOKING if self.elsewhere.holds(key.table) else ASKING)
            await self._load(key.table)

    async def try_again(self, key: SlotKey) -> None:
        """Tries a slot again that was given up: its owner may have opened their direct messages."""
        if await self.elsewhere.asked(key, TRY):
            return
        await self._load(key.table)
        slot = self._kept.slot(key)
        if slot is not None and slot.parked is not None:
            self._kept.note(slot.as_unparked())
            self._refresh(key.table)

    def look_at(self, stream_id: TableId) -> None:
        """Has those messages of a stream shown that are due."""
        self._refresh(stream_id)

    async def unpark(self, stream_id: TableId) -> None:
        """Has what could not be shown in a stream's channel tried again when the stream next changes."""
        if await self.elsewhere.asked(SlotKey(stream_id, ROOM), UNPARK):
            return
        await self._load(stream_id)
        board = await self._board(stream_id)
        if board is not None:
            self.sending.try_now(board)

    @asynccontextmanager
    async def taking(self, slot: SlotKey | None) -> AsyncIterator[bool]:
        """Holds a slot for an answer that redraws it; False if a request has it and does not end in time."""
        if slot is None:
            yield False
            return
        lock = self._locks.of(slot)
        if lock.locked():
            try:
                await asyncio.wait_for(lock.acquire(), TAKE_WITHIN)
            except TimeoutError:
                yield False
                return
        else:
            await lock.acquire()  # at once
        try:
            yield True
        finally:
            lock.release()
            board = self._known.get(slot.table)
            if board is not None:
                self._ask(board, self._in_lane(board, self._lane_of(board, slot.name)))

    async def shows(self, key: SlotKey, version: int, screen: Screen, channel: int, message: int) -> None:
        """An answer has drawn this in the slot's message."""
        if await self.elsewhere.asked(key, DRAW):
            return
        slot = self._kept.slot(key)
        if slot is not None and slot.message == message:
            self._kept.note(slot.as_shown(version, screen.digest, channel, message))
            self.sending.resting.discard(key)
            self.out_of_reach.discard(key)  # they have been told

    async def copy_shows(self, key: SlotKey, screen: Screen, message: int, *, current: bool) -> None:
        """An answer has drawn this for the owner of a slot alone, in a message whose token is known;
        ``current`` if nothing has happened since it was drawn."""
        self.copies.show(key, message, screen, current=current)
        if not self.elsewhere.holds(key.table):
            await self._kept.try_flush()
            await self.elsewhere.asked(key, ADOPT)
        elif key in self.out_of_reach:
            self._out_of_reach(key, now=False)

    def pressed(self, message: int, grip: Grip, *, drawn: bool) -> None:
        """An answer to a press on this message has given a token that reaches it; it has ``drawn`` the
        message, or only acknowledged the press. The message follows by the token until it expires; a private
        one is drawn before that as one that does not follow."""
        self.tokens.learn(message, grip)
        key = self._kept.showing(message)
        if key is not None and (board := self._known.get(key.table)) and board.is_private(key.name):
            self._timers.at(message, self.tokens.rests_in(message), lambda: self._follow_or_rest(message))
            if key in self.sending.resting and not drawn:  # a call that puts it to rest may be under way
                self._follow_or_rest(message)

    def needs_token(self, message: int) -> bool:
        """Whether a token for this message is worth a call more: it is kept up to date, and has none that
        will last."""
        return self._kept.showing(message) is not None and not self.tokens.is_young(message)

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> None:
        """Answers a press: the message on which it was made becomes this screen or, with None, stays as it
        is. Raises NoPlace, TryLater, MessageGone, TokenDead."""
        await self._messenger.answer(interaction, token, screen)

    async def follow_up(self, token: Token, screen: Screen) -> int:
        """A new message for the one who pressed alone; its id. Raises NoPlace, TryLater, TokenDead."""
        async with self._scheduler.reserved(routes.by_token(token), answers=True):
            return await self._messenger.follow_up(token, screen)

    async def has_panel(self, key: SlotKey) -> bool:
        """Whether somebody's direct messages hold a panel of theirs."""
        await self._load(key.table)
        slot = self._kept.slot(key)
        return slot is not None and slot.message is not None and slot.parked is None

    async def plays_in_private(self, key: SlotKey) -> bool:
        """Whether the owner of a panel plays from it, and not from a copy that they asked for elsewhere."""
        return await self.has_panel(key) and not self.copies.has(key)

    async def loaded(self, key: SlotKey) -> Slot | None:
        """What is known of a slot."""
        await self._load(key.table)
        return self._kept.slot(key)

    def slot(self, key: SlotKey) -> Slot | None:
        """What is known of a slot, if it is in memory."""
        return self._kept.slot(key)

    def _follow_or_rest(self, message: int) -> None:
        key = self._kept.showing(message)
        if key is not None and key.table in self._known:
            self._redraw.add(key)
            self._ask_for_all(self._known[key.table])

    async def slot_of_message(self, stream_id: TableId, message: int) -> SlotKey | None:
        """The slot that this message shows, if it shows one."""
        await self._load(stream_id)
        key = self._kept.showing(message)
        return key if key is not None and key.table == stream_id else None

    async def post_again(self, key: SlotKey) -> None:
        """Posts a slot's message anew, at the bottom of its channel, and deletes the old one."""
        if await self.elsewhere.asked(key, POST):
            return
        await self._load(key.table)
        async with self._locks.of(key):
            slot = self._kept.slot(key)
            if slot is not None:
                channel, message = slot.channel, slot.message
                self._kept.note(slot.as_unparked())
                if channel is not None and message is not None:
                    await self._kept.keep(slot.as_lost().as_unparked())
                    await self._delete(key, channel, message)
        self._refresh(key.table)

    async def _delete(self, key: SlotKey, channel: int, message: int) -> None:
        try:
            async with self._scheduler.reserved(routes.delete(channel)):
                await self.sending.to(key).delete(channel, message)
        except (NoPlace, TryLater, MessageGone, NotOurs):
            log.info("an old message of %s could not be deleted", key.table)

    # Which slots need a call

    def next_in(self, lane: Lane) -> SlotKey | None:
        """The slot of a lane that must be shown next: a result before what follows it. None while an answer
        redraws that one."""
        board = lane.board
        if not self.elsewhere.holds(board.stream.id):
            return None
        if (
            board.channel is None and lane.name == ROOM
        ):  # the place is gone: only private messages reach anybody
            return None
        now = self._now()
        slots = self._in_lane(board, lane.name)
        due = [slot for slot in slots if self._needs_call(slot) and slot.not_before <= now]
        if not due:
            return None
        first = due[0]
        if len(due) > 1:
            first = min(due, key=lambda slot: (slot.message is None, board.order(slot.key.name)))
        return None if self._locks.taken(first.key) else first.key

    def route_of(self, lane: Lane) -> Route | None:
        key = self.next_in(lane)
        return None if key is None else self.sending.route(lane.board, key)

    async def send(self, lane: Lane, route: Route) -> bool:
        """Makes one call for a lane, if it is still needed. Whether it was made."""
        key = self.next_in(lane)
        if key is None:
            return False
        async with self._locks.of(key):
            self._redraw.discard(key)
            made = await self.sending.send(lane.board, key, route)
        if key in self.sending.shortened:
            self._timers.at((key, "in full"), IN_FULL_AFTER, lambda: self._draw_again(lane.board, key))
        if not self._closed:
            self._ask(lane.board, self._in_lane(lane.board, lane.name))
            self._unload(lane.board)
        return made

    def draw_again(self, key: SlotKey) -> None:
        """Has a message drawn anew though nothing has happened."""
        board = self._known.get(key.table)
        if board is not None:
            self._draw_again(board, key)

    def _draw_again(self, board: Board, key: SlotKey) -> None:
        """In full, if there is room: what happens meanwhile at any table comes first."""
        self._redraw.add(key)
        self._ask_for_all(board, Urgency.UPKEEP)

    def _ask_for_all(self, board: Board, at_most: Urgency | None = None) -> None:
        """Has a call made for each lane that has something to show."""
        self._ask(board, self._kept.of(board.stream.id), at_most)

    def _ask(self, board: Board, slots: Iterable[Slot], at_most: Urgency | None = None) -> None:
        asked: dict[str, Urgency] = {}
        for slot in slots:
            if not self._needs_call(slot):
                continue
            if slot.not_before > self._now():
                self._try_at(board, slot.key, slot.not_before)
                continue
            lane = self._lane_of(board, slot.key.name)
            urgency = at_most or board.urgency(slot.key.name, live=self.sending.is_live(board, slot))
            if lane not in asked or urgency.value < asked[lane].value:
                asked[lane] = urgency
        for lane, urgency in asked.items():
            if not self._closed:
                self._scheduler.ask((board.stream.id, lane), Lane(self, board, lane), urgency)

    def _needs_call(self, slot: Slot) -> bool:
        return slot.due or (slot.key in self._redraw and slot.message is not None)

    def _in_lane(self, board: Board, lane: str) -> Sequence[Slot]:
        if lane != ROOM:
            slot = self._kept.slot(SlotKey(board.stream.id, lane))
            return () if slot is None else (slot,)
        return [slot for slot in self._kept.of(board.stream.id) if not board.is_private(slot.key.name)]

    def _lane_of(self, board: Board, slot: str) -> str:
        """The channel's messages are shown one by one, and each private message and each alert by itself, so
        that nobody waits for another's slow direct message."""
        return slot if board.is_private(slot) or board.is_alert(slot) else ROOM

    def _try_at(self, board: Board, key: SlotKey, when: float) -> None:
        self._timers.at(key, when - self._now(), lambda: self._ask_for_all(board))

    # Which streams are in memory

    def _refresh(self, stream_id: TableId) -> None:
        """Has the slots of a stream looked at, by one short task at a time."""
        if self._closed:
            return
        if stream_id in self._looking:
            self._again.add(stream_id)
        else:
            self._looking[stream_id] = asyncio.create_task(self._look(stream_id), name=f"screens {stream_id}")

    async def _look(self, stream_id: TableId, at_most: Urgency | None = None) -> None:
        self._asleep.pop(stream_id, None)
        try:
            await self._load(stream_id, looking=True)
            board = await self._board(stream_id)
            if board is not None:
                self._known[stream_id] = board
                self._take_wants(board)
                self._ask_for_all(board, at_most)
                self._unload(board)
        except Refusal as refusal:  # it has been set aside, and cannot be drawn before the next start
            log.info("the screens of %s stay as they are: %r", stream_id, refusal)
        except Exception:
            log.exception("the screens of %s could not be looked at", stream_id)
            self._timers.at(stream_id, LOOK_AGAIN, lambda: self._refresh(stream_id))
        finally:
            self._looking.pop(stream_id, None)
        if stream_id in self._again:
            self._again.discard(stream_id)
            self._refresh(stream_id)

    async def _load(self, stream_id: TableId, *, looking: bool = False) -> None:
        """Has the slots of a stream in memory, as they are now. If they had to be read again, the stream is
        looked at; with ``looking`` that is being done."""
        if await self._fresh.load(stream_id):
            self._known.pop(stream_id, None)
            self._redraw |= {slot.key for slot in self._kept.of(stream_id)}
            if not looking:
                self._refresh(stream_id)

    async def _board(self, stream_id: TableId) -> Board | None:
        due = [slot.key for slot in self._kept.of(stream_id)]
        return await self._board_of(due[0]) if due else None

    async def _board_of(self, key: SlotKey) -> Board | None:
        boards = next((boards for boards in self._boards if boards.owns(key.name)), None)
        if boards is None:
            log.error("nothing draws slot %s of %s", key.name, key.table)
            return None
        return await boards.get(key.table)

    def _out_of_reach(self, key: SlotKey, *, now: bool = True) -> None:
        """Has the panel of somebody say whether they have a copy that is perhaps untrue."""
        (self.out_of_reach.add if now else self.out_of_reach.discard)(key)
        self._redraw.add(key)
        self._refresh(key.table)

    def _take_wants(self, board: Board) -> None:
        """Takes over what has been wanted of a stream since it was last looked at."""
        stream = board.stream
        wants, stream.wants = stream.wants, {}
        self._kept.want(stream.id, wants)
        again, stream.redraw = stream.redraw, set()
        self._redraw |= {SlotKey(stream.id, name) for name in again}

    def _unload(self, board: Board) -> None:
        """Forgets a stream that has ended and of which everything is shown."""
        stream_id = board.stream.id
        if board.stream.closed and not any(slot.due for slot in self._kept.of(stream_id)):
            self._known.pop(stream_id, None)
            self.sending.forget(stream_id)
            self.out_of_reach = {key for key in self.out_of_reach if key.table != stream_id}
            self._kept.leave(stream_id)
