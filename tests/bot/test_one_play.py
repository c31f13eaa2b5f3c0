"""A deal that many play is played once by each, whoever is forgotten meanwhile, and what is damaged costs no
more than itself: it is Thursday, 26 November 2026, at noon."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.errors import AppWhy
from bot.evenings.service import Evenings
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.streams.open_stream import Key
from bot.tables.open_table import OpenTable
from rules.contests import Streak
from rules.seats import Person
from rules.table.events import Opened
from storage import people
from storage.copying import TABLES
from storage.engine import Connection, migrations
from storage.ports.records import Append, DatabaseAddress, Place, ServerUrl, TableId, UserId
from storage.sqlite.database import Database
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.test_contests import ANNA, BORIS, CLARA, DAVID, TODAY, TOMORROW, YESTERDAY, Room, at, filled
from tests.each import mostly_long
from tests.refusing import refusing
from tests.trials.stage.happenings import inside
from tests.trials.stage.played import goes_on
from tests.trials.stage.postgres import Server


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    opened = Room(store, Clock())
    store._shared.now = opened.clock
    yield opened
    await opened.contests.close()


_pressed = count()


def pressed(room: Room) -> Key:
    """A press that has not been before."""
    return Key(f"press {next(_pressed)}", room.clock.time)


async def plays_out(room: Room, table: OpenTable, user: UserId) -> None:
    while not table.closed:
        await goes_on(room.tables, table, user)


def privacy(room: Room) -> Privacy:
    evenings = Evenings(room.store.streams)
    preferences = Preferences(room.store.preferences, room.store.people)
    return Privacy(room.store.people, room.tables, evenings, (), preferences)


async def test_whoever_is_forgotten_in_mid_deal_or_after_it_is_not_dealt_it_again_and_nobodys_share_changes(
    room: Room,
) -> None:
    contests = room.contests
    tables = [await contests.play_day(user, pressed(room)) for user in (ANNA, BORIS, CLARA)]
    await filled(room)
    for table, user in zip(tables[:2], (ANNA, BORIS), strict=True):
        await plays_out(room, table, user)
    await goes_on(room.tables, tables[2], CLARA)
    before = await contests.compared(BORIS, TODAY)
    week = await contests.user_standings(BORIS, [TODAY], frozenset((BORIS,)))
    for user in (ANNA, CLARA):
        await privacy(room).forget_person(user)
    assert all(table.closed for table in tables)
    for user in (ANNA, CLARA):
        with refusing(AppWhy.PLAYED_BEFORE):
            await contests.play_day(user, pressed(room))
        found = await contests.play_compared(user, "biritch", pressed(room))
        assert found.shuffled_as not in (TODAY, TOMORROW)
    assert await contests.compared(BORIS, TODAY) == before
    assert await contests.user_standings(BORIS, [TODAY], frozenset((BORIS,))) == week
    assert all(one.ended is not None for one in await room.store.contests.attempts(TODAY))
    room.anew()
    with refusing(AppWhy.PLAYED_BEFORE):
        await room.contests.play_day(ANNA, pressed(room))
    room.clock.time = at(TOMORROW)
    await room.contests.forget_marks()
    assert not (await room.contests.play_day(ANNA, pressed(room))).closed
    await filled(room)


async def test_whoever_another_process_has_left_half_forgotten_is_so_in_memory_too(room: Room) -> None:
    table = await room.contests.play_day(ANNA, pressed(room))
    await filled(room)
    await inside(room.store, lambda db: people.begin_forgetting(db, ANNA))
    await privacy(room).resume_forgetting()
    assert table.person(ANNA) is None and not await room.store.people.is_met(ANNA)


async def test_a_compared_deal_is_not_dealt_again_to_whoever_was_forgotten_nor_to_anybody_new(
    room: Room,
) -> None:
    first = await room.contests.play_compared(ANNA, "vint", pressed(room))
    second = await room.contests.play_compared(BORIS, "vint", pressed(room))
    assert first.shuffled_as == second.shuffled_as
    await filled(room)
    await privacy(room).forget_person(ANNA)
    dealt = [
        (await room.contests.play_compared(user, "vint", pressed(room))).shuffled_as for user in (ANNA, CLARA)
    ]
    assert dealt[0] == dealt[1] != first.shuffled_as
    await filled(room)


@pytest.mark.parametrize("moment", mostly_long(("00:00", "00:25", "00:59:59"), short=("00:25",)))
async def test_who_has_missed_a_day_is_not_dealt_its_deal_while_it_would_still_count(
    room: Room, moment: str
) -> None:
    await room.enters(YESTERDAY, BORIS, 10, at(YESTERDAY))
    await room.enters("2026-11-23", BORIS, 10, at("2026-11-23"))
    await room.enters("2026-11-23", ANNA, 10, at("2026-11-23"))
    room.clock.time = at(TODAY, moment)
    table = await room.contests.play_compared(ANNA, "biritch", pressed(room))
    assert table.shuffled_as[0] == "c"
    await plays_out(room, table, ANNA)
    assert (await room.contests.streak(ANNA)).days == 1
    room.clock.time = at(TODAY, "01:00")
    late = await room.contests.play_compared(ANNA, "biritch", pressed(room))
    assert late.shuffled_as == YESTERDAY
    await plays_out(room, late, ANNA)
    assert await room.contests.streak(ANNA) == Streak(1, 0)
    await filled(room)


async def test_whose_play_somebody_sees_they_have_been_at_a_table_with_or_play_in_a_server_with(
    room: Room,
) -> None:
    async def may(user: UserId, of: UserId, *, here: bool = False) -> None:
        await room.contests.check_acquainted(user, of, here=here)

    for user in (ANNA, BORIS, CLARA, DAVID):
        await room.enters(TODAY, user, 5)
    await room.contests.came(7, ANNA)
    await room.contests.came(8, BORIS)
    await room.contests.came(8, CLARA)
    people = {Person("a1"): ANNA, Person("d4"): DAVID}
    await room.store.streams.append(
        Append(TableId("t1"), 0, [Opened("biritch", ())], place=Place(1, 2), people=people)
    )
    for user, of in ((ANNA, ANNA), (ANNA, DAVID), (DAVID, ANNA), (BORIS, CLARA), (CLARA, BORIS)):
        await may(user, of)
    for user, of in ((ANNA, BORIS), (BORIS, ANNA), (DAVID, CLARA), (CLARA, ANNA)):
        with refusing(AppWhy.NOT_ACQUAINTED):
            await may(user, of)
        await may(user, of, here=True)


# What is damaged


async def damage(room: Room, statement: str) -> None:
    assert await inside(room.store, lambda db: db.execute(statement).rowcount) == 1
    room.anew()


async def test_a_day_whose_secret_has_decayed_is_dealt_to_nobody_and_every_other_day_is(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever was in the middle of it plays on, and is told at the end that it is compared no more."""
    table = await room.contests.play_day(ANNA, pressed(room))
    await filled(room)
    await damage(room, f"UPDATE contest SET secret = zeroblob(32) WHERE contest = '{TODAY}'")
    with refusing(AppWhy.CONTEST_DAMAGED):
        await room.contests.play_day(BORIS, pressed(room))
    again = await room.contests.play_day(ANNA, pressed(room))
    assert again.id == table.id
    await plays_out(room, again, ANNA)
    with refusing(AppWhy.CONTEST_DAMAGED):
        await room.contests.compared(ANNA, TODAY)
    with refusing(AppWhy.CONTEST_DAMAGED):
        await room.contests.robots_at(again)
    assert await room.contests.streak(ANNA) == Streak(1, 2)
    assert (await room.contests.play_compared(BORIS, "biritch", pressed(room))).shuffled_as[0] == "c"
    room.clock.time = at(TOMORROW)
    assert not (await room.contests.play_day(BORIS, pressed(room))).closed
    assert f"what is stored of the contest {TODAY} is not what was written" in caplog.messages
    await filled(room)


