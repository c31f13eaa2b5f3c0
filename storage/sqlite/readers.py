"""The connections to an SQLite file that only read. What is to be read waits for whichever of them is free
first: nobody waits behind a long list while another connection has nothing to do."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Final, TypeVar

from storage.sqlite.connections import (
    Connection,
    Failed,
    Work,
    connect_to_read,
    legibly,
    reading,
    run_attempt,
)
from storage.sqlite.file import catch_up

T = TypeVar("T")

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
