"""Copies a whole database into an empty one, of the same engine or the other.

Before anything is committed, every row is read back and compared, and the hash chain of every stream is
checked on both sides. Both sides must agree: damage that was there before is copied as it is, and reported.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from queue import Empty, Full, Queue
from typing import Any, Final, NamedTuple

from storage import log
from storage.engine import Breath, Connection, Engine, Part, Rows, Step, unheard
from storage.errors import CopyFailed, NotEmpty
from storage.ports.records import TableId
from storage.ports.storage import BrokenChain, StorageError

PIECE: Final = 100
"""Number of events of a chain after which the thread may rest."""
BATCH: Final = 1000
"""Rows that are read or written at a time."""
AHEAD: Final = 4
"""Batches that may be read ahead while earlier ones are written."""
LOOK: Final = 0.1
"""Seconds between two checks whether the other side is still running."""

TABLES: Final = (
    "stream",
    "person",
    "guest",
    "event",
    "seen",
    "secret",
    "slot",
    "private_copy",
    "reason",
    "snapshot",
    "dm",
    "preference",
    "option_set",
    "uptime",
    "rubber",
    "rubber_share",
    "standing",
    "rating",
    "result",
    "deed",
    "best_deal",
    "contest",
    "attempt",
    "regular",
    "challenge",
    "challenged",
    "tally",
    "page_key",
    "counted",
)
"""All tables, each after those that it refers to. Before the last one no row is refused (step 19)."""
BY_STREAM: Final = ("event", "reason", "snapshot")
"""Tables that are too long to be read at once."""
ONE_ROW: Final = ("counted",)
"""Tables in which an empty database has a row."""

STREAMS: Final = "SELECT table_id FROM stream ORDER BY table_id"
LENGTHS: Final = "SELECT table_id, version FROM stream ORDER BY table_id"
TOGETHER: Final = 5000
"""Events of streams that are read together, but for a longer one."""
EVENTS: Final = "SELECT coalesce(sum(version), 0) FROM stream"


class Batch(NamedTuple):
    """Some rows of a table, with the names of their columns."""

    table: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


class Chains(NamedTuple):
    """The hash chains of all streams."""

    whole: dict[TableId, int]  # for each chain, the number of its events
    broken: dict[TableId, int]  # for each broken chain, the first event that is wrong or missing


class Contents(NamedTuple):
    """What a database holds, in a form in which two databases can be compared."""

    tables: dict[str, tuple[int, int]]  # for each table, the number of its rows and the sum of their hashes
    chains: Chains


async def copy_database(source: Engine, target: Engine, step: Step = unheard) -> Contents:
    """Copy all that one database holds at one moment into another that holds nothing; what that is. All of it
    is kept or nothing. Raises NotEmpty, CopyFailed."""
    pipe = _Pipe()
    # short-lived: it is waited for below
    reading = asyncio.create_task(source.read(lambda db: _read_rows(db, pipe, step)))
    try:
        return await target.fill_rows(lambda db: _write_rows(db, pipe, step))
    finally:
        pipe.broken.set()
        await asyncio.gather(reading, return_exceptions=True)


class _Pipe:
    """Passes what is read on one thread to another thread, which writes it."""

    def __init__(self) -> None:
        self.broken = threading.Event()
        self.total = 0  # rows
        self._queue: Queue[Batch | Contents | StorageError] = Queue(AHEAD)
        self._emptied = False

    def put(self, one: Batch | Contents | StorageError) -> None:
        """Pass on a batch. Raises CopyFailed if the other side has stopped taking them."""
        while not self.broken.is_set():
            try:
                return self._queue.put(one, timeout=LOOK)
            except Full:
                continue
        raise CopyFailed("writing")

    def batches(self) -> Iterator[Batch]:
        """All batches, once. Afterwards ``contents`` says what was read."""
        if self._emptied:
            raise CopyFailed("writing")
        self._emptied = True
        while not self.broken.is_set():
            try:
                one = self._queue.get(timeout=LOOK)
            except Empty:
                continue
            if isinstance(one, StorageError):
                raise one
            if isinstance(one, Contents):
                self.contents = one
                return
            yield one
        raise CopyFailed("reading")


def _read_rows(db: Connection, pipe: _Pipe, step: Step) -> None:
    """Put every row into the pipe. Runs on a thread of the source. Returns what the rows come to."""
    try:
        pipe.total = sum(db.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in TABLES)
        for table in TABLES:
            for rows in _selects(db, table):
                columns = _columns(rows)
                while batch := list(islice(rows, BATCH)):
                    pipe.put(Batch(table, columns, batch))
        pipe.put(_contents(db, step, 0, pipe.total))
    except Exception as fault:
        pipe.put(fault if isinstance(fault, StorageError) else CopyFailed(f"reading, {type(fault).__name__}"))
        raise


def _write_rows(db: Connection, pipe: _Pipe, step: Step) -> Contents:
    """On a thread of the target. Raises NotEmpty, CopyFailed."""
    check_empty(db)
    for table in ONE_ROW:
        db.execute(f"DELETE FROM {table}")
    done = 0
    for table, columns, rows in pipe.batches():
        if (copy_rows := getattr(db, "copy_rows", None)) is not None:  # faster than by statements
            copy_rows(table, columns, rows)
        else:
            marks = ", ".join(f"?{number}" for number in range(1, len(columns) + 1))
            db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        done += len(rows)
        step(Part.COPYING, done, pipe.total)
    written = _contents(db, step, pipe.total, pipe.total)
    for before, after in zip(pipe.contents, written, strict=True):
        if before != after:
            raise CopyFailed("comparing")
    return written


def check_empty(db: Connection) -> None:
    """Raises NotEmpty."""
    for table in TABLES:
        if table not in ONE_ROW and db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise NotEmpty(table)


def _contents(db: Connection, step: Step, before: int, rows_of_one: int) -> Contents:
    """``before`` is the number of rows that have been looked at on the other side."""
    tables: dict[str, tuple[int, int]] = {}
    for table in TABLES:
        count, total = 0, 0
        for rows in _selects(db, table):
            columns = _columns(rows)
            order = sorted(range(len(columns)), key=columns.__getitem__)
            for row in rows:
                count += 1
                if not count % BATCH:
                    step(Part.COMPARING, before + count, 2 * rows_of_one)
                total += int.from_bytes(sha256(repr([row[at] for at in order]).encode()).digest())
        tables[table] = count, total
        before += count
    return Contents(tables, chains(db, step=step))


def streams(db: Connection) -> list[TableId]:
    """All tables, score sheets and evenings that there have been."""
    return [TableId(stream) for (stream,) in db.execute(STREAMS).fetchall()]


def chains(db: Connection, breath: Breath | None = None, step: Step = unheard) -> Chains:
    """Compare every event of every stream with the hash of those before it."""
    breath = breath or Breath(rest=0.0)
    whole, broken = {}, {}
    (total,) = db.execute(EVENTS).fetchall()[0]
    done = 0
    for stream in streams(db):
        count = 0
        try:
            for count, _ in enumerate(log.proved(db, stream), 1):
                if not count % PIECE:
                    step(Part.CHECKING, done + count, total)
                    breath()
            whole[stream] = count
        except BrokenChain as fault:
            broken[stream] = fault.version
        done += count
        step(Part.CHECKING, done, total)
        breath()
    return Chains(whole, broken)


def _selects(db: Connection, table: str) -> Iterator[Rows]:
    """All rows of a table, at once or those of some streams at a time."""
    if table not in BY_STREAM:
        yield db.execute(f"SELECT * FROM {table}")
        return
    for first, last in _some_streams(db):
        yield db.execute(
            f"SELECT * FROM {table} WHERE table_id BETWEEN ?1 AND ?2 "
            f"AND EXISTS (SELECT 1 FROM stream WHERE stream.table_id = {table}.table_id)",
            (first, last),
        )


def _some_streams(db: Connection) -> Iterator[tuple[str, str]]:
    """The first and the last of streams that follow each other and are not too long together."""
    first, last, events = "", "", 0
    for stream, version in db.execute(LENGTHS).fetchall():
        if first and events + version > TOGETHER:
            yield first, last
            first, events = "", 0
        first, last, events = first or stream, stream, events + version
    if first:
        yield first, last


def _columns(rows: Rows) -> tuple[str, ...]:
    return tuple(column[0] for column in rows.description)
