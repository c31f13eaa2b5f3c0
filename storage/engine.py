"""What the functions of plain SQL run on, and what the store asks of an engine.

There are two engines, ``storage.sqlite`` and ``storage.postgres``. The statements are written once, in SQL
that both understand: parameters are ``?1``, text is ordered by its bytes, and truth is 0 or 1.

The writers of one table are ordered by the version of its stream. What is counted from many tables, such as a
leaderboard, has no such row: there one writer at a time reads rows, adds to them in Python and writes them
back.

The schema grows in numbered steps, each a file ``ENGINE_NNNN_what.sql`` in this package. A step runs
completely, in one transaction, or not at all. A new SQLite file gets the whole schema at once from
``schema_NNNN.sql``, and then the steps after that number.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Event, Lock, get_ident
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from rules.frozen import frozen

T = TypeVar("T")

SLICE: Final = 0.002
"""Seconds of processor time after which long work on a thread pauses. The event loop may have to wait for
this long."""
LONGEST_SLICE: Final = 0.05
"""The most that is counted of a piece of work: between two, a thread may have worked for others."""
SOON: Final = 0.1
"""Seconds of short slices that need no pause yet."""
REST: Final = 4.0
"""The length of a pause, as a multiple of the time that the slice took."""
LONG_REST: Final = 150.0
"""The same for work that nobody waits for: fewer than one act in a hundred meets a slice of it. A file of
five years is checked in some hours."""


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...
    @property
    def description(self) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection of either engine, within a transaction that somebody else has begun."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Rows: ...
    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object: ...


Work = Callable[[Connection], T]
"""Work that runs as a whole on a connection, on a thread of its own. It keeps no reference to the
connection."""


class Breath:
    """Called between the pieces of long work on a thread. It pauses after each slice, so that the event loop
    and the people who press are served first."""

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._last: tuple[int, float] | None = None  # the thread that worked last, and its own clock then
        self._took = 0.0  # since the last pause
        self.over = Event()
        """Set by another thread to make the work end; ``break_off`` does so too."""
        self._lock, self._interrupts = Lock(), set[Callable[[], object]]()

    def __call__(self) -> None:
        """Raises Ended."""
        if self.over.is_set():
            raise Ended
        thread, now = get_ident(), time.thread_time()
        if self._last is not None and self._last[0] == thread:  # the clocks of two cannot be compared
            self._took += min(now - self._last[1], LONGEST_SLICE)
        self._last = thread, now
        if self._took >= SLICE:
            self._pause(self._took * self._rest)
            self._took = 0.0

    def _pause(self, seconds: float) -> None:
        self.over.wait(seconds)

    def break_off(self) -> None:
        """Make the work end, from another thread. An interrupt that comes between two statements is lost, so
        this may have to be repeated."""
        self.over.set()
        with self._lock:  # no connection is closed meanwhile
            for interrupt in self._interrupts:
                interrupt()

    @contextmanager
    def interrupting(self, interrupt: Callable[[], object]) -> Iterator[None]:
        """``break_off`` also interrupts a connection in the meantime. Raises Ended."""
        self()
        with self._lock:
            self._interrupts.add(interrupt)
        try:
            yield
        finally:
            with self._lock:
                self._interrupts.discard(interrupt)


class Ended(Exception):
    """The result is no longer wanted."""


class Slices:
    """Long work of which the event loop awaits one slice after the other, and others act in between. What is
    done within ``SOON`` does not pause at all."""

    def __init__(self, rest: float = LONG_REST) -> None:
        self._rest = rest
        self._took = 0.0

    async def __call__(self, work: Awaitable[T]) -> T:
        """The result of a slice, after the pause that may be due. It may have waited for others for long."""
        began = time.monotonic()
        result = await work
        self._took += min(time.monotonic() - began, LONGEST_SLICE)
        if self._took >= SOON:
            pause, self._took = self._took * self._rest, 0.0
            await asyncio.sleep(pause)
        return result


class Part(Enum):
    """A part of long work."""

    BACKING_UP = auto()  # in pages
    CHECKING = auto()  # in events
    COPYING = auto()  # in rows
    COMPARING = auto()  # in rows
    COUNTING = auto()  # in streams
    SHRINKING = auto()  # in pages


Step = Callable[[Part, int, int], None]
"""Told how much of how much is done, by the thread that does it."""


def unheard(_part: Part, _done: int, _total: int) -> None:
    """A step that reports nothing."""


Look = Callable[[Connection, Breath, Step], T]
"""A function that inspects a copy of a database."""


class Rider(NamedTuple):
    """Work that nobody waits for, and who is told in the end whether it was stored."""

    work: Work[None]
    tell: Callable[[bool], None]


class Engine(Protocol):
    """An open database. ``storage.errors`` lists what it raises."""

    begun: bool
    """Whether this opening created the database."""
    schema: int
    """The number of the last step that the schema has taken; known once the database is open."""
    gone: asyncio.Event
    """Set once the database has been found removed or replaced."""
    has_peers: bool
    """Whether other processes may have it open too."""
    rider: Callable[[], Rider | None]
    """Asked at each write for other work that can share its commit."""

    async def write(self, work: Work[T], /, *, once: bool = False) -> T:
        """Run the work in a transaction and return its result once that is committed.

        If the work raises, nothing of it is kept. It may run again: after it was undone, or if it cannot be
        known whether it was committed. In the second case work that must run ``once`` raises DatabaseFailed
        instead. A cancelled caller cannot know whether the work was committed; it was, as a whole, or not at
        all. Work that raises, or writes nothing, reports what others have written: that is then as durable as
        if this work had committed it.
        """

    async def write_beside(self, work: Work[T], /) -> T:
        """As ``write``, for a slice of long work: those who act meanwhile wait for no commit of it."""

    async def fill_rows(self, work: Work[T], /) -> T:
        """As ``write``, once, for work that puts in very many rows."""

    async def read(self, work: Work[T], /) -> T:
        """Run work that only reads and return its result. It sees one moment, with everything that was
        committed when it was asked for, and waits for no write."""

    async def read_durably(self, work: Work[T], /) -> T:
        """Run a read whose result tells people what has been done. What it finds is as durable as a commit:
        on a server with synchronous replicas, a plain read can see rows that the replicas do not have yet."""

    async def read_in_turn(self, work: Work[T], /) -> T:
        """Run a read after all writes that were asked for before it, also those whose callers were
        cancelled."""

    async def erase(self, work: Work[T], /) -> T:
        """Run a write, then overwrite what it deleted, as far as the engine can do that."""

    async def check_writable(self) -> None:
        """Check that the bot could write everything that it has to. Raises NotWritable, NotPermitted."""

    async def backup(self, target: Path, look: Look[T], /, *, unhurried: bool, step: Step = unheard) -> T:
        """Copy the database to a file that must not exist yet, while the bot goes on. Returns what ``look``
        finds in the copy. Raises CannotOpen, DamagedDatabase."""

    async def drop_copies(self, before: float) -> None:
        """Delete the copies that updates and restored backups left beside the database before this time, in
        seconds since 1970."""

    async def examine(self, breath: Breath) -> None:
        """Read all that is stored, page by page, while the bot goes on, and log what concerns single tables;
        a server does so itself. Raises DamagedDatabase."""


TAKE: Final = "UPDATE counted SET revision = revision"


def take_turn(db: Connection) -> None:
    """Wait until no other transaction that has taken its turn is still running. Reads after this see what
    they have committed. An engine with one writer does not need it, and does nothing."""
    db.execute(TAKE)


APPLICATION_ID = 1114206825
"""The ``application_id`` of our databases: "Biri" in ASCII."""


@frozen
class Migration:
    """One step of the schema, from the number before it to its own number."""

    number: int
    script: str


@cache
def migrations(engine: str = "sqlite") -> tuple[Migration, ...]:
    """All steps of an engine, in order."""
    scripts = (one for one in files("storage").iterdir() if one.name.endswith(".sql"))
    return tuple(
        Migration(int(script.name.split("_")[1]), script.read_text(encoding="utf-8"))
        for script in sorted(scripts, key=lambda one: one.name)
        if script.name.startswith(f"{engine}_")
    )


@cache
def from_nothing() -> tuple[Migration, ...]:
    """The steps for a new SQLite file: the whole schema up to some number, and the steps after it."""
    (whole,) = (one for one in files("storage").iterdir() if one.name.startswith("schema_"))
    first = Migration(int(whole.name[7:11]), whole.read_text(encoding="utf-8"))
    return first, *(step for step in migrations() if step.number > first.number)
