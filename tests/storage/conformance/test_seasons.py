"""Seasons: what is won in one stays in it, whatever its server chooses later, and its end is told once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

import pytest

from rules.counting.seasons import Month, Season
from rules.evening.plan import Kind
from rules.seats import Side
from storage.engine import Connection
from storage.ports.records import Append, Board, Place, Ranked, TableId, UserId, evening_board
from storage.store import Store
from tests.storage.conformance.test_standings import A, B, C, D, lines, rubber
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import HERE, OPENED, USERS, begun, inside, no_deals, opened, reckoned, rows

SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER = (Month(2026, number) for number in (9, 10, 11, 12))
LATER = Month(2030, 1)
AUTUMN = Season(SEPTEMBER, DECEMBER)


def moment(month: int, day: int, hour: int = 12, minute: int = 0, *, year: int = 2026) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


async def played(store: Store, clock: Clock, *at: float) -> None:
    """A rubber that ended at each of these moments, and is worth 10, 100, 1000 and so on, won by Anna."""
    await opened(store)
    for number, when in enumerate(at, 1):
        clock.time = when
        await rubber(store, number, Side.NS, 10**number)


async def points(store: Store, *periods: str) -> list[int]:
    found = [await lines(store, Board.PERSONS, period) for period in periods]
    return [next((one.points for one in board if one.user == A), 0) for board in found]


async def seasons_of(store: Store, before: Month = LATER) -> list[Season]:
    return [*await store.seasons.seasons_played(HERE.guild, "biritch", before)]


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Midway"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a zone that is most of a day before Greenwich, or after it."""
    with monkeypatch.context() as zone:
        zone.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("machine")
async def test_a_rubber_counts_in_the_season_in_which_it_ended_and_all_time_goes_on(
    store: Store, clock: Clock
) -> None:
    """By the calendar of Greenwich, to the minute, wherever the machine stands."""
    await played(
        store, clock, moment(8, 31, 23, 59), moment(9, 1, 0), moment(11, 30, 23, 59), moment(12, 1, 0)
    )
    assert await points(store, "s2026-06", "s2026-09", "s2026-12") == [10, 1100, 10000]
    assert await points(store, "all", "2026", "2026-11") == [11110, 11110, 1000]
    assert [one.period for one in await seasons_of(store)] == ["s2026-12", "s2026-09", "s2026-06"]
    assert await seasons_of(store, DECEMBER) == [AUTUMN, Season(Month(2026, 6), SEPTEMBER)]
    assert await store.seasons.seasons_played(HERE.guild, "vint", LATER) == ()
    assert await store.seasons.seasons_played(HERE.guild + 1, "biritch", LATER) == ()


async def test_a_user_is_told_their_own_place_in_a_season(store: Store, clock: Clock) -> None:
    await played(store, clock, moment(10, 1))
    clock.time = moment(12, 2)
    await rubber(store, 2, Side.EW, 999)
    places = [
        await store.standings.placed_line(HERE.guild, "biritch", Board.PERSONS, AUTUMN.period, user)
        for user in (A, C, B, D, UserId(99))
    ]
    assert places == [
        (1, Ranked(A, 1, 1, 10)),
        (2, Ranked(C, 1, 1, 10)),
        (3, Ranked(B, 1, 0, -10)),
        (4, Ranked(D, 1, 0, -10)),
        None,
    ]
    board = await lines(store, Board.PERSONS, AUTUMN.period)
    assert [one[1] for one in places if one is not None] == [*board]


async def test_a_length_that_is_chosen_changes_no_season_that_is_over_and_takes_nothing_from_the_present_one(
    store: Store, clock: Clock
) -> None:
    await played(store, clock, moment(8, 1), moment(10, 14))
    await store.seasons.set_season_length(HERE.guild, 1, OCTOBER)
    for number, when in enumerate((moment(10, 16), moment(11, 2), moment(12, 2)), 3):
        clock.time = when
        await rubber(store, number, Side.NS, 10**number)
    assert await points(store, "s2026-06", "s2026-09", "s2026-11", "s2026-12") == [10, 1100, 10**4, 10**5]
    assert (await seasons_of(store))[1:] == [
        Season(NOVEMBER, DECEMBER),
        Season(SEPTEMBER, NOVEMBER),
        Season(Month(2026, 6), SEPTEMBER),
    ]
    assert await points(store, "all") == [111110]


async def test_of_lengths_that_are_chosen_in_one_month_the_last_holds_and_the_first_again_is_as_none(
    store: Store,
) -> None:
    lengths = store.seasons.season_lengths
    for months in (1, 12, 6):
        await store.seasons.set_season_length(HERE.guild, months, OCTOBER)
    assert [*await lengths(HERE.guild)] == [(NOVEMBER, 6)]
    await store.seasons.set_season_length(HERE.guild, 3, OCTOBER)
    assert [*await lengths(HERE.guild)] == [] == [*await lengths(HERE.guild + 1)]


async def test_what_was_chosen_by_a_clock_that_was_a_year_ahead_goes_with_the_next_choice(
    store: Store,
) -> None:
    await store.seasons.set_season_length(HERE.guild, 12, Month(2027, 10))
    await store.seasons.set_season_length(HERE.guild, 1, OCTOBER)
    assert [*await store.seasons.season_lengths(HERE.guild)] == [(NOVEMBER, 1)]


