"""An SQLite file that is only read: neither it nor anything beside it changes, and its schema may be that of
an earlier release. Knows no table.

If SQLite left no write-ahead log, the file is read as one that cannot change, under the lock that SQLite's
own readers take, so that a running bot is noticed and one that starts waits. If a process was killed, its log
holds the newest data, and SQLite reads both.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from storage.engine import Breath, Look, Rider, Step, Work, migrations, unheard
from storage.errors import CannotOpen, DamagedDatabase, DatabaseInUse, DatabaseMissing, NotReadable
from storage.ports.waits import run_to_end
from storage.sqlite.connections import TIME_OUT, Connection, legibly, ours, reading, recognise
from storage.sqlite.database import not_opened
from storage.sqlite.file import (
    Claim,
    check_file_writable,
    check_found,
    copy_file,
    fault_of,
    marker,
    write_ahead_log,
)

if os.name == "posix":
    import fcntl

P = ParamSpec("P")
T = TypeVar("T")

READERS_LOCK: Final = (510, 0x40000002)
"""How many bytes SQLite locks to read a file, and from which offset (its file format, "Locking")."""


class FileAsItIs:
    """An open file whose only connection cannot write: SQLite refuses it."""

    begun = False
    has_peers = False

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self._claim = Claim(self._path)
        self._held: int | None = None
        self._leaves: Path | None = None  # what SQLite creates and does not remove
        self._connection = Connection(self._connect)
        self._opening = Breath(rest=0.0)
        self.schema = 0
        self.gone = asyncio.Event()
        self.rider: Callable[[], Rider | None] = lambda: None

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator[FileAsItIs]:
        """Raises CannotOpen, NotReadable, DatabaseInUse, DatabaseMissing, StrayWriteAheadLog, NotADatabase,
        ForeignDatabase, NewerDatabase, DamagedDatabase."""
        file = cls(path)
        try:
            await file._connection.wait_connected(hasten=file._opening.break_off)
            yield file
        finally:
            await run_to_end(file._close_connections())

    async def read(self, work: Work[T]) -> T:
        """Raises DatabaseFailed. Work whose caller is cancelled is interrupted."""
        return await self._run_interruptibly(Breath(rest=0.0), legibly, reading, work)

    async def read_durably(self, work: Work[T]) -> T:
        return await self.read(work)

    async def read_in_turn(self, work: Work[T]) -> T:
        return await self.read(work)

    async def write(self, work: Work[T], *, once: bool = False) -> T:
        return await self.read(work)

    async def write_beside(self, work: Work[T]) -> T:
        return await self.read(work)

    async def fill_rows(self, work: Work[T]) -> T:
        return await self.read(work)

    async def erase(self, work: Work[T]) -> T:
        return await self.read(work)

    async def check_writable(self) -> None:
        check_file_writable(self._path)

    async def examine(self, breath: Breath) -> None:
        """Nothing: it was read as it was opened."""

    async def drop_copies(self, before: float) -> None:
        """Nothing is changed."""

    async def backup(self, target: Path, look: Look[T], *, unhurried: bool, step: Step = unheard) -> T:
        breath = Breath(rest=0.0)
        return await self._run_interruptibly(breath, copy_file, target, look, breath, step)

    async def _run_interruptibly(
        self,
        breath: Breath,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        def interruptibly(db: sqlite3.Connection) -> T:
            with breath.interrupting(db.interrupt):
                return work(db, *args, **kwargs)

        try:
            return await run_to_end(self._connection.run_on_thread(interruptibly), hasten=breath.break_off)
        except sqlite3.Error as error:
            raise ours(error) from None

    async def _close_connections(self) -> None:
        await self._connection.close()
        if self._held is not None:
            os.close(self._held)
        if self._leaves is not None:
            self._leaves.unlink(missing_ok=True)
        self._claim.release()

    def _connect(self) -> sqlite3.Connection:
        """Open the file and check that it is ours. Runs on the thread."""
        path = self._path
        self._claim.acquire(TIME_OUT)
        try:
            check_found(path, may_begin=False, to_write=False)
            self._hold()
            raw = sqlite3.connect(self._uri(), uri=True, timeout=TIME_OUT, isolation_level=None)
        except PermissionError as error:
            raise NotReadable(path) from error
        except OSError as error:
            raise CannotOpen(path, error.strerror or str(error)) from error
        except sqlite3.Error as error:
            raise CannotOpen(path, ours(error).reason) from None
        try:
            raw.execute("PRAGMA trusted_schema = OFF")
            self.schema = recognise(raw, path, max(step.number for step in migrations()))
            if self.schema == 0:
                raise DatabaseMissing(path, marker(path) if marker(path).exists() else None)
            with self._opening.interrupting(raw.interrupt):
                fault = fault_of(raw)
            if fault is not None:
                raise DamagedDatabase(path, fault)
        except sqlite3.Error as error:
            raw.close()
            raise not_opened(path, error) from None
        except BaseException:
            raw.close()
            raise
        return raw

    def _uri(self) -> str:
        log, index = write_ahead_log(self._path), self._path.with_name(f"{self._path.name}-shm")
        if not log.exists() or not log.stat().st_size:
            return f"{self._path.as_uri()}?mode=ro&immutable=1"
        self._leaves = None if index.exists() else index
        return f"{self._path.as_uri()}?mode=ro"

    def _hold(self) -> None:
        """Keep others from writing as long as the descriptor is open. Raises DatabaseInUse, OSError."""
        self._held = os.open(self._path, os.O_RDONLY)
        until = time.monotonic() + TIME_OUT
        while os.name == "posix":
            try:
                fcntl.lockf(self._held, fcntl.LOCK_SH | fcntl.LOCK_NB, *READERS_LOCK)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise DatabaseInUse(self._path) from None
                time.sleep(0.01)
            else:
                return
