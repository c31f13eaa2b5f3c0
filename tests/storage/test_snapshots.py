"""A snapshot is read only if its seal fits the chain of its own table; the log says the same without it."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from storage.engine import migrations
from storage.ports.storage import BrokenChain
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_snapshots import kept_at, load
from tests.trials.stage.happenings import OTHER, TABLE, inside


async def changed(store: Store, *statements: str) -> None:
    """The file changed behind the store's back."""

    def change(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            assert db.execute(statement).rowcount == 1

    await inside(store, change)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE snapshot SET body = 'b01d22 at 5' WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET over = 9 WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET version = 6 WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET seal = zeroblob(32) WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET table_id = '7f3a9c', version = 6 WHERE table_id = 'b01d22'",
        "UPDATE snapshot SET (body, seal) = (SELECT body, seal FROM snapshot WHERE table_id = 'b01d22')"
        " WHERE table_id = '7f3a9c'",
    ],
    ids=["body", "deal", "version", "seal", "of another table", "of another table, at the same point"],
)
async def test_a_snapshot_that_is_not_what_was_stored_here_is_left_out_and_told(
    store: Store, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    await kept_at(store, 5)
    await kept_at(store, 5, table=OTHER)
    await changed(store, change)
    with caplog.at_level(logging.ERROR):
        kept = await load(store)
    assert kept.snapshot is None and len(kept.events) == 7
    assert "snapshot of table 7f3a9c" in caplog.text


async def test_a_change_after_the_snapshot_or_at_it_is_found_by_a_load_and_an_earlier_one_by_the_whole_check(
    store: Store,
) -> None:
    await kept_at(store, 5)
    await changed(store, "UPDATE event SET at = at + 1 WHERE version = 2")
    assert (await load(store)).snapshot is not None
    with pytest.raises(BrokenChain) as broken:
        await store.streams.verify_chain(TABLE)
    assert broken.value.version == 2
    await changed(store, "UPDATE event SET at = at - 1 WHERE version = 2")
    for version in (6, 7):
        await changed(store, f"UPDATE event SET at = at + 1 WHERE version = {version}")
        with pytest.raises(BrokenChain) as broken:
            await store.streams.load(TABLE)
        assert broken.value.version == version
        await changed(store, f"UPDATE event SET at = at - 1 WHERE version = {version}")
    await changed(store, "UPDATE event SET hash = zeroblob(32) WHERE version = 5")
    with pytest.raises(BrokenChain):
        await store.streams.load(TABLE)


@pytest.mark.parametrize("missing", [1, 2, 3, 4, 5])
async def test_an_event_that_is_missing_from_the_part_of_a_log_that_a_deal_needs_is_named(
    store: Store, missing: int
) -> None:
    await kept_at(store, 3, 5)
    await changed(store, f"DELETE FROM event WHERE version = {missing}")
    with pytest.raises(BrokenChain) as broken:
        await store.streams.read_deal(TABLE, 1)
    assert broken.value.args == (TABLE, missing)


async def test_a_file_without_snapshots_takes_them_when_it_is_brought_up_to_date(path: Path) -> None:
    async with Database.open(path, migrations()[:3]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (11, 22, 0)"))
    async with Store.open(path) as store:
        await kept_at(store, 5)
        assert (await load(store)).snapshot is not None