async def test_seasons_are_counted_again_to_the_same_rows_whatever_was_chosen_when(
    store: Store, clock: Clock
) -> None:
    await played(store, clock, moment(8, 1), moment(10, 14))
    await store.seasons.set_season_length(HERE.guild, 1, OCTOBER)
    for number, when in enumerate((moment(11, 2), moment(12, 2), moment(1, 2, year=2027)), 3):
        clock.time = when
        await rubber(store, number, Side.NS, 10**number)
    before = (await inside(store, rows))["standing"]
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    await inside(store, lambda db: db.execute("DELETE FROM standing WHERE period = 's2026-11'"))
    await store.checks.check_projections(no_deals, unhurried=False)
    assert (await inside(store, rows))["standing"] == before


async def test_a_server_that_has_played_for_years_has_its_seasons_after_the_first_count(
    store: Store, clock: Clock
) -> None:
    await played(store, clock, moment(10, 1, year=2024), moment(10, 1, year=2025))

    for statement in ("DELETE FROM standing WHERE period >= 's'", "UPDATE counted SET revision = 2"):
        await inside(store, partial(_execute, sql=statement))
    assert await points(store, "s2024-09") == [0]
    assert await store.checks.rebuild_projections(no_deals, if_due=True)
    assert await points(store, "s2024-09", "s2025-09", "all") == [10, 100, 110]


async def test_who_is_forgotten_is_in_no_season_that_was_kept_and_those_who_stay_lose_nothing(
    store: Store, clock: Clock
) -> None:
    await played(store, clock, moment(10, 1))
    known = await store.people.known(A)
    assert {one["period"] for one in known["standings"]} == {"all", "2026", "2026-10", "s2026-09"}
    await store.people.forget(A)
    assert [one.user for one in await lines(store, Board.PERSONS, AUTUMN.period)] == [C, B, D]
    assert [one.user for one in await lines(store, Board.PAIRS, AUTUMN.period)] == [B]
    assert (await store.people.known(A))["standings"] == []


async def test_the_end_of_a_season_is_claimed_once_and_not_again_for_an_earlier_one(store: Store) -> None:
    seasons = store.seasons
    assert not await seasons.is_end_told(HERE.guild, AUTUMN)
    claimed = await asyncio.gather(*(seasons.claim_end(HERE.guild, AUTUMN) for _ in range(8)))
    assert sorted(claimed) == [False] * 7 + [True] and await seasons.is_end_told(HERE.guild, AUTUMN)
    assert not await seasons.claim_end(HERE.guild, Season(Month(2026, 6), SEPTEMBER))
    winter = Season(DECEMBER, Month(2027, 3))
    assert not await seasons.is_end_told(HERE.guild, winter) and await seasons.claim_end(HERE.guild, winter)
    assert await seasons.claim_end(HERE.guild + 1, AUTUMN)


def _execute(db: Connection, sql: str) -> None:
    db.execute(sql)


async def test_where_it_has_decayed_whether_an_end_was_told_it_is_told_no_more(store: Store) -> None:
    for damage in ("UPDATE preference SET value = '2026-06'", "DELETE FROM preference"):
        guild = HERE.guild + len(damage)
        assert await store.seasons.claim_end(guild, AUTUMN)
        spoil = partial(_execute, sql=f"{damage} WHERE owner = 'seasons:{guild}'")
        await inside(store, spoil)
        assert not await store.seasons.claim_end(guild, AUTUMN)
        assert await store.seasons.claim_end(guild, Season(DECEMBER, Month(2027, 3)))


async def test_the_rooms_of_a_season_are_those_of_its_rubbers_that_count_the_last_one_first(
    store: Store, clock: Clock
) -> None:
    await played(store, clock, moment(8, 1), moment(10, 14))
    assert await store.seasons.season_rooms(HERE.guild, AUTUMN) == (HERE.channel,)
    clock.time = moment(12, 2)
    await rubber(store, 3, Side.NS, 5, uncounted="seats")
    winter = Season(DECEMBER, Month(2027, 3))
    assert await store.seasons.season_rooms(HERE.guild, winter) == ()
    assert await store.seasons.seasons_played(HERE.guild, evening_board(Kind.PAIRS), DECEMBER) == ()


async def test_each_room_of_a_season_is_named_once_by_the_last_rubber_that_ended_there(
    store: Store, clock: Clock
) -> None:
    here, there = HERE.guild, HERE.guild + 1
    for number, (guild, channel, when) in enumerate(
        (
            (here, 1, moment(8, 31, 23, 59)),
            (here, 2, moment(9, 1, 0)),
            (here, 3, moment(11, 30, 23, 59)),
            (here, 4, moment(12, 1, 0)),
            (there, 5, moment(10, 1)),
            (here, 2, moment(10, 2)),
        )
    ):
        clock.time = when
        events = [OPENED, begun(), reckoned(1, Side.NS, 10)]
        place = Place(guild, channel)
        await store.streams.append(Append(TableId(f"r{number}"), 0, events, place=place, people=USERS))  # type: ignore[arg-type]
    assert await store.seasons.season_rooms(here, AUTUMN) == (3, 2)
    assert await store.seasons.season_rooms(there, AUTUMN) == (5,)
