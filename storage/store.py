"""The store: all that the bot keeps, behind one class. Knows the events of a table, and no rules for them.

Each method is one transaction or one read. ``storage.errors`` lists what they raise: any may raise
DatabaseFailed or DatabaseClosed besides what is named.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.ports.records import (
    DirectMessages,
    Done,
    Place,
    Ranked,
    Reason,
    Slot,
    SlotKey,
    Stored,
    StoredScore,
    Stream,
    TableId,
    UserId,
    millis,
)
from rules.members import Person
from rules.sheet.events import SheetEvent
from rules.table.events import Event
from storage import backup, listing, log, people, projections, reasons, slots
from storage.database import Database
from storage.transaction import transaction

KEYS_KEPT: Final = 7 * 24 * 3600
"""Seconds for which a key is remembered; Discord forgets an interaction after a quarter of an hour."""

SECRET: Final = "SELECT seed FROM secret WHERE table_id = ?1 AND deal = ?2"
PURGE_KEYS: Final = "DELETE FROM seen WHERE at < ?1"
EMPTY_WAL: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
_NOBODY: Final[Mapping[Person, UserId]] = MappingProxyType({})
_NO_GUESTS: Final[Mapping[Person, str]] = MappingProxyType({})
_NOTHING: Final[Mapping[int, bytes]] = MappingProxyType({})


class Store:
    """An open database of tables."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, now: Callable[[], float] = time.time, *, may_begin: bool = True
    ) -> AsyncIterator[Store]:
        """The store in this file; ``now`` gives seconds since 1970. Where there has never been a file, one is
        made if ``may_begin``.

        Raises CannotOpen, NotWritable, DatabaseInUse, DatabaseMissing, StrayWriteAheadLog, NotADatabase,
        ForeignDatabase, NewerDatabase, DamagedDatabase.
        """
        async with Database.open(path, may_begin=may_begin) as database:
            yield cls(database, now)

    @property
    def begun(self) -> bool:
        """Whether there was no database before it was opened."""
        return self._database.begun

    @property
    def gone(self) -> asyncio.Event:
        """Set once the open file has been found removed, replaced or cut short: nothing is kept any more."""
        return self._database.gone

    # The log of a table.

    async def append(
        self,
        table: TableId,
        expected: int,
        events: Sequence[Event | SheetEvent],
        *,
        key: str | None = None,
        actor: Person | None = None,
        slots: Sequence[str] = (),
        people: Mapping[Person, UserId] = _NOBODY,
        guests: Mapping[Person, str] = _NO_GUESTS,
        place: Place | None = None,
        secrets: Mapping[int, bytes] = _NOTHING,
        reason: Reason | None = None,
    ) -> int:
        """Write what has happened at a table or on a score sheet, all of it or nothing, and give its version
        afterwards.

        ``expected`` is the version that the events were decided on, 0 to open the table, and then it
        needs a ``place``. ``key`` names the request: it is stored once only. ``slots`` are wanted on screen
        as of the new version. ``people`` says who new pseudonyms are, the actor's among them, and ``guests``
        are the names of people on a score sheet who have no Discord account. ``secrets`` are the seeds of
        deals; each is deleted by the SeedRevealed of its deal. ``reason`` belongs to the first of the
        events. Raises AlreadyDone, StaleVersion, AliasTaken, RubberNotBegun.
        """
        if (place is not None) != (expected == 0) or (expected == 0 and not events):
            raise ValueError("a table is opened with a place and an event, and only once")
        new = log.Append(
            table=table,
            expected=expected,
            events=tuple(events),
            at=millis(self._now()),
            key=key,
            actor=actor,
            place=place,
            people=dict(people),
            guests=dict(guests),
            secrets=dict(secrets),
            wanted=tuple(slots),
            reason=reason,
        )
        return await self._database.write(lambda db: log.append(db, new))

    async def read(self, table: TableId, after: int = 0) -> tuple[Stored, ...]:
        """The events of a table beyond a version; none of a table never opened. Raises UnknownEvent."""
        return await self._database.read(lambda db: log.read(db, table, after))

    async def read_sheet(self, sheet: TableId, after: int = 0) -> tuple[StoredScore, ...]:
        """The events of a score sheet beyond a version; none of one never opened. Raises UnknownEvent."""
        return await self._database.read(lambda db: log.read_sheet(db, sheet, after))

    async def done(self, key: str) -> Done | None:
        """What the append under this key came to, if there was one."""
        return await self._database.read(lambda db: log.find(db, key))

    async def forget_old_keys(self) -> int:
        """Forget the keys older than a week; the number of them."""
        before = millis(self._now() - KEYS_KEPT)
        return await self._database.write(lambda db: db.execute(PURGE_KEYS, (before,)).rowcount)

    async def secret(self, table: TableId, deal: int) -> bytes | None:
        """The seed of a deal, until it is revealed."""

        def work(db: sqlite3.Connection) -> bytes | None:
            row = db.execute(SECRET, (table, deal)).fetchone()
            return row[0] if row else None

        return await self._database.read(work)

    async def reasons(self, table: TableId, deal: int) -> Mapping[int, str]:
        """Why robots did what they did in a deal, by the version of the event; to be read once it is over."""
        return await self._database.read(lambda db: reasons.of_deal(db, table, deal))

    async def verify_chain(self, table: TableId) -> int:
        """The number of events of a table, each proved to be what was appended. Raises BrokenChain."""
        return await self._database.read(lambda db: log.verify(db, table))

    # The tables there are.

    async def table(self, table: TableId) -> Stream | None:
        return await self._database.read(lambda db: listing.one(db, table))

    async def open_tables(self) -> tuple[Stream, ...]:
        return await self._database.read(lambda db: listing.all_open(db, "table"))

    async def open_sheets(self) -> tuple[Stream, ...]:
        """The open score sheets."""
        return await self._database.read(lambda db: listing.all_open(db, "sheet"))

    async def open_tables_of(self, user: UserId) -> tuple[Stream, ...]:
        """The open tables that have ever known this user."""
        return await self._database.read(lambda db: listing.open_of_user(db, user))

    async def move(self, table: TableId, channel: int) -> None:
        """The table stands in another channel of its guild. What stood in the old channel, or nowhere, is
        due in the new one, parked or not."""
        await self._database.write(lambda db: slots.move(db, table, channel))

    # What must be on screen.

    async def slots(self, table: TableId) -> tuple[Slot, ...]:
        """All slots of a table, by the version at which they were last wanted, then by name."""
        return await self._database.read(lambda db: slots.of_table(db, table))

    async def due_slots(self) -> tuple[Slot, ...]:
        """The slots of all tables that are due, table by table, those longest wanted first. Those whose
        ``not_before`` lies ahead are among them."""
        return await self._database.read(slots.due)

    async def want(self, table: TableId, *names: str) -> None:
        """These are wanted on screen as the table now is, without anything having happened."""
        await self._database.write(lambda db: slots.want_now(db, table, names))

    async def showing(
        self,
        key: SlotKey,
        *,
        shown: int,
        digest: str,
        channel: int | None = None,
        message: int | None = None,
    ) -> None:
        """This version of the table now stands there, as these bytes, in this message. News older than what
        is known is passed over, and so is news of a retired slot."""
        await self._database.write(lambda db: slots.show(db, key, shown, digest, channel, message))

    async def slot_failed(self, key: SlotKey, *, not_before: float) -> None:
        """It could not be shown, and is not to be tried before this time."""
        await self._database.write(lambda db: slots.fail(db, key, not_before))

    async def slot_lost(self, key: SlotKey) -> None:
        """The message that stood there is gone: the slot is due again, at a new place."""
        await self._database.write(lambda db: slots.lose(db, key))

    async def park(self, key: SlotKey, why: str) -> None:
        """It cannot be shown there, and is not tried until it is unparked, shown all the same, or moved."""
        await self._database.write(lambda db: slots.park(db, key, why))

    async def unpark(self, key: SlotKey) -> None:
        await self._database.write(lambda db: slots.unpark(db, key))

    async def retire(self, key: SlotKey) -> None:
        """Nothing more is wanted there, and the message that stands there is forgotten."""
        await self._database.write(lambda db: slots.retire(db, key))

    # People.

    async def people(self, table: TableId) -> Mapping[Person, UserId]:
        """Who a table's pseudonyms are, but for those forgotten."""
        return await self._database.read(lambda db: people.of_table(db, table))

    async def guests(self, sheet: TableId) -> Mapping[Person, str]:
        """What those on a score sheet are called who are nobody on Discord."""
        return await self._database.read(lambda db: people.guests(db, sheet))

    async def dm(self, user: UserId) -> DirectMessages:
        return await self._database.read(lambda db: people.dm(db, user))

    async def remember_dm(self, user: UserId, channel: int) -> None:
        """The user has been reached in this channel."""
        await self._database.write(lambda db: people.remember_dm(db, user, channel))

    async def dm_refused(self, user: UserId) -> None:
        """The user's settings refused a direct message."""
        await self._database.write(lambda db: people.refuse_dm(db, user))

    async def forget(self, user: UserId) -> tuple[TableId, ...]:
        """Forget a user; the open tables and score sheets that he belonged to. The pseudonyms and the games
        stay, nobody's."""

        def work(db: sqlite3.Connection) -> tuple[TableId, ...]:
            tables = transaction(db, lambda db: people.forget(db, user))
            db.execute(EMPTY_WAL)  # the old pages hold his id until they are overwritten
            return tables

        return await self._database.alone(work)

    # What is counted.

    async def leaderboard(self, guild: int, game: str) -> tuple[Ranked, ...]:
        """Most points first, then fewest rubbers, then the oldest account; only rubbers that count."""
        return await self._database.read(lambda db: projections.leaderboard(db, guild, game))

    async def rebuild_projections(self) -> None:
        """Count everything anew from the log. Raises UnknownEvent."""
        await self._database.write(projections.rebuild)

    async def backup(self, target: Path) -> None:
        """Write a whole copy to a file that must not yet exist. Raises CannotOpen."""
        await self._database.alone(lambda db: backup.copy(db, target))
