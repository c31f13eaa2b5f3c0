"""Connections to an SQLite file, each with a thread of its own. Knows aiosqlite; knows no table."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from storage.migrations import from_nothing
from storage.sqlite.schema import migrate

T = TypeVar("T")

TIME_OUT: Final = 1.0
"""Seconds to wait for a file that is in use: the process before this one may still be closing it."""
ONE_PROCESS: Final = "unix-excl"
"""SQLite's way to lock a file against all other processes, while this one may open it several times."""


class Connection(aiosqlite.Connection):
    """A connection whose thread can be waited for even if it failed to connect, so that it never outlives the
    event loop."""

    stopped: asyncio.Future[Any] | None = None
    under_way = 0
    """How many pieces of work wait or run here, as a reader of several counts them."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, 64)

    def stop(self) -> asyncio.Future[Any] | None:
        self.stopped = super().stop()
        return self.stopped

    async def start(self) -> None:
        """Raises whatever ``connect`` raises; the thread has then ended."""
        try:
            await self
        finally:
            if self.stopped is not None:
                await self.stopped

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the work on the connection's thread. This is the one use of a private name of aiosqlite, which
        has no public way to run several statements in one hop."""
        execute: Callable[..., Awaitable[T]] = self._execute
        return await execute(work, self._conn)


def connect(path: Path) -> sqlite3.Connection:
    """On the thread: a connection to the file at this absolute path, which must be there."""
    vfs = f"&vfs={ONE_PROCESS}" if os.name == "posix" else ""
    return sqlite3.connect(f"{path.as_uri()}?mode=rw{vfs}", uri=True, timeout=TIME_OUT, isolation_level=None)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """On the thread: a connection that can write nothing."""
    raw = connect(path)
    raw.execute("PRAGMA query_only = ON")
    raw.execute("PRAGMA trusted_schema = OFF")
    return raw


def scratch() -> sqlite3.Connection:
    """An empty database in memory, for one piece of work that goes from thread to thread."""
    raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(raw, 0, from_nothing())
    raw.execute("BEGIN")
    return raw
