"""The one connection to the SQLite file. Work on it runs one piece after another, each a whole transaction.

Knows aiosqlite, locks and cancellation; knows no table and no statement of the store.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from storage.database_file import OpenFile, check_found, check_not_emptied, mark
from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    DatabaseClosed,
    DatabaseFailed,
    DatabaseGone,
    DatabaseInUse,
    NotADatabase,
)
from storage.schema import Migration, migrate, migrations, recognise
from storage.transaction import transaction

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

TIME_OUT: Final = 1.0
"""Seconds to wait for a file that is in use: the process before this one may still be closing it."""

_PRIMARY: Final = 0xFF  # the part of an SQLite error code that names the family


class Database:
    """An open file. Work given to it runs on the connection's own thread, one piece at a time."""

    def __init__(self, path: Path, steps: Sequence[Migration], *, may_begin: bool) -> None:
        self._path = path.absolute()
        self._steps = steps
        self._may_begin = may_begin
        self._file: OpenFile | None = None
        self.begun = False
        """Whether there was no database before."""
        self.gone = asyncio.Event()
        """Set once the open file has been found removed or replaced."""
        self._turn = asyncio.Lock()
        self._raw: sqlite3.Connection | None = None
        self._connection = _Connection(self._connect, 64)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, steps: Sequence[Migration] | None = None, *, may_begin: bool = True
    ) -> AsyncIterator[Database]:
        """The file at this path, brought up to date; closed in any case. Where there has never been one, it
        is made if ``may_begin``.

        Raises CannotOpen, NotWritable, DatabaseInUse, DatabaseMissing, StrayWriteAheadLog, NotADatabase,
        ForeignDatabase, NewerDatabase, DamagedDatabase.
        """
        database = cls(path, migrations() if steps is None else steps, may_begin=may_begin)
        opening = asyncio.ensure_future(_awaited(database._connection))
        try:
            await asyncio.shield(opening)
            yield database
        finally:
            await asyncio.shield(database._closed(opening))

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction; its result, once that is committed. If it raises, nothing is kept.

        A caller cancelled while it waits for its turn has done nothing. One cancelled later cannot know
        whether its work was committed; it was committed as a whole or not at all. Raises DatabaseFailed, and
        DatabaseGone if what was committed may not be in the file.
        """
        return await self.alone(lambda db: transaction(db, work))

    async def alone(self, work: Work[T]) -> T:
        """As ``write``, but without a transaction: for work that opens its own or must run outside one."""
        await self._turn.acquire()
        task = asyncio.ensure_future(self._hop(lambda db: self._watched(work, db)))
        task.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(task)

    async def read(self, work: Work[T]) -> T:
        """Run work that only reads; its result. Raises DatabaseFailed.

        It waits for its turn as a write does: a caller that asks about a write of its own that was cancelled
        is answered after that write has ended.
        """
        async with self._turn:
            return await self._hop(work)

    async def _hop(self, work: Work[T]) -> T:
        """Run the work on the connection's thread. This is the one use of a private name of aiosqlite, which
        has no public way to run several statements in one hop."""
        raw = self._raw
        if raw is None:
            raise DatabaseClosed(self._path)
        if self.gone.is_set():
            raise DatabaseGone(self._path)
        execute: Callable[..., Awaitable[T]] = self._connection._execute
        try:
            return await execute(_with_our_errors, work, raw)
        except DatabaseGone:
            self.gone.set()
            raise

    def _watched(self, work: Work[T], raw: sqlite3.Connection) -> T:
        """On the thread: run the work, unless the file is no longer where it was. Raises DatabaseGone, also
        if the file was taken away meanwhile."""
        assert self._file is not None
        self._file.check_before_writing()
        done = work(raw)
        self._file.check_after_writing()
        return done

    async def _closed(self, opening: asyncio.Future[Any]) -> None:
        """Close the connection once all work that was begun has ended."""
        await asyncio.wait([opening])
        if opening.cancelled() or opening.exception():  # the caller of ``open`` has been told
            if self._connection.stopped:
                await self._connection.stopped
            return
        async with self._turn:
            self._raw = None
            await self._connection.close()

    def _connect(self) -> sqlite3.Connection:
        """On the thread: open the file, check that it is ours, apply the settings and the migrations."""
        path = self._path
        try:
            check_found(path, may_begin=self._may_begin)
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            raw = sqlite3.connect(path, timeout=TIME_OUT, isolation_level=None)
        except OSError as error:
            raise CannotOpen(path, error.strerror or str(error)) from error
        except sqlite3.Error as error:
            raise CannotOpen(path, str(error)) from error
        try:
            self._prepare(raw)
        except sqlite3.Error as error:
            raw.close()
            match _code(error) & _PRIMARY:
                case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                    raise DatabaseInUse(path) from error
                case sqlite3.SQLITE_NOTADB:
                    raise NotADatabase(path) from error
                case sqlite3.SQLITE_CORRUPT:
                    raise DamagedDatabase(path, str(error)) from error
                case _:
                    raise CannotOpen(path, str(error)) from error
        except BaseException:
            raw.close()
            raise
        mark(path)
        self._file = OpenFile(path)
        self._raw = raw
        return raw

    def _prepare(self, raw: sqlite3.Connection) -> None:
        for setting in _SETTINGS:
            raw.execute(setting)
        found = recognise(raw, self._path, max(step.number for step in self._steps))
        if found == 0:
            check_not_emptied(self._path, may_begin=self._may_begin)
            self.begun = True
        with suppress(OSError):  # not every volume has modes
            if self._path.stat().st_mode & 0o077:
                self._path.chmod(0o600)
        (mode,) = raw.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise CannotOpen(self._path, f"journal_mode {mode}")
        (finding,) = raw.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok":
            raise DamagedDatabase(self._path, finding)
        migrate(raw, found, self._steps)


_SETTINGS: Final = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA synchronous = FULL",  # under WAL: every commit is on the disk before anybody hears of it
    "PRAGMA fullfsync = ON",  # where a plain fsync stops at the drive's cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten
)


class _Connection(aiosqlite.Connection):
    """A connection whose thread can be waited for even if it failed to connect, so that it never outlives the
    event loop."""

    stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        self.stopped = super().stop()
        return self.stopped


async def _awaited(connection: aiosqlite.Connection) -> None:
    await connection


def _with_our_errors(work: Work[T], raw: sqlite3.Connection) -> T:
    """Run the work; SQLite's errors are raised as DatabaseFailed."""
    try:
        return work(raw)
    except sqlite3.Error as error:
        code: str = getattr(error, "sqlite_errorname", type(error).__name__)
        raise DatabaseFailed(code, str(error)) from error


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR))
