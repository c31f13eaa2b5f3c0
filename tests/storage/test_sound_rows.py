"""What cannot be is refused by the database itself; what was so before the refusal stays, is told of, and
holds nobody up."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rules.challenges import Challenge, Challenged
from rules.seats import Seat
from storage.engine import migrations
from storage.errors import DatabaseFailed
from storage.ports.records import (
    Admission,
    Contest,
    DatabaseAddress,
    ServerUrl,
    UserId,
)
from storage.postgres.database import Postgres
from storage.seals import CHECKED_FROM, REFERRED_FROM, SOUND, unsound_rows
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conftest import Clock, both
from tests.trials.stage import postgres
from tests.trials.stage.happenings import inside

COLUMNS: Final = {
    "standing": "guild, game, period, board, user_id, partner_id, rubbers, won, points, place",
    "rating": "guild, game, user_id, partner_id, rubbers, mu, sigma, shown",
    "deed": "user_id, guild, game, deed, count",
    "attempt": "table_id, contest, user_id, robot, began, ended, points, line",
}
SOUNDLY: Final = {
    "standing": "1, 'biritch', 'all', 'persons', 11, 0, 2, 2, '9', '9'",
    "rating": "1, 'biritch', 11, 0, 1, 25.0, 8.0, 1.0",
    "deed": "11, 1, 'biritch', 'deal', 0",
    "attempt": "'t1', 'c1', 11, '', 1000, 1000, '7', 'QH'",
}
BREAKS: Final = {
    "standing": ("won = 3", "won = -1", "rubbers = 1"),
    "rating": ("rubbers = 0", "rubbers = -4"),
    "deed": ("count = -1",),
    "attempt": ("ended = 999", "began = 1001"),
}
CONTEST: Final = """
    INSERT INTO contest (contest, game, dealer, strength, secret, made)
    VALUES ('c1', 'biritch', 'S', 'good', ?1, 1)
"""


TABLE_OF_PLAY: Final = """
    INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES (?1, 1, 2, 0, ?2, 0)
