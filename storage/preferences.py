"""What people and servers have chosen, and the named sets of options of servers. The meaning of a choice is
known only to ``bot.preferences``. Every choice has a seal (``storage.seals``).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final

from storage import engine
from storage.engine import Connection
from storage.errors import BeingForgotten
from storage.events import seal
from storage.ports import storage as ports
from storage.ports.records import OptionSet, Saving, UserId
from storage.roles import Role, acting, changing, reading, writing
from storage.seals import choices_of, length_of, lengthen_list, settle_list

CHOICES_OF_OWNER: Final = "SELECT owner, name, value, seal FROM preference WHERE owner = ?1"
CHOICES_BY_NAME: Final = "SELECT owner, name, value, seal FROM preference WHERE name = ?1 ORDER BY owner"
CHOOSE_FIRST: Final = """
    INSERT INTO preference (owner, name, value, seal) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (owner, name) DO NOTHING
"""
CHOOSE_OTHER: Final = """
    UPDATE preference SET value = ?3, seal = ?4
    WHERE owner = ?1 AND name = ?2 AND (value <> ?3 OR seal IS NULL OR seal <> ?4)
"""
UNCHOOSE: Final = "DELETE FROM preference WHERE owner = ?1 AND name = ?2"
DELETE_CHOICES: Final = "DELETE FROM preference WHERE owner = ?1"
FORGETTING: Final = "forgetting:"
"""What the owner of a mark begins with; the user follows who is being forgotten."""
MARKS: Final = """
    SELECT owner, name, value, seal FROM preference WHERE owner >= 'forgetting:' AND owner < 'forgetting;'
    ORDER BY owner
"""
HOLD_MARK: Final = "UPDATE preference SET value = value WHERE owner = ?1"


def choices_of_owner(db: Connection, owner: str) -> dict[str, str]:
    """What ``user:ID`` or ``guild:ID`` has chosen, by the choices' names, without what is not as it was
    chosen."""
    return {name: value for name, value, sound in _choice_rows(db, owner) if sound}


def choices_are_whole(db: Connection, owner: str) -> bool:
    """Whether everything is there that an owner has chosen, and as they chose it."""
    rows = _choice_rows(db, owner)
    return all(sound for *_, sound in rows) and len(rows) == length_of(db, choices_of(owner))


def settle_choices(db: Connection, owner: str) -> None:
    """The owner has been told of what is not there any more."""
    rows = _choice_rows(db, owner)
    for name, _, sound in rows:
        if not sound:
            db.execute(UNCHOOSE, (owner, name))
    settle_list(db, choices_of(owner), sum(sound for *_, sound in rows))


def _choice_rows(db: Connection, owner: str) -> list[tuple[str, str, bool]]:
    """Each choice of an owner with whether it is what was chosen."""
    rows = db.execute(CHOICES_OF_OWNER, (owner,)).fetchall()
    return [(name, value, seal(of, name, value) == sealed) for of, name, value, sealed in rows]


def choices_by_name(db: Connection, name: str) -> dict[str, str]:
    """What every owner has chosen under a name, except those who left it at its default."""
    rows = db.execute(CHOICES_BY_NAME, (name,)).fetchall()
    return {of: value for of, _, value, sealed in rows if seal(of, name, value) == sealed}


def store_choices(db: Connection, owner: str, chosen: Mapping[str, str | None]) -> None:
    """Store these choices; None means the default."""
    more = 0
    for name, value in chosen.items():
        row = (owner, name, value)
        if value is None:
            more -= db.execute(UNCHOOSE, (owner, name)).rowcount
        elif db.execute(CHOOSE_FIRST, (*row, seal(*row))).rowcount:
            more += 1
        else:
            db.execute(CHOOSE_OTHER, (*row, seal(*row)))
    lengthen_list(db, choices_of(owner), more)


def remind(db: Connection, user: UserId, day: str) -> bool:
    """Note that somebody is reminded of a day. Returns False if they have been."""
    row = (f"user:{user}", "daily_reminded", day)
    engine.take_turn(db)
    if db.execute(CHOOSE_FIRST, (*row, seal(*row))).rowcount:
        lengthen_list(db, choices_of(row[0]), 1)
        return True
    return bool(db.execute(CHOOSE_OTHER, (*row, seal(*row))).rowcount)


def write_and_delete(db: Connection, nobody: str, text: str) -> None:
    """Write and delete the choice of nobody, whose text needs room that the database may not have."""
    row = (nobody, "", text)
    db.execute(CHOOSE_FIRST, (*row, seal(*row)))
    db.execute(DELETE_CHOICES, (nobody,))


def delete_choices(db: Connection, owner: str) -> None:
    db.execute(DELETE_CHOICES, (owner,))
    settle_list(db, choices_of(owner), 0)


def mark_forgetting(db: Connection, user: UserId) -> None:
    """Note that a user is being forgotten, until ``unmark_forgetting``."""
    store_choices(db, f"{FORGETTING}{user}", {"begun": "1"})


def hold_mark(db: Connection, user: UserId) -> bool:
    """Whether a user is still being forgotten; nobody else ends it before the transaction does."""
    return bool(db.execute(HOLD_MARK, (f"{FORGETTING}{user}",)).rowcount)


def unmark_forgetting(db: Connection, user: UserId) -> None:
    delete_choices(db, f"{FORGETTING}{user}")


def being_forgotten(db: Connection) -> tuple[UserId, ...]:
    """Those whose forgetting has begun and not ended. A mark that has decayed may be somebody else's."""
    rows = db.execute(MARKS).fetchall()
    owners = (of for of, name, value, sealed in rows if seal(of, name, value) == sealed)
    return tuple(UserId(int(owner.removeprefix(FORGETTING))) for owner in owners)


