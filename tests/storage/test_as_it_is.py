"""A database that is only looked at stays as it is to the byte, whatever release or crash left it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from storage.engine import Part, migrations
from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    DatabaseFailed,
    DatabaseInUse,
    DatabaseMissing,
    ForeignDatabase,
    NewerDatabase,
    NotADatabase,
    NotPermitted,
    NotReadable,
    StrayWriteAheadLog,
)
from storage.ports.records import Append, ServerUrl
from storage.ports.storage import EVERY
from storage.postgres.database import Postgres
from storage.sqlite.file import marker
from storage.store import Store
from tests.trials.stage import postgres
from tests.trials.stage.happenings import TABLE, USERS, contents, files_in, inside, left_by, opened, played

ROOT = Path(__file__).parents[2]
LATEST = len(migrations())


@pytest.mark.parametrize("schema", range(1, LATEST + 1))
async def test_what_a_release_left_is_read_and_no_byte_of_it_changes(path: Path, schema: int) -> None:
    await left_by(path, schema)
    before = files_in(path.parent)
    async with Store.open(path, as_it_is=True) as store:
        assert (store.schema, store.up_to_date) == (schema, schema == LATEST)
        assert (await store.checks.verify_chains()).whole == {TABLE: 2}
        assert len(await store.streams.read(TABLE)) == 2
        await store.check_writable()
    assert files_in(path.parent) == before


def copy_of_a_killed_one(path: Path, to: Path) -> Path:
    """As a kill leaves a database: what was committed last is in the log alone."""
    to.mkdir()
    for end in ("", "-wal", ".marker"):
        shutil.copy(path.with_name(path.name + end), to)
    return to / path.name


async def test_what_a_killed_process_left_is_read_to_its_last_event_and_left_to_the_next_start(
    path: Path, tmp_path: Path
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        await store.streams.append(Append(TABLE, 1, [played()]))
        killed = copy_of_a_killed_one(path, tmp_path / "killed")
    before = files_in(killed.parent)
    assert before["tables.sqlite3-wal"]
    async with Store.open(killed, as_it_is=True) as store:
        assert (await store.checks.verify_chains()).whole == {TABLE: 2}
    assert files_in(killed.parent) == before
    async with Store.open(killed) as store:
        assert await store.streams.append(Append(TABLE, 2, [played()])) == 3


async def test_a_backup_of_what_an_earlier_release_left_is_one_of_that_release(path: Path) -> None:
    await left_by(path, 4)
    async with Store.open(path, as_it_is=True) as store:
        await store.backup(path.with_name("copy.sqlite3"))
    async with Store.open(path.with_name("copy.sqlite3"), as_it_is=True) as copy:
        assert copy.schema == 4
        assert (await copy.checks.verify_chains()).whole == {TABLE: 2}


async def test_nothing_can_be_written(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    before = files_in(path.parent)
    async with Store.open(path, as_it_is=True) as store:
        with pytest.raises(DatabaseFailed) as refused:
            await store.streams.append(Append(TABLE, 1, [played()]))
        assert refused.value.code == "SQLITE_READONLY"
    assert files_in(path.parent) == before


OPENED_BY_ANOTHER = """
import asyncio, sys, pathlib, storage.store, storage.errors
async def main():
    try:
        async with storage.store.Store.open(pathlib.Path(sys.argv[1]), as_it_is=sys.argv[2] == "looked at"):
            return "opened"
    except storage.errors.DatabaseInUse:
        return "in use"
