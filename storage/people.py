"""The users behind the pseudonyms, the channels of their direct messages, and everything that is kept of one
user.

User ids occur in the statements of this module, of ``log`` (where pseudonyms are introduced) and of the
leaderboards, ratings and statistics, and nowhere else. The export for a user counts and dates their acts but
does not include them: the events tell of other people too, and of hidden cards until a deal is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from rules.seats import Person
from storage import (
    challenges,
    contests,
    deeds,
    engine,
    page_keys,
    preferences,
    private_copies,
    ratings,
    standings,
)
from storage.engine import Breath, Connection
from storage.errors import DatabaseFailed
from storage.events import seal
from storage.ports.patience import CURRENT_PATIENCE, stored
from storage.ports.records import DirectMessages, TableId, UserId, seconds
from storage.ports.storage import DamagedRows, KnownPeople
from storage.roles import Role, Shared, listing, reading

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
HAS_PLAYED: Final = """
    SELECT EXISTS (SELECT 1 FROM deed WHERE user_id = ?1)
    OR EXISTS (SELECT 1 FROM attempt WHERE user_id = ?1 AND ended IS NOT NULL)
    OR EXISTS (
        SELECT 1 FROM person AS alone
        JOIN snapshot ON snapshot.table_id = alone.table_id AND snapshot.over > 0
        WHERE alone.user_id = ?1 AND NOT EXISTS (
            SELECT 1 FROM person AS other WHERE other.table_id = alone.table_id AND other.alias <> alone.alias
        )
    )
"""
HAVE_MET: Final = """
    SELECT EXISTS (
        SELECT 1 FROM person AS one
        JOIN person AS other ON other.table_id = one.table_id AND other.user_id = ?2
        JOIN rubber_share AS mine ON mine.table_id = one.table_id AND mine.alias = one.alias
        JOIN rubber_share AS theirs
            ON theirs.table_id = mine.table_id AND theirs.number = mine.number AND theirs.alias = other.alias
        WHERE one.user_id = ?1
    )
"""
FORGET_PANELS: Final = "DELETE FROM slot WHERE channel = (SELECT channel FROM dm WHERE user_id = ?1)"
SEALED: Final = "SELECT alias, user_id, seal FROM person WHERE table_id = ?1 ORDER BY alias"
FORGET_PERSON: Final = "UPDATE person SET user_id = NULL, seal = NULL WHERE user_id = ?1"
FORGET_DM: Final = "DELETE FROM dm WHERE user_id = ?1"

FEW: Final = 200
"""Rows of somebody that are deleted in one transaction, for which acts may have to wait."""
SLICE: Final = 20
"""Rows of somebody with more that are deleted together: others act in between."""
BETWEEN_SLICES: Final = 0.1
"""Seconds between two: of those who act all the time fewer than one in a hundred waits for one."""
ROWS_OF: Final = """
    SELECT (SELECT count(*) FROM person WHERE user_id = ?1) + (SELECT count(*) FROM result WHERE user_id = ?1)
        + (SELECT count(*) FROM standing WHERE user_id = ?1)
        + (SELECT count(*) FROM standing WHERE partner_id = ?1 AND partner_id <> 0)
        + (SELECT count(*) FROM attempt WHERE user_id = ?1)
        + (SELECT count(*) FROM challenged WHERE user_id = ?1)
"""


def _some(table: str, key: str, where: str) -> str:
    return f"({key}) IN (SELECT {key} FROM {table} WHERE {where} LIMIT ?2)"


_STANDING: Final = "guild, game, period, board, user_id, partner_id"
_RATING: Final = "guild, game, user_id, partner_id"
_RESULT: Final = "user_id, guild, game, ended_at, table_id, number"
THIN_PERSON: Final = f"""
    UPDATE person SET user_id = NULL, seal = NULL WHERE {_some("person", "table_id, alias", "user_id = ?1")}
"""
THIN: Final = (
    f"DELETE FROM rating WHERE {_some('rating', _RATING, 'user_id = ?1')}",
    f"DELETE FROM rating WHERE {_some('rating', _RATING, 'partner_id = ?1')}",
    f"DELETE FROM standing WHERE {_some('standing', _STANDING, 'user_id = ?1')}",
    f"DELETE FROM standing WHERE {_some('standing', _STANDING, 'partner_id = ?1 AND partner_id <> 0')}",
    f"DELETE FROM result WHERE {_some('result', _RESULT, 'user_id = ?1')}",
)


def users_of_table(db: Connection, table: TableId) -> dict[Person, UserId]:
    """The users behind a table's pseudonyms, except those who have been forgotten. Raises DamagedRows."""
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


def has_sat_through(db: Connection, user: UserId) -> bool:
    """Whether a user has sat through a whole deal, and has not been forgotten since."""
    return bool(db.execute(HAS_PLAYED, (user,)).fetchone()[0])


