"""Copies a whole database into an empty one, of the same engine or the other.

Every row is copied as it is, and the chain of every stream is walked on both sides before anything is
committed. Both sides must come to the same: so what was damaged before is copied as it is, and told of.
"""

from __future__ import annotations

from typing import Final

TABLES: Final = (
    "stream",
    "person",
    "guest",
    "event",
    "seen",
    "secret",
    "slot",
    "reason",
    "snapshot",
    "dm",
    "preference",
    "option_set",
    "uptime",
    "rubber",
    "rubber_share",
    "standing",
    "rating",
    "result",
    "deed",
    "best_deal",
    "counted",
)
"""All tables, each after those that it refers to."""