async def test_if_the_next_day_is_damaged_today_is_played_all_the_same(room: Room) -> None:
    await room.contests.of_day(TOMORROW)
    await damage(room, f"UPDATE contest SET dealer = 'W' WHERE contest = '{TOMORROW}'")
    assert not (await room.contests.play_day(ANNA, pressed(room))).closed
    await filled(room)
    room.clock.time = at(TOMORROW)
    with refusing(AppWhy.CONTEST_DAMAGED):
        await room.contests.play_day(ANNA, pressed(room))


async def test_a_play_that_is_damaged_is_left_out_of_the_field_and_its_own_user_alone_is_refused(
    room: Room,
) -> None:
    for user, points in ((ANNA, 10), (BORIS, 5), (CLARA, 0)):
        await room.enters(TODAY, user, points)
    await damage(room, f"UPDATE attempt SET points = '50' WHERE user_id = {CLARA}")
    came = await room.contests.compared(ANNA, TODAY)
    assert (came.percent, came.people, came.lost, came.own_lost) == (100, 1, 1, 0)
    for asked in (
        room.contests.compared(CLARA, TODAY),
        room.contests.play_day(CLARA, pressed(room)),
        room.contests.attempt_to_see(ANNA, TODAY, CLARA),
        room.contests.table_of(CLARA, TODAY),
    ):
        with refusing(AppWhy.PLAY_DAMAGED):
            await asked
    ranks = await room.contests.user_standings(ANNA, [TODAY], frozenset((ANNA, BORIS, CLARA)))
    assert [(one.who, one.score) for one in ranks] == [(ANNA, 100), (BORIS, 0)]
    assert ranks.lacking == {TODAY}


