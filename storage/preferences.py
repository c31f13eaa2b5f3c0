"""What people and servers have chosen. Knows no choice's meaning: ``bot.preferences`` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.engine import Connection

OF_OWNER: Final = "SELECT name, value FROM preference WHERE owner = ?1"
OF_ALL: Final = "SELECT owner, value FROM preference WHERE name = ?1 ORDER BY owner"
CHOOSE: Final = """
    INSERT INTO preference (owner, name, value) VALUES (?1, ?2, ?3)
    ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value
"""
UNCHOOSE: Final = "DELETE FROM preference WHERE owner = ?1 AND name = ?2"
FORGET: Final = "DELETE FROM preference WHERE owner = ?1"


def of_owner(db: Connection, owner: str) -> dict[str, str]:
    return dict(db.execute(OF_OWNER, (owner,)).fetchall())


def of_all(db: Connection, name: str) -> dict[str, str]:
    return dict(db.execute(OF_ALL, (name,)).fetchall())


def choose(db: Connection, owner: str, chosen: Mapping[str, str | None]) -> None:
    """Keep these choices; None goes back to the default."""
    for name, value in chosen.items():
        if value is None:
            db.execute(UNCHOOSE, (owner, name))
        else:
            db.execute(CHOOSE, (owner, name, value))


def forget(db: Connection, owner: str) -> None:
    db.execute(FORGET, (owner,))
