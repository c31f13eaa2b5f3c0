"""The database file on the disk: whether it is ours, whether it is whole, and its backups.

A marker beside the file tells a first start from one whose database is gone.

Damage among the events of tables, or in what can be told from them, concerns those tables alone: each is set
aside when its log is read. Any other is the file's.

A backup is made through a connection of its own, which sees one moment of the file while others write, by
SQLite's online backup in small steps. VACUUM INTO takes one step, and fails at the first damaged page.
"""

from __future__ import annotations

import fcntl
import glob
import logging
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, TypeVar

from storage.engine import Breath, Ended, Look, Part, Step, unheard
from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    DatabaseInUse,
    DatabaseMissing,
    DiskFull,
    NoFolder,
    NotReadable,
    NotWritable,
    StrayWriteAheadLog,
    code_of,
)

log = logging.getLogger(__name__)

MARKED: Final = """\
Biritch has kept its tables in the file {name} beside this one. While this marker is here, the bot does not
start without that file. To let it begin again with an empty database, delete this marker.
"""
_FORMATS: Final = slice(18, 20)
_NOT_WAL: Final = b"\x01\x01"
"""These bytes of the header in a copy made by SQLite; in a database that this bot has opened they are
twos."""


def marker(path: Path) -> Path:
    """The marker that says that there has been a database at this path."""
    return path.with_name(path.name + ".marker")


def write_ahead_log(path: Path) -> Path:
    """The file in which SQLite keeps what is committed and not yet part of the database file."""
    return path.with_name(path.name + "-wal")


def check_file_writable(path: Path) -> None:
    """Raises NoFolder and NotWritable."""
    if not path.parent.is_dir():
        raise NoFolder(path, "its folder is missing")
    for place, need in ((path, os.R_OK | os.W_OK), (path.parent, os.W_OK | os.X_OK)):
        if place.exists() and not os.access(place, need):  # SQLite makes its log beside the file
            raise NotWritable(path, place)


def check_found(path: Path, *, may_begin: bool, to_write: bool = True) -> None:
    """Checks before the file is opened. Raises NoFolder, NotWritable (or NotReadable if it will not be
    written to), DatabaseMissing and StrayWriteAheadLog."""
    if to_write:
        check_file_writable(path)
    elif path.exists() and not os.access(path, os.R_OK):
        raise NotReadable(path)
    log = write_ahead_log(path)
    if not _file_size(path):
        # SQLite would discard the log, which is all that is left of the database
        evidence = marker(path) if marker(path).exists() else log if _file_size(log) else None
        if evidence is not None or not may_begin:
            raise DatabaseMissing(path, evidence)
    elif _file_size(log) and _header(path)[_FORMATS] == _NOT_WAL:
        raise StrayWriteAheadLog(path, log)


def check_not_emptied(path: Path, *, may_begin: bool) -> None:
    """Called if SQLite finds no table in the file. Raises DatabaseMissing if there has been a database, or
    none may be created."""
    evidence = marker(path) if marker(path).exists() else None
    if evidence is not None or not may_begin:
        raise DatabaseMissing(path, evidence)