print(asyncio.run(main()))
"""


async def by_another(path: Path, how: str) -> str:
    command = [sys.executable, "-c", OPENED_BY_ANOTHER, str(path), how]
    run = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


async def test_a_database_that_a_bot_has_open_is_in_use_and_a_bot_that_starts_waits_for_who_looks(
    path: Path,
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        with pytest.raises(DatabaseInUse):
            async with Store.open(path, as_it_is=True):
                pass
        assert await by_another(path, "looked at") == "in use"
        assert await store.streams.append(Append(TABLE, 1, [played()])) == 2
    async with Store.open(path, as_it_is=True) as store:
        assert await by_another(path, "looked at") == "opened"
        assert await by_another(path, "started on") == "in use"
        assert await store.streams.verify_chain(TABLE) == 2
    assert await by_another(path, "started on") == "opened"


def put(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def spoil(path: Path, how: type[Exception]) -> None:
    """A file of one table becomes what is refused so."""
    if how is NotADatabase:
        path.write_bytes(b"Dear Sir, I send you the rules of Biritch. " * 50)
    elif how is DatabaseMissing:
        path.unlink()
    elif how is DamagedDatabase:
        data = bytearray(path.read_bytes())
        for page in range(4096, len(data), 4096):
            data[page : page + 64] = b"\xff" * 64
        path.write_bytes(data)
    elif how is StrayWriteAheadLog:
        copy = path.with_name("copy")
        with sqlite3.connect(path) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
        db.close()
        copy.replace(path)
        path.with_name(f"{path.name}-wal").write_bytes(b"of another")
    else:
        setting = "application_id = 7" if how is ForeignDatabase else "user_version = 99"
        with sqlite3.connect(path) as db:
            db.execute(f"PRAGMA {setting}")
        db.close()


@pytest.mark.parametrize(
    "how",
    [NotADatabase, DatabaseMissing, DamagedDatabase, StrayWriteAheadLog, ForeignDatabase, NewerDatabase],
)
async def test_what_a_start_would_refuse_is_refused_and_left_alone(path: Path, how: type[Exception]) -> None:
    async with Store.open(path) as store:
        await opened(store)
    spoil(path, how)
    before = files_in(path.parent)
    with pytest.raises(how) as refused:
        async with Store.open(path, as_it_is=True):
            pass
    log = path.with_name("tables.sqlite3-wal")
    facts: dict[type[Exception], tuple[object, ...]] = {
        NotADatabase: (path,),
        DatabaseMissing: (path, marker(path)),
        DamagedDatabase: (path, "its pages do not fit together"),
        StrayWriteAheadLog: (path, log),
        ForeignDatabase: (path, 7),
        NewerDatabase: (path, 99, LATEST),
    }
    assert refused.value.args == facts[how]
    assert files_in(path.parent) == before


async def test_a_file_that_is_empty_is_missing_and_the_marker_shows_it(path: Path) -> None:
    for evidence in (None, marker(path)):
        put(path, b"")
        with pytest.raises(DatabaseMissing) as missing:
            async with Store.open(path, as_it_is=True):
                pass
        assert missing.value.args == (path, evidence)
        marker(path).touch()


async def test_a_fault_that_only_the_check_of_the_whole_file_finds_is_told_to_whoever_looks(
    path: Path,
) -> None:
    async with Store.open(path) as store:
        await opened(store)
    damaged = bytearray(contents(path))
    damaged[36:40] = (5).to_bytes(4, "big")  # pages that are free, by the header: there are none
    put(path, damaged)  # type: ignore[arg-type]
    with pytest.raises(DamagedDatabase) as damage:
        async with Store.open(path, as_it_is=True):
            pass
    assert damage.value.path == path and "should be 5" in damage.value.finding


async def test_whoever_may_not_read_a_file_is_told_which_and_a_place_without_one_with_the_reason(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Store.open(path) as store:
        await opened(store)
    with monkeypatch.context() as system:  # root, who may run the tests, is refused nothing
        system.setattr(os, "access", lambda place, need: place != path)
        with pytest.raises(NotReadable) as unreadable:
            async with Store.open(path, as_it_is=True):
                pass
    assert unreadable.value.args == (path,)
    too_long = tmp_path / f"{'tables' * 99}.sqlite3"
    with pytest.raises(CannotOpen) as cannot:
        async with Store.open(too_long, as_it_is=True):
            pass
    assert cannot.value.args == (too_long, "File name too long")


async def test_a_file_that_is_looked_at_is_let_go_of_and_no_helper_file_is_left(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
    for _ in range(2):
        async with Store.open(path, as_it_is=True) as store:
            assert not store.begun and not store.gone.is_set() and store.shared_by(EVERY) is None
            assert await store.streams.users_of(TABLE) == USERS
    async with Store.open(path) as store:
        assert await store.streams.append(Append(TABLE, 1, [played()])) == 2


async def test_a_backup_of_what_is_only_looked_at_tells_of_its_chains_and_where_it_may_not_be_made(
    path: Path,
) -> None:
    async with Store.open(path) as store:
        await opened(store, TABLE, played())
        await inside(store, lambda db: db.execute("UPDATE event SET at = 1 WHERE version = 2"))
    copy, heard = path.with_name("copy.sqlite3"), []
    async with Store.open(path, as_it_is=True) as store:
        found = await store.backup(copy, unhurried=False, step=lambda *told: heard.append(told))
        assert found == {TABLE: 2}
        assert heard[-1] == (Part.CHECKING, 1, 2) and heard[0][0] is Part.BACKING_UP
        with pytest.raises(CannotOpen) as there:
            await store.backup(copy)
        assert there.value.args == (copy, "exists: copy.sqlite3")


# On a server


async def test_a_database_on_a_server_that_is_empty_or_of_an_earlier_release_stays_so(
    server: postgres.Server,
) -> None:
    server.new_database("looked_at")
    url = ServerUrl(server.url("looked_at"))
    with pytest.raises(DatabaseMissing):
        async with Store.open(url, as_it_is=True):
            pass
    assert server.execute("SELECT to_regclass('biritch')", "looked_at") == [(None,)]
    first = [one for one in migrations("postgres") if one.number == 9]
    async with Postgres.open(url, first):
        pass
    async with Store.open(url, as_it_is=True) as store:
        assert (store.schema, store.up_to_date) == (9, False)
        await store.check_writable()
        assert (await store.checks.verify_chains()).whole == {}
    assert server.execute("SELECT schema FROM biritch", "looked_at") == [(9,)]


async def test_whoever_may_only_read_can_look_and_is_told_what_the_bot_could_not_do(
    server: postgres.Server,
) -> None:
    server.new_database("of_the_owner")
    server.execute("CREATE ROLE reader LOGIN")
    async with Store.open(ServerUrl(server.url("of_the_owner"))) as store:
        await opened(store)
    server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", "of_the_owner")
    url = ServerUrl(server.url("of_the_owner").replace("//biritch@", "//reader@"))
    async with Store.open(url, as_it_is=True) as store:
        assert (await store.checks.verify_chains()).whole == {TABLE: 1}
        with pytest.raises(NotPermitted) as lacks:
            await store.check_writable()
    assert lacks.value.reason == "write to the table attempt"
    server.execute("DROP DATABASE of_the_owner")
    with psycopg.connect(server.url(), autocommit=True) as raw:
        raw.execute("DROP ROLE reader")
