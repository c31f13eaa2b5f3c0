"""One writer at a time, where rows are read, counted on in Python and written back.

The writers of one table are ordered by the version of its stream. What is counted from many tables, such as a
leaderboard, has no such row.
"""

from __future__ import annotations

from typing import Final

from storage.engine import Connection

TAKE: Final = "UPDATE counted SET revision = revision"


def take(db: Connection) -> None:
    """Wait until no other transaction that has taken its turn is under way. What is read from here on is what
    they have committed. An engine with one writer has no need of it, and loses nothing by it."""
    db.execute(TAKE)
