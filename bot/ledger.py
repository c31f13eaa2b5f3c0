"""What the bot asks of the storage: no more than it calls. ``storage.store.Store`` is what stands there.

The values and errors that cross are those of ``storage.records`` and ``storage.errors``, which know no SQL;
nothing in ``bot`` but ``bot.app`` knows the store itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rules.events import Event
from rules.members import Person
from storage.records import (
    DirectMessages,
    Done,
    Place,
    Ranked,
    Slot,
    SlotKey,
    Stored,
    Stream,
    TableId,
    UserId,
)


class EventLog(Protocol):
    """What the table service needs."""

    async def append(
        self,
        table: TableId,
        expected: int,
        events: Sequence[Event],
        *,
        key: str | None = None,
        actor: Person | None = None,
        slots: Sequence[str] = (),
        people: Mapping[Person, UserId] = ...,
        place: Place | None = None,
        secrets: Mapping[int, bytes] = ...,
    ) -> int: ...

    async def read(self, table: TableId, after: int = 0) -> Sequence[Stored]: ...
    async def done(self, key: str) -> Done | None: ...
    async def verify_chain(self, table: TableId) -> int: ...
    async def secret(self, table: TableId, deal: int) -> bytes | None: ...
    async def table(self, table: TableId) -> Stream | None: ...
    async def open_tables(self) -> Sequence[Stream]: ...
    async def open_tables_of(self, user: UserId) -> Sequence[Stream]: ...
    async def people(self, table: TableId) -> Mapping[Person, UserId]: ...
    async def move(self, table: TableId, channel: int) -> None: ...
    async def slots(self, table: TableId) -> Sequence[Slot]: ...
    async def want(self, table: TableId, *names: str) -> None: ...


class Slots(Protocol):
    """What he needs who keeps the screens."""

    async def slots(self, table: TableId) -> Sequence[Slot]: ...
    async def showing(
        self, key: SlotKey, *, shown: int, digest: str, channel: int | None = None, message: int | None = None
    ) -> None: ...
    async def slot_failed(self, key: SlotKey, *, not_before: float) -> None: ...
    async def slot_lost(self, key: SlotKey) -> None: ...
    async def park(self, key: SlotKey, why: str) -> None: ...
    async def unpark(self, key: SlotKey) -> None: ...
    async def retire(self, key: SlotKey) -> None: ...
    async def dm(self, user: UserId) -> DirectMessages: ...
    async def remember_dm(self, user: UserId, channel: int) -> None: ...
    async def dm_refused(self, user: UserId) -> None: ...


class Rankings(Protocol):
    """What the leaderboard needs."""

    async def leaderboard(self, guild: int, game: str) -> Sequence[Ranked]: ...
