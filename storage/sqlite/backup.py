"""Backups: copies of the open database, made by the process that has it open. Knows files, no tables.

A copy is made through a connection of its own, which sees one moment of the file while others write, by
SQLite's online backup in small steps. VACUUM INTO takes one step, and fails at the first damaged page.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from storage.engine import Breath, Look
from storage.errors import CannotOpen, DamagedDatabase
from storage.sqlite.checking import fault_of

T = TypeVar("T")

PART: Final = ".part"
BESIDE: Final = ("-wal", "-shm", "-journal", ".marker")
"""What may lie beside a database."""
PAGES: Final = 256
"""Of a step: a megabyte, which is on the disk before the next one is read."""
ONE_MOMENT: Final = "SELECT count(*) FROM sqlite_master"
CAUGHT_UP: Final = "PRAGMA wal_checkpoint(PASSIVE)"


def copy(db: sqlite3.Connection, target: Path, look: Look[T], breath: Breath) -> T:
    """Write a copy that only the file's owner may read, and what ``look`` finds in it. It appears under its
    name complete and checked, or not at all.

    It holds the seeds of the deals in progress. Raises CannotOpen, also if a file of that name exists, and
    DamagedDatabase for what could not be opened again.
    """
    with appearing(target) as (part, file):
        with closing(sqlite3.connect(part, isolation_level=None)) as into:
            into.execute("PRAGMA journal_mode = OFF")  # what is left of a copy that failed is removed
            into.execute("PRAGMA synchronous = OFF")
            into.execute("PRAGMA cache_size = 16")  # pages go to the file with their step

            def stepped(status: int, left: int, of: int) -> None:
                os.fsync(file)
                breath()

            db.execute("BEGIN")
            try:
                db.execute(ONE_MOMENT).fetchone()
                db.backup(into, pages=PAGES, progress=stepped)
            finally:
                db.execute("ROLLBACK")
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            made.execute("PRAGMA journal_mode = DELETE")  # it must not take another's log for its own
            if (fault := fault_of(made)) is not None:
                raise DamagedDatabase(target, fault)
            return look(made, breath)


def catch_up(db: sqlite3.Connection) -> None:
    """Move what was written meanwhile from the log into the file, beside those who go on writing."""
    db.execute(CAUGHT_UP).fetchall()


@contextmanager
def appearing(target: Path) -> Iterator[tuple[Path, int]]:
    """A file beside the target, and its descriptor, that becomes the target once it is written. While it is
    being made it is locked, so that what a killed process has left can be told from it.

    Raises CannotOpen, also if a file of the target's name exists."""
    part = target.with_name(target.name + PART)
    try:
        if target.exists():
            raise FileExistsError(f"exists: {target.name}")
        if not discarded(part):
            raise FileExistsError(f"is being made: {target.name}")
        file = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except OSError as error:
        raise CannotOpen(target, str(error)) from error
    try:
        with suppress(OSError):  # not every volume has locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield part, file
        os.fsync(file)
        part.rename(target)
        flush_folder(target.parent)
    except OSError as error:
        raise CannotOpen(target, str(error)) from error
    finally:
        os.close(file)
        remove(part)


def discarded(part: Path) -> bool:
    """Remove what is left of a copy whose maker was killed. False if it is still being made."""
    try:
        file = os.open(part, os.O_RDONLY)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # not every volume has locks
    finally:
        os.close(file)
    remove(part)
    return True


def remove(path: Path) -> None:
    """A database with all that lies beside it."""
    for end in ("", *BESIDE):
        path.with_name(path.name + end).unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """The names in a folder are on the disk; where a folder cannot be opened, soon."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def before_migration(path: Path, schema: int) -> Path:
    """The copy of a database as it was under this schema, for going back to the release that wrote it."""
    return path.with_name(f"{path.name}.schema-{schema}")


def keep_before_migration(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Leave that copy beside the file, in place of an earlier one. Raises CannotOpen, DamagedDatabase."""
    target = before_migration(path, schema)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    copy(db, new, lambda *_: None, Breath(rest=0.0))
    new.replace(target)
