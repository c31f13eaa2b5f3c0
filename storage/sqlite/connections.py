"""Connections to an SQLite file, each with a thread of its own, and whole transactions as one call on it.
Knows aiosqlite; knows no table. What is to be read waits for whichever of those that only read is free first:
nobody waits behind a long list while another has nothing to do.

A connection that writes also brings the schema up to date, and checks that a file is ours; the last statement
of each migration sets ``user_version`` to its number.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import aiosqlite

from rules.frozen import frozen
from storage.engine import APPLICATION_ID, Migration, from_nothing
from storage.errors import UNDECODED, DatabaseFailed, ForeignDatabase, NewerDatabase, code_meaning, code_of
from storage.events import seal
from storage.ports.waits import Hasten, no_haste, run_to_end

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

EMPTY_LOG: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
CAUGHT_UP: Final = "PRAGMA wal_checkpoint(PASSIVE)"
OBJECTS: Final = "SELECT count(*) FROM sqlite_master"


@frozen
class Failed:
    """The result of work that raised this error, which is one of ours: SQLite's own errors may quote stored
    data, and asyncio logs an error that nobody takes."""

    error: Exception


def transaction(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run the work in a transaction. Returns its result once that is committed. If the work raises,
    everything is undone.

    The transaction is IMMEDIATE: one that began with a read could be refused at its first write.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        _undo(db)
        raise
    return result


def reading(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run work that only reads; all its statements see the same moment."""
    db.execute("BEGIN")
    try:
        return work(db)
    finally:
        _undo(db)


def legibly(db: sqlite3.Connection, run: Callable[[sqlite3.Connection, Work[T]], T], work: Work[T]) -> T:
    """Run the work as a ``transaction`` or as ``reading``. If it meets text that is no longer valid UTF-8, it
    runs again with marks in place of what cannot be read: lists go on, and a chain of hashes shows which row
    it was."""
    try:
        return run(db, work)
    except sqlite3.OperationalError as error:
        if code_of(error) != UNDECODED:
            raise
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        return run(db, work)
    finally:
        db.text_factory = str


def run_together(db: sqlite3.Connection, works: Sequence[Work[object]]) -> list[object]:
    """Run several pieces of work that share one commit. Returns the result of each, or Failed.

    A piece that raises an error of ours is undone alone. If the database fails at one, the others lose
    nothing: they run again, each in a transaction of its own. If the commit fails, all have failed.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        results = [_kept_apart(db, work) for work in works]
    except sqlite3.Error:
        _undo(db)
        return [run_attempt(db, legibly, transaction, work) for work in works]
    except BaseException:
        _undo(db)
        raise
    try:
        db.execute("COMMIT")
    except sqlite3.Error as error:
        _undo(db)
        return [Failed(ours(error))] * len(works)
    return results


def emptied(db: sqlite3.Connection) -> bool:
    """Clear deleted data from the write-ahead log, which holds it until it is overwritten. Returns False if
    somebody is reading from the log; it does not wait for them."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0").fetchone()
    try:
        (busy, *_) = db.execute(EMPTY_LOG).fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}").fetchone()
    return not busy


def catch_up(db: sqlite3.Connection) -> None:
    """Move what was written meanwhile from the log into the file, while others go on writing."""
    db.execute(CAUGHT_UP).fetchall()


