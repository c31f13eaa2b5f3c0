"""The leaderboards and each user's results, as projections: one row for each user or pair, period and game.
A season (``storage.seasons``) is a period like the others.

Points are Python integers, summed here and never in SQL, because a chain of doublings has no limit.
``sortable_points`` turns them into text that sorts like the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from storage import deeds
from storage.engine import Connection
from storage.ports.records import Board, BoardPage, Career, Ranked, TableId, UserId, millis, seconds
from storage.ports.storage import Rankings
from storage.roles import Role, reading

LINES: Final = 10
"""Of a leaderboard at a time."""
RESULTS_DRAWN: Final = 200
"""Rubbers of a user that are drawn."""
PARTNERS: Final = 5
REVISION: Final = 3
"""The version of the counting. It is raised when more is counted than before, so that the next start counts
everything."""

COUNTED: Final = "SELECT revision FROM counted"
NOTE_COUNT: Final = "UPDATE counted SET revision = ?1"
OF: Final = """
    SELECT rubbers, won, points FROM standing
    WHERE guild = ?1 AND game = ?2 AND period = ?3 AND board = ?4 AND user_id = ?5 AND partner_id = ?6
"""
PUT: Final = """
    INSERT INTO standing (guild, game, period, board, user_id, partner_id, rubbers, won, points, place)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    ON CONFLICT (guild, game, period, board, user_id, partner_id) DO UPDATE SET
        rubbers = excluded.rubbers, won = excluded.won, points = excluded.points, place = excluded.place
"""
RESULT: Final = """
    INSERT INTO result (user_id, guild, game, ended_at, table_id, number, points)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
"""
PAGE: Final = """
    SELECT user_id, partner_id, rubbers, won, points, NULL FROM standing
    WHERE guild = ?1 AND game = ?2 AND period = ?3 AND board = ?4
    ORDER BY place DESC, rubbers, user_id, partner_id LIMIT ?5 OFFSET ?6
"""
BETTER: Final = """
    SELECT count(*) FROM standing
    WHERE guild = ?1 AND game = ?2 AND period = ?3 AND board = ?4
    AND (place > ?5 OR (place = ?5 AND (rubbers < ?6 OR (rubbers = ?6 AND user_id < ?7))))
"""
COUNT: Final = "SELECT count(*) FROM standing WHERE guild = ?1 AND game = ?2 AND period = ?3 AND board = ?4"
RATED: Final = """
    SELECT rating.user_id, rating.partner_id, rating.rubbers, coalesce(standing.won, 0),
        coalesce(standing.points, '0'), rating.shown
    FROM rating LEFT JOIN standing ON standing.guild = rating.guild AND standing.game = rating.game
        AND standing.period = 'all' AND standing.board = 'pairs'
        AND standing.user_id = rating.user_id AND standing.partner_id = rating.partner_id
    WHERE rating.guild = ?1 AND rating.game = ?2
    ORDER BY rating.shown DESC, rating.rubbers DESC, rating.user_id, rating.partner_id LIMIT ?3 OFFSET ?4
"""
COUNT_RATED: Final = "SELECT count(*) FROM rating WHERE guild = ?1 AND game = ?2"
RESULTS: Final = """
    SELECT ended_at, points FROM result WHERE user_id = ?1 AND guild = ?2 AND game = ?3
    ORDER BY ended_at DESC, table_id DESC, number DESC LIMIT ?4
"""
PAIRS: Final = """
    SELECT ?1, pair.partner, pair.rubbers, pair.won, pair.points, rating.shown FROM (
        SELECT partner_id AS partner, rubbers, won, points FROM standing
        WHERE guild = ?2 AND game = ?3 AND period = 'all' AND board = 'pairs' AND user_id = ?1
        UNION ALL
        SELECT user_id AS partner, rubbers, won, points FROM standing INDEXED BY standing_partner
        WHERE partner_id = ?1 AND partner_id <> 0
        AND guild = ?2 AND game = ?3 AND period = 'all' AND board = 'pairs'
    ) AS pair
    LEFT JOIN rating ON rating.guild = ?2 AND rating.game = ?3
        AND rating.user_id = CASE WHEN ?1 < pair.partner THEN ?1 ELSE pair.partner END
        AND rating.partner_id = CASE WHEN ?1 < pair.partner THEN pair.partner ELSE ?1 END
    ORDER BY pair.rubbers DESC, pair.partner LIMIT ?4