def check_not_being_forgotten(db: Connection, users: Collection[UserId]) -> None:
    """Raises BeingForgotten."""
    for user in being_forgotten(db):
        if user in users:
            raise BeingForgotten(user)


class Choices(Role, ports.Choices):
    """What people and servers have chosen, and who has been reminded of a day."""

    choices = reading(choices_of_owner)
    chosen_by_all = reading(choices_by_name)
    set_choices = acting(store_choices)
    remind = writing(remind, once=True)

    async def choices_lost(self, owner: str) -> bool:
        """Whether an owner has to be told that something is not there any more that they had chosen. They are
        told once."""
        if await self.database.read(lambda db: choices_are_whole(db, owner)):
            return False
        await self.database.write(lambda db: settle_choices(db, owner))
        return True


SETS_KEPT: Final = 25
"""Sets of options that a server may keep, as many as a list in Discord has room for."""
SETS_OF_SERVER: Final = "SELECT name, game, options FROM option_set WHERE guild = ?1 ORDER BY name"
INSERT_SET: Final = "INSERT INTO option_set (guild, name, game, options) VALUES (?1, ?2, ?3, ?4)"
DELETE_SET: Final = "DELETE FROM option_set WHERE guild = ?1 AND name = ?2"


def sets_of_server(db: Connection, guild: int) -> tuple[OptionSet, ...]:
    """The sets of a server, ordered by name."""
    rows = db.execute(SETS_OF_SERVER, (guild,))
    return tuple(
        OptionSet(name, game, tuple((key, value) for key, value in json.loads(kept)))
        for name, game, kept in rows
    )


def store_set(db: Connection, guild: int, chosen: OptionSet, most: int = SETS_KEPT) -> Saving:
    """Store a set. A server has a limited number of them, and no two whose names differ only in case."""
    engine.take_turn(db)
    row = (chosen.name, chosen.game, json.dumps(chosen.options))
    kept = {one[0].casefold(): one for one in db.execute(SETS_OF_SERVER, (guild,)).fetchall()}
    if (there := kept.get(chosen.name.casefold())) is not None:
        return Saving.DONE if tuple(there) == row else Saving.TAKEN
    if len(kept) >= most:
        return Saving.FULL
    db.execute(INSERT_SET, (guild, *row))
    return Saving.DONE


def drop_set(db: Connection, guild: int, name: str) -> bool:
    """Delete a set. Returns whether there was one."""
    return bool(db.execute(DELETE_SET, (guild, name)).rowcount)


class OptionSets(Role, ports.OptionSets):
    """The named sets of options of a server."""

    option_sets = reading(sets_of_server)
    save_set = acting(store_set)
    delete_set = changing(drop_set)
