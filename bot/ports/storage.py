"""What the bot needs of the storage: the methods that it calls, and no others.

``storage.store.Store`` has them all. The values and errors that pass between the two are those of
``bot.ports.records`` and ``bot.ports.errors``. Only what a host starts (``bot.app``, ``bot.__main__``,
``bot.records``) knows the store itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from bot.ports.records import (
    DirectMessages,
    Done,
    Place,
    Ranked,
    Reason,
    Slot,
    Stored,
    StoredScore,
    Stream,
    TableId,
    UserId,
)
from rules.members import Person
from rules.sheet.events import SheetEvent
from rules.table.events import Event

EventT_contra = TypeVar("EventT_contra", contravariant=True)


class StreamLog(Protocol[EventT_contra]):
    """What the service of any kind of stream needs."""

    async def append(
        self,
        stream_id: TableId,
        expected: int,
        events: Sequence[EventT_contra],
        *,
        key: str | None = None,
        actor: Person | None = None,
        slots: Sequence[str] = (),
        people: Mapping[Person, UserId] = ...,
        guests: Mapping[Person, str] = ...,
        place: Place | None = None,
        secrets: Mapping[int, bytes] = ...,
        reason: Reason | None = None,
    ) -> int: ...

    async def done(self, key: str) -> Done | None: ...
    async def table(self, stream_id: TableId) -> Stream | None: ...
    async def verify_chain(self, stream_id: TableId) -> int: ...
    async def people(self, stream_id: TableId) -> Mapping[Person, UserId]: ...
    async def move(self, stream_id: TableId, channel: int) -> None: ...


class TableLog(StreamLog[Event], Protocol):
    """What the tables need besides."""

    async def open_tables(self) -> Sequence[Stream]: ...
    async def open_tables_of(self, user: UserId) -> Sequence[Stream]: ...
    async def read(self, table_id: TableId, after: int = 0) -> Sequence[Stored]: ...
    async def reasons(self, table_id: TableId, deal: int) -> Mapping[int, str]: ...
    async def secret(self, table_id: TableId, deal: int) -> bytes | None: ...
    async def want(self, table_id: TableId, *names: str) -> None: ...


class SheetLog(StreamLog[SheetEvent], Protocol):
    """What the score sheets need besides."""

    async def open_sheets(self) -> Sequence[Stream]: ...
    async def read_sheet(self, sheet_id: TableId, after: int = 0) -> Sequence[StoredScore]: ...
    async def guests(self, sheet_id: TableId) -> Mapping[Person, str]: ...


class Slots(Protocol):
    """What keeping messages up to date needs."""

    async def due_slots(self) -> Sequence[Slot]: ...
    async def slots(self, stream_id: TableId) -> Sequence[Slot]: ...
    async def note_slots(self, slots: Sequence[Slot], retired: Sequence[Slot] = ()) -> None: ...
    async def dm(self, user: UserId) -> DirectMessages: ...
    async def remember_dm(self, user: UserId, channel: int) -> None: ...
    async def dm_refused(self, user: UserId) -> None: ...


class Rankings(Protocol):
    """What the leaderboard needs."""

    async def leaderboard(self, guild: int, game: str) -> Sequence[Ranked]: ...
