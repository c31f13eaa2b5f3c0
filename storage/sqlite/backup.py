"""Backups: copies of the open database, made by the process that has it open. Knows files, no tables."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from storage.errors import CannotOpen

COPY: Final = "VACUUM INTO ?1"


def copy(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy that only the file's owner may read. It appears under its name complete or not at all.

    It holds the seeds of the deals in progress. Raises CannotOpen, also if a file of that name exists.
    """
    part = target.with_name(target.name + ".part")
    try:
        if target.exists():
            raise FileExistsError(f"exists: {target.name}")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db.execute(COPY, (str(part),))
        _flush(part, os.O_RDWR)
        part.rename(target)
        with suppress(OSError):  # where a folder cannot be opened
            _flush(target.parent, os.O_RDONLY)
    except OSError as error:
        raise CannotOpen(target, str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def before_migration(path: Path, schema: int) -> Path:
    """The copy of a database as it was under this schema, for going back to the release that wrote it."""
    return path.with_name(f"{path.name}.schema-{schema}")


def keep_before_migration(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Leave that copy beside the file, in place of an earlier one. Raises CannotOpen."""
    target = before_migration(path, schema)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    copy(db, new)
    new.replace(target)


def _flush(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
