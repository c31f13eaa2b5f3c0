"""The slots of the streams in use, kept in memory, so that reading one costs no call to the storage.
Private copies are noted with them.

What must not be lost, such as the id of a message that has just been posted, is written at once. The rest is
written with the next act at any table, or alone after a while: if it is lost, the slot is merely due again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from ports.records import Notes, PrivateCopy, Slot, SlotKey, TableId
from ports.storage import Slots, StorageError

log = logging.getLogger(__name__)

NOTE_AFTER: Final = 10.0
"""Seconds for which notes wait for something else that is written."""


class KeptSlots:
    def __init__(self, slots: Slots, note_after: float = NOTE_AFTER) -> None:
        self._slots = slots
        self._note_after = note_after
        self._streams: dict[TableId, dict[str, Slot]] = {}
        self._messages: dict[int, SlotKey] = {}
        self._changed: set[SlotKey] = set()
        self._retired: dict[SlotKey, Slot] = {}
        self._copies: dict[int, PrivateCopy] = {}
        self._dropped: set[int] = set()
        self._leaving: set[TableId] = set()
        self._loading: dict[TableId, dict[str, int]] = {}
        """The streams that are being read, with what has been wanted of them meanwhile."""
        self._writing = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._flushing: set[asyncio.Task[None]] = set()
        self._closed = False
        slots.let_notes_ride(self._ride, self._give_back)

    async def load(self, stream_id: TableId) -> None:
        """Reads the slots of a stream, unless they are in memory. One at a time reads those of a stream."""
        if stream_id in self._streams:
            return
        self._loading[stream_id] = {}
        try:
            read = await self._slots.slots(stream_id)
        finally:
            wanted = self._loading.pop(stream_id)
        if read:
            self._streams[stream_id] = {slot.key.name: slot for slot in read}
            self._messages |= {slot.message: slot.key for slot in read if slot.message is not None}
            self.want(stream_id, wanted)

    def forget(self, stream_id: TableId) -> None:
        """Drops the slots of a stream from memory; what was not yet written of them is lost."""
        for slot in self._streams.pop(stream_id, {}).values():
            self._changed.discard(slot.key)
            if slot.message is not None:
                self._messages.pop(slot.message, None)

    def leave(self, stream_id: TableId) -> None:
        """Drops the slots of a stream from memory once all that is known of them is written."""
        self._leaving.add(stream_id)
        self._drop_written()

    def has(self, stream_id: TableId) -> bool:
        """Whether the slots of a stream are in memory."""
        return stream_id in self._streams

    def of(self, stream_id: TableId) -> Sequence[Slot]:
        """The slots of a stream that is in memory."""
        return tuple(self._streams.get(stream_id, {}).values())

    def slot(self, key: SlotKey) -> Slot | None:
        return self._streams.get(key.table, {}).get(key.name)

    def showing(self, message: int) -> SlotKey | None:
        """The slot whose message this is, among those in memory."""
        return self._messages.get(message)

    def want(self, stream_id: TableId, wanted: Mapping[str, int]) -> None:
        """Takes over what has been stored already: these slots must show these versions. Of a stream that is
        not in memory it will be read with all else: without that nobody would know its messages."""
        kept = self._streams.get(stream_id)
        if kept is None:
            if stream_id in self._loading:
                self._loading[stream_id] |= wanted
            return
        self._leaving.discard(stream_id)
        for name, version in wanted.items():
            key = SlotKey(stream_id, name)
            kept[name] = kept.get(name, Slot(key, version)).as_wanted(version)
            if self._retired.pop(key, None) is not None:
                self._changed.add(key)  # it begins anew

    def note(self, slot: Slot) -> None:
        """Keeps what is now known of a slot, and writes it a little later."""
        if slot == (before := self.slot(slot.key)) or before is None:
            return
        if before.message != slot.message:
            self._messages.pop(before.message or 0, None)
            if slot.message is not None:
                self._messages[slot.message] = slot.key
        self._streams[slot.key.table][slot.key.name] = slot
        self._changed.add(slot.key)
        self._flush_later()

    async def keep(self, slot: Slot) -> None:
        """Keeps what is now known of a slot; it is written when this returns. Raises StorageError, after
        which it is written later."""
        self.note(slot)
        await self.flush()

    def retire(self, key: SlotKey) -> None:
        """Forgets a slot that will never change again. Its message stays in Discord as it is."""
        slot = self._streams[key.table].pop(key.name, None)
        if slot is None:
            return
        if slot.message is not None:
            self._messages.pop(slot.message, None)
        self._changed.discard(key)
        self._retired[key] = slot
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
        """Writes all that is not yet written. Raises StorageError."""
        async with self._writing:
            notes = self._take()
            if notes is None:
                return
            try:
                await self._slots.note_slots(*notes)
            except BaseException:
                self._give_back(notes)
                raise
        self._drop_written()

    def _take(self) -> Notes | None:
        """What is to be written now, if anything is."""
        changed, self._changed = self._changed, set()
        retired, self._retired = self._retired, {}
        noted = [slot for key in changed if (slot := self.slot(key)) is not None]
        copies, self._copies = self._copies, {}
        dropped, self._dropped = self._dropped, set()
        notes = Notes(noted, tuple(retired.values()), tuple(copies.values()), tuple(dropped))
        return notes if any(notes) else None

    def _give_back(self, notes: Notes) -> None:
        """They were not written after all."""
        self._changed |= {slot.key for slot in notes.noted}
        self._retired |= {slot.key: slot for slot in notes.retired if self.slot(slot.key) is None}
        self._dropped |= set(notes.dropped) - set(self._copies)
        self._copies = {
            copy.message: copy for copy in notes.copies if copy.message not in self._dropped
        } | self._copies
        self._flush_later()

    def _ride(self) -> Notes | None:
        notes = self._take()
        if notes is not None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            asyncio.get_running_loop().call_soon(self._drop_written)
        return notes

    async def close(self) -> None:
        """Writes what is left. What cannot be written is due at the next start."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.gather(*self._flushing, return_exceptions=True)
        await self.try_flush()

    def _drop_written(self) -> None:
        unwritten = {key.table for key in self._changed}
        for stream_id in self._leaving - unwritten:
            self.forget(stream_id)
        self._leaving &= unwritten

    def _flush_later(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(self._note_after, self._begin_flush)

    def _begin_flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._closed:
            task = asyncio.create_task(self.try_flush(), name="notes of slots")
            self._flushing.add(task)
            task.add_done_callback(self._flushing.discard)

    async def try_flush(self) -> None:
        """Writes all that is not yet written; what cannot be is written later."""
        try:
            await self.flush()
        except StorageError as fault:
            log.warning("what is shown could not be noted: %s", type(fault).__name__)
