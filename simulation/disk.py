"""The bot's database file in a simulated world: SQLite itself, between two turns of the loop, on no thread.

What a killed process leaves is a copy of its files at that moment. A cut of the power may also tear what was
written and not yet synced.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, TypeVar

from storage.sqlite import connections, database

T = TypeVar("T")

FULL: Final = 2
"""SQLite's number for a log that is synced in each commit. With a lower one nothing has been synced since the
file was opened, unless the log was copied into it meanwhile."""
SECTOR: Final = 512
"""Bytes that a disk writes as a whole or not at all."""


class Inline:
    """In place of ``storage.sqlite.connections.Connection``. The disk takes its time before the work and
    after it, so that others have their turn, and a kill may come, on both sides of a commit."""

    stopped = None
    under_way = 0
    delay: ClassVar[Callable[[], float]] = staticmethod(lambda: 0.0)
    runs: ClassVar[Callable[[sqlite3.Connection, Callable[[], Any]], Any]] = staticmethod(
        lambda _, work: work()
    )
    """Runs each piece of work; the disk of a world looks at the files around it."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._raw: sqlite3.Connection | None = None

    async def start(self) -> None:
        await asyncio.sleep(Inline.delay())
        self._raw = self._connect()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raw = self._raw
        assert raw is not None
        await asyncio.sleep(Inline.delay())
        result: T = Inline.runs(raw, lambda: work(raw))
        await asyncio.sleep(Inline.delay())
        return result

    async def close(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None


def install() -> None:
    """From now on the storage runs its statements so."""
    for module in (connections, database):
        module.Connection = Inline  # type: ignore[attr-defined, misc, assignment]


class Disk:
    """The files of one database, in a folder of its own for each life of the bot."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lives = 0
        self._writes_left = 0
        self._killed: Callable[[], None] | None = None
        self._cut: tuple[Random, Callable[[dict[str, bytes]], None]] | None = None
        self.path = self._next()
        self._found = self.read()
        Inline.runs = staticmethod(self._run)

    def kill_after(self, writes: int, killed: Callable[[], None]) -> None:
        """So many writes from now, between a commit and what its caller does next, the process ends."""
        self._writes_left, self._killed = writes, killed

    def cut_in(self, numbers: Random, cut: Callable[[dict[str, bytes]], None]) -> None:
        """The power is cut in the next commit. ``cut`` is given what is left."""
        self._cut = numbers, cut

    def _run(self, raw: sqlite3.Connection, work: Callable[[], T]) -> T:
        if self._cut is None and self._killed is None:
            return work()
        changes = raw.total_changes
        before = self.read() if self._cut is not None else {}
        result = work()
        if raw.total_changes == changes:
            return result
        if self._cut is not None:
            numbers, cut = self._cut
            self._cut = None
            (level,) = raw.execute("PRAGMA synchronous").fetchone()
            after = self.read()
            name = self.path.name
            unsynced = level < FULL and self._found.get(name) == after.get(name)
            cut(torn(self._found if unsynced else before, after, numbers))
        elif self._killed is not None:
            self._writes_left -= 1
            if self._writes_left <= 0:
                killed, self._killed = self._killed, None
                killed()
        return result

    def _next(self) -> Path:
        self._lives += 1
        folder = self._folder / str(self._lives)
        folder.mkdir()
        return folder / "biritch.sqlite3"

    def read(self) -> dict[str, bytes]:
        """What would be found if the process ended now."""
        return {one.name: one.read_bytes() for one in sorted(self.path.parent.iterdir())}

    def leave(self, files: dict[str, bytes] | None = None) -> None:
        """The process is gone, and its successor finds this."""
        left = self.read() if files is None else files
        before = self.path.parent
        self.path = self._next()
        for name, content in left.items():
            (self.path.parent / name).write_bytes(content)
        self._found, self._cut, self._killed = left, None, None
        if self._lives > 2:
            shutil.rmtree(before, ignore_errors=True)


def torn(before: dict[str, bytes], after: dict[str, bytes], numbers: Random) -> dict[str, bytes]:
    """What a cut of the power leaves of one commit: of each sector that differs the old or the new, of the
    log or, once that was synced, of the file into which SQLite then copies it."""
    logged = {name for name in after if name.endswith("-wal")}
    copied = {name for name in after if name not in logged and before.get(name) != after[name]}
    cut = copied if copied and numbers.random() < 0.5 else logged
    untouched = {name: before[name] for name in copied - cut if name in before}
    return {
        name: _mixed(before.get(name, b""), content, numbers) if name in cut else untouched.get(name, content)
        for name, content in after.items()
    }


def _mixed(old: bytes, new: bytes, numbers: Random) -> bytes:
    if old == new:
        return new
    mixed = bytearray(new)
    for at in range(0, len(new), SECTOR):
        if old[at : at + SECTOR] != new[at : at + SECTOR] and numbers.random() < 0.5:
            kept = old[at : at + SECTOR]
            mixed[at : at + SECTOR] = kept + bytes(len(mixed[at : at + SECTOR]) - len(kept))
    return bytes(mixed)
