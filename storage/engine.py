"""What the functions of plain SQL run on, and what the store asks of an engine.

There are two engines, ``storage.sqlite`` and ``storage.postgres``. The statements are written once, in SQL
that both understand: parameters are ``?1``, text is ordered by its bytes, and truth is 0 or 1.

The writers of one table are ordered by the version of its stream. What is counted from many tables, such as a
leaderboard, has no such row: there one writer at a time reads rows, counts on in Python and writes them back.

The schema grows in numbered steps, each a file ``ENGINE_NNNN_what.sql`` in this package. A step runs whole,
in one transaction, or not at all. A new SQLite file is given the whole schema at once, ``schema_NNNN.sql``,
and the steps after that number.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from rules.frozen import frozen

T = TypeVar("T")

SLICE: Final = 0.002
"""Seconds of processor time after which long work on a thread rests: the loop may have to wait so long."""
REST: Final = 4.0


class Rows(Protocol):
    """What a statement came to."""

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
"""What runs whole on a connection, on a thread of its own. It keeps nothing of the connection."""


class Breath:
    """Called between the pieces of long work on a thread: after each slice it rests, so that the loop and
    those who press go before."""

    def __init__(self, rest: float = REST) -> None:
        """``rest`` is a pause as so many times what the slice took."""
        self.over = False
        """Set by another thread: the work is to end."""
        self._rest = rest
        self._began: float | None = None  # by the clock of the thread that works

    def __call__(self) -> None:
        """Raises Ended."""
        if self.over:
            raise Ended
        now = time.thread_time()
        took = now - (self._began or now)
        if took >= SLICE:
            time.sleep(took * self._rest)
        if took >= SLICE or self._began is None:
            self._began = now


class Ended(Exception):
    """The work is not wanted any more."""


Look = Callable[[Connection, Breath], T]
"""What looks through a copy of a database."""


class Rider(NamedTuple):
    """Work that nobody waits for, and what to do if it was not kept."""

    work: Work[None]
    lost: Callable[[], None]


class Engine(Protocol):
    """An open database. ``storage.errors`` lists what it raises."""

    begun: bool
    """Whether there was no database before."""
    schema: int
    """The number of the last step that its schema has taken, once it is open."""
    gone: asyncio.Event
    """Set once the database has been found removed or replaced."""
    has_peers: bool
    """Whether other processes may have it open too."""
    rider: Callable[[], Rider | None]
    """Asked at each write for what else may be written with it."""

    async def write(self, work: Work[T], /, *, once: bool = False) -> T:
        """Run the work in a transaction; its result, once that is committed. If it raises, nothing of it is
        kept.

        It may be run again: after it was undone, or where it cannot be known whether it was committed. In
        that second case work that must run ``once`` raises DatabaseFailed instead. A caller who is cancelled
        cannot know whether it was committed; it was, as a whole, or not at all.

        Work that raises, or writes nothing, tells of what others have written: that is then as safe as a
        commit of its own would be.
        """

    async def read(self, work: Work[T], /) -> T:
        """Run work that only reads; its result. It sees at one moment everything that was committed when it
        was asked for, and waits for no write."""

    async def read_durably(self, work: Work[T], /) -> T:
        """A read from which people are told what has been done. What it finds is as safe as a commit: where a
        server has synchronous replicas, a row may be seen that they do not have."""

    async def read_in_turn(self, work: Work[T], /) -> T:
        """The same after all writes that were asked for before, also those whose callers were cancelled."""

    async def erase(self, work: Work[T], /) -> T:
        """A write after which what it deletes is overwritten, as far as the engine can do that."""

    async def check_writable(self) -> None:
        """Raises NotWritable, NotPermitted where the bot could not write what it has to."""

    async def backup(self, target: Path, look: Look[T], /, *, unhurried: bool) -> T:
        """Copy the database to a file that must not yet exist, beside whatever goes on; what ``look`` finds
        in the copy. Raises CannotOpen, DamagedDatabase."""


TAKE: Final = "UPDATE counted SET revision = revision"


def take(db: Connection) -> None:
    """Wait until no other transaction that has taken its turn is under way. What is read from here on is what
    they have committed. An engine with one writer has no need of it, and loses nothing by it."""
    db.execute(TAKE)


APPLICATION_ID = 1114206825
"""In every database of ours: "Biri" in ASCII."""


@frozen
class Migration:
    """One step of the schema, from the number before to its own."""

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
    """The steps of a new SQLite file: the schema that all up to a number come to, and those after it."""
    (whole,) = (one for one in files("storage").iterdir() if one.name.startswith("schema_"))
    first = Migration(int(whole.name[7:11]), whole.read_text(encoding="utf-8"))
    return first, *(step for step in migrations() if step.number > first.number)
