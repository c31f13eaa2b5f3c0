"""Keeps the messages in Discord as tables, sheets and evenings say that they should be.

What must be on screen is a durable slot, so that a result is shown even after a crash. A message is drawn
from the newest state when it may be sent, and sent only if it differs from what stands there; no slot has two
requests under way. Nothing here knows Discord, or what a stream is about.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.cluster import ALONE, Cluster, Task
from bot.discord_api.faults import MessageGone, NoPlace, NotOurs, TryLater
from bot.discord_api.scheduler import DELETE, Route, Scheduler, by_token
from bot.discord_api.sender import Grip, Messenger, Token
from bot.first_answer import hand_over_first_answer
from bot.messages.boards import Boards
from bot.messages.drawing import Board
from bot.messages.outbox import Outbox
from bot.messages.sending import Sending
from bot.messages.tokens import Copies, Tokens, grip_told
from bot.streams.open_stream import OpenStream
from rules.frozen import frozen
from screens.screen import Screen
from storage.ports.records import Slot, SlotKey, SlotState, TableId
from storage.ports.storage import Errand, StorageError

log = logging.getLogger(__name__)

TAKE_WITHIN: Final = 0.5
"""Seconds that the answer to a press waits for the request under way on the message it would redraw."""
DELETED_WITHIN: Final = 5.0
"""Seconds that a message which is to stand below waits for its turn to be deleted: no answer can redraw it
meanwhile."""
LOOKING: Final = 0.02
ASKING: Final = 0.2
"""Seconds between two looks at a slot: in memory, and in the log where another process posts it."""
ROOM: Final = Slot.of_name("room")
"""Stands for all messages of a stream in its channel."""


@frozen
class Posting:
    """Follows every kind of stream, and posts and edits its messages."""

    _outbox: Outbox
    _boards: Boards
    copies: Copies
    _sending: Sending
    messenger: Messenger
    _scheduler: Scheduler
    _cluster: Cluster = ALONE

    @property
    def tokens(self) -> Tokens:
        """Those of interactions, by which messages are reached."""
        return self.copies.tokens

    # What happens elsewhere

    def changed(self, stream: OpenStream) -> None:
        """Bring up to date what is out of date."""
        if not self._cluster.holds(stream.id):
            stream.wants, stream.redraw, stream.reread = {}, set(), False
            return
        self.copies.changed(stream.id, redraw=bool(stream.redraw))
        self._boards.stream_changed(stream)

    async def find_due(self) -> None:
        """At a start, before anything is shown: learns what is due, and which copies there are."""
        await self._boards.find_due()
        await self.copies.find_copies()

    def reopened(self, guild: int, channel: int | None = None) -> None:
        """Something has changed in a server, or in one channel of it: what could not be shown there is tried
        again at once."""
        for board in list(self._boards.known.values()):
            place = board.stream.place
            if place.guild == guild and channel in (None, place.channel):
                self._sending.try_now(board)
                self._sending.schedule(board)

    def pages_changed(self, table: TableId) -> None:
        """Somebody has begun, or ceased, to see a table on a page: what rests meanwhile is drawn anew."""
        board = self._boards.known.get(table)
        if board is not None and self._cluster.holds(table):
            for state in self._outbox.slots_of(table):
                if board.rests_on_pages(state.key.slot):
                    self._boards.draw_anew(state.key)
            self.copies.changed(table, redraw=True)

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        """This process posts a stream's messages from now on; of an orphan nobody knows what they show."""
        self._outbox.gained(stream_id, orphaned=orphaned)
        self._boards.look_at(stream_id)
        self.copies.changed(stream_id)

    async def lost(self, streams: Collection[TableId]) -> None:
        """Another process posts the messages of these streams. Returns once the calls under way are over and
        what is known of them is written."""
        for key in [state.key for one in streams for state in self._outbox.slots_of(one)]:
            async with self._sending.lock_of(key):
                pass
        await self._outbox.try_flush()
        self.copies.hand_over(streams)
        self._boards.lost_to_others(streams)

    async def do(self, errand: Errand) -> None:
        """Does what another process has asked for."""
        key = errand.key
        match Task(errand.task_name):
            case Task.DRAW:
                if (state := await self.loaded(key)) is not None:
                    self._outbox.note_slot(state.as_unsure())
                    self._boards.to_redraw.add(key)
                    if state.message is not None and (grip := grip_told(errand.secret, state.message)):
                        self.pressed(state.message, grip, drawn=False)
            case Task.POST:
                await self.post_again(key)
            case Task.TRY:
                await self.try_again(key)
            case Task.UNPARK:
                await self.unpark(key.table)
            case Task.ADOPT:
                await self.copies.adopt(key.table)
        self._boards.look_at(key.table)

    def forget_messages(self, stream_id: TableId) -> bool:
        """Forgets the messages of a stream that nobody uses. Whether it could: not while any is to be shown
        that can be."""
        board = self._boards.known.get(stream_id)
        if stream_id in self._boards.being_looked_at or (board is not None and self._is_wanted(board)):
            return False
        self._boards.drop_stream(stream_id)
        return True

    def _is_wanted(self, board: Board) -> bool:
        """Whether something is to be shown, in private or in a channel that there is."""
        wanted = [
            state
            for state in self._outbox.slots_of(board.stream.id)
            if self._sending.needs_call(board, state)
        ]
        return any(state.key.slot.kind.private or board.channel is not None for state in wanted)

    # What the doors ask for

    async def wait_until_shown(self, key: SlotKey, within: float) -> SlotState | None:
        """A slot once it has been shown or given up, or as it is after so many seconds."""
        hand_over_first_answer()  # what it waits for is drawn by a follower
        loop = asyncio.get_running_loop()
        until = loop.time() + within
        while (state := await self.loaded(key)) is not None and state.due and loop.time() < until:
            await asyncio.sleep(LOOKING if self._cluster.holds(key.table) else ASKING)
        return state

    async def try_again(self, key: SlotKey) -> None:
        """Tries a slot again that was given up: its owner may have opened their direct messages."""
        if await self._cluster.delegate(key, Task.TRY):
            return
        state = await self.loaded(key)
        if state is not None and state.parked is not None:
            self._outbox.note_slot(state.as_unparked())
            self._boards.look_at(key.table)

    async def unpark(self, stream_id: TableId) -> None:
        """Try again, when the stream next changes, what could not be shown in its channel."""
        if await self._cluster.delegate(SlotKey(stream_id, ROOM), Task.UNPARK):
            return
        await self._boards.load_slots(stream_id)
        board = await self._boards.board_of_stream(stream_id)
        if board is not None:
            self._sending.try_now(board)

    @asynccontextmanager
    async def taking(self, key: SlotKey | None) -> AsyncIterator[bool]:
        """Holds a slot for an answer that redraws it; False if a request has it and does not end in time."""
        if key is None:
            yield False
            return
        lock = self._sending.lock_of(key)
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
            board = self._boards.known.get(key.table)
            if board is not None:
                self._sending.schedule(board, states=self._sending.in_lane(board, key.slot))

    async def shows(self, key: SlotKey, version: int, screen: Screen, channel: int, message: int) -> None:
        """An answer has drawn this in the slot's message."""
        if await self._cluster.delegate(key, Task.DRAW, self.tokens.token_told(message)):
            return
        state = self._outbox.state(key)
        if state is not None and state.message == message:
            self._outbox.note_slot(state.as_shown(version, screen.digest, channel, message))
            self._boards.resting.discard(key)
            self._outbox.out_of_reach.discard(key)  # they have been told

    async def copy_shows(self, key: SlotKey, screen: Screen, message: int, *, current: bool) -> None:
        """An answer has drawn this for the owner of a slot alone, in a message whose token is known;
        ``current`` if nothing has happened since it was drawn."""
        self.copies.note_drawn(key, message, screen, current=current)
        if not self._cluster.holds(key.table):
            await self._outbox.try_flush()
            await self._cluster.delegate(key, Task.ADOPT)
        elif key in self._outbox.out_of_reach:
            self._outbox.out_of_reach.discard(key)
            self._boards.draw_anew(key)

    def copy_out_of_reach(self, key: SlotKey) -> None:
        """An answer may have drawn this for the owner of a slot alone, in a message that is not known."""
        if self._cluster.holds(key.table):
            self._boards.out_of_reach(key)

    def pressed(self, message: int, grip: Grip, *, drawn: bool) -> None:
        """An answer to a press on this message has given a token that reaches it; it has ``drawn`` the
        message, or only acknowledged the press. The message follows by the token until it expires; a private
        one is drawn before that as one that does not follow."""
        self.copies.tokens.learn(message, grip)
        key = self._outbox.showing(message)
        if key is not None and key.slot.kind.private and key.table in self._boards.known:
            self._sending.has_token(key, message, drawn=drawn)

    def needs_token(self, message: int) -> bool:
        """Whether a token for this message is worth a call more: it is kept up to date, and has none that
        will last."""
        return self._outbox.showing(message) is not None and not self.copies.tokens.is_young(message)

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
        return await self.has_panel(key) and not self.copies.has_copy(key)

    async def loaded(self, key: SlotKey) -> SlotState | None:
        """What is known of a slot."""
        await self._boards.load_slots(key.table)
        return self._outbox.state(key)

    def state(self, key: SlotKey) -> SlotState | None:
        """What is known of a slot, if it is in memory."""
        return self._outbox.state(key)

    async def slot_of_message(self, stream_id: TableId, message: int) -> SlotKey | None:
        """The slot that this message shows, if it shows one."""
        await self._boards.load_slots(stream_id)
        key = self._outbox.showing(message)
        return key if key is not None and key.table == stream_id else None

    async def post_again(self, key: SlotKey) -> bool:
        """Deletes a slot's message and posts it anew, at the bottom of its channel. Where it cannot be
        deleted now it stays, and is kept up to date; so it does if this raises StorageError. False if it
        stays, as far as this process knows."""
        moves = True
        if await self._cluster.delegate(key, Task.POST):
            return moves
        await self._boards.load_slots(key.table)
        async with self._sending.lock_of(key):
            state = self._outbox.state(key)
            if state is not None:
                was = state
                await self._outbox.keep_slot(state := state.as_unparked().as_unsure())
                if state.message is not None and (moves := await self._deleted(was)):
                    with suppress(StorageError):  # then it is noted a little later
                        await self._outbox.keep_slot(state.as_lost())
        self._boards.look_at(key.table)
        return moves

    async def _deleted(self, state: SlotState) -> bool:
        """Whether the message of a slot is gone now."""
        assert state.channel is not None and state.message is not None
        route = Route(DELETE, state.channel)
        if self._scheduler.opens_after(route) > DELETED_WITHIN:
            return False
        try:
            async with self._scheduler.reserved(route):
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
        board = self._boards.known.get(key.table)
        if board is not None:
            self._sending.draw_again(board, key)
