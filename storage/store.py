"""The store: everything that the bot keeps, as the roles that it is made of.

It knows the events of a table, but not the rules that they follow. Each method of a role is one transaction
or one read. ``storage.errors`` lists what they raise; besides the errors that a method names, any of them
may raise DatabaseFailed or DatabaseClosed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

from storage import copying, preferences, standings
from storage.challenges import Challenges
from storage.checks import Checks
from storage.cluster import Cluster, Uptime, process_lives
from storage.contests import Contests
from storage.copying import Contents
from storage.engine import Engine, Step, migrations, unheard
from storage.errors import DatabaseFailed, DriverMissing, EarlierDatabase
from storage.page_keys import PageKeys
from storage.people import People
from storage.ports.records import DatabaseAddress, TableId
from storage.ports.storage import Shards
from storage.preferences import Choices, OptionSets
from storage.roles import Shared
from storage.seasons import Seasons
from storage.slots import Slots
from storage.sqlite.as_it_is import FileAsItIs
from storage.sqlite.database import Database
from storage.standings import Standings
from storage.streams import Streams

log = logging.getLogger(__name__)

TRIED: Final = 1 << 15
"""Characters that are written to see whether there is room: more than an act needs."""


class Store:
    """An open database of tables."""

    def __init__(self, database: Engine, now: Callable[[], float]) -> None:
        self._database = database
        self._shared = shared = Shared(database, now)
        self._cluster: Cluster | None = None
        self.streams = Streams(shared)
        self.slots = Slots(shared)
        self.people = People(shared)
        self.page_keys = PageKeys(shared)
        self.preferences = Choices(shared)
        self.sets = OptionSets(shared)
        self.contests = Contests(shared)
        self.challenges = Challenges(shared)
        self.standings = Standings(shared)
        self.seasons = Seasons(shared)
        self.uptime = Uptime(shared)
        self.checks = Checks(shared)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: DatabaseAddress,
        now: Callable[[], float] = time.time,
        *,
        may_begin: bool = True,
        as_it_is: bool = False,
    ) -> AsyncIterator[Store]:
        """Open the store in this file or on this server. ``now`` gives seconds since 1970.

        If there has never been a database, one is created if ``may_begin``. A database of an earlier release
        is brought up to date. With ``as_it_is`` nothing is created, changed or written, and the database may
        be of an earlier release; see ``up_to_date``. Raises CannotOpen, DatabaseMissing, ForeignDatabase,
        NewerDatabase; for a file also NotWritable, NotReadable, DiskFull, DatabaseInUse, StrayWriteAheadLog,
        NotADatabase, DamagedDatabase; for a server NotDurable, DriverMissing.
        """
        async with _engine(where, may_begin=may_begin, as_it_is=as_it_is) as database:
            if database.begun:  # there is nothing to count in it
                await database.write(standings.note_count)
            store = cls(database, now)
            if not as_it_is:
                try:
                    await store.people.end_forgetting(unhurried=False)
                except DatabaseFailed as fault:  # all else is there; the running bot tries again
                    log.error("somebody is not forgotten to the end: %s", fault)
            yield store

    def judge_by(self, now: Callable[[], float], is_sure: Callable[[], bool]) -> None:
        """From now on this tells what is old: Discord's time, where it was this machine's. What must be kept
        for so long is deleted only while it ``is_sure``."""
        self._shared.now, self._shared.is_sure = now, is_sure

    @property
    def sure_now(self) -> float | None:
        """The time in seconds since 1970; None while it cannot be trusted: then nothing is deleted by it."""
        return self._shared.now() if self._shared.is_sure() else None

    @property
    def schema(self) -> int:
        """The number of the last step that the schema of the database has taken."""
        return self._database.schema

    @property
    def up_to_date(self) -> bool:
        """Whether the schema is that of this release. If it is an earlier one, only the log can be read."""
        return self.schema == migrations()[-1].number

    async def check_writable(self) -> None:
        """Check that the bot could write to this database. Raises NotWritable or NotPermitted."""
        await self._database.check_writable()

    async def try_write(self) -> None:
        """Store something and delete it again. Raises StorageError if the database takes nothing now."""
        text = secrets.token_hex(TRIED // 2)
        await self._database.write(lambda db: preferences.write_and_delete(db, f"try:{text[:16]}", text))

    async def is_served(self) -> bool:
        """Whether a process of the bot uses this database just now. That of a file cannot be opened then."""
        return self._database.has_peers and await self._database.read(process_lives)

    @property
    def begun(self) -> bool:
        """Whether this opening created the database."""
        return self._database.begun

    @property
    def gone(self) -> asyncio.Event:
        """Set once the open file has been found removed, replaced or cut short. From then on nothing is
        stored."""
        return self._database.gone

    def shared_by(self, shards: Shards) -> Cluster | None:
        """Join the processes on the same server as the one with these shards. From then on the store writes
        nothing about messages that another process looks after. Returns None for a file, which only one
        process can use."""
        claimed = self._cluster is not None and self._cluster.has_claimed and self._cluster.shards == shards
        if self._database.has_peers and not claimed:
            self._cluster = Cluster(self._database, shards)
            self._shared.still_held = self._cluster.still_held
        return self._cluster

    async def may_do(self, job: str, within: float, early: float) -> bool:
        """Whether this process should do a job that one process does for all; see ``Cluster.may_do``. Always
        true for a single process."""
        return self._cluster is None or await self._cluster.may_do(job, within, early)

    async def done_until(self, job: str, seconds: float) -> None:
        if self._cluster is not None:
            await self._cluster.done_until(job, seconds)

    async def check_empty(self) -> None:
        """Raises NotEmpty, EarlierDatabase."""
        if not self.up_to_date:
            raise EarlierDatabase(self.schema)
        await self._database.read(copying.check_empty)

    async def copy_to(self, target: Store, step: Step = unheard) -> Contents:
        """Copy all that is kept into another store, which must be empty; what that is. Raises
        EarlierDatabase, NotEmpty, CopyFailed."""
        if not self.up_to_date:
            raise EarlierDatabase(self.schema)
        return await copying.copy_database(self._database, target._database, step)

    async def backup(
        self, target: Path, *, unhurried: bool = True, step: Step = unheard
    ) -> Mapping[TableId, int]:
        """Copy the database to a file that must not exist yet, while the bot goes on. Returns the tables that
        are damaged in it, with the first wrong event of each. Every chain in it is checked; if the copy is
        not to be ``unhurried``, the damaged tables are those of the last count. Raises CannotOpen,
        DamagedDatabase.
        """
        if unhurried:
            await self._database.backup(target, lambda *_: None, unhurried=True)
            return self.checks.damaged
        return (await self._database.backup(target, copying.chains, unhurried=False, step=step)).broken


def _engine(
    where: DatabaseAddress, *, may_begin: bool, as_it_is: bool
) -> AbstractAsyncContextManager[Engine]:
    """Raises DriverMissing."""
    if isinstance(where, Path):
        return FileAsItIs.open(where) if as_it_is else Database.open(where, may_begin=may_begin)
    try:
        from storage.postgres.database import Postgres
    except ImportError:
        raise DriverMissing(where) from None
    return Postgres.open(where, may_begin=may_begin, as_it_is=as_it_is)
