"""When the bot was connected."""

from __future__ import annotations

from typing import Final

from bot.ports.records import millis, seconds
from storage.engine import Connection

SINCE: Final = "SELECT began, ended FROM uptime WHERE ended > ?1 ORDER BY began"
NOTE: Final = """
    INSERT INTO uptime (began, ended) VALUES (?1, ?2)
    ON CONFLICT (began) DO UPDATE SET ended = excluded.ended WHERE excluded.ended > uptime.ended
"""
FORGET: Final = "DELETE FROM uptime WHERE ended <= ?1"


def since(db: Connection, moment: float) -> tuple[tuple[float, float], ...]:
    """Each time in which the bot was connected, its beginning and its end; those that ended before this
    moment are left out."""
    rows = db.execute(SINCE, (millis(moment),))
    return tuple((seconds(began), seconds(ended)) for began, ended in rows)


def note(db: Connection, began: float, ended: float, forget: float) -> None:
    """Store that a time goes on, or went on, until ``ended``; forget those that ended before ``forget``."""
    db.execute(FORGET, (millis(forget),))
    db.execute(NOTE, (millis(began), millis(ended)))
