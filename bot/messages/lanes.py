"""Which slots need a call, and the scheduler is asked for one.

The messages of a channel are shown one by one. Each private message and each alert has a lane of its own, so
that nobody waits for another's slow direct message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.cluster import Cluster
from bot.messages.boards import Board
from bot.messages.outbox import Outbox
from bot.messages.rate_limits import Route
from bot.messages.scheduler import Scheduler, Timers, Urgency
from bot.messages.sending import Sending
from bot.streams.open_stream import Locks
from ports.records import Slot, SlotKey, SlotState, TableId
from rules.frozen import frozen

IN_FULL_AFTER: Final = 2.0
"""Seconds after which a message that does not show each card is drawn again: it may do so by then."""


@frozen
class Lane:
    """Slots of a stream that are shown one after the other: with None, all those in the channel. The
    scheduler asks it for calls."""

    lanes: Lanes
    board: Board
    slot: Slot | None

    def route(self) -> Route | None:
        """Where the next call goes; None if none is needed."""
        key = self.lanes.next_in(self)
        return None if key is None else self.lanes.sending.route(self.board, key)

    async def send(self, route: Route) -> bool:
        """Makes one call, if it is still needed. Whether it was made."""
        key = self.lanes.next_in(self)
        return key is not None and await self.lanes.send(self, key, route)


class Lanes:
    """``shown`` is told of a board for which a call has been made."""

    def __init__(
        self,
        outbox: Outbox,
        sending: Sending,
        scheduler: Scheduler,
        cluster: Cluster,
        now: Callable[[], float],
        shown: Callable[[Board], None],
    ) -> None:
        self._outbox = outbox
        self.sending = sending
        self._scheduler = scheduler
        self._cluster = cluster
        self._now = now
        self._shown = shown
        self._closed = False
        self.timers = Timers()
        self.locks: Locks[SlotKey] = Locks()
        """Held for the request of a slot, or for the answer that redraws it."""
        self.redraw: set[SlotKey] = set()
        """To be drawn anew though nothing has happened."""

    def close(self) -> None:
        self._closed = True
        self.timers.close()

    def needs_call(self, state: SlotState) -> bool:
        return state.due or (state.message is not None and state.key in self.redraw)

    def ask(self, board: Board, at_most: Urgency | None = None) -> None:
        """Has a call made for each lane that has something to show."""
        self._ask(board, self._outbox.of(board.stream.id), at_most)

    def ask_beside(self, board: Board, slot: Slot) -> None:
        """The same for the lane of one slot."""
        self._ask(board, self._in_lane(board, slot if slot.kind.private or slot.kind.rings else None))

    def draw_again(self, board: Board, key: SlotKey) -> None:
        """In full, if there is room: what happens meanwhile at any table comes first."""
        self.redraw.add(key)
        self.ask(board, Urgency.UPKEEP)

    async def send(self, lane: Lane, key: SlotKey, route: Route) -> bool:
        """Makes a call for a slot of a lane, and then asks for the next. Whether it was made."""
        board = lane.board
        async with self.locks.of(key):
            self.redraw.discard(key)
            made = await self.sending.send(board, key, route)
        if key in self.sending.shortened:
            self.timers.at((key, "in full"), IN_FULL_AFTER, lambda: self.draw_again(board, key))
        if not self._closed:
            self._ask(board, self._in_lane(board, lane.slot))
            self._shown(board)
        return made

    def forget(self, streams: Iterable[TableId]) -> None:
        gone = set(streams)
        self.redraw = {key for key in self.redraw if key.table not in gone}

    def next_in(self, lane: Lane) -> SlotKey | None:
        """The slot of a lane that must be shown next: a result before what follows it. None while an answer
        redraws that one, and while the place of a channel's messages is gone."""
        board = lane.board
        if not self._cluster.holds(board.stream.id) or (lane.slot is None and board.channel is None):
            return None
        now = self._now()
        due = [
            state
            for state in self._in_lane(board, lane.slot)
            if self.needs_call(state) and state.not_before <= now
        ]
        if not due:
            return None
        first = due[0]
        if len(due) > 1:
            first = min(due, key=lambda state: (state.message is None, board.order(state.key.slot)))
        return None if self.locks.taken(first.key) else first.key

    def _in_lane(self, board: Board, slot: Slot | None) -> Sequence[SlotState]:
        if slot is None:
            states = self._outbox.of(board.stream.id)
            return [one for one in states if not (one.key.slot.kind.private or one.key.slot.kind.rings)]
        state = self._outbox.state(SlotKey(board.stream.id, slot))
        return () if state is None else (state,)

    def _ask(self, board: Board, states: Iterable[SlotState], at_most: Urgency | None = None) -> None:
        asked: dict[Slot | None, Urgency] = {}
        now = self._now()
        for state in states:
            if not self.needs_call(state):
                continue
            slot = state.key.slot
            if state.not_before > now:
                self.timers.at(state.key, state.not_before - now, lambda: self.ask(board))
                continue
            lane = slot if slot.kind.private or slot.kind.rings else None
            urgency = at_most or board.urgency(slot, live=self.sending.is_live(board, state))
            if lane not in asked or urgency.value < asked[lane].value:
                asked[lane] = urgency
        for lane, urgency in asked.items():
            if not self._closed:
                self._scheduler.ask((board.stream.id, lane), Lane(self, board, lane), urgency)
