"""Contests and the plays of them, and who plays the deal of the day in which server.

A play is written in the transaction that opens its table, and its result in the one that ends the deal.
"""

from __future__ import annotations

from typing import Any, Final

from ports.records import Attempt, Contest, TableId, UserId, millis, seconds
from ports.storage import AlreadyDone
from rules.seats import Seat
from storage import engine
from storage.engine import Connection

ADD: Final = """
    INSERT INTO contest (contest, game, dealer, strength, secret, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (contest) DO NOTHING
"""
ONE: Final = "SELECT contest, game, dealer, strength, secret, made FROM contest WHERE contest = ?1"
NOT_PLAYED: Final = """
    SELECT contest, game, dealer, strength, secret, made FROM contest
    WHERE game = ?1 AND contest <> ?3 AND contest <> ?4 AND NOT EXISTS (
        SELECT 1 FROM attempt WHERE attempt.contest = contest.contest AND attempt.user_id = ?2
    )
    ORDER BY made DESC LIMIT 1
"""
ENTER: Final = """
    INSERT INTO attempt (table_id, contest, user_id, robot, began, ended, points, line)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT DO NOTHING
"""
FINISH: Final = """
    UPDATE attempt SET ended = ?2, points = ?3, line = ?4 WHERE table_id = ?1 AND ended IS NULL
"""
_ATTEMPTS: Final = "SELECT table_id, contest, user_id, robot, began, ended, points, line FROM attempt"
OF_CONTEST: Final = f"{_ATTEMPTS} WHERE contest = ?1 ORDER BY began, table_id"
OF_USER: Final = f"{_ATTEMPTS} WHERE user_id = ?1 ORDER BY contest"
OF_BOTH: Final = f"{_ATTEMPTS} WHERE contest = ?1 AND user_id = ?2"
RESULTS: Final = """
    SELECT contest, user_id, ended, points FROM attempt
    WHERE contest >= ?1 AND contest <= ?2 AND ended IS NOT NULL ORDER BY contest, table_id
"""
FREQUENT: Final = (
    "INSERT INTO regular (guild, user_id) VALUES (?1, ?2) ON CONFLICT (guild, user_id) DO NOTHING"
)
REGULARS: Final = "SELECT user_id FROM regular WHERE guild = ?1"
SAT_WITH: Final = """
    SELECT DISTINCT other.user_id FROM person
    JOIN person AS other ON other.table_id = person.table_id
    WHERE person.user_id = ?1 AND other.user_id IS NOT NULL
"""
REMIND: Final = (
    "UPDATE preference SET value = ?2 WHERE owner = ?1 AND name = 'daily_reminded' AND value <> ?2"
)
REMIND_FIRST: Final = """
    INSERT INTO preference (owner, name, value) VALUES (?1, 'daily_reminded', ?2)
    ON CONFLICT (owner, name) DO NOTHING
"""
FORGET: Final = "UPDATE attempt SET user_id = NULL WHERE user_id = ?1"
FORGET_REGULAR: Final = "DELETE FROM regular WHERE user_id = ?1"
SERVERS: Final = "SELECT guild FROM regular WHERE user_id = ?1 ORDER BY guild"


def add(db: Connection, new: Contest) -> Contest:
    """The contest as it is kept: another process may have made it before."""
    made = millis(new.made)
    db.execute(ADD, (new.id, new.game, new.dealer.letter, new.strength, new.secret, made))
    found = one(db, new.id)
    assert found is not None
    return found


def one(db: Connection, contest: str) -> Contest | None:
    row = db.execute(ONE, (contest,)).fetchone()
    return _contest(row) if row else None


def not_played(db: Connection, game: str, user: UserId, but: tuple[str, str]) -> Contest | None:
    """The newest contest of a game that a user has not begun, none of these two."""
    row = db.execute(NOT_PLAYED, (game, user, *but)).fetchone()
    return _contest(row) if row else None


def _contest(row: tuple[Any, ...]) -> Contest:
    contest, game, dealer, strength, secret, made = row
    return Contest(contest, game, Seat(dealer), strength, bytes(secret), seconds(made))


def enter(db: Connection, new: Attempt) -> bool:
    """Store a play that begins, or that of a robot. Returns False if there is one of this user."""
    ended = None if new.ended is None else millis(new.ended)
    points = None if new.points is None else str(new.points)
    line = " ".join(new.line) if new.ended is not None else None
    row = (new.table, new.contest, new.user, new.robot, millis(new.began), ended, points, line)
    return bool(db.execute(ENTER, row).rowcount)


def begin(db: Connection, new: Attempt, key: str | None) -> None:
    """Raises AlreadyDone with the table at which this user plays or has played the contest."""
    if not enter(db, new):
        table, *_ = db.execute(OF_BOTH, (new.contest, new.user)).fetchone()
        raise AlreadyDone(key or "", TableId(table), 0)


def finish(db: Connection, over: Attempt, at: int) -> None:
    db.execute(FINISH, (over.table, at, str(over.points), " ".join(over.line)))


def of_contest(db: Connection, contest: str) -> tuple[Attempt, ...]:
    return tuple(_attempt(row) for row in db.execute(OF_CONTEST, (contest,)))


def of_user(db: Connection, user: UserId) -> tuple[Attempt, ...]:
    return tuple(_attempt(row) for row in db.execute(OF_USER, (user,)))


def _attempt(row: tuple[Any, ...]) -> Attempt:
    table, contest, user, robot, began, ended, points, line = row
    return Attempt(
        TableId(table),
        contest,
        None if user is None else UserId(user),
        robot,
        seconds(began),
        None if ended is None else seconds(ended),
        None if points is None else int(points),
        tuple((line or "").split()),
    )


def results(db: Connection, first: str, last: str) -> tuple[tuple[str, UserId | None, float, int], ...]:
    """Every result of the contests from the first to the last in the order of their names."""
    return tuple(
        (contest, None if user is None else UserId(user), seconds(ended), int(points))
        for contest, user, ended, points in db.execute(RESULTS, (first, last))
    )


def frequents(db: Connection, guild: int, user: UserId) -> None:
    db.execute(FREQUENT, (guild, user))


def regulars(db: Connection, guild: int) -> frozenset[UserId]:
    return frozenset(UserId(user) for (user,) in db.execute(REGULARS, (guild,)))


def sat_with(db: Connection, user: UserId) -> frozenset[UserId]:
    """Everybody with whom a user has been at a table, themselves among them."""
    return frozenset(UserId(one) for (one,) in db.execute(SAT_WITH, (user,)))


def remind(db: Connection, user: UserId, day: str) -> bool:
    """Note that somebody is reminded of a day. Returns False if they have been."""
    owner = f"user:{user}"
    engine.take(db)
    first = db.execute(REMIND_FIRST, (owner, day)).rowcount
    return bool(first or db.execute(REMIND, (owner, day)).rowcount)


def forget(db: Connection, user: UserId) -> None:
    """Their results stay, and lead to nobody."""
    db.execute(FORGET, (user,))
    db.execute(FORGET_REGULAR, (user,))


def known(db: Connection, user: UserId) -> dict[str, Any]:
    """What is kept of a user, as plain values for a file."""
    return {
        "compared deals": [
            {
                "contest": one.contest,
                "table": one.table,
                "began": one.began,
                "ended": one.ended,
                "points": None if one.points is None else str(one.points),
            }
            for one in of_user(db, user)
        ],
        "plays the deal of the day in": [str(guild) for (guild,) in db.execute(SERVERS, (user,))],
    }
