"""What SQLite's own check says of a file, and whether the bot can go on with it.

Damage among the events of tables, or in what can be told from them, concerns those tables alone: each is set
aside when its log is read. Any other is the file's. Knows which tables those are, and no statement of theirs.
"""

from __future__ import annotations

import sqlite3
from typing import Final

MOST: Final = 100
"""Findings of one check. With more the file as a whole is of no use."""
OF_ONE_STREAM: Final = ("event", "reason", "snapshot")
"""Tables of which each row belongs to one stream, whose chain of hashes shows what is wrong."""
TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
MALFORMED: Final = "rows cannot be read"


def fault_of(db: sqlite3.Connection) -> str | None:
    """Why the file cannot be used, in a line about pages and columns; None if it can. A file with damage in
    single streams can: ``is_whole`` tells."""
    found = _findings(db)
    if not found:
        return None
    if len(found) >= MOST:
        return found[0]
    theirs: set[str] = set()
    for (table,) in db.execute(TABLES).fetchall():
        of_table = _findings(db, table)
        if of_table and table not in OF_ONE_STREAM:
            return of_table[0]
        theirs.update(of_table)
    return next((one for one in found if one not in theirs), None)


def is_whole(db: sqlite3.Connection) -> bool:
    return not _findings(db, most=1)


def _findings(db: sqlite3.Connection, table: str | None = None, most: int = MOST) -> list[str]:
    """Lines of the check of the whole file, or of one table. Where the check itself fails at a row, a line
    says so."""
    asked = f"PRAGMA quick_check('{table}')" if table is not None else f"PRAGMA quick_check({most})"
    try:
        rows = db.execute(asked).fetchall()
    except sqlite3.DatabaseError:
        return [MALFORMED]
    lines = [line for (row,) in rows for line in row.splitlines() if not line.startswith("***")]
    return [] if lines == ["ok"] else [_told(line) for line in lines]


def _told(line: str) -> str:
    """An error of SQLite's that stands among the findings names no table: it must be the same for each."""
    return MALFORMED if "malformed" in line else line
