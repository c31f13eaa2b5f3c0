"""Projections: rubbers, each person's share in them, and the leaderboard, all derived from the log.

They are written in the transaction of the event that they follow from, and rebuilding them from the events
gives the same bytes. Points are Python integers, summed and ordered here and never in SQL: a chain of
doublings has no end.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.ports.records import Ranked, TableId, UserId
from rules.sheet.events import SheetRubberBegun
from rules.table.events import RubberBegun, RubberReckoned
from storage.decoding import decoded, decoded_score
from storage.errors import RubberNotBegun

BEGINNINGS: Final = """
    SELECT version, kind, body, revision FROM event
    WHERE table_id = ?1 AND version < ?2 AND kind IN ('rubber_begun', 'sheet_rubber_begun')
    ORDER BY version DESC
"""
ENTER: Final = """
    INSERT INTO rubber (table_id, number, guild, game, ended_at, winner, value, uncounted, revision)
    SELECT table_id, ?2, guild, ?3, ?4, ?5, ?6, ?7, ?8 FROM stream WHERE table_id = ?1
"""
SHARE: Final = """
    INSERT INTO rubber_share (table_id, number, alias, side, won, points) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
"""
NO_SHARES: Final = "DELETE FROM rubber_share"
NO_RUBBERS: Final = "DELETE FROM rubber"
ALL_RECKONED: Final = """
    SELECT table_id, version, kind, body, revision, at FROM event
    WHERE kind = 'rubber_reckoned' ORDER BY table_id, version
"""
RANKED: Final = """
    SELECT person.user_id, rubber_share.won, rubber_share.points
    FROM rubber
    JOIN rubber_share ON rubber_share.table_id = rubber.table_id AND rubber_share.number = rubber.number
    JOIN person ON person.table_id = rubber_share.table_id AND person.alias = rubber_share.alias
    WHERE rubber.guild = ?1 AND rubber.game = ?2 AND rubber.uncounted = '' AND person.user_id IS NOT NULL
"""


Beginning = RubberBegun | SheetRubberBegun


def enter(db: sqlite3.Connection, table: TableId, version: int, reckoned: RubberReckoned, at: int) -> None:
    """Store a rubber and its shares. Each winner gains the value of the rubber, which may be negative, and
    each loser loses it, as many times as their share says.

    Raises RubberNotBegun, and UnknownEvent for a beginning that cannot be read.
    """
    result = reckoned.result
    begun = _begun(db, table, version, result.number)
    db.execute(
        ENTER,
        (
            table,
            result.number,
            begun.game,
            at,
            result.winner.value,
            str(result.value),
            result.uncounted,
            reckoned.revision,
        ),
    )
    for share in result.shares:
        won = share.side is result.winner
        points = (result.value if won else -result.value) * share.times
        db.execute(SHARE, (table, result.number, share.person.alias, share.side.value, int(won), str(points)))


def _begun(db: sqlite3.Connection, table: TableId, version: int, number: int) -> Beginning:
    """The beginning of the rubber with this number that was reckoned at this version. Raises RubberNotBegun,
    UnknownEvent."""
    for at, kind, body, revision in db.execute(BEGINNINGS, (table, version)):
        read = decoded_score if kind == "sheet_rubber_begun" else decoded
        begun = read(table, at, kind, body, revision)
        assert isinstance(begun, Beginning)
        if begun.number == number:
            return begun
    raise RubberNotBegun(table, number)


def rebuild(db: sqlite3.Connection) -> None:
    """Make the projections anew from the events. Raises UnknownEvent."""
    db.execute(NO_SHARES)
    db.execute(NO_RUBBERS)
    for table, version, kind, body, revision, at in db.execute(ALL_RECKONED).fetchall():
        reckoned = decoded(table, version, kind, body, revision)
        assert isinstance(reckoned, RubberReckoned)
        enter(db, table, version, reckoned, at)


def leaderboard(db: sqlite3.Connection, guild: int, game: str) -> tuple[Ranked, ...]:
    """The users with a ranked rubber of a game in a guild: most points first, then fewest rubbers, then the
    oldest account. Forgotten users are left out."""
    sums: dict[int, tuple[int, int, int]] = {}
    for user, won, points in db.execute(RANKED, (guild, game)):
        rubbers, wins, total = sums.get(user, (0, 0, 0))
        sums[user] = rubbers + 1, wins + won, total + int(points)
    lines = [Ranked(UserId(user), *of_user) for user, of_user in sums.items()]
    return tuple(sorted(lines, key=lambda line: (-line.points, line.rubbers, line.user)))
