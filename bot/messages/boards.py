"""Keeps the boards that are known: which board a stream has, and what is to be drawn of it.

A stream of which something is due is looked at: its slots are brought into memory, what it wants is taken
over, and the listeners are told of its board. Once it has ended and everything is shown it is forgotten.
Nothing here sends anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from bot.clocks import cancelled
from bot.discord_api.scheduler import Scheduler, Timers, Urgency
from bot.messages.drawing import Board
from bot.messages.outbox import Outbox
from bot.messages.slot_keys import SlotKeys
from bot.streams.open_stream import OpenStream
from bot.supervisor import SUPERVISOR
from rules.errors import Refusal
from storage.ports.records import SlotKey, SlotKind, SlotState, TableId
from storage.ports.storage import Slots

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = 60.0
"""Seconds after which a stream that could not be looked at is looked at again."""
MOST_WAITING: Final = 30
"""While more calls wait than this, no more of what was due at the start is loaded."""

FindBoard = Callable[[TableId, SlotKind], Awaitable[Board | None]]
"""Gives the board of a stream that has a slot of this kind; None for a kind that nobody knows."""


class Boards:
    """Those of all streams whose messages this process looks after."""

    def __init__(self, slots: Slots, outbox: Outbox, find_board: FindBoard, scheduler: Scheduler) -> None:
        self._slots = slots
        self._outbox = outbox
        self._find_board = find_board
        self._scheduler = scheduler
        self.listeners: list[Callable[[Board, Urgency | None], None]] = []
        """Told of a board on which something may be due, and of what urgency that is at most."""
        self.known: dict[TableId, Board] = {}
        """By their streams, those that have been looked at."""
        self.to_redraw = SlotKeys()
        """To be drawn anew though nothing has happened."""
        self.shortened = SlotKeys()
        """Those in a channel that do not show each card, since too many calls were being made."""
        self.resting = SlotKeys()
        """The private ones that were last drawn as messages that do not follow; the call may be under way."""
        self.beside_pages: dict[TableId, dict[SlotKey, str]] = {}
        """What rests while people see pages, by its digest as it was drawn last."""
        self._closed = False
        self._timers = Timers()
        self._asleep: dict[TableId, None] = {}  # with something due since before the start
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._again: set[TableId] = set()

    @property
    def being_looked_at(self) -> Collection[TableId]:
        return self._looking.keys()

    async def find_due(self) -> None:
        """At a start, before anything is shown: learns what is due, of closed tables and sheets too. What is
        still to be posted may have been posted by a process that was killed before it could note it."""
        due = await self._slots.due_slots()
        self._outbox.uncertain |= {state.key for state in due if state.message is None}
        self._asleep |= dict.fromkeys(state.key.table for state in due)

    async def show_due(self) -> None:
        """Shows what was due at the start, at the pace at which it can be sent."""
        while self._asleep:
            while self._scheduler.backlog > MOST_WAITING:
                await asyncio.sleep(0.05)
            stream_id = next(iter(self._asleep))
            if stream_id in self._looking:
                del self._asleep[stream_id]
            else:
                await self._check_slots(stream_id, Urgency.UPKEEP)

    def stream_changed(self, stream: OpenStream) -> None:
        """Have shown what a stream has put out of date."""
        board = self.known.get(stream.id)
        if board is not None and board.stream is stream and not stream.reread:
            self._take_wants(board)
        elif board is not None or stream.wants or stream.redraw or stream.reread or stream.id in self._asleep:
            if stream.reread:
                stream.reread = False
                self._outbox.stale((stream.id,))
            self._take_from(stream)  # one that is closed is loaded anew to be looked at
            self.look_at(stream.id)

    def look_at(self, stream_id: TableId) -> None:
        """Have the messages of a stream shown that are due, by one short task at a time."""
        if self._closed:
            return
        if stream_id in self._looking:
            self._again.add(stream_id)
        else:
            self._looking[stream_id] = SUPERVISOR.run_once(self._check_slots(stream_id), "screens", stream_id)

    def draw_anew(self, key: SlotKey) -> None:
        """Have a message drawn though nothing has happened."""
        self.to_redraw.add(key)
        self.look_at(key.table)

    def out_of_reach(self, key: SlotKey) -> None:
        """Somebody has a copy that is perhaps untrue and can be drawn no more: their panel says so."""
        self._outbox.out_of_reach.add(key)
        self.draw_anew(key)

    async def load_slots(self, stream_id: TableId, *, looking: bool = False) -> None:
        """Bring the slots of a stream into memory as they are now. If they had to be read again, the stream
        is looked at, unless the caller is ``looking`` at it."""
        if await self._outbox.load_slots(stream_id):
            self.known.pop(stream_id, None)
            self.to_redraw |= {state.key for state in self._outbox.slots_of(stream_id)}
            if not looking:
                self.look_at(stream_id)

    async def board_of_stream(self, stream_id: TableId) -> Board | None:
        """The board of a stream that has slots in memory. Raises what its service raises."""
        states = self._outbox.slots_of(stream_id)
        return await self.board_with(states[0].key) if states else None

    async def board_with(self, key: SlotKey) -> Board | None:
        """The board that has this slot. Raises what the service of its stream raises."""
        board = await self._find_board(key.table, key.slot.kind)
        if board is None:
            log.error("nothing draws slot %s of %s", key.slot, key.table)
        return board

    def forget_ended(self, board: Board) -> None:
        """Forgets a stream that has ended and of which everything is shown."""
        stream_id = board.stream.id
        if board.stream.closed and not any(map(self._is_to_be_shown, self._outbox.slots_of(stream_id))):
            self._outbox.out_of_reach.drop(stream_id)
            self.drop_stream(stream_id)

    def _is_to_be_shown(self, state: SlotState) -> bool:
        return state.due or (state.message is not None and state.key in self.to_redraw)

    def drop_stream(self, stream_id: TableId) -> None:
        """Drops what is known of a stream that has ended, or has left memory."""
        self.known.pop(stream_id, None)
        for keys in (self.shortened, self.resting, self.to_redraw):
            keys.drop(stream_id)
        self.beside_pages.pop(stream_id, None)
        self._outbox.release(stream_id)

    def lost_to_others(self, streams: Collection[TableId]) -> None:
        """Another process shows these from now on: their slots are read again when they are asked for."""
        self._outbox.stale(streams)
        for one in streams:
            self.known.pop(one, None)
            self.to_redraw.drop(one)

    async def close(self) -> None:
        """Nothing is looked at any more."""
        self._closed = True
        self._timers.close()
        await cancelled(self._looking.values())

    async def _check_slots(self, stream_id: TableId, at_most: Urgency | None = None) -> None:
        self._asleep.pop(stream_id, None)
        self._outbox.stay(stream_id)
        try:
            await self.load_slots(stream_id, looking=True)
            board = await self.board_of_stream(stream_id)
            if board is not None:
                self.known[stream_id] = board
                self._take_wants(board, at_most)
                self.forget_ended(board)
        except Refusal as refusal:  # it has been set aside, and cannot be drawn before the next start
            log.info("the screens of %s stay as they are: %r", stream_id, refusal)
        except Exception:
            log.exception("the screens of %s could not be looked at", stream_id)
            self._timers.call_later(stream_id, LOOK_AGAIN, lambda: self.look_at(stream_id))
        finally:
            self._looking.pop(stream_id, None)
        if stream_id in self._again:
            self._again.discard(stream_id)
            self.look_at(stream_id)

    def _take_from(self, stream: OpenStream) -> None:
        wants, stream.wants = stream.wants, {}
        self._outbox.take_wanted(stream.id, wants)
        again, stream.redraw = stream.redraw, set()
        self.to_redraw |= {SlotKey(stream.id, slot) for slot in again}

    def _take_wants(self, board: Board, at_most: Urgency | None = None) -> None:
        """Takes over what has been wanted of a stream since it was last looked at, and tells the listeners of
        its board."""
        self._take_from(board.stream)
        for listener in self.listeners:
            listener(board, at_most)
