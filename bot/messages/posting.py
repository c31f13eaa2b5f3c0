"""Keeps the messages in Discord as tables, sheets and evenings say that they should be.

What must be on screen is a durable slot, so that a result is shown even after a crash. A message is drawn
from the newest state when it may be sent, and sent only if it differs from what stands there; no slot has two
requests under way. Nothing here knows Discord, or what a stream is about.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

from bot.clocks import cancelled
from bot.cluster import ALONE, Cluster, Task
from bot.messages.discord import Grip, MessageGone, Messenger, NoPlace, NotOurs, Token, TryLater
from bot.messages.drawing import Board
from bot.messages.outbox import Outbox
from bot.messages.scheduler import DELETE, Route, Scheduler, Urgency, by_token
from bot.messages.sending import Sending
from bot.messages.tokens import Copies, Tokens
from bot.streams.first_answer import hand_over_first_answer
from bot.streams.open_stream import OpenStream
from bot.supervisor import SUPERVISOR
from ports.records import Slot, SlotKey, SlotKind, SlotState, TableId
from ports.storage import Errand, Slots, StorageError
from rules.errors import Refusal
from screens.screen import Screen

log = logging.getLogger(__name__)

TAKE_WITHIN: Final = 0.5
"""Seconds that the answer to a press waits for the request under way on the message it would redraw."""
LOOKING: Final = 0.02
ASKING: Final = 0.2
"""Seconds between two looks at a slot: in memory, and in the log where another process posts it."""
LOOK_AGAIN: Final = 60.0
"""Seconds after which a stream that could not be looked at is looked at again."""
MOST_WAITING: Final = 30
"""While more calls wait than this, no more of what was due at the start is loaded."""
ROOM: Final = Slot.read("room")
"""Stands for all messages of a stream in its channel."""


class Boards(Protocol):
    async def get(self, stream_id: TableId, kind: SlotKind, /) -> Board | None:
        """The board of a stream that has a slot of this kind; None for a kind that nobody knows."""


class Posting:
    """Follows every kind of stream, and posts and edits its messages."""

    def __init__(
        self,
        slots: Slots,
        outbox: Outbox,
        boards: Boards,
        messenger: Messenger,
        scheduler: Scheduler,
        now: Callable[[], float] = time.time,
        place_lost: Callable[[TableId], None] = lambda _: None,
        cluster: Cluster = ALONE,
    ) -> None:
        """``place_lost`` is called with a stream whose channel or server is gone, by Discord's answer."""
        self._slots = slots
        self._outbox = outbox
        self._boards = boards
        self.messenger = messenger
        self._scheduler = scheduler
        self._cluster = cluster
        self.tokens = Tokens(now)
        self.copies = Copies(
            messenger, scheduler, self.tokens, slots, outbox, self._board_of, self._out_of_reach, cluster
        )
        self.sending = Sending(
            slots,
            outbox,
            messenger,
            self.tokens,
            self.copies,
            now,
            scheduler,
            place_lost,
            cluster,
            self._unload,
        )
        self._closed = False
        self._known: dict[TableId, Board] = {}
        self._asleep: dict[TableId, None] = {}  # with something due since before the start
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()

    # What happens elsewhere

    def changed(self, stream: OpenStream) -> None:
        """Bring up to date what is out of date."""
        if not self._cluster.holds(stream.id):
            stream.wants, stream.redraw, stream.reread = {}, set(), False
            return
        self.copies.changed(stream.id)
        board = self._known.get(stream.id)
        if stream.reread:
            stream.reread = False
            self._outbox.stale((stream.id,))
            self.look_at(stream.id)
        elif board is not None and board.stream is stream:
            self._take_wants(board)
            self.sending.ask(board)
        elif board is not None or stream.wants or stream.redraw or stream.id in self._asleep:
            self.look_at(stream.id)

    async def find(self) -> None:
        """At a start, before anything is shown: learns what is due, of closed tables and sheets too. What is
        still to be posted may have been posted by a process that was killed before it could note it."""
        due = await self._slots.due_slots()
        self._outbox.uncertain |= {state.key for state in due if state.message is None}
        self._asleep |= dict.fromkeys(state.key.table for state in due)
        await self.copies.find()

    async def wake(self) -> None:
        """Shows what was due at the start, at the pace at which it can be sent."""
        while self._asleep:
            while self._scheduler.backlog > MOST_WAITING:
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
                self.sending.ask(board)

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        """This process posts a stream's messages from now on; of an orphan nobody knows what they show."""
        self._outbox.gained(stream_id, orphaned=orphaned)
        self.look_at(stream_id)
        self.copies.changed(stream_id)

    async def lost(self, streams: Collection[TableId]) -> None:
        """Another process posts the messages of these streams. Returns once the calls under way are over and
        what is known of them is written."""
        for key in [state.key for one in streams for state in self._outbox.of(one)]:
            async with self.sending.locks.of(key):
                pass
        await self._outbox.try_flush()
        self.copies.forget(streams)
        self._outbox.stale(streams)
        for one in streams:
            self._known.pop(one, None)
        self.sending.redraw = {key for key in self.sending.redraw if key.table not in streams}

    async def do(self, errand: Errand) -> None:
        """Does what another process has asked for."""
        key = errand.key
        match Task(errand.what):
            case Task.DRAW:
                await self._load(key.table)
                if (state := self._outbox.state(key)) is not None:
                    self._outbox.note(state.as_unsure())
                    self.sending.redraw.add(key)
            case Task.POST:
                await self.post_again(key)
            case Task.TRY:
                await self.try_again(key)
            case Task.UNPARK:
                await self.unpark(key.table)
            case Task.ADOPT:
                await self.copies.adopt(key.table)
        self.look_at(key.table)

    def let_go(self, stream_id: TableId) -> bool:
        """Forgets the messages of a stream that nobody uses. Whether it could: not while any is to be shown
        that can be."""
        board = self._known.get(stream_id)
        if stream_id in self._looking or (board is not None and self._is_wanted(board)):
            return False
        self._known.pop(stream_id, None)
        self.sending.forget(stream_id)
        self._outbox.leave(stream_id)
        return True

    def _is_wanted(self, board: Board) -> bool:
        """Whether something is to be shown, in private or in a channel that there is."""
        wanted = [
            state for state in self._outbox.of(board.stream.id) if self.sending.needs_call(board, state)
        ]
        return any(state.key.slot.kind.private or board.channel is not None for state in wanted)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        self._closed = True
        self.sending.close()
        await cancelled(self._looking.values())
        await self.copies.close()
        await self._scheduler.close()
        await self._outbox.close()

    # What the doors ask for

    async def settled(self, key: SlotKey, within: float) -> SlotState | None:
        """A slot once it has been shown or given up, or as it is after so many seconds."""
        hand_over_first_answer()  # what it waits for is drawn by a follower
        await self._load(key.table)
        loop = asyncio.get_running_loop()
        until = loop.time() + within
        while True:
            state = self._outbox.state(key)
            if state is None or not state.due or loop.time() >= until:
                return state
            await asyncio.sleep(LOOKING if self._cluster.holds(key.table) else ASKING)
            await self._load(key.table)

    async def try_again(self, key: SlotKey) -> None:
        """Tries a slot again that was given up: its owner may have opened their direct messages."""
        if await self._cluster.asked(key, Task.TRY):
            return
        await self._load(key.table)
        state = self._outbox.state(key)
        if state is not None and state.parked is not None:
            self._outbox.note(state.as_unparked())
            self.look_at(key.table)

    def look_at(self, stream_id: TableId) -> None:
        """Show the messages of a stream that are due, by one short task at a time."""
        if self._closed:
            return
        if stream_id in self._looking:
            self._again.add(stream_id)
        else:
            self._looking[stream_id] = SUPERVISOR.run_once(self._look(stream_id), "screens", stream_id)

    async def unpark(self, stream_id: TableId) -> None:
        """Try again, when the stream next changes, what could not be shown in its channel."""
        if await self._cluster.asked(SlotKey(stream_id, ROOM), Task.UNPARK):
            return
        await self._load(stream_id)
        board = await self._board(stream_id)
        if board is not None:
            self.sending.try_now(board)

    @asynccontextmanager
    async def taking(self, key: SlotKey | None) -> AsyncIterator[bool]:
        """Holds a slot for an answer that redraws it; False if a request has it and does not end in time."""
        if key is None:
            yield False
            return
        lock = self.sending.locks.of(key)
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
            board = self._known.get(key.table)
            if board is not None:
                self.sending.ask(board, self.sending.in_lane(board, key.slot))

    async def shows(self, key: SlotKey, version: int, screen: Screen, channel: int, message: int) -> None:
        """An answer has drawn this in the slot's message."""
        if await self._cluster.asked(key, Task.DRAW):
            return
        state = self._outbox.state(key)
        if state is not None and state.message == message:
            self._outbox.note(state.as_shown(version, screen.digest, channel, message))
            self.sending.resting.discard(key)
            self._outbox.out_of_reach.discard(key)  # they have been told

    async def copy_shows(self, key: SlotKey, screen: Screen, message: int, *, current: bool) -> None:
        """An answer has drawn this for the owner of a slot alone, in a message whose token is known;
        ``current`` if nothing has happened since it was drawn."""
        self.copies.show(key, message, screen, current=current)
        if not self._cluster.holds(key.table):
            await self._outbox.try_flush()
            await self._cluster.asked(key, Task.ADOPT)
        elif key in self._outbox.out_of_reach:
            self._outbox.out_of_reach.discard(key)
            self._redraw(key)

    def pressed(self, message: int, grip: Grip, *, drawn: bool) -> None:
        """An answer to a press on this message has given a token that reaches it; it has ``drawn`` the
        message, or only acknowledged the press. The message follows by the token until it expires; a private
        one is drawn before that as one that does not follow."""
        self.tokens.learn(message, grip)
        key = self._outbox.showing(message)
        if key is not None and key.slot.kind.private and key.table in self._known:
            rests_in = self.tokens.rests_in(message)
            self.sending.timers.at(message, rests_in, lambda: self._follow_or_rest(message))
            if key in self.sending.resting and not drawn:  # a call that puts it to rest may be under way
                self._follow_or_rest(message)

    def needs_token(self, message: int) -> bool:
        """Whether a token for this message is worth a call more: it is kept up to date, and has none that
        will last."""
        return self._outbox.showing(message) is not None and not self.tokens.is_young(message)

    async def follow_up(self, token: Token, screen: Screen) -> int:
        """A new message for the one who pressed alone; its id. Raises NoPlace, TryLater, TokenDead."""
        async with self._scheduler.reserved(by_token(token), answers=True):
            return await self.messenger.follow_up(token, screen)

    async def has_panel(self, key: SlotKey) -> bool:
        """Whether somebody's direct messages hold a panel of theirs."""
        state = await self.loaded(key)
        return state is not None and state.message is not None and state.parked is None

    async def plays_in_private(self, key: SlotKey) -> bool:
        """Whether the owner of a panel plays from it, and not from a copy that they asked for elsewhere."""
        return await self.has_panel(key) and not self.copies.has(key)

    async def loaded(self, key: SlotKey) -> SlotState | None:
        """What is known of a slot."""
        await self._load(key.table)
        return self._outbox.state(key)

    def state(self, key: SlotKey) -> SlotState | None:
        """What is known of a slot, if it is in memory."""
        return self._outbox.state(key)

    async def slot_of_message(self, stream_id: TableId, message: int) -> SlotKey | None:
        """The slot that this message shows, if it shows one."""
        await self._load(stream_id)
        key = self._outbox.showing(message)
        return key if key is not None and key.table == stream_id else None

    async def post_again(self, key: SlotKey) -> bool:
        """Deletes a slot's message and posts it anew, at the bottom of its channel. Where it cannot be
        deleted now it stays, and is kept up to date; so it does if this raises StorageError. False if it
        stays, as far as this process knows."""
        moves = True
        if await self._cluster.asked(key, Task.POST):
            return moves
        await self._load(key.table)
        async with self.sending.locks.of(key):
            state = self._outbox.state(key)
            if state is not None:
                was = state
                await self._outbox.keep(state := state.as_unparked().as_unsure())
                if state.message is not None and (moves := await self._deleted(was)):
                    with suppress(StorageError):  # then it is noted a little later
                        await self._outbox.keep(state.as_lost())
        self.look_at(key.table)
        return moves

    async def _deleted(self, state: SlotState) -> bool:
        """Whether the message of a slot is gone now."""
        assert state.channel is not None and state.message is not None
        try:
            async with self._scheduler.reserved(Route(DELETE, state.channel)):
                await self.messenger.delete(state.key.table, state.channel, state.message)
        except MessageGone:
            if state.digest is None:  # as where an edit finds that it is gone
                self._outbox.uncertain.add(state.key)
            return True
        except NoPlace:
            return True
        except (TryLater, NotOurs):
            log.info("a message of %s could not be deleted", state.key.table)
            return False
        return True

    def draw_again(self, key: SlotKey) -> None:
        """Draw a message anew though nothing has happened."""
        board = self._known.get(key.table)
        if board is not None:
            self.sending.draw_again(board, key)

    # Which streams are in memory

    def _follow_or_rest(self, message: int) -> None:
        key = self._outbox.showing(message)
        if key is not None and key.table in self._known:
            self.sending.redraw.add(key)
            self.sending.ask(self._known[key.table])

    def _out_of_reach(self, key: SlotKey) -> None:
        """Somebody has a copy that is perhaps untrue and can be drawn no more: their panel says so."""
        self._outbox.out_of_reach.add(key)
        self._redraw(key)

    def _redraw(self, key: SlotKey) -> None:
        self.sending.redraw.add(key)
        self.look_at(key.table)

    async def _look(self, stream_id: TableId, at_most: Urgency | None = None) -> None:
        self._asleep.pop(stream_id, None)
        try:
            await self._load(stream_id, looking=True)
            board = await self._board(stream_id)
            if board is not None:
                self._known[stream_id] = board
                self._take_wants(board)
                self.sending.ask(board, at_most=at_most)
                self._unload(board)
        except Refusal as refusal:  # it has been set aside, and cannot be drawn before the next start
            log.info("the screens of %s stay as they are: %r", stream_id, refusal)
        except Exception:
            log.exception("the screens of %s could not be looked at", stream_id)
            self.sending.timers.at(stream_id, LOOK_AGAIN, lambda: self.look_at(stream_id))
        finally:
            self._looking.pop(stream_id, None)
        if stream_id in self._again:
            self._again.discard(stream_id)
            self.look_at(stream_id)

    async def _load(self, stream_id: TableId, *, looking: bool = False) -> None:
        """Bring the slots of a stream into memory as they are now. If they had to be read again, the stream
        is looked at, unless the caller is ``looking`` at it."""
        if await self._outbox.load(stream_id):
            self._known.pop(stream_id, None)
            self.sending.redraw |= {state.key for state in self._outbox.of(stream_id)}
            if not looking:
                self.look_at(stream_id)

    async def _board(self, stream_id: TableId) -> Board | None:
        states = self._outbox.of(stream_id)
        return await self._board_of(states[0].key) if states else None

    async def _board_of(self, key: SlotKey) -> Board | None:
        board = await self._boards.get(key.table, key.slot.kind)
        if board is None:
            log.error("nothing draws slot %s of %s", key.slot, key.table)
        return board

    def _take_wants(self, board: Board) -> None:
        """Takes over what has been wanted of a stream since it was last looked at."""
        stream = board.stream
        wants, stream.wants = stream.wants, {}
        self._outbox.want(stream.id, wants)
        again, stream.redraw = stream.redraw, set()
        self.sending.redraw |= {SlotKey(stream.id, slot) for slot in again}

    def _unload(self, board: Board) -> None:
        """Forgets a stream that has ended and of which everything is shown."""
        stream_id = board.stream.id
        if board.stream.closed and not any(state.due for state in self._outbox.of(stream_id)):
            self._known.pop(stream_id, None)
            self.sending.forget(stream_id)
            reachable = {key for key in self._outbox.out_of_reach if key.table != stream_id}
            self._outbox.out_of_reach = reachable
            self._outbox.leave(stream_id)
