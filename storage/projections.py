"""Projections of rubbers: the rubbers, each person's share in them, and what follows from these: the
leaderboards and the rating.

They are written in the transaction of the event that they follow from, and rebuilding them from the events
gives the same bytes. ``storage.deeds`` has the counts of deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.counting.rubber import RubberResult, Share
from rules.evening.events import EveningReckoned
from rules.seats import Person
from rules.sheet.events import SheetRubberBegun
from rules.table.events import RubberBegun, RubberReckoned
from storage import engine, ratings, seasons, standings
from storage.engine import Connection
from storage.errors import RubberNotBegun
from storage.events import decoded, decoded_score
from storage.ports.records import Board, TableId, evening_board
from storage.standings import Gain, Where

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
USERS: Final = """
    SELECT rubber_share.alias, person.user_id FROM rubber_share
    JOIN person ON person.table_id = rubber_share.table_id AND person.alias = rubber_share.alias
    WHERE rubber_share.table_id = ?1 AND rubber_share.number = ?2
"""
FRIENDS: Final = """
    SELECT 1 FROM event WHERE table_id = ?1 AND version < ?2 AND kind = 'chair_taken' AND version > (
        SELECT max(version) FROM event WHERE table_id = ?1 AND version < ?2 AND kind = 'rubber_begun'
    ) LIMIT 1
"""
PEOPLE: Final = "SELECT alias, user_id FROM person WHERE table_id = ?1"
GUILD: Final = "SELECT guild FROM stream WHERE table_id = ?1"


Beginning = RubberBegun | SheetRubberBegun


def store_rubber(
    db: Connection, table: TableId, version: int, reckoned: RubberReckoned, at: int
) -> tuple[int, str] | None:
    """Store a rubber and its shares. Each winner gains what the rubber counts, which may be negative, and
    each loser loses it, as many times as their share says; somebody who left it has lost. Returns the server
    and the game if these are to be rated again, since the rubber is not the latest.

    Raises RubberNotBegun, and UnknownEvent for a beginning that cannot be read.
    """
    engine.take_turn(db)
    result = reckoned.result
    begun = _rubber_begun(db, table, version, result.number)
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
        won, points = int(result.is_won_by(share)), str(result.ranked_points(share))
        db.execute(SHARE, (table, result.number, share.person.alias, share.side.value, won, points))
    return _count_rubber(db, table, version, begun, result, at)


def enter_evening(db: Connection, evening: TableId, reckoned: EveningReckoned, at: int) -> None:
    """Add an evening to the leaderboard of its kind, which is stored like that of a game: for each person a
    row with the evenings, those that were won, and how many people were beaten in all."""
    engine.take_turn(db)
    (guild,) = db.execute(GUILD, (evening,)).fetchone()
    users = _users_by_person(db, evening)
    where = Where(guild, evening_board(reckoned.kind), at, seasons.period_at(db, guild, at))
    for share in reckoned.shares:
        user = users.get(share.person.alias)
        if user is not None:
            gain = Gain(user, share.won, share.behind)
            standings.add_rubber(db, where, Board.PERSONS, gain)


def _users_by_person(db: Connection, stream: TableId) -> Mapping[str, int | None]:
    return dict(db.execute(PEOPLE, (stream,)).fetchall())


def _count_rubber(
    db: Connection, table: TableId, version: int, begun: Beginning, result: RubberResult, at: int
) -> tuple[int, str] | None:
    """Add a stored rubber to the leaderboards and the rating."""
    (guild,) = db.execute(GUILD, (table,)).fetchone()
    users: dict[str, int | None] = dict(db.execute(USERS, (table, result.number)).fetchall())
    where = Where(guild, begun.game, at, seasons.period_at(db, guild, at))
    if result.uncounted:
        if _is_alone(begun, result) and not db.execute(FRIENDS, (table, version)).fetchone():
            _count_person(db, where, Board.ALONE, result, result.shares[0], users)
        return None
    for share in result.shares:
        gain = _count_person(db, where, Board.PERSONS, result, share, users)
        if gain is not None:
            standings.enter_result(db, where, table, result.number, gain)
    sides = [
        (share.side.value, users[share.person.alias] if _with_side(result, share) else None)
        for share in result.shares
    ]
    played = ratings.match(result.winner.value, result.leaderboard_points, sides)
    for pair, points in (
        (played.first, result.leaderboard_points),
        (played.second, -result.leaderboard_points),
    ):
        if pair is not None:
            gain = Gain(pair[0], pair is played.first, points)
            standings.add_rubber(db, where, Board.PAIRS, gain, partner=pair[1])
    is_rated = ratings.rate_rubber(db, guild, begun.game, (table, result.number), played)
    return None if is_rated else (guild, begun.game)


def _with_side(result: RubberResult, share: Share) -> bool:
    """Whether somebody won or lost with their side. False if they left and the side won without them."""
    return result.is_won_by(share) is (share.side is result.winner)


def _count_person(
    db: Connection,
    where: Where,
    board: Board,
    result: RubberResult,
    share: Share,
    users: Mapping[str, int | None],
) -> Gain | None:
    """What a person gained, if it belongs on this board; None for somebody who has been forgotten."""
    user = users[share.person.alias]
    if user is None:
        return None
    gain = Gain(user, result.is_won_by(share), result.ranked_points(share))
    standings.add_rubber(db, where, board, gain)
    return gain


def _is_alone(begun: Beginning, result: RubberResult) -> bool:
    """Whether one person played a whole rubber that began with robots in all other chairs. Somebody may have
    taken one of these chairs later."""
    if isinstance(begun, SheetRubberBegun) or len(result.shares) != 1:
        return False
    return {one for one in begun.seats if isinstance(one, Person)} == {result.shares[0].person}


def _rubber_begun(db: Connection, table: TableId, version: int, number: int) -> Beginning:
    """The beginning of the rubber with this number that was reckoned at this version. Raises RubberNotBegun,
    UnknownEvent."""
    for at, kind, body, revision in db.execute(BEGINNINGS, (table, version)):
        read = decoded_score if kind == "sheet_rubber_begun" else decoded
        begun = read(table, at, kind, body, revision)
        assert isinstance(begun, Beginning)
        if begun.number == number:
            return begun
    raise RubberNotBegun(table, number)
