"""Reads everything that is kept of one table, score sheet or evening, at one moment."""

from __future__ import annotations

from typing import Final

from ports.records import KeptEvening, KeptSheet, KeptTable, Snapshot, Stored, TableId
from storage import listing, log, people, slots, snapshots
from storage.engine import Connection
from storage.snapshots import BEGINNING

SEEDS: Final = "SELECT deal, seed FROM secret WHERE table_id = ?1"


def table(db: Connection, table_id: TableId, *, whole: bool) -> KeptTable | None:
    """None if there is no such table. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = listing.one(db, table_id)
    if stream is None or stream.kind != "table":
        return None
    base = BEGINNING if whole else snapshots.newest(db, table_id)
    known = people.of_table(db, table_id)
    return KeptTable(
        stream=stream,
        people=known,
        newcomers=frozenset(user for user in known.values() if not people.has_played(db, user)),
        snapshot=base.snapshot,
        events=log.replay(db, table_id, base),
        seeds=seeds(db, table_id),
        slots=slots.of_table(db, table_id),
        lost=bool(slots.unsound(db, table_id)),
    )


def sheet(db: Connection, sheet_id: TableId) -> KeptSheet | None:
    """None if there is no such sheet. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = listing.one(db, sheet_id)
    if stream is None or stream.kind != "sheet":
        return None
    return KeptSheet(
        stream=stream,
        people=people.of_table(db, sheet_id),
        guests=people.guests(db, sheet_id),
        events=log.replay_sheet(db, sheet_id),
        lost=bool(slots.unsound(db, sheet_id)),
    )


def evening(db: Connection, evening_id: TableId) -> KeptEvening | None:
    """None if there is no such evening. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = listing.one(db, evening_id)
    if stream is None or stream.kind != "evening":
        return None
    return KeptEvening(
        stream=stream,
        people=people.of_table(db, evening_id),
        events=log.replay_evening(db, evening_id),
        seeds=seeds(db, evening_id),
        lost=bool(slots.unsound(db, evening_id)),
    )


def deal(
    db: Connection, table_id: TableId, number: int, *, whole: bool
) -> tuple[Snapshot | None, tuple[Stored, ...]]:
    """A snapshot from before a deal was over, and the events from there until a later deal is over. Raises
    BrokenChain, UnknownEvent."""
    if whole:
        return None, log.replay(db, table_id, BEGINNING)
    base = snapshots.before_deal(db, table_id, number)
    until = snapshots.after_deal(db, table_id, number)
    return base.snapshot, log.replay(db, table_id, base, until)


def seeds(db: Connection, table_id: TableId) -> dict[int, bytes]:
    """The seeds of a table's unfinished deals, by the numbers of the deals."""
    return dict(db.execute(SEEDS, (table_id,)).fetchall())
