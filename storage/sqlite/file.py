"""The database file on the disk: whether it is the one that was kept here, and whether it still is.

A marker beside the file tells a first start from one whose database is gone. While the file is open no other
process may write to it: if its path leads to another file, or to a shorter one, somebody has interfered.
Knows files, no SQL.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from storage.errors import (
    DatabaseGone,
    DatabaseInUse,
    DatabaseMissing,
    NoFolder,
    NotReadable,
    NotWritable,
    StrayWriteAheadLog,
)

MARKED: Final = """\
Biritch has kept its tables in the file {name} beside this one. While this marker is here, the bot does not
start without that file. To let it begin again with an empty database, delete this marker.
"""
_FORMATS: Final = slice(18, 20)
_NOT_WAL: Final = b"\x01\x01"
"""Those bytes of the header in a copy made by SQLite; in a database that this bot has opened: twos."""


def marker(path: Path) -> Path:
    """The file that says that there has been a database at this path."""
    return path.with_name(path.name + ".marker")


def write_ahead_log(path: Path) -> Path:
    """The file in which SQLite keeps what is committed and not yet part of the database file."""
    return path.with_name(path.name + "-wal")


def check_writable(path: Path) -> None:
    """Raises NoFolder and NotWritable."""
    if not path.parent.is_dir():
        raise NoFolder(path, "its folder is missing")
    for place, need in ((path, os.R_OK | os.W_OK), (path.parent, os.W_OK | os.X_OK)):
        if place.exists() and not os.access(place, need):  # SQLite makes its log beside the file
            raise NotWritable(path, place)


def check_found(path: Path, *, may_begin: bool, to_write: bool = True) -> None:
    """Before the file is opened. Raises NoFolder, NotWritable, or NotReadable if it will not be written to,
    DatabaseMissing and StrayWriteAheadLog."""
    if to_write:
        check_writable(path)
    elif path.exists() and not os.access(path, os.R_OK):
        raise NotReadable(path)
    log = write_ahead_log(path)
    if not _size(path):
        # SQLite would throw the log away, which is all that is left of the database
        evidence = marker(path) if marker(path).exists() else log if _size(log) else None
        if evidence is not None or not may_begin:
            raise DatabaseMissing(path, evidence)
    elif _size(log) and _header(path)[_FORMATS] == _NOT_WAL:
        raise StrayWriteAheadLog(path, log)


def check_not_emptied(path: Path, *, may_begin: bool) -> None:
    """For a file in which SQLite finds no table: raises DatabaseMissing if there has been a database, or none
    may be begun."""
    evidence = marker(path) if marker(path).exists() else None
    if evidence is not None or not may_begin:
        raise DatabaseMissing(path, evidence)


def mark(path: Path) -> None:
    """Leave the marker. If that fails, or is lost in a power cut, the next start does it."""
    with suppress(OSError):
        descriptor = os.open(marker(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(MARKED.format(name=path.name))


class Claim:
    """The right to open a file, for one opening in this process. SQLite's lock keeps out other processes, and
    would let go of the file if this process opened and closed it once more."""

    _taken: ClassVar[set[str]] = set()
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, path: Path) -> None:
        self._path, self._name = path, os.path.realpath(path)
        self._held = False

    def take(self, within: float) -> None:
        """On a thread: waits at most so many seconds. Raises DatabaseInUse."""
        until = time.monotonic() + within
        while not self._try():
            if time.monotonic() > until:
                raise DatabaseInUse(self._path)
            time.sleep(0.01)

    def release(self) -> None:
        with self._lock:
            if self._held:
                self._taken.discard(self._name)
                self._held = False

    def _try(self) -> bool:
        with self._lock:
            if self._name in self._taken:
                return False
            self._taken.add(self._name)
            self._held = True
            return True


class OpenFile:
    """The open database and its write-ahead log as this process last saw them on the disk."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, write_ahead_log(path))
        self._seen = [_look(one) for one in self._paths]

    def check_before_writing(self) -> None:
        """Raises DatabaseGone if either has been removed, replaced or cut short. Two calls of stat(2)."""
        for path, seen in zip(self._paths, self._seen, strict=True):
            found = _look(path)
            if seen is not None and (found is None or found.file != seen.file or found.size < seen.size):
                raise DatabaseGone(path)

    def check_after_writing(self) -> None:
        """Raises DatabaseGone if either has been removed or replaced meanwhile."""
        for place, path in enumerate(self._paths):
            seen, found = self._seen[place], _look(path)
            if seen is not None and (found is None or found.file != seen.file):
                raise DatabaseGone(path)
            self._seen[place] = found  # shorter, where the connection has emptied the log


class _Look(NamedTuple):
    file: tuple[int, int]  # device and inode: no other file has them while this one is open
    size: int


def _look(path: Path) -> _Look | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (twice as fast as the method, at every commit)
    except OSError:
        return None
    return _Look((found.st_dev, found.st_ino), found.st_size)


def _header(path: Path) -> bytes:
    """The first bytes of a file. Its descriptor stays open on purpose, once after a crash: closing it would
    end every lock that this process has on the file (POSIX), that of an open connection too."""
    return os.read(os.open(path, os.O_RDONLY), 20)


def _size(path: Path) -> int:
    """0 also if there is no such file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
