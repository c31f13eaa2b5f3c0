"""The users behind the pseudonyms, and the channels of their direct messages.

User ids are in the statements of this module, of ``log`` (where pseudonyms are introduced) and of the
leaderboards, ratings and statistics, and nowhere else.
"""

from __future__ import annotations

from typing import Final

from bot.ports.errors import DamagedRows
from bot.ports.records import DirectMessages, TableId, UserId
from rules.members import Person
from storage import deeds, preferences, private_copies, ratings, standings, turns
from storage.chain import seal
from storage.engine import Connection

GUESTS: Final = "SELECT alias, name FROM guest WHERE table_id = ?1 ORDER BY alias"
DM: Final = "SELECT channel, refused FROM dm WHERE user_id = ?1"
REMEMBER_DM: Final = """
    INSERT INTO dm (user_id, channel, refused) VALUES (?1, ?2, 0)
    ON CONFLICT (user_id) DO UPDATE SET channel = excluded.channel, refused = 0
"""
REFUSE_DM: Final = """
    INSERT INTO dm (user_id, channel, refused) VALUES (?1, NULL, 1)
    ON CONFLICT (user_id) DO UPDATE SET refused = 1
"""
OPEN_TABLES_OF: Final = """
    SELECT stream.table_id FROM person JOIN stream ON stream.table_id = person.table_id
    WHERE person.user_id = ?1 AND stream.open = 1 ORDER BY stream.table_id
"""
IS_MET: Final = "SELECT EXISTS (SELECT 1 FROM person WHERE user_id = ?1)"
FORGET_PANELS: Final = "DELETE FROM slot WHERE channel = (SELECT channel FROM dm WHERE user_id = ?1)"
SEALED: Final = "SELECT alias, user_id, seal FROM person WHERE table_id = ?1 ORDER BY alias"
FORGET_PERSON: Final = "UPDATE person SET user_id = NULL, seal = NULL WHERE user_id = ?1"
FORGET_DM: Final = "DELETE FROM dm WHERE user_id = ?1"


def of_table(db: Connection, table: TableId) -> dict[Person, UserId]:
    """The users behind a table's pseudonyms, without those who have been forgotten. Raises DamagedRows."""
    known = {}
    for alias, user, sealed in db.execute(SEALED, (table,)).fetchall():
        if (None if user is None else seal(table, alias, user)) != sealed:
            raise DamagedRows(table, "people")
        if user is not None:
            known[Person(alias)] = UserId(user)
    return known


def is_met(db: Connection, user: UserId) -> bool:
    """Whether a user has taken part in anything, and has not been forgotten since."""
    return bool(db.execute(IS_MET, (user,)).fetchone()[0])


def guests(db: Connection, sheet: TableId) -> dict[Person, str]:
    """The names of the people on a score sheet who have no Discord account."""
    return {Person(alias): name for alias, name in db.execute(GUESTS, (sheet,))}


def dm(db: Connection, user: UserId) -> DirectMessages:
    channel, refused = db.execute(DM, (user,)).fetchone() or (None, 0)
    return DirectMessages(channel, bool(refused))


def remember_dm(db: Connection, user: UserId, channel: int) -> None:
    db.execute(REMEMBER_DM, (user, channel))


def refuse_dm(db: Connection, user: UserId) -> None:
    db.execute(REFUSE_DM, (user,))


def forget(db: Connection, user: UserId) -> tuple[TableId, ...]:
    """Delete everything that leads from pseudonyms to the user; the open tables they belonged to.

    The slots of their panels are deleted too: those hold the channel of their direct messages."""
    tables = tuple(TableId(table) for (table,) in db.execute(OPEN_TABLES_OF, (user,)))
    db.execute(FORGET_PANELS, (user,))
    private_copies.forget(db, user)
    db.execute(FORGET_PERSON, (user,))
    turns.take(db)
    rated = ratings.games_of(db, user)
    standings.forget(db, user)
    deeds.forget(db, user)
    for guild, game in rated:
        ratings.again(db, guild, game)  # as if their sides had never been rated
    db.execute(FORGET_DM, (user,))
    preferences.forget(db, f"user:{user}")
    return tables
