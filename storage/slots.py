"""Slots, the outbox: for each message that must be on screen, the version of its table that is wanted there
and the one that was last shown. Knows no screen and no Discord.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from bot.ports.records import Slot, SlotKey, TableId, millis, seconds
from storage.engine import Connection

WANT: Final = """
    INSERT INTO slot (table_id, name, wanted) VALUES (?1, ?2, ?3)
    ON CONFLICT (table_id, name) DO UPDATE SET wanted = excluded.wanted
    WHERE excluded.wanted > slot.wanted
"""
WANT_NOW: Final = """
    INSERT INTO slot (table_id, name, wanted)
    SELECT table_id, ?2, version FROM stream WHERE table_id = ?1
    ON CONFLICT (table_id, name) DO UPDATE SET wanted = excluded.wanted
    WHERE excluded.wanted > slot.wanted
"""
RETIRE: Final = "DELETE FROM slot WHERE table_id = ?1 AND name = ?2 AND wanted <= ?3"
OF_TABLE: Final = """
    SELECT table_id, name, wanted, shown, digest, channel, message, posts, tries, not_before, parked
    FROM slot WHERE table_id = ?1 ORDER BY wanted, name
"""
DUE: Final = """
    SELECT table_id, name, wanted, shown, digest, channel, message, posts, tries, not_before, parked
    FROM slot WHERE parked IS NULL AND (shown IS NULL OR shown < wanted)
    ORDER BY table_id, wanted, name
"""
NOTE: Final = """
    UPDATE slot SET shown = ?3, digest = ?4, channel = ?5, message = ?6, posts = ?7,
                    tries = ?8, not_before = ?9, parked = ?10
    WHERE table_id = ?1 AND name = ?2
"""
LEAVING: Final = """
    SELECT name FROM slot
    WHERE table_id = ?1 AND (channel IS NULL OR channel = (SELECT channel FROM stream WHERE table_id = ?1))
    AND (shown IS NULL OR shown < wanted OR wanted = (SELECT max(wanted) FROM slot WHERE table_id = ?1))
"""
LEAVE_CHANNEL: Final = """
    UPDATE slot SET shown = NULL, digest = NULL, channel = NULL, message = NULL, posts = posts + 1,
                    tries = 0, not_before = 0, parked = NULL
    WHERE table_id = ?1 AND name = ?2
"""
MOVE: Final = "UPDATE stream SET channel = ?2 WHERE table_id = ?1"


def want(db: Connection, table: TableId, names: Sequence[str], version: int) -> None:
    """Ask for these slots to show at least this version. In order, so that two writers wait for each other at
    the first that they share, and never in a circle."""
    for name in sorted(names):
        db.execute(WANT, (table, name, version))


def want_now(db: Connection, table: TableId, names: Sequence[str]) -> None:
    """Ask for these slots to show the table as it now is."""
    for name in sorted(names):
        db.execute(WANT_NOW, (table, name))


def of_table(db: Connection, table: TableId) -> tuple[Slot, ...]:
    return _slots(db.execute(OF_TABLE, (table,)))


def due(db: Connection) -> tuple[Slot, ...]:
    return _slots(db.execute(DUE))


def note(db: Connection, slots: Iterable[Slot]) -> None:
    """Write down what is known of the messages of these slots; what is wanted stays as it is."""
    db.executemany(
        NOTE,
        [
            (
                slot.key.table,
                slot.key.name,
                slot.shown,
                slot.digest,
                slot.channel,
                slot.message,
                slot.posts,
                slot.tries,
                millis(slot.not_before),
                slot.parked,
            )
            for slot in sorted(slots, key=_key)
        ],
    )


def retire(db: Connection, slots: Iterable[Slot]) -> None:
    """Forget these slots, but for those wanted since. Their messages stay in Discord as they are."""
    db.executemany(RETIRE, [(*_key(slot), slot.wanted) for slot in sorted(slots, key=_key)])


def move(db: Connection, table: TableId, channel: int, staying: str) -> None:
    """Move a table to another channel. Its newest messages, and those not yet shown, become due there;
    messages of what is over stay in the old channel, and so do those whose names match ``staying``."""
    leaving = [name for (name,) in db.execute(LEAVING, (table,)) if not fnmatchcase(name, staying)]
    for name in sorted(leaving):
        db.execute(LEAVE_CHANNEL, (table, name))
    db.execute(MOVE, (table, channel))


def _key(slot: Slot) -> tuple[str, str]:
    return slot.key.table, slot.key.name


def _slots(rows: Iterable[tuple[Any, ...]]) -> tuple[Slot, ...]:
    return tuple(
        Slot(
            SlotKey(TableId(table), name),
            wanted,
            shown,
            digest,
            channel,
            message,
            posts,
            tries,
            seconds(not_before),
            parked,
        )
        for table, name, wanted, shown, digest, channel, message, posts, tries, not_before, parked in rows
    )
