"""Lists of the tables and score sheets. Of their events it reads only the time of the last.

With ``timed`` false no event is read: a damaged one would otherwise hide all streams of the list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ports.records import Place, Stream, TableId, UserId, seconds
from storage.engine import Connection

ONE: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0)
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.table_id = ?1
"""
ALL_OPEN: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0)
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 ORDER BY stream.table_id
"""
OPEN_OF_USER: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0)
    FROM person JOIN stream ON stream.table_id = person.table_id
    LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE person.user_id = ?1 AND stream.kind = ?2 AND open = 1 ORDER BY stream.table_id
"""
OPEN_PLACES: Final = """
    SELECT stream.table_id, guild, channel
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 AND channel <> 0 ORDER BY coalesce(event.at, 0), stream.table_id
"""
GOING_ON: Final = """
    SELECT stream.table_id
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 AND goes_on = 1 ORDER BY coalesce(event.at, 0) DESC, stream.table_id
"""
LATE: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, event.at
    FROM stream JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE open = 1 AND goes_on = 1 AND event.at < ?1 ORDER BY event.at, stream.table_id
"""
HIDDEN: Final = """
    SELECT stream.table_id, slot.parked FROM slot JOIN stream ON stream.table_id = slot.table_id
    WHERE open = 1 AND parked IS NOT NULL AND substr(name, 1, 5) NOT IN ('hand:', 'alert')
    ORDER BY stream.table_id, name
"""
COUNT_OPEN: Final = "SELECT count(*) FROM stream WHERE kind = ?1 AND guild = ?2 AND open = 1"
OPENED_BY: Final = """
    SELECT stream.table_id FROM person JOIN stream ON stream.table_id = person.table_id
    JOIN event ON event.table_id = stream.table_id AND event.version = 1 AND event.actor = person.alias
    WHERE person.user_id = ?2 AND stream.kind = ?1 AND open = 1 ORDER BY stream.table_id
"""


_JOINED: Final = "LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version"


def one(db: Connection, table: TableId) -> Stream | None:
    return next(iter(_streams(db.execute(ONE, (table,)))), None)


def all_open(db: Connection, kind: str, *, timed: bool) -> tuple[Stream, ...]:
    """The open streams of one kind: ``table`` or ``sheet``."""
    return _streams(db.execute(_said(ALL_OPEN, timed), (kind,)))


def open_of_user(db: Connection, user: UserId, kind: str, *, timed: bool) -> tuple[Stream, ...]:
    return _streams(db.execute(_said(OPEN_OF_USER, timed), (user, kind)))


def open_places(db: Connection, kind: str, *, timed: bool) -> tuple[tuple[TableId, Place], ...]:
    """The one used last comes last. Streams that stand nowhere are left out."""
    rows = db.execute(_said(OPEN_PLACES, timed), (kind,))
    return tuple([(TableId(table), Place(guild, channel)) for table, guild, channel in rows])


def going_on(db: Connection, kind: str, *, timed: bool) -> tuple[TableId, ...]:
    """The one used last comes first."""
    return tuple([TableId(table) for (table,) in db.execute(_said(GOING_ON, timed), (kind,))])


def late(db: Connection, before: int, *, timed: bool) -> tuple[Stream, ...]:
    """The open tables that go on by themselves and have not done so since a moment, in milliseconds."""
    return _streams(db.execute(LATE, (before,))) if timed else ()


def hidden(db: Connection) -> dict[TableId, str]:
    """The open streams whose own message could not be shown, each with the reason."""
    return {TableId(table): reason for table, reason in db.execute(HIDDEN)}


def count_open(db: Connection, kind: str, guild: int) -> int:
    return int(db.execute(COUNT_OPEN, (kind, guild)).fetchone()[0])


def opened_by(db: Connection, kind: str, user: UserId, *, timed: bool) -> tuple[TableId, ...]:
    """The open streams whose first event is this user's. Streams from before openers were noted have none."""
    return tuple(TableId(table) for (table,) in db.execute(OPENED_BY, (kind, user))) if timed else ()


def _said(statement: str, timed: bool) -> str:
    return statement if timed else statement.replace(_JOINED, "").replace("coalesce(event.at, 0)", "0 + 0")


def _streams(rows: Iterable[tuple[Any, ...]]) -> tuple[Stream, ...]:
    """A damaged event may have a time of any type."""
    return tuple(
        Stream(
            TableId(table),
            kind,
            Place(guild, channel),
            version,
            bool(is_open),
            seconds(at) if isinstance(at, int) else 0.0,
        )
        for table, kind, guild, channel, version, is_open, at in rows
    )
