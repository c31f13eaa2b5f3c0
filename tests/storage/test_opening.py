"""Which files are opened, which are refused and left as they were, and how they are left behind."""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from storage.engine import APPLICATION_ID, Migration, from_nothing, migrations
from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    DatabaseClosed,
    DatabaseInUse,
    DiskFull,
    DriverMissing,
    ForeignDatabase,
    NewerDatabase,
    NoFolder,
    NotADatabase,
    NotWritable,
)
from storage.ports.records import ServerUrl, Slot, UserId
from storage.sqlite.connections import migrate, statements
from storage.sqlite.database import Database, not_opened
from storage.sqlite.file import Claim, marker
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import TABLE, contents, inside, opened, rows

ROOT = Path(__file__).parents[2]


def put(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def open_to_all(path: Path) -> None:
    path.chmod(0o644)


def let_end(threads: set[threading.Thread]) -> None:
    """A thread may need a moment to end after its last result."""
    for thread in threads:
        thread.join(timeout=HANGS_AFTER)


def modes(path: Path) -> dict[str, int]:
    """The permissions of the file and of all files beside it."""
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}


async def test_the_file_is_its_owners_alone(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
        assert set(modes(path).values()) == {0o600}
    open_to_all(path)
    async with Store.open(path):
        assert modes(path)[path.name] == 0o600


async def test_every_setting_that_durability_rests_on_is_in_force(store: Store) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "trusted_schema")
    names += ("fullfsync", "checkpoint_fullfsync")  # type: ignore[assignment]
    found = [
        await inside(store, lambda db, n=name: db.execute(f"PRAGMA {n}").fetchone()[0])  # type: ignore[misc]
        for name in names
    ]
    assert found == ["wal", 2, 1, 1, 0, 1, 1]
    sources = await inside(store, lambda db: [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")])
    assert all("STRICT" in sql for sql in sources if sql and sql.startswith("CREATE TABLE"))


async def test_a_second_opening_is_refused_and_the_first_goes_on(path: Path) -> None:
    async with Store.open(path) as store:
        with pytest.raises(DatabaseInUse) as in_use:
            async with Store.open(path):
                pass
        assert in_use.value.path == path
        await opened(store)
    async with Store.open(path) as store:
        assert await store.streams.verify_chain(TABLE) == 1


async def test_a_second_process_is_refused(path: Path) -> None:
    script = (
        "import asyncio, sys, pathlib, storage.store, storage.errors\n"
        "async def main():\n"
        "    try:\n"
        "        async with storage.store.Store.open(pathlib.Path(sys.argv[1])): return 'opened'\n"
        "    except storage.errors.DatabaseInUse: return 'in use'\n"
        "print(asyncio.run(main()))\n"
    )

    def another() -> str:
        command = [sys.executable, "-c", script, str(path)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    async with Store.open(path) as store:
        await opened(store)
        assert await asyncio.to_thread(another) == "in use"
        await store.streams.verify_chain(TABLE)
    assert await asyncio.to_thread(another) == "opened"


async def test_a_file_of_a_newer_schema_is_refused_and_left_as_it_was(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
        await inside(store, lambda db: db.execute("PRAGMA user_version = 99"))
    before = contents(path)
    with pytest.raises(NewerDatabase) as newer:
        async with Store.open(path):
            pass
    assert (newer.value.path, newer.value.found, newer.value.known) == (path, 99, len(migrations()))
    assert contents(path) == before


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(path: Path) -> None:
    put(path, b"Dear Sir, I send you the rules of Biritch. " * 50)
    before = contents(path)
    with pytest.raises(NotADatabase) as no_database:
        async with Store.open(path):
            pass
    assert no_database.value.path == path
    assert contents(path) == before


@pytest.mark.parametrize("application_id", [0, 42])
async def test_the_database_of_another_program_is_refused_and_left_as_it_was(
    path: Path, application_id: int
) -> None:
    theirs = sqlite3.connect(path)
    theirs.executescript(f"CREATE TABLE theirs (x); PRAGMA application_id = {application_id};")
    theirs.close()
    open_to_all(path)
    before = contents(path)
    with pytest.raises(ForeignDatabase) as foreign:
        async with Store.open(path):
            pass
    assert (foreign.value.path, foreign.value.application_id) == (path, application_id)
    assert contents(path) == before
    assert modes(path)[path.name] == 0o644


async def test_an_empty_file_is_a_new_database(path: Path) -> None:
    put(path, b"")
    async with Store.open(path) as store:
        assert await store.streams.all_open("table") == ()


async def test_a_place_where_no_file_can_be_is_told_with_the_reason(tmp_path: Path) -> None:
    for nowhere in (tmp_path / "none" / "tables.sqlite3", tmp_path):
        with pytest.raises(CannotOpen) as cannot:
            async with Store.open(nowhere):
                pass
        assert cannot.value.path == nowhere
        assert cannot.value.reason


async def test_a_host_is_told_in_the_words_of_the_system_why_a_file_cannot_be_made(tmp_path: Path) -> None:
    too_long = tmp_path / f"{'tables' * 99}.sqlite3"
    with pytest.raises(CannotOpen) as cannot:
        async with Store.open(too_long):
            pass
    assert cannot.value.args == (too_long, "File name too long")
    nowhere = tmp_path / "none" / "tables.sqlite3"
    with pytest.raises(NoFolder) as missing:
        async with Store.open(nowhere):
            pass
    assert missing.value.args == (nowhere, "its folder is missing")


async def test_a_host_is_told_whether_the_file_or_its_folder_may_not_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Store.open(path):
        pass
    for closed in (path, path.parent):
        with monkeypatch.context() as system:  # root, who may run the tests, is refused nothing
            system.setattr(os, "access", lambda place, need, closed=closed: place != closed)
            with pytest.raises(NotWritable) as refused:
                async with Store.open(path):
                    pass
        assert (refused.value.path, refused.value.place) == (path, closed)


@pytest.mark.parametrize("lacks", [os.R_OK, os.W_OK])
@pytest.mark.parametrize("place", ["file", "folder"])
async def test_the_file_must_be_readable_and_writable_and_its_folder_writable_and_open(
    path: Path, place: str, lacks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Store.open(path):
        pass
    closed = path if place == "file" else path.parent
    bit = lacks if place == "file" else {os.R_OK: os.X_OK, os.W_OK: os.W_OK}[lacks]
    with monkeypatch.context() as system:  # root, who may run the tests, is refused nothing
        system.setattr(os, "access", lambda asked, need: asked != closed or not need & bit)
        with pytest.raises(NotWritable) as refused:
            async with Store.open(path):
                pass
    assert refused.value.args == (path, closed)


def of_sqlite(code: int | None, name: str = "") -> sqlite3.Error:
    error = sqlite3.OperationalError("it may quote what is stored")
    if code is not None:
        error.sqlite_errorcode, error.sqlite_errorname = code, name
    return error


def test_an_error_of_sqlite_at_an_opening_is_told_as_what_it_means_to_a_host(path: Path) -> None:
    pages = "its pages do not fit together"
    for error, told in (
        (of_sqlite(5, "SQLITE_BUSY"), DatabaseInUse(path)),
        (of_sqlite(5 | 1 << 8, "SQLITE_BUSY_RECOVERY"), DatabaseInUse(path)),
        (of_sqlite(6, "SQLITE_LOCKED"), DatabaseInUse(path)),
        (of_sqlite(26, "SQLITE_NOTADB"), NotADatabase(path)),
        (of_sqlite(11 | 3 << 8, "SQLITE_CORRUPT_INDEX"), DamagedDatabase(path, pages)),
        (of_sqlite(13, "SQLITE_FULL"), DiskFull(path, path.parent)),
        (of_sqlite(8, "SQLITE_READONLY"), CannotOpen(path, "the file may not be written")),
        (of_sqlite(None), CannotOpen(path, "something stored cannot be read")),
    ):
        found = not_opened(path, error)
        assert (type(found), found.args) == (type(told), told.args)


async def test_damage_outside_the_events_is_the_whole_files_and_told_before_that_among_them(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        await store.slots.dm_refused(UserId(11))
    spoil = "UPDATE event SET body = CAST(x'ff' AS TEXT), hash = x'00'", "UPDATE dm SET refused = 2"
    for statement in spoil:
        if statement == spoil[1]:
            with caplog.at_level(logging.ERROR):
                async with Store.open(path) as store:
                    assert await store.checks.verify_chains() == ({}, {TABLE: 1})
                    await store.checks.examine_file()
            assert caplog.messages == [
                "some stored events are damaged; the tables that they belong to will be set aside"
            ]
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            assert db.execute(statement).rowcount == 1
    with pytest.raises(DamagedDatabase) as damage:
        async with Store.open(path):
            pass
    assert damage.value.args == (path, "CHECK constraint failed in dm")


async def test_whoever_lacks_the_library_for_a_server_is_told_for_which(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "storage.postgres.database", None)
    url = ServerUrl("postgresql://nowhere/none")
    for as_it_is in (False, True):
        with pytest.raises(DriverMissing) as missing:
            async with Store.open(url, as_it_is=as_it_is):
                pass
        assert missing.value.args == (url,)


async def test_a_damaged_file_is_refused(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    damaged = bytearray(contents(path))
    for page in range(4096, len(damaged), 4096):
        damaged[page : page + 64] = b"\xff" * 64
    put(path, damaged)  # type: ignore[arg-type]
    with pytest.raises(DamagedDatabase) as damage:
        async with Store.open(path):
            pass
    assert damage.value.args == (path, "its pages do not fit together")


async def test_a_fault_that_only_the_check_of_the_whole_file_finds_is_told(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    damaged = bytearray(contents(path))
    damaged[36:40] = (5).to_bytes(4, "big")  # pages that are free, by the header: there are none
    put(path, damaged)  # type: ignore[arg-type]
    async with Store.open(path) as store:
        with pytest.raises(DamagedDatabase) as damage:
            await store.checks.examine_file()
    assert "should be 5" in damage.value.finding and damage.value.path == path


async def test_a_file_that_the_process_before_is_still_closing_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, attempt = threading.Event(), Claim._try_lock

    def noted(claim: Claim) -> bool:
        taken = attempt(claim)
        if not taken:
            refused.set()
        return taken

    monkeypatch.setattr(Claim, "_try_lock", noted)
    monkeypatch.setattr("storage.sqlite.database.TIME_OUT", HANGS_AFTER)
    async with Store.open(path) as store:
        await opened(store)
        late = asyncio.create_task(_opened_once(path))
        await asyncio.to_thread(refused.wait)
        assert not late.done()
    await late


async def _opened_once(path: Path) -> None:
    async with Store.open(path) as store:
        assert await store.streams.verify_chain(TABLE) == 1


async def test_nothing_is_left_open_after_a_refusal_or_a_failure(path: Path) -> None:
    before = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError):
        async with Store.open(path) as store:
            assert 1 / (await opened(store) - 1)
    async with Store.open(path), asyncio.TaskGroup() as tasks:
        for _ in range(3):
            tasks.create_task(_refused(path))
    let_end(set(threading.enumerate()) - before)
    assert set(threading.enumerate()) <= before
    assert set(modes(path)) == {path.name, marker(path).name}


async def _refused(path: Path) -> None:
    with pytest.raises(DatabaseInUse):
        async with Store.open(path):
            pass


async def test_an_opening_that_is_cancelled_lets_go_of_the_file(path: Path) -> None:
    async def open_for_ever() -> None:
        async with Store.open(path):
            await asyncio.Event().wait()

    for n in range(20):
        task = asyncio.create_task(open_for_ever())
        for _ in range(n % 4):
            await asyncio.sleep(0)
        for _ in range(n):  # the thread that opens goes on meanwhile
            await asyncio.to_thread(int)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
    async with Store.open(path) as store:
        await opened(store)


async def test_a_closed_store_says_so(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    for asked in (store.streams.read(TABLE), store.streams.want(TABLE, Slot.of_name("x"))):
        with pytest.raises(DatabaseClosed) as closed:
            await asked
        assert closed.value.path == path


async def test_closing_waits_for_what_was_begun(path: Path) -> None:
    async with Store.open(path) as store:
        appending = asyncio.create_task(opened(store, key="k"))
        await asyncio.sleep(0)
    assert await appending == 1
    async with Store.open(path) as store:
        assert await store.streams.done("k") is not None


async def test_opening_again_migrates_nothing_and_changes_nothing(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
        before = await inside(store, rows)
    kept = contents(path)
    for _ in range(2):
        async with Store.open(path) as store:
            assert await inside(store, rows) == before
    assert contents(path) == kept


def test_the_migrations_are_numbered_without_a_gap_and_set_their_own_number() -> None:
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))
    for step in migrations():
        last = list(statements(step.script))[-1].splitlines()[-1]
        assert last.split() == ["PRAGMA", "user_version", "=", f"{step.number};"]
    assert f"application_id = {APPLICATION_ID};" in migrations()[0].script


def schema(steps: Sequence[Migration]) -> tuple[object, ...]:
    """What a new database has after these steps: its objects, in SQLite's words without comments and space;
    its contents; and its numbers."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, 0, steps)
        made = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
        objects = {(*name, re.sub(r"--.*|\s", "", sql or "")) for *name, sql in made}
        tables = [name for kind, name, _, _ in made if kind == "table"]
        held = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        numbers = [db.execute(f"PRAGMA {one}").fetchone() for one in ("application_id", "user_version")]
    return objects, held, numbers


def test_a_new_file_is_given_the_schema_that_all_the_steps_come_to() -> None:
    objects, held, numbers = schema(from_nothing())
    assert (objects, held, numbers) == schema(migrations())
    assert (len(held), held["counted"], numbers[1]) == (29, [(0,)], (len(migrations()),))  # type: ignore[arg-type, index]


async def test_a_later_migration_runs_once_on_a_file_with_tables_in_it(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    later = (
        *migrations(),
        Migration(99, "ALTER TABLE dm ADD COLUMN note TEXT; -- a; b\nPRAGMA user_version = 99;\n"),
    )
    for _ in range(2):
        async with Database.open(path, later) as database:
            assert (
                "note"
                in (
                    await database.read(
                        lambda db: db.execute("SELECT sql FROM sqlite_master WHERE name = 'dm'").fetchone()
                    )
                )[0]
            )
            assert await database.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (99,)
            assert await database.read(lambda db: db.execute("SELECT count(*) FROM event").fetchone()) == (1,)
    with pytest.raises(NewerDatabase):
        async with Store.open(path):
            pass


async def test_a_migration_that_fails_half_way_leaves_the_schema_as_it_was(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    broken = (
        *migrations(),
        Migration(
            99, "CREATE TABLE fresh (x TEXT) STRICT;\nPRAGMA user_version = 99;\nDROP TABLE no_such_table;\n"
        ),
    )
    with pytest.raises(CannotOpen):
        async with Database.open(path, broken):
            pass
    async with Store.open(path) as store:
        assert "fresh" not in await inside(store, rows)
        assert await store.streams.verify_chain(TABLE) == 1


async def test_a_first_migration_that_fails_leaves_an_empty_file(path: Path) -> None:
    with pytest.raises(CannotOpen):
        async with Database.open(
            path, [Migration(1, migrations()[0].script + "DROP TABLE no_such_table;\n")]
        ):
            pass
    async with Store.open(path) as store:
        await opened(store)


def test_a_statement_without_an_end_is_no_migration() -> None:
    with pytest.raises(sqlite3.ProgrammingError):
        list(statements("CREATE TABLE a (x);\nCREATE TABLE b (x)\n"))


def test_aiosqlite_still_runs_a_function_on_its_thread_under_the_name_we_use() -> None:
    assert list(inspect.signature(aiosqlite.Connection._execute).parameters) == [
        "self",
        "fn",
        "args",
        "kwargs",
    ]
    assert inspect.iscoroutinefunction(aiosqlite.Connection._execute)
    assert list(inspect.signature(aiosqlite.Connection).parameters)[:2] == ["connector", "iter_chunk_size"]


async def test_a_transaction_is_one_hop_to_the_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hops = []
    original = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, fn: object, *args: object) -> object:
        hops.append(fn)
        return await original(self, fn, *args)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await opened(store, key="k", slots=[Slot.of_name("a"), Slot.of_name("b")])
    assert len(hops) == 1
