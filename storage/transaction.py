"""A whole transaction as one call on the thread of the connection. Knows no SQL but its brackets."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """What the work returns, once committed. If it raises, all of it is undone.

    IMMEDIATE, since a transaction that begins by reading and then writes can be refused at once.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # some failures SQLite undoes by itself; after others even BEGIN has begun
            db.execute("ROLLBACK")
        raise
    return result
