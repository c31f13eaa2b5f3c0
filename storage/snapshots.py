"""What is kept beside the events of a table: snapshots, and the reasons for what robots did.

A snapshot is stored with an append; a replay starts from the one nearest to what it needs. It counts only if
its seal fits the chain of hashes of its own table. Until a deal is over its reasons reveal hidden cards, so
the caller checks that it is over. The contents of snapshots and reasons are not known here.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Final, NamedTuple

from storage.engine import Connection
from storage.errors import is_unreadable
from storage.events import START, columns
from storage.ports.records import Reason, Snapshot, TableId

log = logging.getLogger(__name__)

KEEP: Final = "INSERT INTO snapshot (table_id, version, over, body, seal) VALUES (?1, ?2, ?3, ?4, ?5)"
NEWEST: Final = """
    SELECT snapshot.version, over, snapshot.body, seal, event.hash
    FROM snapshot JOIN event ON event.table_id = snapshot.table_id AND event.version = snapshot.version
    WHERE snapshot.table_id = ?1 ORDER BY snapshot.version DESC LIMIT 1
"""
BEFORE_DEAL: Final = """
    SELECT snapshot.version, over, snapshot.body, seal, event.hash
    FROM snapshot JOIN event ON event.table_id = snapshot.table_id AND event.version = snapshot.version
    WHERE snapshot.table_id = ?1 AND over < ?2 ORDER BY over DESC, snapshot.version DESC LIMIT 1
"""
AFTER_DEAL: Final = """
    SELECT snapshot.version, over, snapshot.body, seal, event.hash
    FROM snapshot JOIN event ON event.table_id = snapshot.table_id AND event.version = snapshot.version
    WHERE snapshot.table_id = ?1 AND over > ?2 ORDER BY over, snapshot.version LIMIT 1
"""


class Base(NamedTuple):
    """Where a replay begins: a snapshot with the hash of the event that it follows, or the beginning."""

    snapshot: Snapshot | None
    hash: bytes

    @property
    def version(self) -> int:
        return self.snapshot.version if self.snapshot is not None else 0


BEGINNING: Final = Base(None, START)


def store_snapshot(db: Connection, table: TableId, snapshot: Snapshot, head: bytes) -> None:
    """Store a snapshot of a table as it is after the event with this hash, its last."""
    row = (table, snapshot.version, snapshot.over, snapshot.body)
    db.execute(KEEP, (*row, seal(head, *row)))


def newest(db: Connection, table: TableId) -> Base:
    """The newest snapshot of a table; the beginning if there is none that counts."""
    return _find_base(db, NEWEST, table)


def before_deal(db: Connection, table: TableId, deal: int) -> Base:
    """The newest snapshot of a table from before a deal was over; else the beginning."""
    return _find_base(db, BEFORE_DEAL, table, deal)


def after_deal(db: Connection, table: TableId, deal: int) -> int | None:
    """A version at which a later deal than this one was over; None if there is no snapshot from then."""
    return _find_base(db, AFTER_DEAL, table, deal).version or None


def seal(head: bytes, table: str, version: int, over: int, body: str) -> bytes:
    """SHA-256 of the hash of the event and a JSON array of the snapshot's columns in this order."""
    return sha256(head + columns(table, version, over, body)).digest()


def _find_base(db: Connection, statement: str, table: TableId, *of: int) -> Base:
    """The snapshot that this statement finds; the beginning if there is none that counts."""
    try:
        row = db.execute(statement, (table, *of)).fetchone()
        if row is None:
            return BEGINNING
        version, over, body, found, head = row
        if found == seal(head, table, version, over, body):
            return Base(Snapshot(version, over, body), head)
    except TypeError:  # a column of a type that was never stored
        pass
    except Exception as fault:
        if not is_unreadable(fault):
            raise
    log.error("a snapshot of table %s is not what was stored: its whole log is read instead", table)
    return BEGINNING


KEEP_REASON: Final = "INSERT INTO reason (table_id, deal, version, body) VALUES (?1, ?2, ?3, ?4)"
OF_DEAL: Final = "SELECT version, body FROM reason WHERE table_id = ?1 AND deal = ?2 ORDER BY version"


def keep_reason(db: Connection, table: TableId, version: int, reason: Reason) -> None:
    """Store the reason of the event with this version."""
    db.execute(KEEP_REASON, (table, reason.deal, version, reason.text))


def reasons_of_deal(db: Connection, table: TableId, deal: int) -> dict[int, str]:
    """The texts of the reasons, by the versions of their events."""
    return dict(db.execute(OF_DEAL, (table, deal)))


OLD_REASONS: Final = """
    SELECT table_id, (
        SELECT event.at FROM reason
        JOIN event ON event.table_id = reason.table_id AND event.version = reason.version
        WHERE reason.table_id = stream.table_id ORDER BY reason.deal, reason.version LIMIT 1
    )
    FROM stream WHERE table_id > ?1 ORDER BY table_id LIMIT ?2
"""
"""The time of the first reason of each stream, for so many streams after one."""
NEXT: Final = "SELECT table_id FROM stream WHERE table_id > ?1 ORDER BY table_id LIMIT ?2"
DROP_REASONS: Final = """
    DELETE FROM reason WHERE table_id = ?1 AND (deal, version) IN (
        SELECT reason.deal, reason.version FROM reason
        JOIN event ON event.table_id = reason.table_id AND event.version = reason.version
        WHERE reason.table_id = ?1 AND event.at < ?2 ORDER BY reason.deal, reason.version LIMIT ?3
    )
"""


def old_reasons(db: Connection, after: str, before: int, most: int) -> tuple[list[TableId], str | None]:
    """Those of so many streams after one that have reasons from before a time, in milliseconds; and the last
    of these streams, None if there are no more."""
    rows = db.execute(OLD_REASONS, (after, most)).fetchall()
    old = [TableId(table) for table, at in rows if isinstance(at, int) and at < before]
    return old, rows[-1][0] if len(rows) == most else None


def next_streams(db: Connection, after: str, most: int) -> tuple[list[TableId], str | None]:
    """So many streams after one; and the last of them, None if there are no more."""
    found = [TableId(table) for (table,) in db.execute(NEXT, (after, most)).fetchall()]
    return found, found[-1] if len(found) == most else None


def drop_reasons(db: Connection, table: TableId, before: int, most: int) -> int:
    """Delete so many of the reasons of a table from before a time. Returns how many there were."""
    return db.execute(DROP_REASONS, (table, before, most)).rowcount
