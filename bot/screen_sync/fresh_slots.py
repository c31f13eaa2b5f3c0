"""Has the slots of a stream in memory as they are now, also where other processes post its messages."""

from __future__ import annotations

from typing import Final

from bot.screen_sync.elsewhere import Elsewhere
from bot.screen_sync.kept_slots import KeptSlots
from bot.streams.open_stream import Locks
from ports.records import SlotKey, TableId


class FreshSlots:
    """``uncertain`` is told of slots that may have been posted though nobody noted it."""

    def __init__(self, kept: KeptSlots, elsewhere: Elsewhere, uncertain: set[SlotKey]) -> None:
        self._kept: Final = kept
        self._elsewhere: Final = elsewhere
        self._uncertain: Final = uncertain
        self._orphans: set[TableId] = set()  # taken over from a process that ended without a farewell
        self._locks: Locks[TableId] = Locks()
        self.stale: set[TableId] = set()
        """The streams of which the slots must be read again."""

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        """This process posts a stream's messages from now on; of an orphan nobody knows what they show."""
        self.stale.add(stream_id)
        if orphaned:
            self._orphans.add(stream_id)

    async def load(self, stream_id: TableId) -> bool:
        """Reads what is missing. Whether slots have been read again: then nobody here knows whether their
        messages show them."""
        if self._elsewhere.holds(stream_id) and stream_id not in self.stale and self._kept.has(stream_id):
            return False
        async with self._locks.of(stream_id):
            return await self._load(stream_id)

    async def _load(self, stream_id: TableId) -> bool:
        if not self._elsewhere.holds(stream_id):  # another process changes them
            self.stale.add(stream_id)
            self._kept.forget(stream_id)
        elif stream_id in self.stale:
            self.stale.discard(stream_id)
            if self._elsewhere.exists:  # what has been seen is as true as before
                await self._kept.try_flush()
            self._kept.forget(stream_id)
            await self._kept.load(stream_id)
            if stream_id in self._orphans:
                self._doubt(stream_id)
            return True
        await self._kept.load(stream_id)
        return False

    def _doubt(self, stream_id: TableId) -> None:
        """The process that posted the messages of this stream may have done more than it noted."""
        self._orphans.discard(stream_id)
        for slot in self._kept.of(stream_id):
            self._kept.note(slot.as_unsure())
            if slot.message is None:
                self._uncertain.add(slot.key)