def have_met(db: Connection, users: Sequence[UserId]) -> bool:
    """Whether every two of these have ended a rubber together, at a table or on a sheet, and have not been
    forgotten since."""
    return all(db.execute(HAVE_MET, pair).fetchone()[0] for pair in combinations(users, 2))


def guests(db: Connection, sheet: TableId) -> dict[Person, str]:
    """The names of the people on a score sheet who have no Discord account."""
    return {Person(alias): name for alias, name in db.execute(GUESTS, (sheet,))}


def dm(db: Connection, user: UserId) -> DirectMessages:
    channel, refused = db.execute(DM, (user,)).fetchone() or (None, 0)
    return DirectMessages(channel, bool(refused))


def remember_dm(db: Connection, user: UserId, channel: int) -> None:
    """Note that direct messages reach the user in this channel."""
    db.execute(REMEMBER_DM, (user, channel))


def refuse_dm(db: Connection, user: UserId) -> None:
    """Note that the user's settings refused a direct message."""
    db.execute(REFUSE_DM, (user,))


class Forgotten(NamedTuple):
    """What has to be done about somebody who was forgotten."""

    tables: tuple[TableId, ...]  # open ones that they belonged to
    games: Sequence[tuple[int, str]]  # of servers, in which others are to be rated again


def delete_person(db: Connection, user: UserId, now: float) -> Forgotten:
    """Delete everything that leads from pseudonyms to the user. The slots of their panels are deleted too,
    because those hold the channel of their direct messages. Until a contest that they have begun is over, a
    mark of it stays."""
    tables = _open_tables(db, user)
    db.execute(FORGET_PANELS, (user,))
    private_copies.delete_copies(db, user)
    page_keys.end_pages_of(db, user)
    db.execute(FORGET_PERSON, (user,))
    engine.take_turn(db)
    games = ratings.delete_ratings(db, user)
    standings.delete_standings(db, user)
    deeds.delete_deeds(db, user)
    db.execute(FORGET_DM, (user,))
    preferences.delete_choices(db, f"user:{user}")
    contests.unlink_plays(db, user, now)
    challenges.unlink_places(db, user)
    preferences.unmark_forgetting(db, user)
    return Forgotten(tables, games)


def _open_tables(db: Connection, user: UserId) -> tuple[TableId, ...]:
    return tuple(TableId(table) for (table,) in db.execute(OPEN_TABLES_OF, (user,)))


def begin_forgetting(db: Connection, user: UserId) -> Forgotten:
    """From now on it is certain that a user is forgotten to the end, by whichever process."""
    preferences.mark_forgetting(db, user)
    return Forgotten(_open_tables(db, user), ratings.games_of(db, user))


def delete_rest(db: Connection, user: UserId, now: float) -> None:
    """Delete what the slices have left of a user, unless that is done: what there is then is somebody
    new's."""
    if preferences.hold_mark(db, user):
        delete_person(db, user, now)


Slice = Callable[[Connection, UserId, float, int], int]
"""Deletes so many rows of a user. Returns how many; fewer, if no more are left or the others are damaged."""


def _thinned(statement: str, db: Connection, user: UserId, _now: float, most: int) -> int:
    if statement is not THIN_PERSON:  # as in delete_person, whose order keeps others from a deadlock
        engine.take_turn(db)
    return db.execute(statement, (user, most)).rowcount


def _thinned_places(db: Connection, user: UserId, _now: float, most: int) -> int:
    return challenges.unlink_places(db, user, most)


SLICES: Final[Sequence[Slice]] = (
    *(partial(_thinned, statement) for statement in (THIN_PERSON, *THIN)),
    contests.unlink_some,
    _thinned_places,
)
"""Of all of which somebody may have very many rows. First they are known at no table: nothing is counted to
them any more."""


TABLES: Final = """
    SELECT person.table_id, stream.kind, guild, channel, open, person.alias, {acts}
    FROM person JOIN stream ON stream.table_id = person.table_id {events}
    WHERE person.user_id = ?1
    GROUP BY person.table_id, stream.kind, guild, channel, open, person.alias ORDER BY person.table_id
"""
_ACTS: Final = "count(event.version), min(event.at), max(event.at)"
_EVENTS: Final = "LEFT JOIN event ON event.table_id = person.table_id AND event.actor = person.alias"
COUNTED: Final = {
    "standings": """
        SELECT guild, game, period, board, rubbers, won, points FROM (
            SELECT guild, game, period, board, rubbers, won, points, place FROM standing WHERE user_id = ?1
            UNION ALL
            SELECT guild, game, period, board, rubbers, won, points, place FROM standing
            WHERE partner_id = ?1 AND partner_id <> 0
        ) AS theirs ORDER BY guild, game, period, board, place
    """,
    "ratings": """
        SELECT guild, game, rubbers, shown FROM rating
        WHERE user_id = ?1 OR partner_id = ?1 ORDER BY guild, game, shown
    """,
    "results": """
        SELECT guild, game, table_id, number, ended_at, points FROM result
        WHERE user_id = ?1 ORDER BY ended_at, table_id, number
    """,
    "deeds": "SELECT guild, game, deed, count FROM deed WHERE user_id = ?1 ORDER BY guild, game, deed",
    "best deals": """
        SELECT guild, game, table_id, deal, ended_at, points FROM best_deal
        WHERE user_id = ?1 ORDER BY guild, game
    """,
}


