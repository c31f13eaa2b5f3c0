"""What robots thought, kept as text beside the events that came of it. Knows no robot and reads no word.

While a deal goes on its reasons tell of hidden cards: whoever reads them sees to it that the deal is over.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.ports.records import Reason, TableId

KEEP: Final = "INSERT INTO reason (table_id, deal, version, body) VALUES (?1, ?2, ?3, ?4)"
OF_DEAL: Final = "SELECT version, body FROM reason WHERE table_id = ?1 AND deal = ?2 ORDER BY version"


def keep(db: sqlite3.Connection, table: TableId, version: int, reason: Reason) -> None:
    """Beside the event that made this version."""
    db.execute(KEEP, (table, reason.deal, version, reason.text))


def of_deal(db: sqlite3.Connection, table: TableId, deal: int) -> dict[int, str]:
    """By the version of the event."""
    return dict(db.execute(OF_DEAL, (table, deal)))
