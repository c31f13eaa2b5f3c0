"""Counts all projections anew from the log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.ports.errors import BrokenChain, UnknownEvent
from bot.ports.records import DealCount, Stored, TableId, millis
from rules.errors import Refusal
from storage import deeds, log, projections, turns
from storage.engine import Connection
from storage.snapshots import BEGINNING

logger = logging.getLogger(__name__)

REVISION: Final = 2
"""Of what is counted. Raised when something is counted that was not before, or was counted otherwise, so that
the next start counts it all."""

TABLES: Final = "SELECT table_id FROM stream WHERE kind = 'table' ORDER BY table_id"
COUNTED: Final = "SELECT revision FROM counted"
NOTE: Final = "UPDATE counted SET revision = ?1"

CountDeals = Callable[[TableId, Sequence[Stored]], Iterable[tuple[DealCount, float]]]
"""Makes from all events of a table what is counted of its finished deals, with the time of each. May raise a
Refusal."""


def is_due(db: Connection) -> bool:
    """Whether an earlier version counted last, or none has."""
    turns.take(db)
    (revision,) = db.execute(COUNTED).fetchone()
    return bool(revision < REVISION)


def rebuild(db: Connection, count: CountDeals) -> None:
    """Raises UnknownEvent for a rubber that cannot be read. The deals of a table that cannot be read are left
    out."""
    turns.take(db)
    projections.rebuild(db)
    deeds.empty(db)
    for (table,) in db.execute(TABLES).fetchall():
        try:
            found = list(count(table, log.replay(db, table, BEGINNING)))
        except (BrokenChain, UnknownEvent, Refusal) as fault:
            logger.error("the deals of table %s cannot be counted: %r", table, fault)
            continue
        for deal, at in found:
            deeds.enter(db, table, deal, millis(at))
    db.execute(NOTE, (REVISION,))
