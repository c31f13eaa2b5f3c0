"""The rating of partnerships: a projection of the rubbers that count, in the order in which they ended.

The model is Weng and Lin's Bradley-Terry, in ``openskill`` with its default parameters. A pair of partners is
rated as one player. A rubber is a match between the two sides: the side that gained points won it, and a
rubber of no points is drawn. A side that is not two people with a full share (a robot, a guest, one who plays
with Dummy, somebody who was forgotten) plays as strong as a new pair, and is not rated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from ports.records import UserId
from storage.engine import Connection

OF: Final = """
    SELECT mu, sigma, rubbers FROM rating WHERE guild = ?1 AND game = ?2 AND user_id = ?3 AND partner_id = ?4
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
IN_ORDER: Final = """
    SELECT rubber.table_id, rubber.number, rubber.winner, rubber.value, rubber_share.side,
        CASE WHEN CASE WHEN rubber_share.side = rubber.winner THEN 1 ELSE 0 END = rubber_share.won
            THEN person.user_id END
    FROM rubber
    JOIN rubber_share ON rubber_share.table_id = rubber.table_id AND rubber_share.number = rubber.number
    JOIN person ON person.table_id = rubber_share.table_id AND person.alias = rubber_share.alias
    WHERE rubber.guild = ?1 AND rubber.game = ?2 AND rubber.uncounted = ''
    ORDER BY rubber.ended_at, rubber.table_id, rubber.number
"""
OF_USER: Final = """
    SELECT guild, game FROM rating WHERE user_id = ?1
    UNION SELECT guild, game FROM rating WHERE partner_id = ?1
"""
EMPTY_GAME: Final = "DELETE FROM rating WHERE guild = ?1 AND game = ?2"

NEW: Final = 1500.0
"""The number shown for a pair that has not played."""
SCALE: Final = 24.0
"""Points shown for one point of the model. A pair is shown three deviations below its expected strength, so
that its number grows as it plays."""

_MODEL: Final = BradleyTerryFull()

Pair = tuple[int, int]
"""Two users, the older account first."""


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
    return Match(_pair(sides[winner]), _pair(sides.get(other, [])), value)


def _pair(users: list[int | None]) -> Pair | None:
    known = sorted(user for user in users if user is not None)
    return (known[0], known[1]) if len(known) == len(users) == 2 else None


def enter(db: Connection, guild: int, game: str, rubber: tuple[str, int], played: Match) -> None:
    """Rate a rubber that has just been stored: alone if it is the latest, else together with all others of
    its game in this server, from the beginning."""
    if db.execute(LAST, (guild, game)).fetchone() == rubber:
        _rate(db, guild, game, played)
    else:
        again(db, guild, game)


def again(db: Connection, guild: int, game: str) -> None:
    """Rate every rubber of a game in a server again, in order."""
    db.execute(EMPTY_GAME, (guild, game))
    rubbers: dict[tuple[str, int], tuple[str, int, list[tuple[str, int | None]]]] = {}
    for table, number, winner, value, side, user in db.execute(IN_ORDER, (guild, game)):
        rubbers.setdefault((table, number), (winner, int(value), []))[2].append((side, user))
    for winner, value, users in rubbers.values():
        _rate(db, guild, game, match(winner, value, users))


def games_of(db: Connection, user: UserId) -> list[tuple[int, str]]:
    """The servers and games in which a user has a rating with anybody."""
    return db.execute(OF_USER, (user,)).fetchall()


def _rate(db: Connection, guild: int, game: str, played: Match) -> None:
    pairs = (played.first, played.second)
    if not any(pairs):
        return
    before = [_rating(db, guild, game, pair) for pair in pairs]
    ranks = [float(played.gained < 0), float(played.gained > 0)]
    after = _MODEL.rate([[rating] for rating, _ in before], ranks=ranks)
    for pair, (_, rubbers), (rating,) in zip(pairs, before, after, strict=True):
        if pair is not None:
            shown = rating.ordinal(3.0, SCALE, NEW)
            db.execute(PUT, (guild, game, *pair, rubbers + 1, rating.mu, rating.sigma, shown))


def _rating(db: Connection, guild: int, game: str, pair: Pair | None) -> tuple[BradleyTerryFullRating, int]:
    """The rating of a pair and the number of its rubbers; for a side that is not rated, the rating of a new
    pair."""
    found = db.execute(OF, (guild, game, *pair)).fetchone() if pair is not None else None
    if found is None:
        return _MODEL.rating(), 0
    mu, sigma, rubbers = found
    return _MODEL.rating(mu, sigma), rubbers
