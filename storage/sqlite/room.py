"""Room on the disk that is given back by a file that has become larger than what is in it.

SQLite keeps the pages of deleted rows for rows to come, and a file never becomes smaller by itself. It is
written anew beside itself, checked, and put in its own place.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from storage.engine import Breath, Ended, Part, Step, unheard
from storage.errors import DamagedDatabase, DatabaseInUse
from storage.sqlite.connections import TIME_OUT, connect_to_file, ours
from storage.sqlite.file import STEPS_OF_A_SLICE, Claim, appearing, check_room, fault_of, flush_folder

SHRINKING: Final = ".shrinking"
IN_ONE_FILE: Final = "PRAGMA journal_mode = DELETE"


class Shrunk(NamedTuple):
    """The bytes of a file before and after."""

    before: int
    after: int


def shrink(path: Path, breath: Breath, step: Step = unheard) -> Shrunk:
    """Write a database anew that is up to date and that nobody has open. It is then smaller, or as it was.
    Raises DatabaseInUse, DamagedDatabase, CannotOpen, DatabaseFailed, Ended."""
    claim, before, target = Claim(path), path.stat().st_size, path.with_name(path.name + SHRINKING)
    claim.acquire(TIME_OUT)
    try:
        with closing(connect_to_file(path)) as db:
            pages, size = _in_use(db)
            check_room(path, pages * size)
            (mode,) = db.execute(IN_ONE_FILE).fetchone()  # takes the lock of the file until it is closed
            if mode != "delete":
                raise DatabaseInUse(path)
            target.unlink(missing_ok=True)
            _write_anew(db, target, breath, step)
            target.replace(path)  # who waits for the lock finds another file than they have opened
            flush_folder(path.parent)
    except sqlite3.DatabaseError as error:
        if breath.over.is_set():
            raise Ended from None
        raise DatabaseInUse(path) if "locked" in str(error) else ours(error) from None
    finally:
        claim.release()
        target.unlink(missing_ok=True)
    return Shrunk(before, path.stat().st_size)


def _write_anew(db: sqlite3.Connection, target: Path, breath: Breath, step: Step) -> None:
    pages, size = _in_use(db)
    with appearing(target) as (part, _):

        def told() -> int:
            step(Part.SHRINKING, min(pages, part.stat().st_size // size), pages)
            try:
                breath()
            except Ended:
                return 1
            return 0

        db.set_progress_handler(told, 100 * STEPS_OF_A_SLICE)
        db.execute("PRAGMA cache_size = -512")  # what is written shows how far it is
        with breath.interrupting(db.interrupt):
            db.execute("VACUUM INTO ?1", (str(part),))
        db.set_progress_handler(None, 0)
        with closing(sqlite3.connect(part)) as made:
            if (fault := fault_of(made)) is not None:
                raise DamagedDatabase(target, fault)


def _in_use(db: sqlite3.Connection) -> tuple[int, int]:
    """How many pages hold something, and the bytes of each."""
    asked = ("page_count", "freelist_count", "page_size")
    count, free, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked)
    return count - free, size