"""
LAST_GAME: Final = "SELECT game FROM rubber WHERE guild = ?1 ORDER BY ended_at DESC LIMIT 1"
FORGET: Final = (
    "DELETE FROM standing WHERE user_id = ?1",
    "DELETE FROM standing WHERE partner_id = ?1 AND partner_id <> 0",
    "DELETE FROM result WHERE user_id = ?1",
)

NOBODY: Final = 0
"""The partner of a user who is ranked alone."""
MOST_DIGITS: Final = 10**6
"""Digits."""


class Gain(NamedTuple):
    """What one user gained by one rubber."""

    user: int
    won: bool
    points: int


class Where(NamedTuple):
    """The rows of the boards that a rubber changes, of a game in a server, at the time when it ended."""

    guild: int
    game: str
    ended_at: int  # milliseconds
    season: str

    @property
    def periods(self) -> tuple[str, str, str, str]:
        month = datetime.fromtimestamp(self.ended_at / 1000, UTC).strftime("%Y-%m")
        return "all", month[:4], month, self.season


def sortable_points(points: int) -> str:
    """Text that sorts like the number of points."""
    digits = str(abs(points))
    if points >= 0:
        return f"1{len(digits):06}{digits}"
    inverse = "".join(str(9 - int(digit)) for digit in digits)
    return f"0{MOST_DIGITS - len(digits):06}{inverse}"


def enter_result(db: Connection, at: Where, table: TableId, number: int, gain: Gain) -> None:
    """Store what a user gained by a rubber that counts."""
    db.execute(RESULT, (gain.user, at.guild, at.game, at.ended_at, table, number, str(gain.points)))


def add_rubber(db: Connection, at: Where, board: Board, gain: Gain, *, partner: int = NOBODY) -> None:
    """Add a rubber to the rows of a user, or of two partners; the older account comes first."""
    for period in at.periods:
        key = (at.guild, at.game, period, board.value, gain.user, partner)
        rubbers, won, points = db.execute(OF, key).fetchone() or (0, 0, "0")
        total = int(points) + gain.points
        db.execute(PUT, (*key, rubbers + 1, won + gain.won, str(total), sortable_points(total)))


def is_count_due(db: Connection) -> bool:
    """Whether the last count was made by an earlier version, or never."""
    (revision,) = db.execute(COUNTED).fetchone()
    return bool(revision < REVISION)


def note_count(db: Connection) -> None:
    """Note that everything is counted as this version counts."""
    db.execute(NOTE_COUNT, (REVISION,))


def board_page(
    db: Connection,
    guild: int,
    game: str,
    board: Board = Board.PERSONS,
    period: str = "all",
    *,
    first: int = 1,
    most: int = LINES,
) -> BoardPage:
    """Lines of a leaderboard from the place ``first`` on: most points first, then fewest rubbers, then the
    oldest account; ratings are ordered from the best. ``period`` is ``all``, a year (``2026``), a month
    (``2026-11``) or a season by its first month (``s2026-09``), in UTC. Only rubbers that count are included;
    the board of those who play alone has only those against robots."""
    if board is Board.RATING:
        (total,) = db.execute(COUNT_RATED, (guild, game)).fetchone()
        rows = db.execute(RATED, (guild, game, most, first - 1)).fetchall()
    else:
        (total,) = db.execute(COUNT, (guild, game, period, board.value)).fetchone()
        rows = db.execute(PAGE, (guild, game, period, board.value, most, first - 1)).fetchall()
    return BoardPage(tuple(_ranked(rows)), first, total, is_count_due(db))


def user_line(
    db: Connection, guild: int, game: str, board: Board, user: UserId, period: str = "all"
) -> Ranked | None:
    row = db.execute(OF, (guild, game, period, board.value, user, NOBODY)).fetchone()
    return Ranked(user, row[0], row[1], int(row[2])) if row else None


def placed_line(
    db: Connection, guild: int, game: str, board: Board, period: str, user: UserId
) -> tuple[int, Ranked] | None:
    """A user's place on a board of persons in a period, with their line."""
    line = user_line(db, guild, game, board, user, period)
    if line is None:
        return None
    key = (guild, game, period, board.value, sortable_points(line.points), line.rubbers, user)
    (better,) = db.execute(BETTER, key).fetchone()
    return better + 1, line


def recent_results(db: Connection, guild: int, game: str, user: UserId, most: int) -> list[tuple[int, int]]:
    """The times at which a user's last rubbers that count ended, in milliseconds, and the points of each; the
    oldest comes first."""
    rows = db.execute(RESULTS, (user, guild, game, most)).fetchall()
    return [(at, int(points)) for at, points in reversed(rows)]


def pairs_of(db: Connection, guild: int, game: str, user: UserId, most: int) -> tuple[Ranked, ...]:
    """A user with each partner; the pairs with most rubbers come first."""
    return tuple(_ranked(db.execute(PAIRS, (user, guild, game, most)).fetchall()))


def last_game(db: Connection, guild: int) -> str | None:
    """The game of the last rubber that ended in a server."""
    row = db.execute(LAST_GAME, (guild,)).fetchone()
    return row[0] if row else None


HAS_PLAYED_SINCE: Final = """
    SELECT EXISTS (SELECT 1 FROM rubber WHERE guild = ?1 AND ended_at > ?2) OR EXISTS (
        SELECT 1 FROM stream
        JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
        WHERE stream.guild = ?1 AND event.at > ?2
    )
"""


def has_played_since(db: Connection, guild: int, moment: float) -> bool:
    """Whether anything was done at a table, a sheet or an evening of a server since a moment, in seconds
    since 1970."""
    return bool(db.execute(HAS_PLAYED_SINCE, (guild, millis(moment))).fetchone()[0])


def delete_standings(db: Connection, user: UserId) -> None:
    for statement in FORGET:
        db.execute(statement, (user,))


def _ranked(rows: Sequence[tuple[int, int, int, int, str, float | None]]) -> Iterator[Ranked]:
    for user, partner, rubbers, won, points, rating in rows:
        with_whom = UserId(partner) if partner != NOBODY else None
        yield Ranked(UserId(user), rubbers, won, int(points), with_whom, rating)


def career(db: Connection, guild: int, game: str, user: UserId) -> Career:
    """What a user has done at a game in a server."""
    return Career(
        ranked=user_line(db, guild, game, Board.PERSONS, user),
        alone=user_line(db, guild, game, Board.ALONE, user),
        results=tuple(
            (seconds(at), points) for at, points in recent_results(db, guild, game, user, RESULTS_DRAWN)
        ),
        deeds=deeds.deeds_of(db, guild, game, user),
        best=deeds.best_deal(db, guild, game, user),
        pairs=pairs_of(db, guild, game, user, PARTNERS),
        counting=is_count_due(db),
    )


class Standings(Role, Rankings):
    """The leaderboards, and what a user has done."""

    leaderboard = reading(board_page)
    placed_line = reading(placed_line)
    record = reading(career)
    last_game = reading(last_game)
    has_played_since = reading(has_played_since)
