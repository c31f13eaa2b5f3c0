"""The outbox: every message that must be on screen is a durable slot, in memory while its stream is used.

What must not be lost, such as the id of a message that has just been posted, is written at once. The rest is
written with the next act at any table, or alone after a while: if it is lost, the slot is merely due again.
Private copies are noted with the slots. The slots of a stream whose messages another process posts are read
again each time they are asked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.cluster import ALONE, Cluster
from bot.messages.slot_keys import SlotKeys
from bot.streams.open_stream import Locks
from bot.supervisor import SUPERVISOR
from storage.ports.patience import CURRENT_PATIENCE, PatientLock, StorageAway
from storage.ports.records import Notes, PrivateCopy, Slot, SlotKey, SlotState, TableId
from storage.ports.storage import Slots, StorageError

log = logging.getLogger(__name__)

NOTE_AFTER: Final = 10.0
"""Seconds for which notes wait for something else that is written."""


class Outbox:
    """The slots of the streams in use."""

    def __init__(self, slots: Slots, cluster: Cluster = ALONE, note_after: float = NOTE_AFTER) -> None:
        self._slots = slots
        self._cluster = cluster
        self._note_after = note_after
        self._streams: dict[TableId, dict[Slot, SlotState]] = {}
        self._messages: dict[int, SlotKey] = {}
        self._changed: set[SlotKey] = set()
        self._retired: dict[SlotKey, SlotState] = {}
        self._copies: dict[int, PrivateCopy] = {}
        self._dropped: set[int] = set()
        self._leaving: set[TableId] = set()
        self._loading: dict[TableId, dict[Slot, int]] = {}
        """The streams that are being read, with what has been wanted of them meanwhile."""
        self._stale: set[TableId] = set()
        self._gained: dict[TableId, bool] = {}
        """Streams that are taken over, and whether the process before ended without a farewell."""
        self._locks: Locks[TableId] = Locks()
        self._writing = PatientLock()
        self._timer: asyncio.TimerHandle | None = None
        self._flushing: set[asyncio.Task[None]] = set()
        self._under_way: list[tuple[Notes, asyncio.Future[None]]] = []
        """What is being written, alone or with an act, each with what is done once that is over."""
        self._closed = False
        self.uncertain: set[SlotKey] = set()
        """Those that may have been posted though no answer came, or nobody noted it."""
        self.out_of_reach = SlotKeys()
        """Those of which somebody has a copy that is perhaps untrue and cannot be reached."""
        slots.let_notes_ride(self._ride, self._tell_written)

    # What is in memory

    async def load_slots(self, stream_id: TableId) -> bool:
        """Bring the slots of a stream into memory as they are now. Returns whether they were read again: then
        it is unknown here what their messages show."""
        held = self._cluster.holds(stream_id)
        if held and stream_id not in self._stale and stream_id in self._streams:
            return False
        async with self._locks.lock_for(stream_id):
            return await self._load(stream_id)

    async def _load(self, stream_id: TableId) -> bool:
        if not self._cluster.holds(stream_id):  # another process changes them
            self._stale.add(stream_id)
            self.drop_slots(stream_id)
        elif stream_id in self._stale:
            self._stale.discard(stream_id)
            if self._cluster.shared:  # what has been seen is as true as before
                await self.try_flush()
            self.drop_slots(stream_id)
            await self._read_slots(stream_id)
            if stream_id in self._gained:
                self._doubt(stream_id, orphaned=self._gained.pop(stream_id))
            return True
        await self._read_slots(stream_id)
        return False

    async def _read_slots(self, stream_id: TableId) -> None:
        """Unless they are in memory. One at a time reads those of a stream."""
        if stream_id in self._streams:
            return
        self._loading[stream_id] = {}
        try:
            read = await self._slots.of_stream(stream_id)
        finally:
            wanted = self._loading.pop(stream_id)
        if not self._cluster.shared:  # a process that was killed may have shown more than it noted
            read = [state.as_unsure() for state in read]
        if read:
            self._streams[stream_id] = {state.key.slot: state for state in read}
            self._messages |= {state.message: state.key for state in read if state.message is not None}
            self.take_wanted(stream_id, wanted)

    def _doubt(self, stream_id: TableId, *, orphaned: bool) -> None:
        """The process before may have posted a message of which it never heard. One that ended without a
        farewell may have shown more than it noted."""
        for state in self.slots_of(stream_id):
            if orphaned:
                self.note_slot(state.as_unsure())
            if state.message is None:
                self.uncertain.add(state.key)

    def stale(self, streams: Collection[TableId]) -> None:
        """The slots of these must be read again: somebody else may have changed them."""
        self._stale.update(streams)

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        """This process shows the messages of a stream from now on. Nobody knows what those of an orphan
        show."""
        self._stale.add(stream_id)
        self._gained[stream_id] = orphaned or self._gained.get(stream_id, False)

    def drop_slots(self, stream_id: TableId) -> None:
        """Drops the slots of a stream from memory; what was not yet written of them is lost."""
        for state in self._streams.pop(stream_id, {}).values():
            self._changed.discard(state.key)
            if state.message is not None:
                self._messages.pop(state.message, None)

    def release(self, stream_id: TableId) -> None:
        """Drops the slots of a stream from memory once all that is known of them is written."""
        self._leaving.add(stream_id)
        self._drop_written()

    def stay(self, stream_id: TableId) -> None:
        """The slots of a stream do not leave memory once they are written, since it is looked at again."""
        self._leaving.discard(stream_id)

    def slots_of(self, stream_id: TableId) -> Sequence[SlotState]:
        """The slots of a stream that is in memory."""
        return tuple(self._streams.get(stream_id, {}).values())

    def state(self, key: SlotKey) -> SlotState | None:
        """What is known of a slot, if its stream is in memory."""
        return self._streams.get(key.table, {}).get(key.slot)

    def showing(self, message: int) -> SlotKey | None:
        """The slot whose message this is, among those in memory."""
        return self._messages.get(message)

    def take_wanted(self, stream_id: TableId, wanted: Mapping[Slot, int]) -> None:
        """Takes over what has been stored already: these slots must show these versions. Of a stream that is
        not in memory it will be read with all else: without that nobody would know its messages."""
        kept = self._streams.get(stream_id)
        if kept is None:
            if stream_id in self._loading:
                self._loading[stream_id] |= wanted
            return
        self._leaving.discard(stream_id)
        for slot, version in wanted.items():
            key = SlotKey(stream_id, slot)
            kept[slot] = kept.get(slot, SlotState(key, version)).as_wanted(version)
            if self._retired.pop(key, None) is not None:
                self._changed.add(key)  # it begins anew

    def note_slot(self, state: SlotState) -> None:
        """Keeps what is now known of a slot, and writes it a little later."""
        if state == (before := self.state(state.key)) or before is None:
            return
        if before.message != state.message:
            self._messages.pop(before.message or 0, None)
            if state.message is not None:
                self._messages[state.message] = state.key
        self._streams[state.key.table][state.key.slot] = state
        self._changed.add(state.key)
        self._flush_later()

    async def keep_slot(self, state: SlotState) -> None:
        """Keeps what is now known of a slot; it is written when this returns. Raises StorageError, after
        which it is written later."""
        self.note_slot(state)
        await self.flush()

    def retire(self, key: SlotKey) -> None:
        """Forgets a slot that will never change again. Its message stays in Discord as it is."""
        state = self._streams.get(key.table, {}).pop(key.slot, None)
        if state is None:  # its stream may be in memory no longer
            return
        if state.message is not None:
            self._messages.pop(state.message, None)
        self._changed.discard(key)
        self._retired[key] = state
        self._flush_later()

    def keep_copy(self, copy: PrivateCopy) -> None:
        """Writes a private copy at once, though nobody waits for it."""
        self._dropped.discard(copy.message)
        self._copies[copy.message] = copy
        self._begin_flush()

    def drop_copy(self, message: int) -> None:
        """Forgets a private copy."""
        self._copies.pop(message, None)
        self._dropped.add(message)
        self._flush_later()

    async def flush(self) -> None:
        """Writes all that is not yet written; what was taken along by an act is so once that is. Raises
        StorageError."""
        async with self._writing:
            await self._wait_for_those_under_way()
            notes = self._next_notes()
            if notes is None:
                return
            is_stored = False
            try:
                await self._slots.note_slots(*notes)
                is_stored = True
            finally:
                self._tell_written(notes, is_stored)

    def _next_notes(self) -> Notes | None:
        """What is to be written now, if anything is."""
        changed, self._changed = self._changed, set()
        retired, self._retired = self._retired, {}
        noted = [state for key in changed if (state := self.state(key)) is not None]
        copies, self._copies = self._copies, {}
        dropped, self._dropped = self._dropped, set()
        notes = Notes(noted, tuple(retired.values()), tuple(copies.values()), tuple(dropped))
        if not any(notes):
            return None
        self._under_way.append((notes, asyncio.get_running_loop().create_future()))
        return notes

    def _give_back(self, notes: Notes) -> None:
        """They were not written after all."""
        self._changed |= {one.key for one in notes.noted}
        self._retired |= {one.key: one for one in notes.retired if self.state(one.key) is None}
        self._dropped |= set(notes.dropped) - set(self._copies)
        self._copies = {
            copy.message: copy for copy in notes.copies if copy.message not in self._dropped
        } | self._copies
        self._flush_later()

    def _ride(self) -> Notes | None:
        if self._under_way:  # on a server what is newer might be written before it, and be lost
            return None
        notes = self._next_notes()
        if notes is not None and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return notes

    def _tell_written(self, notes: Notes, is_stored: bool) -> None:
        """What was under way is written, or is to be written again."""
        for one in self._under_way:
            if one[0] is notes:
                self._under_way.remove(one)
                one[1].set_result(None)
                break
        if is_stored:
            self._drop_written()
        else:
            self._give_back(notes)

    async def _wait_for_those_under_way(self) -> None:
        """Raises StorageAway."""
        if not (over := [over for _, over in self._under_way]):
            return
        patience = CURRENT_PATIENCE.get()
        _, left = await asyncio.wait(over, timeout=None if patience is None else patience.left)
        if left and patience is not None:
            if patience.give_up():
                raise StorageAway
            await asyncio.wait(left)

    async def close(self) -> None:
        """Writes what is left. What cannot be written is due at the next start."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.gather(*self._flushing, return_exceptions=True)
        await self.try_flush()

    def _drop_written(self) -> None:
        under_way = (state.key for notes, _ in self._under_way for state in notes.noted)
        unwritten = {key.table for key in (*self._changed, *under_way)}
        for stream_id in self._leaving - unwritten:
            self.drop_slots(stream_id)
        self._leaving &= unwritten

    def _flush_later(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(self._note_after, self._begin_flush)

    def _begin_flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._closed:
            task = SUPERVISOR.run_once(self.try_flush(), "notes of slots")
            self._flushing.add(task)
            task.add_done_callback(self._flushing.discard)

    async def try_flush(self) -> None:
        """Writes all that is not yet written; what cannot be is written later."""
        try:
            await self.flush()
        except StorageError as fault:
            log.warning("what is shown could not be noted: %s", type(fault).__name__)
