"""A whole transaction as one call on the connection's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run the work in a transaction; its result, once that is committed. If the work raises, all is undone.

    IMMEDIATE: a transaction that began by reading could be refused when it comes to write.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # after some failures SQLite has rolled back by itself
            db.execute("ROLLBACK")
        raise
    return result
