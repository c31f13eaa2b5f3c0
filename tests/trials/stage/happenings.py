"""Events and people for the tests of the storage, and a look into its file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from rules.cards import PACK, Card
from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, Share
from rules.seats import BySeat, BySide, Person, RobotMember, Seat, Side
from rules.table.events import CardPlayed, Closed, Event, Opened, RubberBegun, RubberReckoned
from storage.copying import TABLES
from storage.engine import Connection, migrations
from storage.ports.records import Append, Attempt, DealCount, Place, Stored, TableId, UserId
from storage.sqlite.database import Database
from storage.sqlite.file import marker
from storage.store import Store

T = TypeVar("T")


def no_deals(table: TableId, events: Sequence[Stored]) -> tuple[tuple[DealCount, float], ...]:
    """Counts no deals: those of these tests are not whole."""
    return ()


TABLE = TableId("7f3a9c")
OTHER = TableId("b01d22")
HERE = Place(guild=100, channel=200)
ANNA, BORIS, CLARA, DMITRI = (Person(alias) for alias in ("a1", "b2", "c3", "d4"))
USERS = {ANNA: UserId(11), BORIS: UserId(22), CLARA: UserId(33), DMITRI: UserId(44)}
OPENED = Opened("biritch", (("doublings", "3"),))


def played(card: Card = PACK[0], seat: Seat = Seat.NORTH) -> CardPlayed:
    return CardPlayed(seat, card)


def begun(number: int = 1, game: str = "biritch") -> RubberBegun:
    seats = BySeat(ANNA, BORIS, CLARA, DMITRI)
    return RubberBegun(
        number,
        game,
        (),
        seats,  # type: ignore[arg-type]
        Seat.NORTH,
        (((ANNA, PACK[0]), (RobotMember("Clay"), PACK[1])),),
    )


def reckoned(number: int, winner: Side, value: int, uncounted: str = "") -> RubberReckoned:
    """A rubber that all four sat through: Anna and Clara are north and south."""
    shares = (Share(ANNA, Side.NS), Share(BORIS, Side.EW), Share(CLARA, Side.NS), Share(DMITRI, Side.EW))
    bonus = Entry(Line.RUBBER, winner, 40, Column.ABOVE, 1, 40)
    totals = BySide(value, 0) if winner is Side.NS else BySide(0, value)
    return RubberReckoned(
        1, RubberResult(number, winner, value, totals, BySide(2, 0), bonus, shares, uncounted)
    )


async def opened(store: Store, table: TableId = TABLE, *more: Event, **others: Any) -> int:
    """Open a table with four people and append these events with the first."""
    return await store.streams.append(Append(table, 0, [OPENED, *more], place=HERE, people=USERS, **others))


async def begin_at_table(store: Store, play: Attempt) -> bool:
    """Store a play, with the table that one of a person has. Returns what ``begin_attempt`` does."""
    if play.user is not None and await store.streams.find_stream(play.table) is None:
        await store.streams.append(Append(play.table, 0, [OPENED, Closed("alone")], place=HERE))
    return await store.contests.begin_attempt(play)


async def inside(store: Store, work: Callable[[Any], T]) -> T:
    """Run work on the open database directly, not through the store."""
    database: Any = store._database
    run = database.alone if isinstance(database, Database) else database.write
    return await run(work)


async def all_wait() -> None:
    """Returns once whatever runs in this loop waits for something else than its turn."""
    for _ in range(50):
        await asyncio.sleep(0)


async def left_by(path: Path, schema: int) -> None:
    """A database as the release with this schema left it, closed: one table of two events."""
    newest = path.with_name("newest.sqlite3")
    async with Store.open(newest) as store:
        await opened(store, TABLE, played())
        kept = await inside(store, lambda db: {name: _with_names(db, name) for name in FIRST_TABLES})

    def put(db: Connection) -> None:
        for name, found in kept.items():
            known = [column for _, column, *_ in db.execute(f"PRAGMA table_info({name})")]
            for row in found:
                marks = ", ".join(f"?{number}" for number in range(1, len(known) + 1))
                values = [row[column] for column in known]
                db.execute(f"INSERT INTO {name} ({', '.join(known)}) VALUES ({marks})", values)

    async with Database.open(path, migrations()[:schema]) as old:
        await old.write(put)
    for made in (newest, marker(newest)):
        made.unlink()


FIRST_TABLES = ("stream", "person", "event")
"""The tables of the first schema that a log needs."""


def _with_names(db: Connection, table: str) -> list[dict[str, Any]]:
    rows = db.execute(f"SELECT * FROM {table}")
    return [dict(zip((one[0] for one in rows.description), row, strict=True)) for row in rows]


def files_in(path: Path) -> dict[str, bytes]:
    """Every file in a folder, with what is in it."""
    return {one.name: one.read_bytes() for one in path.iterdir() if one.is_file()}


def contents(path: Path) -> bytes:
    return path.read_bytes()


def rows(db: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database, in an order that does not depend on how it was written."""
    return {
        name: sorted(map(tuple, db.execute(f"SELECT * FROM {name}").fetchall()), key=repr)
        for name in sorted(TABLES)
    }


@asynccontextmanager
async def slots_cannot_be_stored(store: Store) -> AsyncIterator[None]:
    """The database refuses whatever is to be shown anew."""
    refusal = "CREATE TRIGGER full BEFORE INSERT ON slot BEGIN SELECT RAISE(ABORT, 'full'); END"
    await inside(store, lambda db: db.execute(refusal))
    try:
        yield
    finally:
        await inside(store, lambda db: db.execute("DROP TRIGGER full"))