# Upgrading in the middle of a deal


async def as_before(store: Store, old: Any, schema: int) -> None:
    """Put into an older database what it had room for."""

    def named(db: Connection, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        rows = db.execute(f"SELECT * FROM {table}")
        return [column[0] for column in rows.description], rows.fetchall()

    kept = {table: await inside(store, lambda db, one=table: named(db, one)) for table in TABLES}  # type: ignore[misc]

    def put(db: Connection) -> None:
        for table, (columns, rows) in kept.items():
            if table in ("tally", "counted") or not rows:
                continue
            there = [column[0] for column in db.execute(f"SELECT * FROM {table}").description]
            marks = ", ".join(f"?{number}" for number in range(1, len(there) + 1))
            for row in rows:
                values = dict(zip(columns, row, strict=True))
                statement = f"INSERT INTO {table} ({', '.join(there)}) VALUES ({marks})"
                db.execute(statement, [values[one] for one in there])

    await old.write(put)


@pytest.mark.parametrize("engine", mostly_long(("sqlite", "postgres"), short=("sqlite",)))
async def test_a_deal_of_the_day_that_was_begun_before_an_upgrade_is_ended_after_it_and_played_once(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """In the older version Clara had been forgotten in the middle of it, and David after it."""
    where: DatabaseAddress = tmp_path / "old.sqlite3"
    if engine == "postgres":
        server: Server = request.getfixturevalue("server")
        server.new_database("before_marks")  # no other test may have brought it up to date
        where = ServerUrl(server.url("before_marks"))
    clock = Clock()
    async with Store.open(tmp_path / "new.sqlite3", now=clock) as new:
        room = Room(new, clock)
        begun = [await room.contests.play_day(user, pressed(room)) for user in (ANNA, BORIS, CLARA, DAVID)]
        await filled(room)
        for table, user in ((begun[1], BORIS), (begun[3], DAVID)):
            await plays_out(room, table, user)
        await goes_on(room.tables, begun[0], ANNA)
        before = await room.contests.compared(BORIS, TODAY)
        for user in (CLARA, DAVID):
            statement = f"UPDATE attempt SET user_id = NULL WHERE user_id = {user}"
            await inside(new, lambda db, one=statement: db.execute(one))  # type: ignore[misc]
        await new.preferences.set_choices(f"user:{ANNA}", {"cards": "text"})
        await left_as_before(new, where)
    async with Store.open(where, now=clock) as upgraded:
        assert await upgraded.checks.decayed() == ()
        room = Room(upgraded, clock)
        clara = next(one for one in await upgraded.contests.attempts(TODAY) if one.table == begun[2].id)
        assert clara.ended == clara.began and clara.points is None
        assert (await room.contests.compared(BORIS, TODAY)).percent == before.percent
        table = await room.contests.play_day(ANNA, pressed(room))
        assert table.id == begun[0].id and not table.closed
        await plays_out(room, table, ANNA)
        assert (await room.contests.compared(ANNA, TODAY)).people == 2
        assert await upgraded.preferences.choices(f"user:{ANNA}") == {"cards": "text"}
        for user in (ANNA, BORIS):
            await privacy(room).forget_person(user)
            with refusing(AppWhy.PLAYED_BEFORE):
                await room.contests.play_day(user, pressed(room))
        assert await upgraded.checks.decayed() == ()
        await filled(room)


BEFORE = 15
"""The schema before there were marks."""


async def left_as_before(new: Store, where: DatabaseAddress) -> None:
    if isinstance(where, Path):
        async with Database.open(where, migrations()[:BEFORE]) as old:
            await as_before(new, old, BEFORE)
        return
    from storage.postgres.database import Postgres

    steps = [step for step in migrations("postgres") if step.number <= BEFORE]
    async with Postgres.open(where, steps) as server:
        await as_before(new, server, BEFORE)
