"""Named sets of options of servers."""

from __future__ import annotations

import json
from typing import Final

from bot.ports.records import OptionSet, Saving
from storage import turns
from storage.engine import Connection

OF_SERVER: Final = "SELECT name, game, options FROM option_set WHERE guild = ?1 ORDER BY name"
NAMES: Final = "SELECT name FROM option_set WHERE guild = ?1"
SAVE: Final = "INSERT INTO option_set (guild, name, game, options) VALUES (?1, ?2, ?3, ?4)"
DELETE: Final = "DELETE FROM option_set WHERE guild = ?1 AND name = ?2"


def of_server(db: Connection, guild: int) -> tuple[OptionSet, ...]:
    """In order of their names."""
    rows = db.execute(OF_SERVER, (guild,))
    return tuple(
        OptionSet(name, game, tuple((key, value) for key, value in json.loads(kept)))
        for name, game, kept in rows
    )


def save(db: Connection, guild: int, one: OptionSet, most: int) -> Saving:
    """A server keeps so many at most, and none by a name that differs from another's in case alone."""
    turns.take(db)
    names = [name.casefold() for (name,) in db.execute(NAMES, (guild,)).fetchall()]
    if one.name.casefold() in names:
        return Saving.TAKEN
    if len(names) >= most:
        return Saving.FULL
    db.execute(SAVE, (guild, one.name, one.game, json.dumps(one.options)))
    return Saving.DONE


def delete(db: Connection, guild: int, name: str) -> bool:
    """Whether there was one."""
    return bool(db.execute(DELETE, (guild, name)).rowcount)
