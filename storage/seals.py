"""Rows that no event covers, and how each shows that it has decayed.

A row has a seal: a hash of its columns, which is written with them (``storage.events.seal``). Whoever reads
it compares the two, and leaves a row out that is not what was written. A row that is no longer found at all
has nothing to compare, so for each list of rows a tally says how long the list must be. The tally needs no
seal: a wrong one disagrees with the rows.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from storage.engine import Connection
from storage.events import seal
from storage.ports.records import Decayed

log = logging.getLogger(__name__)

COVERED: Final[Mapping[str, tuple[str, ...]]] = {
    "stream": ("table_id", "guild", "channel", "kind"),
    "person": ("table_id", "alias", "user_id"),
    "contest": ("contest", "game", "dealer", "strength", "secret", "made", "key"),
    "attempt": (
        *("table_id", "contest", "user_id", "robot", "began"),
        *("ended", "points", "line", "mark"),
    ),
    "regular": ("guild", "user_id"),
    "preference": ("owner", "name", "value"),
    "challenge": ("challenge", "game", "strength", "made", "guild", "channel", "friend"),
    "challenged": ("challenge", "place", "user_id", "asked", "answered", "plays", "reminded"),
}
"""The columns that the seal of a table covers, in this order. Those of a message are in ``slots``: it is
posted again."""
OF_STREAMS: Final = ("stream", "person")
"""Those whose rows have a stream set aside when it is read."""
KEYS: Final[Mapping[str, int]] = {"person": 2, "regular": 2, "preference": 2, "challenged": 2}
"""How many of them are the key of a row, where that is not one."""
_Key = tuple[str | int, ...]
FIRST: Final[_Key] = ()
"""The key before the first row of a table."""
PAGE: Final = 500
"""Rows that are read together."""
LISTS: Final = (
    ("plays:", "SELECT contest, count(*) FROM attempt GROUP BY contest"),
    ("people:", "SELECT guild, count(*) FROM regular GROUP BY guild"),
    ("challenged:", "SELECT challenge, count(*) FROM challenged GROUP BY challenge"),
    ("choices:", "SELECT owner, count(*) FROM preference GROUP BY owner"),
)
"""What the names of lists begin with, and the lengths of those that are there."""

SOUND: Final[Mapping[str, str]] = {
    "standing": "0 <= won AND won <= rubbers",
    "rating": "rubbers > 0",
    "deed": "count >= 0",
    "attempt": "coalesce(ended, began) >= began",
}
"""What the triggers of step 19 hold of a row, which a row of before may break."""
CHECKED_FROM: Final = 19
"""The step of the schema that made them."""
ASTRAY: Final = """
    SELECT count(*) FROM attempt WHERE robot = '' AND table_id NOT IN (SELECT table_id FROM stream)
"""
"""Plays of people at no table, which the triggers of step 20 refuse."""
REFERRED_FROM: Final = 20

ONE_TALLY: Final = "SELECT length FROM tally WHERE list = ?1"
TALLIES: Final = "SELECT list, length FROM tally ORDER BY list"
COUNT_IN: Final = """
    INSERT INTO tally (list, length) VALUES (?1, ?2)
    ON CONFLICT (list) DO UPDATE SET length = tally.length + excluded.length
"""
COUNT_ANEW: Final = """
    INSERT INTO tally (list, length) VALUES (?1, ?2)
    ON CONFLICT (list) DO UPDATE SET length = excluded.length
"""
COUNT_OUT: Final = "DELETE FROM tally WHERE list = ?1 AND length <= 0"


def choices_of(owner: str) -> str:
    """The list of an owner's choices. The owner is hashed, so that a number at Discord stands only in rows of
    which its user is told."""
    return f"choices:{seal(owner).hex()}"


def length_of(db: Connection, name: str) -> int:
    """How many rows a list must have."""
    row = db.execute(ONE_TALLY, (name,)).fetchone()
    return int(row[0]) if row else 0


def lengthen_list(db: Connection, name: str, by: int) -> None:
    """So many rows were added to a list, or taken from it."""
    if by:
        db.execute(COUNT_IN, (name, by))
    if by < 0:
        db.execute(COUNT_OUT, (name,))


def settle_list(db: Connection, name: str, rows: int) -> None:
    """What is missing from a list has been told of: it is as long as it is."""
    db.execute(COUNT_ANEW, (name, rows))
    db.execute(COUNT_OUT, (name,))


def decayed_rows(db: Connection, table: str) -> tuple[Decayed, ...]:
    """Every row of a table that is not what was written. It is read as it lies, since an index of it may have
    decayed too."""
    read = f"SELECT {', '.join(COVERED[table])}, seal FROM {table}"
    return tuple(_among(table, db.execute(read)))


def decayed_page(db: Connection, table: str, after: _Key) -> tuple[tuple[Decayed, ...], _Key]:
    """The same of those that follow a key, as many as are read together; and the key of the last of these, or
    nothing at the end of the table."""
    columns, keys = COVERED[table], KEYS.get(table, 1)
    key, marks = ", ".join(columns[:keys]), ", ".join(f"?{number}" for number in range(1, keys + 1))
    where = f"WHERE ({key}) > ({marks})" if after else ""
    read = f"SELECT {', '.join(columns)}, seal FROM {table} {where} ORDER BY {key} LIMIT {PAGE}"
    rows = db.execute(read, after).fetchall()
    return tuple(_among(table, rows)), tuple(rows[-1][:keys]) if len(rows) == PAGE else ()


def _among(table: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[Decayed]:
    for *row, sealed in rows:
        forgotten = table == "person" and row[-1] is None and sealed is None
        if sealed != seal(*row) and not forgotten:
            yield Decayed(table, " ".join(map(str, row[: KEYS.get(table, 1)])))


def decayed_lists(db: Connection) -> tuple[Decayed, ...]:
    """The lists that are not as long as they must be."""
    lengths = dict(db.execute(TALLIES).fetchall())
    there = {
        choices_of(str(name)) if prefix == "choices:" else f"{prefix}{name}": count
        for prefix, counting in LISTS
        for name, count in db.execute(counting).fetchall()
    }
    names = sorted(lengths.keys() | there.keys(), key=str)
    return tuple(Decayed("list", str(name)) for name in names if lengths.get(name, 0) != there.get(name, 0))


def unsound_rows(db: Connection) -> dict[str, int]:
    """How many rows of a table break what is held of it. They are from before it was held."""
    counts = {
        table: int(db.execute(f"SELECT count(*) FROM {table} WHERE NOT ({sound})").fetchone()[0])
        for table, sound in SOUND.items()
    }
    return {table: count for table, count in counts.items() if count}


def tell_unsound(db: Connection, before: int) -> None:
    """Name in the log what an update from this schema has found and left as it was."""
    if 0 < before < CHECKED_FROM:
        for table, count in unsound_rows(db).items():
            log.warning("%s rows of %s cannot be as they are, and stay: %s", count, table, SOUND[table])
    if 0 < before < REFERRED_FROM and (count := int(db.execute(ASTRAY).fetchone()[0])):
        log.warning("%s rows of attempt are of no table, and stay", count)