"""


def put(db: Any, table: str) -> None:
    db.execute(f"INSERT INTO {table} ({COLUMNS[table]}) VALUES ({SOUNDLY[table]})")


def filled(db: Any) -> None:
    db.execute(CONTEST, (bytes(32),))
    for play in ("t1", "t2"):
        db.execute(TABLE_OF_PLAY, (play, bytes(32)))
    for table in SOUND:
        put(db, table)


def made_unsound(db: Any) -> None:
    filled(db)
    for table, (first, *_) in BREAKS.items():
        db.execute(f"UPDATE {table} SET {first}")


@both
async def test_what_cannot_be_is_neither_put_in_nor_made_of_what_can(store: Store) -> None:
    assert BREAKS.keys() == SOUND.keys() == COLUMNS.keys()
    await inside(store, filled)
    for table, changes in BREAKS.items():
        for change in changes:
            with pytest.raises(DatabaseFailed):
                await inside(store, lambda db, table=table, to=change: db.execute(f"UPDATE {table} SET {to}"))  # type: ignore[misc]
    assert await inside(store, unsound_rows) == {}
    for table, said in (("standing", "2, 2"), ("rating", "1, 25"), ("deed", "0"), ("attempt", "1000, 1000")):
        unsound = {"2, 2": "2, 3", "1, 25": "0, 25", "0": "-1", "1000, 1000": "1000, 999"}[said]
        values = unsound.join(SOUNDLY[table].rsplit(said, 1)).replace("11", "12").replace("t1", "t2")
        with pytest.raises(DatabaseFailed):
            await inside(
                store,
                lambda db, table=table, put=values: db.execute(  # type: ignore[misc]
                    f"INSERT INTO {table} ({COLUMNS[table]}) VALUES ({put})"
                ),
            )


Older = Callable[[int, Callable[[Any], None]], Awaitable[DatabaseAddress]]


@pytest.fixture
def older(engine: str, path: Path, request: pytest.FixtureRequest) -> Older:
    """Makes a database as the step before this one left it, and writes in it."""

    async def made(step: int, work: Callable[[Any], None]) -> DatabaseAddress:
        if engine == "sqlite":
            async with Database.open(path, migrations()[: step - 1]) as file:
                await file.write(work)
            return path
        server: postgres.Server = request.getfixturevalue("server")
        name = f"unsound_{os.getpid()}_{abs(hash(request.node.name))}"
        server.new_database(name)
        url = ServerUrl(server.url(name))
        steps = [one for one in migrations("postgres") if one.number < step]
        async with Postgres.open(url, steps) as raw:
            await raw.write(work)
        return url

    return made


@both
async def test_no_answer_before_the_question_and_no_ninth_place_is_stored(store: Store) -> None:
    challenged = "challenged (challenge, place, user_id, asked, answered, plays)"
    await inside(store, lambda db: db.execute(f"INSERT INTO {challenged} VALUES ('f1', 0, 11, 9, 9, 1)"))
    for broken in ("answered = asked - 1", "asked = 10", "place = 8", "place = -1"):
        with pytest.raises(DatabaseFailed):
            await inside(store, lambda db, to=broken: db.execute(f"UPDATE challenged SET {to}"))  # type: ignore[misc]
    for values in ("'f1', 8, 12, 9, 9, 1", "'f1', 1, 12, 9, 8, 1"):
        with pytest.raises(DatabaseFailed):
            await inside(store, lambda db, put=values: db.execute(f"INSERT INTO {challenged} VALUES ({put})"))  # type: ignore[misc]


@both
async def test_rows_of_before_stay_and_are_told_of_and_can_be_changed_copied_and_forgotten(
    older: Older, clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(await older(CHECKED_FROM, made_unsound), clock) as store:
        told = [one.getMessage() for one in caplog.records if "cannot be as they are" in one.getMessage()]
        assert len(told) == len(SOUND)
        assert await inside(store, unsound_rows) == dict.fromkeys(SOUND, 1)
        async with Store.open(tmp_path / "copy.sqlite3", clock) as copy:
            await store.copy_to(copy)
            assert await inside(copy, unsound_rows) == dict.fromkeys(SOUND, 1)
            await inside(copy, lambda db: db.execute("UPDATE deed SET count = 1"))
            with pytest.raises(DatabaseFailed):
                await inside(copy, lambda db: db.execute("UPDATE deed SET count = -2"))
        await inside(store, lambda db: db.execute("UPDATE standing SET points = '10', won = won + 1"))
        await store.people.forget(UserId(11))
        assert (await store.contests.attempts("c1")).lost == 1
        assert await inside(store, unsound_rows) == {"attempt": 1}, "a result that is compared, of nobody"


ASTRAY: Final = "INSERT INTO attempt (table_id, contest, user_id, robot, began) VALUES (?1, 'c1', ?2, ?3, 1)"


@both
async def test_a_play_of_a_person_is_of_a_table_that_there_is_and_that_of_a_robot_of_none(
    store: Store,
) -> None:
    await inside(store, filled)
    await inside(store, lambda db: db.execute(ASTRAY, ("c1 good", None, "good")))
    for user in (13, None):
        with pytest.raises(DatabaseFailed):
            await inside(store, lambda db, of=user: db.execute(ASTRAY, ("none", of, "")))  # type: ignore[misc]
    for changed in ("table_id = 'none' WHERE robot = ''", "robot = '' WHERE robot = 'good'"):
        with pytest.raises(DatabaseFailed):
            await inside(store, lambda db, to=changed: db.execute(f"UPDATE attempt SET {to}"))  # type: ignore[misc]
    await inside(store, lambda db: db.execute("UPDATE attempt SET table_id = 't2' WHERE table_id = 't1'"))
    await inside(store, lambda db: db.execute("UPDATE attempt SET robot = 'best' WHERE robot = 'good'"))


def with_a_play_astray(db: Any) -> None:
    db.execute(CONTEST, (bytes(32),))
    db.execute(ASTRAY, ("none", 11, ""))


@both
async def test_a_play_of_before_that_is_of_no_table_stays_and_can_be_changed_copied_and_forgotten(
    older: Older, clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(await older(REFERRED_FROM, with_a_play_astray), clock) as store:
        assert caplog.messages.count("1 rows of attempt are of no table, and stay") == 1
        await inside(store, lambda db: db.execute("UPDATE attempt SET ended = 2, table_id = table_id"))
        async with Store.open(tmp_path / "copy.sqlite3", clock) as copy:
            await store.copy_to(copy)
        await store.people.forget(UserId(11))
        left = await inside(store, lambda db: db.execute("SELECT table_id, user_id FROM attempt").fetchall())
        assert [tuple(one) for one in left] == [("none", None)]


@both
async def test_a_database_of_before_there_were_challenges_takes_them_and_keeps_what_it_had(
    older: Older, clock: Clock
) -> None:
    anna, boris = UserId(11), UserId(12)
    before = await older(CHECKED_FROM, made_unsound)
    async with Store.open(before, clock) as store:
        asked = Challenged(anna, clock.time, clock.time, True), Challenged(boris, clock.time, None, False)
        made = Challenge("f1", "vint", "good", clock.time, 1, 2, True, asked)
        deals = [Contest(one, "vint", Seat.EAST, "good", bytes(32), clock.time) for one in made.deals]
        assert await store.challenges.begin_challenge(made, deals) is Admission.DONE
        assert await store.challenges.take_up("f1", boris, (3, 4), clock.time) is Admission.DONE
        assert (await store.contests.attempts("c1")).lost == 1, "it stays as it was"
    async with Store.open(before, clock) as store:
        found = await store.challenges.challenge("f1")
        assert found is not None and found.known_players == (anna, boris)
        assert await store.contests.contest("f1-5") == deals[4]
