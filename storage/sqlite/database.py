"""The open SQLite file: one connection that writes, and several that read what has been committed.

Writes run in turn, each as if in a transaction of its own; those that wait together share one commit. Reads
wait for no write. Knows cancellation and threads; knows no table and no statement of the store.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from storage import seals
from storage.engine import Breath, Look, Migration, Rider, Step, Work, from_nothing, migrations, unheard
from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    DatabaseClosed,
    DatabaseFailed,
    DatabaseGone,
    DatabaseInUse,
    DiskFull,
    NotADatabase,
    NotWritable,
)
from storage.ports.patience import CURRENT_PATIENCE, Patience, StorageAway, patience_to_read
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread, run_to_end
from storage.sqlite.connections import (
    TIME_OUT,
    Connection,
    Failed,
    Readers,
    catch_up,
    connect_to_file,
    emptied,
    legibly,
    migrate,
    ours,
    recognise,
    run_attempt,
    run_together,
    transaction,
)
from storage.sqlite.connections import Work as OnSqlite
from storage.sqlite.file import (
    EVENTS_DAMAGED,
    OF_WHAT_WAS_PLAYED,
    SEALED,
    Claim,
    check_file_writable,
    check_found,
    check_not_emptied,
    copy_file,
    delete_copies,
    examine_pages,
    fault_at_start,
    index_anew,
    keep_before_migration,
    mark,
    misleading,
    newest_are_there,
    write_ahead_log,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

EMPTIED_WITHIN: Final = 10.0
"""Seconds for which readers may keep the log from being emptied."""
EMPTIED_EVERY: Final = 0.1
"""Seconds between two tries."""
NOT_EMPTIED: Final = (StorageAway, DatabaseFailed, DatabaseClosed)
"""What was to be done before the log is emptied is done, whatever comes of that: it is emptied some time."""
WRITES_A_COMMIT: Final = 64
"""The most writes that share a commit."""
QUIET: Final = 0.02
"""Seconds for which a slice of long work waits for others who write."""
CAUGHT_UP_EVERY: Final = 4
"""Slices after which the log is moved into the file beside: SQLite does it in a commit, of 1,000 pages."""

UNREADABLE_SCHEMA: Final = "the schema cannot be read"

_PRIMARY: Final = 0xFF  # the part of an SQLite error code that names the family


@dataclass(eq=False, slots=True)
class _Waiting:
    """Work that waits for its turn to write."""

    work: OnSqlite[Any]
    alone: bool
    done: asyncio.Future[Any]
    patience: Patience | None = None


class OpenFile:
    """The open database and its write-ahead log as this process last saw them on the disk. No other process
    may write to them: if a path leads to another file, or to a shorter one, somebody has interfered."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, write_ahead_log(path))
        self._seen = [_inspect(one) for one in self._paths]

    def check_before_writing(self) -> None:
        """Check that neither has been removed, replaced or cut short; raises DatabaseGone. Costs two calls of
        stat(2)."""
        for path, seen in zip(self._paths, self._seen, strict=True):
            found = _inspect(path)
            if seen is not None and (found is None or found.file != seen.file or found.size < seen.size):
                raise DatabaseGone(path)

    def check_after_writing(self) -> None:
        """Check that neither has been removed or replaced meanwhile; raises DatabaseGone."""
        for place, path in enumerate(self._paths):
            seen, found = self._seen[place], _inspect(path)
            if seen is not None and (found is None or found.file != seen.file):
                raise DatabaseGone(path)
            self._seen[place] = found  # shorter after the connection has emptied the log


class _Look(NamedTuple):
    file: tuple[int, int]  # device and inode: no other file has both while this one is open
    size: int


def _inspect(path: Path) -> _Look | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (twice as fast as the method, at every commit)
    except OSError:
        return None
    return _Look((found.st_dev, found.st_ino), found.st_size)