def run_attempt(
    db: sqlite3.Connection,
    run: Callable[Concatenate[sqlite3.Connection, P], T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T | Failed:
    """What this comes to on the connection, or Failed: the error is then raised where it was asked for."""
    try:
        return run(db, *args, **kwargs)
    except sqlite3.Error as error:
        return Failed(ours(error))
    except Exception as error:  # noqa: BLE001
        return Failed(error)


def ours(error: sqlite3.Error) -> DatabaseFailed:
    """SQLite's error as one of ours, without its text."""
    code = code_of(error) or type(error).__name__
    return DatabaseFailed(code, code_meaning(code))


def _kept_apart(db: sqlite3.Connection, work: Work[object]) -> object:
    """The result of one of several pieces, or Failed if it has been undone. Raises sqlite3.Error."""
    db.execute("SAVEPOINT one")
    try:
        result = work(db)
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001
        db.execute("ROLLBACK TO one")
        result = Failed(error)
    db.execute("RELEASE one")
    return result


def _undo(db: sqlite3.Connection) -> None:
    if db.in_transaction:  # after some errors SQLite has rolled back by itself
        db.execute("ROLLBACK")


def recognise(db: sqlite3.Connection, path: Path, known: int) -> int:
    """The schema number of a file that is ours, 0 if it is new. Writes nothing. Raises ForeignDatabase and
    NewerDatabase.
    """
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (objects,) = db.execute(OBJECTS).fetchone()
    new = application_id == found == objects == 0
    if not new and application_id != APPLICATION_ID:
        raise ForeignDatabase(path, application_id)
    if found > known:
        raise NewerDatabase(path, found, known)
    return int(found)


def migrate(db: sqlite3.Connection, found: int, steps: Sequence[Migration]) -> None:
    """Run the migrations after the number found, each in a transaction of its own."""
    db.create_function("seal", -1, seal)
    for step in steps:
        if step.number > found:
            if found:
                log.info("the database takes step %s of its schema, of %s", step.number, steps[-1].number)
            transaction(db, lambda db, step=step: _take_step(db, step))  # type: ignore[misc]  # binds the step


def _take_step(db: sqlite3.Connection, step: Migration) -> None:
    for statement in statements(step.script):
        db.execute(statement)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: ``executescript`` would commit before the first."""
    gathered = ""
    for line in script.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
    if gathered.strip():
        raise sqlite3.ProgrammingError(f"no end: {gathered}")


TIME_OUT: Final = 1.0
"""Seconds to wait for a file that is in use: the process before this one may still be closing it."""
ONE_PROCESS: Final = "unix-excl"
"""SQLite's mode that locks a file against all other processes while this process may open it several
times."""


class Connection(aiosqlite.Connection):
    """A connection whose thread can be waited for even if it failed to connect, so that it never outlives the
    event loop."""

    stopped: asyncio.Future[Any] | None = None

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, 64)

    def stop(self) -> asyncio.Future[Any] | None:
        self.stopped = super().stop()
        return self.stopped

    async def wait_connected(self, hasten: Hasten = no_haste) -> None:
        """Wait for the thread to connect; if it fails, or nobody waits any more, for its end. Raises whatever
        ``connect`` raises."""
        try:
            await run_to_end(self._started(), hasten=hasten)
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _started(self) -> None:
        try:
            await self
        finally:
            if self.stopped is not None:
                await self.stopped

    async def close(self) -> None:
        """Once the work that was given to it has ended."""
        await run_to_end(super().close())

    async def run_on_thread(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run the work on the connection's thread. This is the only use of a private name of aiosqlite, which
        has no public way to run several statements in one call."""
        execute: Callable[..., Awaitable[T]] = self._execute
        return await execute(work, self._conn, *args, **kwargs)


def connect_to_file(path: Path) -> sqlite3.Connection:
    """A connection to the file at this absolute path, which must exist. Runs on the thread."""
    vfs = f"&vfs={ONE_PROCESS}" if os.name == "posix" else ""
    return sqlite3.connect(f"{path.as_uri()}?mode=rw{vfs}", uri=True, timeout=TIME_OUT, isolation_level=None)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Runs on the thread."""
    raw = connect_to_file(path)
    raw.execute("PRAGMA query_only = ON")
    raw.execute("PRAGMA trusted_schema = OFF")
    raw.execute("PRAGMA checkpoint_fullfsync = ON")
    return raw


READERS: Final = 2
"""Connections that only read, so that a long list holds up nobody who loads a table."""


class Readers:
    """A connection is free again once its thread has ended its work, though nobody waits for it any more."""

    def __init__(self, path: Path) -> None:
        self._connections = [Connection(lambda: connect_to_read(path)) for _ in range(READERS)]
        self._free = [*self._connections]
        self._turns = asyncio.Semaphore(READERS)

    async def connect(self) -> None:
        for connection in self._connections:
            await connection.wait_connected()

    async def read(self, work: Work[T]) -> T | Failed:
        """What this comes to. Work whose caller is cancelled before its turn is never begun."""
        return await self._on_free(lambda db: run_attempt(db, legibly, reading, work))

    async def move_log(self) -> None:
        """Move what has been written from the log into the file, while others go on writing."""
        await self._on_free(lambda db: run_attempt(db, catch_up))

    async def _on_free(self, attempt: Work[T]) -> T:
        await self._turns.acquire()
        connection, loop = self._free.pop(), asyncio.get_running_loop()

        def on_thread(db: sqlite3.Connection) -> T:
            try:
                return attempt(db)
            finally:
                loop.call_soon_threadsafe(self._set_free, connection)

        return await connection.run_on_thread(on_thread)

    async def close(self) -> None:
        """Once all that waits has been read."""
        for _ in range(READERS):
            await self._turns.acquire()
        for connection in self._connections:
            await connection.close()

    def _set_free(self, connection: Connection) -> None:
        self._free.append(connection)
        self._turns.release()


def scratch() -> sqlite3.Connection:
    """An empty database in memory, for one piece of work that moves from thread to thread."""
    raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(raw, 0, from_nothing())
    raw.execute("BEGIN")
    return raw