def person_kept(db: Connection, timed: bool, user: UserId) -> dict[str, Any]:
    """Everything that is kept of a user, as plain values for a file. With ``timed`` false their acts are left
    out: a damaged event would hide everything else."""
    reached = dm(db, user)
    tables = TABLES.format(acts=_ACTS if timed else "NULL, NULL, NULL", events=_EVENTS if timed else "")
    return {
        "user": str(user),
        "direct messages": {
            "channel": str(reached.channel) if reached.channel is not None else None,
            "refused": reached.refused,
        },
        "settings": preferences.choices_of_owner(db, f"user:{user}"),
        "blocked": preferences.choices_of_owner(db, f"blocked:user:{user}").get("blocked"),
        "tables and score sheets": [
            {
                "table": table,
                "kind": kind,
                "server": str(guild),
                "channel": str(channel),
                "open": bool(is_open),
                "pseudonym": alias,
                "acts": acts,
                "first act": seconds(first) if isinstance(first, int) else None,
                "last act": seconds(last) if isinstance(last, int) else None,
            }
            for table, kind, guild, channel, is_open, alias, acts, first, last in db.execute(tables, (user,))
        ],
        "messages for one alone": [
            {"table": table, "message": str(message), "token from": made}
            for table, message, made in private_copies.copies_of(db, user)
        ],
        "pages in a browser": [
            {"table": table, "open until": until} for table, until in page_keys.pages_of(db, user)
        ],
        **contests.plays_kept(db, user),
        **challenges.challenges_kept(db, user),
        **{name: _plain_rows(db, statement, user) for name, statement in COUNTED.items()},
    }


def _plain_rows(db: Connection, statement: str, user: UserId) -> list[dict[str, Any]]:
    """As a program in any language can read it: Discord's ids are too long for numbers in JSON."""
    found = db.execute(statement, (user,))
    names = [column[0] for column in found.description]
    rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    for row in rows:
        row["server"] = str(row.pop("guild"))
        if "ended_at" in row:
            row["ended_at"] = seconds(row["ended_at"])
    return rows


def rows_of(db: Connection, user: UserId) -> int:
    """How many rows lead to a user, but for a few."""
    return int(db.execute(ROWS_OF, (user,)).fetchone()[0])


class People(Role, KnownPeople):
    """What is kept of users."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        shared.forget_rest = partial(self._forget_rest, pause=0.0)

    known = listing(person_kept)
    is_met = reading(is_met)

    async def forget(self, user: UserId) -> tuple[TableId, ...]:
        """Forget a user. Returns the open tables and score sheets that they belonged to. Pseudonyms and games
        stay, but no longer lead to anybody; until the day of a contest that they have begun is over, a mark
        stays by which they cannot begin it again. Of somebody with many rows these go in slices, and a start
        goes on with what a kill has left. Those who played with them are rated again later
        (``Checks.rate_late``); if that is cut short, the check of the day does it."""
        try:
            forgotten = await self._forget(user)
        except DatabaseFailed as fault:
            if not fault.unreadable:
                raise
            await self.database.examine(Breath(rest=1.0))  # an index that leads astray is written anew
            forgotten = await self._forget(user)
        stored()
        for game in forgotten.games:
            self.shared.unrated.put_nowait(game)
        return forgotten.tables

    async def _forget(self, user: UserId) -> Forgotten:
        if await self.database.read(partial(rows_of, user=user)) <= FEW:
            return await self.database.erase(partial(delete_person, user=user, now=self.shared.now()))
        begun = await self.acted(partial(begin_forgetting, user=user))
        await self._forget_rest(user, BETWEEN_SLICES)
        return begun

    async def _forget_rest(self, user: UserId, pause: float) -> None:
        """What is begun is ended, though nobody waits for it any more."""
        now, waits = self.shared.now(), CURRENT_PATIENCE.set(None)
        try:
            for thin in SLICES:
                while await self.database.write_beside(lambda db: thin(db, user, now, SLICE)) == SLICE:  # noqa: B023
                    await asyncio.sleep(pause)
            await self.database.erase(partial(delete_rest, user=user, now=now))
        finally:
            CURRENT_PATIENCE.reset(waits)

    async def end_forgetting(self, *, unhurried: bool = True) -> Sequence[UserId]:
        """Forget those to the end whose forgetting was broken off, as by a kill. Returns them."""
        users = await self.database.read(preferences.being_forgotten)
        for user in users:
            await self._forget_rest(user, BETWEEN_SLICES if unhurried else 0.0)
        return users
