"""Why robots acted as they did: text stored beside their events. What it says is not known here.

Until a deal is over its reasons reveal hidden cards: the caller checks that it is over.
"""

from __future__ import annotations

from typing import Final

from bot.ports.records import Reason, TableId
from storage.engine import Connection

KEEP: Final = "INSERT INTO reason (table_id, deal, version, body) VALUES (?1, ?2, ?3, ?4)"
OF_DEAL: Final = "SELECT version, body FROM reason WHERE table_id = ?1 AND deal = ?2 ORDER BY version"


def keep(db: Connection, table: TableId, version: int, reason: Reason) -> None:
    """Store the reason of the event with this version."""
    db.execute(KEEP, (table, reason.deal, version, reason.text))


def of_deal(db: Connection, table: TableId, deal: int) -> dict[int, str]:
    """The texts by the versions of their events."""
    return dict(db.execute(OF_DEAL, (table, deal)))
