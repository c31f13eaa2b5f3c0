"""What is stored of contests, plays, people of servers and choices: whatever decays in it is read by nobody
as true, is told of, and costs one contest, one play or one choice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.seats import Seat
from storage.ports.records import Contest
from storage.store import Store
from tests.storage.conformance.test_contest_seals import ANNA
from tests.storage.conftest import Clock
from tests.trials.soak.damage import at_random
from tests.trials.stage import sealed_rows
from tests.trials.stage.happenings import inside
from tests.trials.stage.sealed_rows import OWNERS, TABLES


def put_in(path: Path, kept: bytes, other: bytes) -> None:
    """Something else where this stands once in a file."""
    content = path.read_bytes()
    assert content.count(kept) == 1
    path.write_bytes(content.replace(kept, other))


async def test_a_row_whose_key_has_decayed_can_be_changed_and_deleted_after_the_next_start(
    path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """The index still leads to it by the old key, and SQLite would refuse to touch it."""
    async with Store.open(path, now=clock) as store:
        await sealed_rows.fill(store, clock.time)
    in_row = f"{OWNERS[0]}languagefr".encode()
    put_in(path, in_row, in_row.replace(b"language", b"lamguage"))
    async with Store.open(path, now=clock) as store:
        told = "an index of the table preference led to another row than is there: it is written anew"
        assert caplog.messages == [told]
        assert "language" not in await store.preferences.choices(
            OWNERS[0]
        ) and await store.preferences.choices_lost(OWNERS[0])
        await store.people.forget(ANNA)
        assert await store.preferences.choices(OWNERS[0]) == {} and await store.checks.decayed() == ()


async def test_a_column_of_another_type_than_was_stored_keeps_no_bot_from_starting(
    path: Path, clock: Clock
) -> None:
    async with Store.open(path, now=clock) as store:
        await sealed_rows.fill(store, clock.time)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'preference'")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE preference SET value = CAST('fr' AS BLOB) WHERE name = 'language'")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'preference'")
    async with Store.open(path, now=clock) as store:
        assert await store.preferences.chosen_by_all("language") == {}
        assert len(await store.preferences.chosen_by_all("cards")) == len(OWNERS)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
async def test_no_flipped_bit_of_a_file_in_these_rows_is_read_as_true(table: str) -> None:
    noticed, missed = await at_random(221, seed=1886, rows=table)
    assert missed == []
    assert sum(noticed.values()) == 221


async def test_no_write_waits_while_the_deal_of_a_new_day_is_looked_for_among_all(
    store: Store, clock: Clock
) -> None:
    """Of a row whose name has decayed nothing but a look at all rows tells: it takes a second of a full
    file, and everything that is written would wait for it, at midnight."""
    ran = list[str]()
    await inside(store, lambda db: db.set_trace_callback(ran.append))
    made = await store.contests.add_contest(
        Contest("2026-11-30", "biritch", Seat.EAST, "good", bytes(32), clock.time)
    )
    assert made == await store.contests.contest("2026-11-30")
    of_contests = [sql for sql in ran if "FROM contest" in sql]
    assert of_contests and all("WHERE contest = '2026-11-30'" in sql for sql in of_contests)
