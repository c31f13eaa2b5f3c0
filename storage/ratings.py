"""The rating of partnerships: a projection of the rubbers that count, in the order in which they ended.

The model is Weng and Lin's Bradley-Terry, in ``openskill`` with its default parameters. A pair of partners is
rated as one player. A rubber is a match between the two sides: the side that gained points won it, and a
rubber of no points is drawn. A side that is not two people with a full share (a robot, a guest, one who plays
with Dummy, somebody who was forgotten) plays as strong as a new pair, and is not rated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from storage import engine
from storage.engine import Breath, Connection, Engine, Slices
from storage.ports.records import UserId
from storage.ports.waits import run_in_thread

logger = logging.getLogger(__name__)

OF: Final = """
    SELECT rubbers, mu, sigma, shown FROM rating
    WHERE guild = ?1 AND game = ?2 AND user_id = ?3 AND partner_id = ?4
"""
PUT: Final = """
    INSERT INTO rating (guild, game, user_id, partner_id, rubbers, mu, sigma, shown)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (guild, game, user_id, partner_id) DO UPDATE SET
        rubbers = excluded.rubbers, mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown
"""
LAST: Final = """
    SELECT table_id, number FROM rubber WHERE guild = ?1 AND game = ?2 AND uncounted = ''
    ORDER BY ended_at DESC, table_id DESC, number DESC LIMIT 1
"""
RUBBERS: Final = """
    SELECT next.ended_at, next.table_id, next.number, next.winner, next.value, rubber_share.side,
        CASE WHEN CASE WHEN rubber_share.side = next.winner THEN 1 ELSE 0 END = rubber_share.won
            THEN person.user_id END
    FROM (
        SELECT ended_at, table_id, number, winner, value FROM rubber
        WHERE guild = ?1 AND game = ?2 AND uncounted = '' AND (ended_at, table_id, number) > (?3, ?4, ?5)
        ORDER BY ended_at, table_id, number LIMIT ?6
    ) AS next
    JOIN rubber_share ON rubber_share.table_id = next.table_id AND rubber_share.number = next.number
    JOIN person ON person.table_id = rubber_share.table_id AND person.alias = rubber_share.alias
    ORDER BY next.ended_at, next.table_id, next.number
"""
OF_GAME: Final = """
    SELECT user_id, partner_id, rubbers, mu, sigma, shown FROM rating WHERE guild = ?1 AND game = ?2
"""
DELETE: Final = """
    DELETE FROM rating WHERE guild = ?1 AND game = ?2 AND user_id = ?3 AND partner_id = ?4
"""
IS_KNOWN: Final = "SELECT EXISTS (SELECT 1 FROM person WHERE user_id = ?1)"
FORGET: Final = ("DELETE FROM rating WHERE user_id = ?1", "DELETE FROM rating WHERE partner_id = ?1")
OF_USER: Final = """
    SELECT guild, game FROM rating WHERE user_id = ?1
    UNION SELECT guild, game FROM rating WHERE partner_id = ?1
"""

NEW: Final = 1500.0
"""The number shown for a pair that has not played."""
SCALE: Final = 24.0
"""Points shown for one point of the model. A pair is shown three deviations below its expected strength, so
that its number grows as it plays."""

_MODEL: Final = BradleyTerryFull()

ROWS_AT_A_TIME: Final = 200
"""Rubbers that are read together, and ratings that are written together: others act in between."""
TRIES: Final = 100
"""How often rubbers that have ended meanwhile are rated too, before the rest is left to the check of the
day."""

Pair = tuple[int, int]
"""Two users, the older account first."""
Line = tuple[int, float, float, float]
"""Of a pair: its rubbers, the mean and the deviation of its strength, and the number that is shown."""
Moment = tuple[int, str, int]
"""The place of a rubber in the order in which they ended: when, and its table and number."""
NEVER: Final[Moment] = (-1, "", -1)


class Match(NamedTuple):
    """A rubber for the rating: each side's pair, or None for a side that is not rated, and the points that
    the first side gained."""

    first: Pair | None
    second: Pair | None
    gained: int


def match(winner: str, value: int, users: Iterable[tuple[str, int | None]]) -> Match:
    """From the winning side, the value of the rubber, and the side and user of each share."""
    sides: dict[str, list[int | None]] = {winner: []}
    for side, user in users:
        sides.setdefault(side, []).append(user)
    other = next((side for side in sides if side != winner), "")
    return Match(_partners(sides[winner]), _partners(sides.get(other, [])), value)


def _partners(users: list[int | None]) -> Pair | None:
    known = sorted(user for user in users if user is not None)
    return (known[0], known[1]) if len(known) == len(users) == 2 else None


def rate_rubber(db: Connection, guild: int, game: str, rubber: tuple[str, int], played: Match) -> bool:
    """Rate a rubber that has just been stored, if it is the latest. Else all of its game in this server are
    to be rated again, and nobody's act waits for that (``settle``): returns False."""
    is_latest: bool = db.execute(LAST, (guild, game)).fetchone() == rubber
    if is_latest:
        _rate(db, guild, game, played)
    return is_latest


def again(db: Connection, guild: int, game: str) -> None:
    """Rate every rubber of a game in a server again, in order. No pair loses its line by that: those of
    people who are forgotten have gone before."""
    lines = Lines()
    while rubbers := next_matches(db, guild, game, lines.last):
        lines.rate(rubbers)
    for pair, line in lines.of.items():
        db.execute(PUT, (guild, game, *pair, *line))


