"""The running bot counts in the background: after an update that counts more, and every day as a check."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest

from bot.app import Biritch
from bot.host.metrics import Endpoint
from bot.host.upkeep import Counting, counting
from bot.tables.counting import deal_counts
from playground.ground import HOST
from storage.engine import Breath
from storage.ports.records import Append, UserId
from storage.store import Store
from storage.streams import KEYS_KEPT
from tests.bot.test_closing import settings
from tests.bot.test_snapshots import evening
from tests.host.test_endpoint import asked
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import HERE, OPENED, TABLE, inside
from tests.trials.stage.ports import free_port


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database with a table at which two deals are over."""
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await evening(store, 11, 2)
    return tmp_path / "b.sqlite3"


async def said(caplog: pytest.LogCaptureFixture, what: str) -> None:
    await until(lambda: what in caplog.text, what)


async def test_after_an_update_that_counts_more_everything_is_counted_behind_a_start(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with Store.open(played) as store:
        before = await inside(store, lambda db: db.execute("SELECT * FROM deed").fetchall())
        assert before
        await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
        await inside(store, lambda db: db.execute("DELETE FROM deed"))
        async with counting(store):
            assert await store.checks.is_count_due()  # whoever starts it waits for nothing
            await said(caplog, "Leaderboards and statistics have been counted anew.")
        assert not await store.checks.is_count_due()
        assert await inside(store, lambda db: db.execute("SELECT * FROM deed").fetchall()) == before


async def test_a_count_that_has_decayed_is_put_right_and_told_in_one_line(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(played) as store:
        await inside(store, lambda db: db.execute("UPDATE deed SET count = 640 WHERE deed = 'deal'"))
        task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())
        await said(caplog, "what is counted of server 1 was damaged: 1 rows were counted again from the log")
        task.cancel()
        assert len(caplog.records) == 1
        assert await inside(
            store, lambda db: db.execute("SELECT count FROM deed WHERE deed = 'deal'").fetchone()
        ) == (2,)


async def test_a_count_behind_a_start_pauses_for_those_who_press(
    played: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the check of every day likewise: each slice is followed by a multiple of the time that it took."""
    caplog.set_level(logging.INFO)
    pauses = list[float]()
    monkeypatch.setattr("storage.engine.SLICE", 0.0)
    monkeypatch.setattr(Breath, "_pause", lambda _, seconds: pauses.append(seconds))
    async with Store.open(played) as store:
        await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
        async with counting(store):
            await said(caplog, "Leaderboards and statistics have been counted anew.")
        assert any(pauses)
        pauses.clear()
        await store.checks.check_projections(deal_counts)
        assert any(pauses)


async def test_a_bot_that_runs_for_long_forgets_old_keys_as_it_counts(played: Path) -> None:
    now = [time.time()]
    async with Store.open(played, lambda: now[0]) as store:
        await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, key="a press"))
        assert await store.streams.done("a press") is not None
        now[0] += KEYS_KEPT + 60
        task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())

        async def forgotten() -> bool:
            return await store.streams.done("a press") is None

        await until(forgotten, "the key of an old press to go")
        task.cancel()


async def test_what_has_decayed_is_counted_in_one_line_a_table_and_who_plays_in_a_server_is_noted_anew(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(played) as store:
        await store.preferences.set_choices("user:1", {"cards": "text", "alert": "never"})
        for user in (UserId(1), UserId(2)):
            await store.contests.frequents(100, user)
        await inside(store, lambda db: db.execute("UPDATE preference SET value = 'later'"))
        await inside(store, lambda db: db.execute("UPDATE regular SET seal = NULL WHERE user_id = 2"))
        task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())
        await said(caplog, "of the rows of preference, 2 are not what was written and are left out")
        task.cancel()
        told = [one.getMessage().partition(" are not")[0] for one in caplog.records]
        assert told == ["of the rows of regular, 1", "of the rows of preference, 2"]
        people = await store.contests.regulars(100)
        assert people == {UserId(1)} and people.whole


async def test_a_message_that_has_left_its_table_is_told_in_one_line(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        (name,) = db.execute("SELECT max(name) FROM slot").fetchone()
        db.execute("UPDATE slot SET table_id = 'zz' WHERE name = ?1", (name,))
        db.execute("PRAGMA foreign_keys = ON")

    async with Store.open(played) as store:
        before = await inside(store, lambda db: db.execute("SELECT name FROM slot ORDER BY name").fetchall())
        await inside(store, decay)
        task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())
        await said(caplog, "the rows of 1 messages were damaged or could not be found")
        task.cancel()
        assert len(caplog.records) == 1
        after = await inside(store, lambda db: db.execute("SELECT name FROM slot ORDER BY name").fetchall())
        assert after == before[:-1]


async def test_a_check_that_finds_nothing_says_nothing_and_names_the_tables_that_cannot_be_read(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(played) as store:
        ((table,),) = await inside(store, lambda db: db.execute("SELECT table_id FROM stream").fetchall())
        assert (await store.checks.check_projections(lambda *_: ())).damaged == {} == store.checks.damaged
        caplog.clear()
        await inside(store, lambda db: db.execute("UPDATE event SET at = 1 WHERE version = 9"))
        task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())
        await said(caplog, f"not everything of table {table} can be counted: BrokenChain('{table}', 9)")
        await until(lambda: store.checks.damaged == {table: 9}, "what is damaged")
        task.cancel()


def miscounted(path: Path) -> None:
    """As if five pages were free: there are none."""
    data = bytearray(path.read_bytes())
    data[36:40] = (5).to_bytes(4, "big")
    path.write_bytes(data)


async def test_a_flaw_in_the_pages_of_the_file_is_told_in_the_log_and_by_health_and_nothing_is_counted(
    played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    miscounted(played)
    port = free_port()
    async with Store.open(played) as store, Endpoint.open((HOST, port)) as endpoint:
        endpoint.watched = bot = Biritch(settings(played), store)
        try:
            assert "file" not in json.loads((await asked(port, "health"))[1])
            await inside(store, lambda db: db.execute("UPDATE deed SET count = 640"))
            task = asyncio.create_task(Counting(store, at_first=0.0).count_daily())
            await said(caplog, f"The database {played} is damaged (")
            task.cancel()
            assert "should be 5" in json.loads((await asked(port, "health"))[1])["file"]
            rows = await inside(store, lambda db: db.execute("SELECT DISTINCT count FROM deed").fetchall())
            assert rows == [(640,)]
        finally:
            await bot.close()