class Database:
    """An open file. Work given to it runs on the thread of a connection."""

    has_peers = False

    def __init__(self, path: Path, steps: Sequence[Migration] | None, *, may_begin: bool) -> None:
        self._path = path.absolute()
        self._steps = migrations() if steps is None else steps
        self._first_steps = from_nothing() if steps is None else steps
        self._may_begin = may_begin
        self._claim = Claim(self._path)
        self._file: OpenFile | None = None
        self.begun = False
        self.schema = 0
        self.rider: Callable[[], Rider | None] = lambda: None
        self.gone = asyncio.Event()
        self._open = self._ended_uncleanly = False
        self._opening = Breath(rest=0.0)
        self._waiting: deque[_Waiting] = deque()
        self._slices_written = 0
        self._slices: deque[_Waiting] = deque()  # those of which each shares the commit of a batch
        self._writing: asyncio.Task[None] | None = None
        self._copying = asyncio.Lock()
        self._writer = Connection(self._connect)
        self._readers = Readers(self._path)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, steps: Sequence[Migration] | None = None, *, may_begin: bool = True
    ) -> AsyncIterator[Database]:
        """Open the file at this path, bring it up to date, and close it in any case. If there has never been
        one, it is created if ``may_begin``. Raises CannotOpen, NotWritable, DatabaseInUse, DatabaseMissing,
        StrayWriteAheadLog, NotADatabase, ForeignDatabase, NewerDatabase, DamagedDatabase.
        """
        database = cls(path, steps, may_begin=may_begin)
        try:
            await database._open_file()
            yield database
        finally:
            await run_to_end(database._close_connections())

    async def write(self, work: Work[T], *, once: bool = False, alone: bool = False) -> T:
        """The work may run twice, with the first run undone: other work that shares its commit may fail. A
        caller who is cancelled while waiting for their turn, or waits no longer, has done nothing. Work that
        runs ``alone`` has no transaction. Raises DatabaseFailed, StorageAway, and DatabaseGone if what was
        committed may not be in the file.
        """
        self._check_usable()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        patience = CURRENT_PATIENCE.get()
        self._enqueue(_Waiting(work, alone, done, patience))
        if patience is not None:
            try:
                await asyncio.wait([done], timeout=patience.left)
            except asyncio.CancelledError:
                done.cancel()
                raise
            if not done.done() and patience.give_up():
                done.cancel()
                raise StorageAway
        return await done

    async def write_beside(self, work: Work[T]) -> T:
        """It shares the commit of the next that write. Only if nobody does for a moment it has its own, for
        which those who come then wait."""
        self._check_usable()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        one = _Waiting(work, False, done)
        self._slices.append(one)
        try:
            await asyncio.wait([done], timeout=QUIET)
        except asyncio.CancelledError:
            done.cancel()
            raise
        finally:
            if is_left := one in self._slices:
                self._slices.remove(one)
        if is_left:
            self._check_usable()
            self._enqueue(one)
        result = await done
        self._slices_written += 1
        if self._slices_written % CAUGHT_UP_EVERY == 0:  # else the commit of an act would have to
            await self._readers.move_log()
        return result

    async def fill_rows(self, work: Work[T]) -> T:
        return await self.write(work, once=True)

    async def read_durably(self, work: Work[T]) -> T:
        """A plain read is enough: what can be read is on the disk."""
        return await self.read(work)

    async def read_in_turn(self, work: Work[T]) -> T:
        return await self.alone(work)

    async def erase(self, work: Work[T]) -> T:
        """During a backup the log keeps what was deleted; it is emptied afterwards."""
        result = await self.alone(lambda db: legibly(db, transaction, work))
        until = asyncio.get_running_loop().time() + EMPTIED_WITHIN
        with suppress(*NOT_EMPTIED):
            while not self._copying.locked() and not await self.alone(emptied):
                if asyncio.get_running_loop().time() > until:
                    break
                await asyncio.sleep(EMPTIED_EVERY)
        return result

    async def check_writable(self) -> None:
        check_file_writable(self._path)

    async def backup(self, target: Path, look: Look[T], *, unhurried: bool, step: Step = unheard) -> T:
        breath = Breath() if unhurried else Breath(rest=0.0)
        return await self._beside(lambda db: copy_file(db, target, look, breath, step), breath)

    async def examine(self, breath: Breath) -> None:
        """Beside whatever goes on."""
        found = await self._beside(lambda db: examine_pages(db, breath), breath)
        if found.misleading:
            await self.alone(lambda db: index_anew(db, found.misleading))
        if found.fault is not None:
            raise DamagedDatabase(self._path, found.fault)
        if not found.is_whole:
            log.error(EVENTS_DAMAGED)

    async def drop_copies(self, before: float) -> None:
        await run_in_thread(delete_copies, self._path, before)

    async def _beside(self, work: OnSqlite[T], breath: Breath) -> T:
        """Run what reads the whole file. No write waits for it: it has a connection of its own."""
        async with self._copying:
            self._check_usable()
            assert self._file is not None
            try:
                self._file.check_before_writing()
            except DatabaseGone:
                self.gone.set()
                raise
            own = Connection(lambda: connect_to_file(self._path))
            try:
                await own.wait_connected()
            except sqlite3.Error as error:
                raise ours(error) from None
            try:
                result = await run_to_end(own.run_on_thread(run_attempt, work), hasten=breath.break_off)
                await own.run_on_thread(run_attempt, catch_up)
            finally:
                await own.close()
        with suppress(*NOT_EMPTIED):
            await self.alone(emptied)
        if isinstance(result, Failed):
            raise result.error
        return result

    async def alone(self, work: OnSqlite[T]) -> T:
        """Run work in turn with the writes, but without a transaction."""
        return await self.write(work, alone=True)  # type: ignore[arg-type]  # it runs on nothing else

    async def read(self, work: Work[T]) -> T:
        """Raises DatabaseFailed, StorageAway."""
        self._check_usable()
        patience = patience_to_read()
        try:
            async with asyncio.timeout(None if patience is None else patience.left):
                result = await self._readers.read(work)
        except TimeoutError:
            assert patience is not None
            patience.give_up()
            raise StorageAway from None
        if isinstance(result, Failed):
            raise result.error
        return result

    def _check_usable(self) -> None:
        if not self._open:
            raise DatabaseClosed(self._path)
        if self.gone.is_set():
            raise DatabaseGone(self._path)

    def _enqueue(self, one: _Waiting) -> None:
        self._waiting.append(one)
        if self._writing is None:
            # short-lived: those who write wait for their part of it
            self._writing = asyncio.create_task(self._run_batches(), name="writing")

    async def _run_batches(self) -> None:
        """Run what waits, batch after batch, until nothing is left."""
        batch: Sequence[_Waiting] = ()
        try:
            while batch := self._next_batch():
                try:
                    results = await self._writer.run_on_thread(self._watched, batch)
                except Exception as error:  # noqa: BLE001  # whatever it is, the callers are told
                    if isinstance(error, DatabaseGone):
                        self.gone.set()
                    results = [Failed(error)] * len(batch)
                for one, result in zip(batch, results, strict=True):
                    if one.patience is not None:
                        one.patience.commit_is_over(one)
                    if one.done.cancelled():
                        continue
                    if isinstance(result, Failed):
                        one.done.set_exception(result.error)
                    else:
                        one.done.set_result(result)
        finally:
            self._writing = None
            for one in (*batch, *self._waiting):  # none are left unless this task was cancelled
                one.done.cancel()

    def _next_batch(self) -> Sequence[_Waiting]:
        """Writes that will share a commit, or one piece of work that runs alone."""
        batch: list[_Waiting] = []
        while self._waiting and len(batch) < WRITES_A_COMMIT:
            first = self._waiting[0]
            if first.alone and batch and not first.done.cancelled():
                break
            self._waiting.popleft()
            if first.done.cancelled():
                continue
            if first.patience is not None and not first.patience.may_commit(first):
                first.done.set_exception(StorageAway())
                continue
            batch.append(first)
            if first.alone:
                return batch
        if batch and self._slices:
            batch.append(self._slices.popleft())
        if batch and (rider := self.rider()) is not None:
            done = asyncio.get_running_loop().create_future()
            done.add_done_callback(lambda _: rider.tell(not (done.cancelled() or done.exception())))
            batch.append(_Waiting(rider.work, alone=False, done=done))
        return batch

    def _watched(self, db: sqlite3.Connection, batch: Sequence[_Waiting]) -> Sequence[object]:
        """Run the work, unless the file is no longer where it was: the result of each piece, or Failed. Runs
        on the thread. Raises DatabaseGone, also if the file was removed meanwhile."""
        assert self._file is not None
        self._file.check_before_writing()
        if len(batch) > 1:
            results = run_together(db, [one.work for one in batch])
        else:
            (one,) = batch
            results = [
                run_attempt(db, one.work) if one.alone else run_attempt(db, legibly, transaction, one.work)
            ]
        self._file.check_after_writing()
        return results

    async def _open_file(self) -> None:
        await self._writer.wait_connected(hasten=self._opening.break_off)
        try:
            await self._readers.connect()
        except sqlite3.Error as error:
            raise not_opened(self._path, error) from None
        self._open = True

    async def _close_connections(self) -> None:
        """Close the connections once all running work has ended."""
        self._open = False
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await self._readers.close()
        await self._writer.close()  # the last one empties the write-ahead log
        self._claim.release()

    def _connect(self) -> sqlite3.Connection:
        """Open the file, check that it is ours, apply the settings and the migrations. Runs on the thread."""
        path = self._path
        self._claim.acquire(TIME_OUT)
        try:
            self._ended_uncleanly = write_ahead_log(path).exists()  # a clean end leaves none
            check_found(path, may_begin=self._may_begin)
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            raw = connect_to_file(path)
        except PermissionError as error:
            raise NotWritable(path, path.parent) from error
        except OSError as error:
            raise CannotOpen(path, error.strerror or str(error)) from error
        except sqlite3.Error as error:
            raise CannotOpen(path, ours(error).reason) from None
        try:
            with self._opening.interrupting(raw.interrupt):
                self._prepare(raw)
        except sqlite3.Error as error:
            raw.close()
            raise not_opened(path, error) from None
        except UnicodeDecodeError:  # SQLite's own message quotes what is damaged, and that is no text
            raw.close()
            raise DamagedDatabase(path, UNREADABLE_SCHEMA) from None
        except BaseException:
            raw.close()
            raise
        mark(path)
        self._file = OpenFile(path)
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
        if (fault := fault_at_start(raw)) is not None:
            raise DamagedDatabase(self._path, fault)
        if 0 < found < max(step.number for step in self._steps):
            keep_before_migration(raw, self._path, found, self._opening)
        migrate(raw, found, self._steps if found else self._first_steps)
        if max(step.number for step in self._steps) >= seals.REFERRED_FROM:
            seals.tell_unsound(raw, found)
        index_anew(raw, misleading(raw, [one for one in SEALED if one not in OF_WHAT_WAS_PLAYED]))
        if self._ended_uncleanly and not newest_are_there(raw):
            log.error(EVENTS_DAMAGED)
        self.schema = max(found, *(step.number for step in self._steps))


_SETTINGS: Final = (
    "PRAGMA synchronous = FULL",  # under WAL: every commit is on the disk before anybody hears of it
    "PRAGMA fullfsync = ON",  # where a plain fsync stops at the drive's cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten
    "PRAGMA cache_size = -512",  # KiB for each connection; by default four times as much, which fills slowly
)


def not_opened(path: Path, error: sqlite3.Error) -> StorageError:
    """SQLite's error at the opening of a file, as an error of ours."""
    match _error_code(error) & _PRIMARY:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseInUse(path)
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase(path)
        case sqlite3.SQLITE_CORRUPT:
            return DamagedDatabase(path, "its pages do not fit together")
        case sqlite3.SQLITE_FULL:
            return DiskFull(path, path.parent)
        case _:
            return CannotOpen(path, ours(error).reason)


def _error_code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR))