def games_of(db: Connection, user: UserId) -> list[tuple[int, str]]:
    """The servers and games in which a user has a rating with anybody."""
    return db.execute(OF_USER, (user,)).fetchall()


def delete_ratings(db: Connection, user: UserId) -> list[tuple[int, str]]:
    """Delete the ratings of a user with anybody. Returns their servers and games: what is left there is to be
    rated as if their sides had never been."""
    games = games_of(db, user)
    for statement in FORGET:
        db.execute(statement, (user,))
    return games


def next_matches(db: Connection, guild: int, game: str, last: Moment) -> list[tuple[Moment, Match]]:
    """The next rubbers in order."""
    rubbers: dict[Moment, tuple[str, int, list[tuple[str, int | None]]]] = {}
    for ended, table, number, winner, value, side, user in db.execute(
        RUBBERS, (guild, game, *last, ROWS_AT_A_TIME)
    ):
        _, _, users = rubbers.setdefault((ended, table, number), (winner, int(value), []))
        users.append((side, user))
    return [(moment, match(*rubber)) for moment, rubber in rubbers.items()]


class Lines:
    """The ratings of a game in a server, in memory."""

    def __init__(self) -> None:
        self.of: dict[Pair, Line] = {}
        self.last = NEVER

    def rate(
        self, rubbers: Iterable[tuple[Moment, Match]], breath: Callable[[], None] = lambda: None
    ) -> None:
        """Rate what ended next."""
        for moment, played in rubbers:
            breath()
            self.last = moment
            for pair, line in _rated(self.of.get, played):
                self.of[pair] = line

    def amiss(self, db: Connection, guild: int, game: str) -> list[tuple[Pair, Line | None]]:
        """The pairs that are stored otherwise, each with its line, or None if it has none."""
        rows = db.execute(OF_GAME, (guild, game)).fetchall()
        there: dict[Pair, Line] = {(one, other): tuple(line) for one, other, *line in rows}
        gone: list[tuple[Pair, Line | None]] = [(pair, None) for pair in there.keys() - self.of.keys()]
        return sorted(gone) + sorted(
            (pair, line) for pair, line in self.of.items() if there.get(pair) != line
        )

    def put_lines(
        self, db: Connection, guild: int, game: str, some: Sequence[tuple[Pair, Line | None]]
    ) -> bool:
        """Store these, unless something is no longer as it was read: a rubber has ended, or somebody has been
        forgotten."""
        engine.take_turn(db)
        if db.execute(LAST, (guild, game)).fetchone() not in (None, self.last[1:]):
            return False
        users = {user for pair, line in some if line is not None for user in pair}
        if not all(db.execute(IS_KNOWN, (user,)).fetchone()[0] for user in sorted(users)):
            return False
        for pair, line in some:
            if line is None:
                db.execute(DELETE, (guild, game, *pair))
            else:
                db.execute(PUT, (guild, game, *pair, *line))
        return True


async def settle(live: Engine, guild: int, game: str, rest: float) -> None:
    """Rate every rubber of a game in a server again beside whatever goes on: no act waits for more than one
    slice. The pauses are ``rest`` times as long."""
    breath, sliced, lines, is_late = Breath(rest), Slices(rest), Lines(), False
    for _ in range(TRIES):
        before, following = lines.last, partial(next_matches, guild=guild, game=game)
        while rubbers := await sliced(live.read(partial(following, last=lines.last))):
            await run_in_thread(lines.rate, rubbers, breath, hasten=breath.break_off)
        if is_late and lines.last == before:  # nothing has ended: somebody was forgotten
            lines, is_late = Lines(), False
            continue
        amiss = await sliced(live.read(partial(lines.amiss, guild=guild, game=game)))
        if not amiss:
            return
        for at in range(0, len(amiss), ROWS_AT_A_TIME):
            some = amiss[at : at + ROWS_AT_A_TIME]
            put = partial(lines.put_lines, guild=guild, game=game, some=some)
            is_late = not await sliced(live.write(put))
            if is_late:
                break
    logger.warning("too much ends in server %s for it to be rated again beside that", guild)


def _rate(db: Connection, guild: int, game: str, played: Match) -> None:
    for pair, line in _rated(lambda pair: db.execute(OF, (guild, game, *pair)).fetchone(), played):
        db.execute(PUT, (guild, game, *pair, *line))


def _rated(line_of: Callable[[Pair], Line | None], played: Match) -> Iterator[tuple[Pair, Line]]:
    """The pairs of a rubber that are rated, with their lines after it."""
    pairs = (played.first, played.second)
    if not any(pairs):
        return
    lines = [line_of(pair) if pair is not None else None for pair in pairs]
    before = [_MODEL.rating() if one is None else _MODEL.rating(mu=one[1], sigma=one[2]) for one in lines]
    ranks = [float(played.gained < 0), float(played.gained > 0)]
    after = _MODEL.rate([[rating] for rating in before], ranks=ranks)
    for pair, line, (rating,) in zip(pairs, lines, after, strict=True):
        if pair is not None:
            rubbers = 1 if line is None else line[0] + 1
            yield pair, (rubbers, rating.mu, rating.sigma, rating.ordinal(3.0, SCALE, NEW))
