"""Messages that only one person sees, each with the interaction token that reaches it. Knows no screen and no
Discord."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from storage.engine import Connection
from storage.ports.records import PrivateCopy, Slot, SlotKey, TableId, UserId, millis, seconds

ALL: Final = "SELECT message, table_id, name, token, follow_up, made FROM private_copy ORDER BY made, message"
OF_TABLE: Final = """
    SELECT message, table_id, name, token, follow_up, made FROM private_copy
    WHERE table_id = ?1 ORDER BY made, message
"""
KEEP: Final = """
    INSERT INTO private_copy (message, table_id, name, token, follow_up, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (message) DO UPDATE
    SET token = excluded.token, follow_up = excluded.follow_up, made = excluded.made
    WHERE excluded.made > private_copy.made
"""
DROP: Final = "DELETE FROM private_copy WHERE message = ?1"
EXPIRED: Final = """
    DELETE FROM private_copy WHERE made < ?1 AND made < (SELECT max(made) FROM private_copy) - ?2
"""
"""By the newest too, which Discord has dated: the clock of this machine may be ahead."""
FORGET: Final = """
    DELETE FROM private_copy WHERE EXISTS (
        SELECT 1 FROM person WHERE person.table_id = private_copy.table_id AND person.user_id = ?1
        AND private_copy.name LIKE '%:' || person.alias
    )
"""


OF_USER: Final = """
    SELECT private_copy.table_id, private_copy.message, private_copy.made
    FROM private_copy JOIN person ON person.table_id = private_copy.table_id
    WHERE person.user_id = ?1 AND private_copy.name LIKE '%:' || person.alias
    ORDER BY private_copy.made, private_copy.message
"""


def read_copies(db: Connection, table: TableId | None = None) -> tuple[PrivateCopy, ...]:
    """The copies of a stream, or of all streams; the newest comes last."""
    rows = db.execute(ALL) if table is None else db.execute(OF_TABLE, (table,))
    return tuple(
        PrivateCopy(message, SlotKey(TableId(one), Slot.of_name(name)), token, bool(follow_up), seconds(made))
        for message, one, name, token, follow_up, made in rows
    )


def store_copies(
    db: Connection, kept: Iterable[PrivateCopy], dropped: Iterable[int], now: float, lasts: float
) -> None:
    """Store some and delete some, and delete all that were made more than so many seconds ago."""
    for one in sorted(kept, key=lambda one: one.message):
        row = (one.message, one.key.table, str(one.key.slot), one.token, int(one.follow_up), millis(one.made))
        db.execute(KEEP, row)
    db.executemany(DROP, [(message,) for message in sorted(dropped)])
    db.execute(EXPIRED, (millis(now - lasts), millis(lasts)))


def copies_of(db: Connection, user: UserId) -> list[tuple[TableId, int, float]]:
    """The copies of a user's own slots, whose names end in the user's pseudonym: for each the stream, the
    message, and the time of the interaction."""
    rows = db.execute(OF_USER, (user,)).fetchall()
    return [(TableId(table), message, seconds(made)) for table, message, made in rows]


def delete_copies(db: Connection, user: UserId) -> None:
    """Delete all copies of a user."""
    db.execute(FORGET, (user,))
