"""What is stored of contests, plays, people of servers and choices: whatever decays in it is read by nobody
as true, is told of, and costs one contest, one play or one choice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.store import Store
from tests.storage import sealed_rows
from tests.storage.conformance.test_contest_seals import ANNA
from tests.storage.conftest import Clock
from tests.storage.sealed_rows import OWNERS, TABLES
from tests.trials.soak.damage import at_random


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
