"""In what order work on the open file is run, and what shares a commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from rules.seats import Person
from storage.engine import Connection
from storage.errors import DatabaseFailed
from storage.ports.records import Append, TableId, UserId
from storage.ports.storage import StaleVersion
from storage.sqlite import database
from storage.sqlite.connections import run_together, transaction
from storage.sqlite.file import write_ahead_log
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.happenings import OTHER, TABLE, all_wait, inside, opened, played

THIRD = TableId("c0ffee")


@asynccontextmanager
async def writer_held(store: Store) -> AsyncIterator[list[str]]:
    """While this lasts no write begins; afterwards the statements that have been run are all there."""
    held, let_go, statements = threading.Event(), threading.Event(), list[str]()

    def hold(db: sqlite3.Connection) -> None:
        held.set()
        let_go.wait(HANGS_AFTER)
        db.set_trace_callback(statements.append)

    holding = asyncio.create_task(inside(store, hold))
    await asyncio.to_thread(held.wait)
    yield statements
    let_go.set()
    await holding


async def test_a_read_is_answered_while_a_write_is_under_way(store: Store) -> None:
    await opened(store)
    async with writer_held(store), guarded("the read"):
        writing = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()])))
        assert len(await store.streams.read(TABLE)) == 1
        assert not writing.done()
    assert await writing == 2
    assert len(await store.streams.read(TABLE)) == 2


async def test_writes_that_wait_together_share_one_commit_and_a_refused_one_is_undone_alone(
    store: Store,
) -> None:
    for table in (TABLE, OTHER, THIRD):
        await opened(store, table)
    async with writer_held(store) as statements:
        writing = asyncio.gather(
            store.streams.append(Append(TABLE, 1, [played()], key="a")),
            store.streams.append(Append(OTHER, 7, [played()], key="b")),
            store.streams.append(Append(THIRD, 1, [played()], key="c")),
            return_exceptions=True,
        )
        await all_wait()
    first, refused, third = await writing
    assert (first, third) == (2, 2) and isinstance(refused, StaleVersion)
    assert statements.count("COMMIT") == 1
    assert [await store.streams.done(key) is not None for key in "abc"] == [True, False, True]


async def test_a_write_at_which_the_database_fails_does_not_take_others_with_it(store: Store) -> None:
    await opened(store)
    await opened(store, OTHER)
    async with writer_held(store):
        writing = asyncio.gather(
            store.streams.append(
                Append(TABLE, 1, [played()], actor=Person("stranger"))
            ),  # no such person at the table
            store.streams.append(Append(OTHER, 1, [played()])),
            return_exceptions=True,
        )
        await all_wait()
    failed, done = await writing
    assert isinstance(failed, DatabaseFailed) and failed.code == "SQLITE_CONSTRAINT_FOREIGNKEY"
    assert done == 2
    assert [len(await store.streams.read(table)) for table in (TABLE, OTHER)] == [1, 2]


@pytest.mark.parametrize("alone", [True, False])
def test_a_transaction_that_begins_with_a_read_is_not_overtaken_before_its_first_write(
    tmp_path: Path, alone: bool
) -> None:
    """SQLite would refuse that write at once, however long it may wait."""
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE dm (user_id INTEGER)")
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:

            def work(db: Connection) -> int:
                db.execute("SELECT count(*) FROM dm").fetchone()
                with pytest.raises(sqlite3.OperationalError):
                    other.execute("INSERT INTO dm VALUES (1)")
                return db.execute("INSERT INTO dm VALUES (2)").rowcount

            assert transaction(db, work) == 1 if alone else run_together(db, [work]) == [1]
        assert db.execute("SELECT user_id FROM dm").fetchall() == [(2,)]


async def test_a_commit_that_fails_is_acknowledged_to_nobody_who_shared_it(store: Store) -> None:
    await opened(store)

    def fails_at_the_commit(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("INSERT INTO person (table_id, alias) VALUES ('nowhere', 'a1')")

    async with writer_held(store):
        writing = asyncio.gather(
            store.streams.append(Append(TABLE, 1, [played()])),
            store._database.write(fails_at_the_commit),  # type: ignore[arg-type]
            return_exceptions=True,
        )
        await all_wait()
    assert all(isinstance(result, DatabaseFailed) for result in await writing)
    assert len(await store.streams.read(TABLE)) == 1
    assert await store.streams.append(Append(TABLE, 1, [played()])) == 2


async def test_a_reader_can_write_nothing(store: Store) -> None:
    with pytest.raises(DatabaseFailed):
        await store._database.read(lambda db: db.execute("DELETE FROM stream"))


async def test_a_forgotten_id_leaves_the_log_once_whoever_is_reading_has_done(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "EMPTIED_WITHIN", HANGS_AFTER)
    anna = UserId(987_654_321_987_654_321)
    await opened(store)
    await store.slots.remember_dm(anna, 5)
    let_go, begun = threading.Event(), threading.Event()

    def read_slowly(db: sqlite3.Connection) -> int:
        db.execute("SELECT count(*) FROM dm").fetchone()
        begun.set()
        let_go.wait(HANGS_AFTER)
        return len(db.execute("SELECT * FROM dm").fetchall())

    reading = asyncio.create_task(store._database.read(read_slowly))  # type: ignore[arg-type]
    await asyncio.to_thread(begun.wait)
    forgetting = asyncio.create_task(store.people.forget(anna))

    async def gone() -> bool:
        return await store._database.read(lambda db: db.execute("SELECT * FROM dm").fetchone()) is None

    await until(gone, "the row to go")
    assert not forgetting.done()
    let_go.set()
    assert await reading == 1  # as it was when the reading began
    await forgetting
    assert not write_ahead_log(path).stat().st_size
