"""The bot's database file in a simulated world: SQLite itself, between two turns of the loop, on no thread.

What a killed process leaves is a copy of its files at that moment. A cut of the power may also tear what was
written and not yet synced.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, TypeVar

from storage.ports.waits import Hasten, no_haste
from storage.sqlite import connections, database

P = ParamSpec("P")
T = TypeVar("T")

FULL: Final = 2
"""SQLite's number for a log that is synced in each commit. With a lower one it is synced only before it is
copied into the file."""
MOST_PAGES: Final = 1 << 30
SECTOR: Final = 512
"""Bytes that a disk writes as a whole or not at all."""


class Inline:
    """In place of ``storage.sqlite.connections.Connection``. The disk takes its time before the work and
    after it, so that others have their turn, and a kill may come, on both sides of a commit."""

    stopped = None
    delay: ClassVar[Callable[[], float]] = staticmethod(lambda: 0.0)
    runs: ClassVar[Callable[[sqlite3.Connection, Callable[[], Any]], Any]] = staticmethod(
        lambda _, work: work()
    )
    """Runs each piece of work; the disk of a world looks at the files around it."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._raw: sqlite3.Connection | None = None

    async def wait_connected(self, hasten: Hasten = no_haste) -> None:
        await asyncio.sleep(Inline.delay())
        self._raw = self._connect()

    async def run_on_thread(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        raw = self._raw
        assert raw is not None
        try:
            await asyncio.sleep(Inline.delay())
        except asyncio.CancelledError:  # a thread does what it was given, though nobody waits for it any more
            with suppress(Exception):
                Inline.runs(raw, lambda: work(raw, *args, **kwargs))
            raise
        result: T = Inline.runs(raw, lambda: work(raw, *args, **kwargs))
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
        self._levels: tuple[sqlite3.Connection | None, int] = None, FULL
        self._killed: Callable[[], None] | None = None
        self._cut: tuple[Random, Callable[[dict[str, bytes]], None]] | None = None
        self.full = self.read_only = False
        """No file can grow; none can be written at all, as a system has it after an error of its disk."""
        self._refuses: dict[sqlite3.Connection, tuple[bool, bool]] = {}
        self.path = self._next()
        self._synced = self.read()
        self._copied_at = 0
        Inline.runs = staticmethod(self._run)

    def kill_after(self, writes: int, killed: Callable[[], None]) -> None:
        """So many writes from now, between a commit and what its caller does next, the process ends."""
        self._writes_left, self._killed = writes, killed

    def cut_in(self, numbers: Random, cut: Callable[[dict[str, bytes]], None]) -> None:
        """The power is cut in the next commit. ``cut`` is given what is left."""
        self._cut = numbers, cut

    def disarm(self) -> None:
        """Neither happens any more."""
        self._cut = self._killed = None

    def _run(self, raw: sqlite3.Connection, work: Callable[[], T]) -> T:
        if self._refuses.get(raw, (False, False)) != (self.full, self.read_only):
            self._refuses[raw] = self.full, self.read_only
            raw.execute(f"PRAGMA max_page_count = {1 if self.full else MOST_PAGES}")
            raw.execute(f"PRAGMA query_only = {int(self.read_only)}")
        if self._cut is None and self._killed is None:
            if self._level(raw) < FULL:
                self._note_copies()
                try:
                    return work()
                finally:
                    self._note_copies()
            return work()
        changes = raw.total_changes
        before = self.read() if self._cut is not None else {}
        result = work()
        if raw.total_changes == changes:
            return result
        if self._cut is not None:
            numbers, cut = self._cut
            self._cut = None
            after = self.read()
            if self._level(raw) < FULL:
                self._note_copies()
                before = self._synced
            cut(torn(before, after, numbers))
        elif self._killed is not None:
            self._writes_left -= 1
            if self._writes_left <= 0:
                killed, self._killed = self._killed, None
                killed()
        return result

    def _level(self, raw: sqlite3.Connection) -> int:
        if self._levels[0] is not raw:
            (level,) = raw.execute("PRAGMA synchronous").fetchone()
            self._levels = raw, level
        return self._levels[1]

    def _note_copies(self) -> None:
        """A log that is copied into the file is synced before."""
        changed = self.path.stat().st_mtime_ns if self.path.exists() else 0
        if changed != self._copied_at:
            self._copied_at, self._synced = changed, self.read()

    def _next(self) -> Path:
        self._lives += 1
        folder = self._folder / str(self._lives)
        folder.mkdir()
        return folder / "biritch.sqlite3"

    def read(self) -> dict[str, bytes]:
        """What would be found if the process ended now."""
        return {one.name: one.read_bytes() for one in sorted(self.path.parent.iterdir())}

    def copied(self) -> Path:
        """The file of a copy, as a process that ended now would leave it."""
        folder = self._folder / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in self.read().items():
            (folder / name).write_bytes(content)
        return folder / self.path.name

    def leave(self, files: dict[str, bytes] | None = None) -> None:
        """The process is gone, and its successor finds this."""
        left = self.read() if files is None else files
        before = self.path.parent
        self.path = self._next()
        for name, content in left.items():
            (self.path.parent / name).write_bytes(content)
        self._synced, self._copied_at, self._cut, self._killed = left, 0, None, None
        self._levels, self._refuses = (None, FULL), {}
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