def mark(path: Path) -> None:
    """Write the marker. If that fails, or is lost in a power cut, the next start does it."""
    with suppress(OSError):
        descriptor = os.open(marker(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(MARKED.format(name=path.name))


class Claim:
    """The right to open a file, for one opening in this process. SQLite's lock keeps out other processes, but
    this process would lose it if it opened and closed the file once more."""

    _taken: ClassVar[set[str]] = set()
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, path: Path) -> None:
        self._path, self._name = path, os.path.realpath(path)
        self._held = False

    def acquire(self, within: float) -> None:
        """Wait at most this many seconds for the right. Runs on a thread. Raises DatabaseInUse."""
        until = time.monotonic() + within
        while not self._try_lock():
            if time.monotonic() > until:
                raise DatabaseInUse(self._path)
            time.sleep(0.01)

    def release(self) -> None:
        with self._lock:
            if self._held:
                self._taken.discard(self._name)
                self._held = False

    def _try_lock(self) -> bool:
        with self._lock:
            if self._name in self._taken:
                return False
            self._taken.add(self._name)
            self._held = True
            return True


def _header(path: Path) -> bytes:
    """The first bytes of a file. Its descriptor stays open on purpose, once after a crash: closing it would
    end every lock that this process has on the file (POSIX), also that of an open connection."""
    return os.read(os.open(path, os.O_RDONLY), 20)


def _file_size(path: Path) -> int:
    """0 also if there is no such file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


MOST: Final = 100
"""The most findings of one check. A file with more is of no use."""
OF_ONE_STREAM: Final = ("event", "reason", "snapshot")
"""Tables whose rows each belong to one stream, whose chain of hashes shows what is wrong."""
SEALED: Final = ("contest", "attempt", "regular", "preference", "challenge", "challenged")
"""Tables whose rows each have a seal, and are found by an index besides."""
OF_A_COLUMN: Final = re.compile(rf"(?:NULL|non-[A-Z]+|[A-Z]+) value in (?:{'|'.join(SEALED)})\.\w+")
"""What a check says of a column of another type than was stored; whoever reads the row finds that out."""
OF_WHAT_WAS_PLAYED: Final = (
    *("stream", "person", "guest", "event", "reason", "snapshot", "seen", "slot", "rubber", "rubber_share"),
    *("result", "standing", "rating", "deed", "best_deal", "attempt", "challenged"),
)
"""Tables that grow with all that has ever been played: no start reads through them."""
TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
OPEN_WITHOUT_ITS_LAST: Final = """
    SELECT EXISTS (
        SELECT 1 FROM stream
        LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
        WHERE stream.open = 1 AND stream.version > 0 AND (event.hash IS NULL OR event.hash <> stream.head)
    )
"""
"""Whether an open stream has lost its newest event: each is found by its key."""
MALFORMED: Final = "rows cannot be read"
INTERRUPTED: Final = "SQLITE_INTERRUPT"
STEPS_OF_A_SLICE: Final = 1000
"""Of SQLite's machine, between two looks at the clock: a part of a millisecond."""
EVENTS_DAMAGED: Final = "some stored events are damaged; the tables that they belong to will be set aside"


def fault_of(db: sqlite3.Connection) -> str | None:
    """Why the file cannot be used, in a line about pages and columns; None if it can. A file with damage in
    single streams, or in columns that a seal covers, can be used; see ``is_whole``."""
    found = _findings(db)
    if not found:
        return None
    if len(found) >= MOST:
        return found[0]
    theirs: set[str] = set()
    for (table,) in db.execute(TABLES).fetchall():
        of_table = _findings(db, table)
        graver = [one for one in of_table if not OF_A_COLUMN.fullmatch(one)]
        if graver and table not in OF_ONE_STREAM:
            return graver[0]
        theirs.update(of_table)
    return next((one for one in found if one not in theirs), None)


def is_whole(db: sqlite3.Connection) -> bool:
    """But for columns that a seal covers."""
    return all(OF_A_COLUMN.fullmatch(one) for one in _findings(db))


def fault_at_start(db: sqlite3.Connection) -> str | None:
    """As ``fault_of``, but of the tables that do not grow with what is played."""
    for (table,) in db.execute(TABLES).fetchall():
        if table not in OF_WHAT_WAS_PLAYED:
            for finding in _findings(db, table):
                if not OF_A_COLUMN.fullmatch(finding):
                    return finding
    return None


def newest_are_there(db: sqlite3.Connection) -> bool:
    """Whether what was written last before an unclean end, as far as it goes on, is in the file."""
    try:
        (is_missing,) = db.execute(OPEN_WITHOUT_ITS_LAST).fetchone()
    except sqlite3.DatabaseError as error:
        if code_of(error) == INTERRUPTED:
            raise
        return False
    return not is_missing


def misleading(db: sqlite3.Connection, tables: Sequence[str] = SEALED) -> list[str]:
    """Those of these tables whose indexes lead to another row than is there: a row whose key has decayed
    could be neither changed nor deleted."""
    there, found = {name for (name,) in db.execute(TABLES).fetchall()}, list[str]()
    for table in tables:
        lines = db.execute(f"PRAGMA integrity_check('{table}')").fetchall() if table in there else ()
        if any("index" in line or "entry" in line for (line,) in lines):
            found.append(table)
    return found


def index_anew(db: sqlite3.Connection, tables: Iterable[str]) -> None:
    for table in tables:
        with suppress(sqlite3.IntegrityError):  # two rows now have the same key
            db.execute(f"REINDEX {table}")
            log.error("an index of the table %s led to another row than is there: it is written anew", table)


class Examined(NamedTuple):
    """What a look through a whole file has found."""

    fault: str | None  # as ``fault_of``
    is_whole: bool
    misleading: Sequence[str]


def examine_pages(db: sqlite3.Connection, breath: Breath) -> Examined:
    """Read every page of the file, in slices, on a connection that does nothing else."""

    def paused() -> int:
        try:
            breath()
        except Ended:
            return 1
        return 0

    db.set_progress_handler(paused, STEPS_OF_A_SLICE)
    db.execute("BEGIN")  # what is found of the file and of its tables is of one moment
    try:
        with breath.interrupting(db.interrupt):
            whole = is_whole(db)
            return Examined(None if whole else fault_of(db), whole, misleading(db))
    finally:
        db.set_progress_handler(None, 0)
        if db.in_transaction:
            db.execute("ROLLBACK")


def _findings(db: sqlite3.Connection, table: str | None = None) -> list[str]:
    """The findings of a check of the whole file, or of one table. If the check itself fails at a row, a line
    says so. Raises sqlite3.OperationalError if it was interrupted."""
    asked = f"PRAGMA quick_check('{table}')" if table is not None else f"PRAGMA quick_check({MOST})"
    try:
        rows = db.execute(asked).fetchall()
    except sqlite3.DatabaseError as error:
        if code_of(error) == INTERRUPTED:
            raise
        return [MALFORMED]
    lines = [line for (row,) in rows for line in row.splitlines() if not line.startswith("***")]
    return [] if lines == ["ok"] else [_finding(line) for line in lines]


def _finding(line: str) -> str:
    """An error of SQLite among the findings. It names no table, because it must be the same for each."""
    return MALFORMED if "malformed" in line else line


T = TypeVar("T")

TOLD_EVERY: Final = 4.0
"""Seconds."""
SPARE: Final = 16 << 20
"""Bytes of a disk that are left to whatever else is written meanwhile."""
PART: Final = ".part"
BESIDE: Final = ("-wal", "-shm", "-journal", ".marker")
"""The files that may lie beside a database."""
PAGES: Final = 256
"""Pages of a step: a megabyte, which is on the disk before the next one is read."""
ONE_MOMENT: Final = "SELECT count(*) FROM sqlite_master"


def copy_file(db: sqlite3.Connection, target: Path, look: Look[T], breath: Breath, step: Step = unheard) -> T:
    """Write a copy that only the file's owner may read. Returns what ``look`` finds in it. It appears under
    its name complete and checked, or not at all. It holds the seeds of the deals in progress. Raises
    CannotOpen, also if a file of that name exists, DamagedDatabase for a copy that could not be opened again,
    and DiskFull where there is no room for it, before anything is written.
    """
    (pages,), (size,) = (db.execute(f"PRAGMA {of}").fetchone() for of in ("page_count", "page_size"))
    check_room(target, pages * size)
    with appearing(target) as (part, file):
        with closing(sqlite3.connect(part)) as into:
            into.execute("PRAGMA journal_mode = OFF")  # the remains of a copy that failed are removed
            into.execute("PRAGMA synchronous = OFF")
            into.execute("PRAGMA cache_size = 16")  # pages are written to the file at each step

            def stepped(status: int, left: int, of: int) -> None:
                os.fsync(file)
                step(Part.BACKING_UP, of - left, of)
                breath()

            db.execute("BEGIN")
            try:
                db.execute(ONE_MOMENT).fetchone()
                db.backup(into, pages=PAGES, progress=stepped)
            finally:
                db.execute("ROLLBACK")
        with closing(sqlite3.connect(part)) as made:
            # it must not take another database's log for its own
            made.execute("PRAGMA journal_mode = DELETE")
            with breath.interrupting(made.interrupt):
                if (fault := fault_of(made)) is not None:
                    raise DamagedDatabase(target, fault)
                return look(made, breath, step)


@contextmanager
def appearing(target: Path) -> Iterator[tuple[Path, int]]:
    """A file beside the target, and its descriptor, that becomes the target once it is written. It is locked
    while it is being made, so that the remains of a killed process can be told from it. Raises CannotOpen,
    also if a file of the target's name exists."""
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
    """Remove the remains of a copy whose maker was killed. Returns False if it is still being made."""
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
    """Sync a folder, so that the names in it are on the disk. If it cannot be opened, the system does so
    later."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def before_migration(path: Path, schema: int) -> Path:
    """The copy of a database under this schema, for going back to the release that wrote it."""
    return path.with_name(f"{path.name}.schema-{schema}")


def keep_before_migration(db: sqlite3.Connection, path: Path, schema: int, breath: Breath) -> None:
    """Write that copy beside the file, in place of an earlier one, and tell in the log how far it is. Raises
    CannotOpen, DamagedDatabase, DiskFull."""
    target = before_migration(path, schema)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    copy_file(db, new, lambda *_: None, breath, InTheLog("before its schema changes, the database is copied"))
    new.replace(target)


class InTheLog:
    """Says how far long work is, every few seconds; ``now`` never runs backwards."""

    def __init__(self, what: str, now: Callable[[], float] = time.monotonic) -> None:
        self._what, self._now, self._told = what, now, now()

    def __call__(self, _part: Part, done: int, total: int) -> None:
        if self._now() - self._told >= TOLD_EVERY:
            self._told = self._now()
            log.info("%s: %.0f %%", self._what, 100 * done / max(1, total))


def check_room(path: Path, needed: int) -> None:
    """Raises DiskFull if the disk of this file has not so many bytes left."""
    with suppress(OSError):  # what is wrong with the folder whoever writes into it says
        if shutil.disk_usage(path.parent).free < needed + SPARE:
            raise DiskFull(path, path.parent)


def moved_aside(path: Path, when: str) -> Path:
    """Where a database goes that a backup takes the place of: where nothing lies yet, also if another went
    there in the same second."""
    aside = path.with_name(f"{path.name}.before-{when}")
    for number in count(2):
        if not any(aside.with_name(aside.name + end).exists() for end in ("", "-wal", "-shm")):
            return aside
        aside = path.with_name(f"{path.name}.before-{when}-{number}")
    raise AssertionError


def delete_copies(path: Path, before: float) -> None:
    """Delete the copies beside the file that updates and restored backups left before this time, also half
    written by a process that was killed: whoever has been forgotten since is still in them."""
    for pattern in ("schema-*", "before-*", "restoring*", "shrinking*"):
        for copy_of_old in path.parent.glob(f"{glob.escape(path.name)}.{pattern}"):
            with suppress(FileNotFoundError):
                if copy_of_old.stat().st_mtime < before:
                    copy_of_old.unlink()
                    log.info("an old copy of the database is deleted: %s", copy_of_old)
