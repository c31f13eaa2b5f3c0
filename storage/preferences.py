"""What people and servers have chosen, and the named sets of options of servers. The meaning of a choice is
known only to ``bot.preferences``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from ports.records import OptionSet, Saving
from storage import engine
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
    """Store these choices; None means the default."""
    for name, value in chosen.items():
        if value is None:
            db.execute(UNCHOOSE, (owner, name))
        else:
            db.execute(CHOOSE, (owner, name, value))


def forget(db: Connection, owner: str) -> None:
    db.execute(FORGET, (owner,))


OF_SERVER: Final = "SELECT name, game, options FROM option_set WHERE guild = ?1 ORDER BY name"
NAMES: Final = "SELECT name FROM option_set WHERE guild = ?1"
SAVE: Final = "INSERT INTO option_set (guild, name, game, options) VALUES (?1, ?2, ?3, ?4)"
DELETE: Final = "DELETE FROM option_set WHERE guild = ?1 AND name = ?2"


def of_server(db: Connection, guild: int) -> tuple[OptionSet, ...]:
    """The sets of a server, ordered by name."""
    rows = db.execute(OF_SERVER, (guild,))
    return tuple(
        OptionSet(name, game, tuple((key, value) for key, value in json.loads(kept)))
        for name, game, kept in rows
    )


def save(db: Connection, guild: int, one: OptionSet, most: int) -> Saving:
    """Store a set. A server has a limited number of them, and no two whose names differ only in case."""
    engine.take(db)
    names = [name.casefold() for (name,) in db.execute(NAMES, (guild,)).fetchall()]
    if one.name.casefold() in names:
        return Saving.TAKEN
    if len(names) >= most:
        return Saving.FULL
    db.execute(SAVE, (guild, one.name, one.game, json.dumps(one.options)))
    return Saving.DONE


def delete(db: Connection, guild: int, name: str) -> bool:
    """Delete a set. Returns whether there was one."""
    return bool(db.execute(DELETE, (guild, name)).rowcount)
