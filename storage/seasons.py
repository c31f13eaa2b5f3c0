"""Seasons of the leaderboards of a server: how long they were chosen to be from which month on, what was
counted in those that are over, and which end has been told.

The months and the end that was told last are choices of an owner of its own, so they have seals. What was
won in a season is a period of the leaderboards (``storage.standings``), and is counted again from the log
like all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from rules.counting.seasons import SEASON_LENGTHS, Lengths, Month, Season, length_in, season_in, season_period
from storage import engine, preferences
from storage.engine import Connection
from storage.ports import storage as ports
from storage.roles import Role, acting, reading, writing

TOLD: Final = "told"
"""The choice that holds the first month of the last season whose end was told."""
MOST_SEASONS: Final = 200
"""That are listed."""
PLAYED: Final = """
    SELECT max(period) FROM standing WHERE guild = ?1 AND game = ?2 AND period >= 's' AND period < ?3
"""
ROOMS: Final = """
    SELECT stream.channel FROM rubber JOIN stream ON stream.table_id = rubber.table_id
    WHERE rubber.guild = ?1 AND rubber.ended_at >= ?2 AND rubber.ended_at < ?3 AND rubber.uncounted = ''
    ORDER BY rubber.ended_at DESC LIMIT 50
"""


def owner_of(guild: int) -> str:
    return f"seasons:{guild}"


def month_at(at: float) -> Month:
    """The month of a moment in seconds since 1970, UTC."""
    moment = datetime.fromtimestamp(at, UTC)
    return Month(moment.year, moment.month)


def _beginning_of(month: Month) -> int:
    """In milliseconds since 1970."""
    return int(datetime(month.year, month.number, 1, tzinfo=UTC).timestamp()) * 1000


def season_lengths(db: Connection, guild: int) -> Lengths:
    """From which month on seasons of a server have which length. What cannot be read is as not chosen."""
    return _lengths_in(preferences.choices_of_owner(db, owner_of(guild)))


def _lengths_in(chosen: Mapping[str, str]) -> Lengths:
    found = list[tuple[Month, int]]()
    for key, months in chosen.items():
        with suppress(ValueError):
            if int(months) in SEASON_LENGTHS:
                found.append((Month.of_key(key), int(months)))
    return sorted(found)


def set_season_length(db: Connection, guild: int, months: int, today: Month) -> None:
    """Have seasons be so long from the month after this one on. Of several choices in a month the last
    holds."""
    engine.take_turn(db)
    owner, following = owner_of(guild), today.plus(1)
    chosen = preferences.choices_of_owner(db, owner)
    lengths = _lengths_in(chosen)
    changed: dict[str, str | None] = {month.key: None for month, _ in lengths if month > today}
    if length_in([one for one in lengths if one[0] <= today], following) != months:
        changed[following.key] = str(months)
    preferences.store_choices(db, owner, changed)


def period_at(db: Connection, guild: int, at: int) -> str:
    """The name of the season in which a moment lies, in milliseconds since 1970."""
    return season_period(season_in(season_lengths(db, guild), month_at(at / 1000)).begin)


def seasons_played(db: Connection, guild: int, game: str, before: Month) -> tuple[Season, ...]:
    """The seasons in which anybody is listed at a game, the newest first, of those that began before a
    month."""
    lengths, found, before_period = season_lengths(db, guild), list[Season](), season_period(before)
    while len(found) < MOST_SEASONS:
        (period,) = db.execute(PLAYED, (guild, game, before_period)).fetchone()
        if period is None:
            break
        begin = Month.of_key(period[1:])
        found.append(season_in(lengths, begin))
        before_period = period
    return tuple(found)


def season_rooms(db: Connection, guild: int, season: Season) -> tuple[int, ...]:
    """The channels of the tables and sheets at which the last rubbers of a season ended that count, the last
    one first."""
    span = _beginning_of(season.begin), _beginning_of(season.after)
    return tuple(dict.fromkeys(room for (room,) in db.execute(ROOMS, (guild, *span)).fetchall()))


def is_end_told(db: Connection, guild: int, season: Season) -> bool:
    return preferences.choices_of_owner(db, owner_of(guild)).get(TOLD, "") >= season.begin.key


def claim_end(db: Connection, guild: int, season: Season) -> bool:
    """Note that the end of a season is told. Returns False if it has been, or that of a later one, or if that
    is no longer known."""
    engine.take_turn(db)
    owner = owner_of(guild)
    if is_end_told(db, guild, season):
        return False
    whole = preferences.choices_are_whole(db, owner)
    if not whole:  # perhaps that it was told is what has decayed
        preferences.settle_choices(db, owner)
    preferences.store_choices(db, owner, {TOLD: season.begin.key})
    return whole


class Seasons(Role, ports.Seasons):
    """The seasons of the leaderboards."""

    season_lengths = reading(season_lengths)
    set_season_length = acting(set_season_length)
    seasons_played = reading(seasons_played)
    season_rooms = reading(season_rooms)
    is_end_told = reading(is_end_told)
    claim_end = writing(claim_end, once=True)
