"""A database that is gone is missed: at a start, and at the next write of a bot that has it open."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.errors import DatabaseGone, DatabaseMissing, StrayWriteAheadLog
from storage.ports.records import Append
from storage.sqlite.file import marker, write_ahead_log
from storage.store import Store
from tests.trials.stage.happenings import TABLE, contents, inside, opened, played


def remove(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace(path: Path) -> None:
    """By a copy with the same bytes."""
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def empty_log(path: Path) -> None:
    empty(write_ahead_log(path))


def remove_log(path: Path) -> None:
    remove(write_ahead_log(path))


def there(path: Path) -> bool:
    return path.exists()


async def refused(path: Path) -> DatabaseMissing:
    with pytest.raises(DatabaseMissing) as missing:
        async with Store.open(path):
            pass
    assert missing.value.path == path
    return missing.value


@pytest.mark.parametrize("lose", [remove, empty])
async def test_a_database_that_was_there_is_missed_until_its_marker_is_deleted(
    path: Path, lose: Callable[[Path], None]
) -> None:
    async with Store.open(path) as store:
        assert store.begun
    async with Store.open(path) as store:
        assert not store.begun
    lose(path)
    left = there(path)
    assert (await refused(path)).evidence == marker(path)
    assert there(path) == left
    remove(marker(path))
    async with Store.open(path) as store:
        assert store.begun


async def test_a_database_without_a_table_is_missed_too(path: Path) -> None:
    """As ``sqlite3 tables.sqlite3 VACUUM`` makes one where the file has been removed."""
    async with Store.open(path.with_name("other")) as store:
        await inside(store, lambda db: db.execute("ATTACH ?1 AS new", (str(path),)))
        await inside(store, lambda db: db.execute("PRAGMA new.journal_mode = WAL"))
    marker(path).touch()
    before = contents(path)
    assert len(before) == 4096
    assert (await refused(path)).evidence == marker(path)
    assert contents(path) == before


async def test_a_log_that_is_left_of_a_removed_database_is_not_thrown_away(path: Path) -> None:
    """As after a crash of a release that left no marker."""
    async with Store.open(path) as store:
        await opened(store)
        shutil.copy(write_ahead_log(path), path.with_name("log"))
    path.with_name("log").replace(write_ahead_log(path))
    remove(path)
    remove(marker(path))
    before = contents(write_ahead_log(path))
    assert (await refused(path)).evidence == write_ahead_log(path)
    assert contents(write_ahead_log(path)) == before


async def test_a_backup_is_put_back_by_copying_it_to_the_path(path: Path) -> None:
    copy = path.with_name("backup")
    async with Store.open(path) as store:
        await opened(store)
        await store.backup(copy)
        await store.streams.append(Append(TABLE, 1, [played()]))
    shutil.copy(copy, path)
    async with Store.open(path) as store:
        assert not store.begun
        assert await store.streams.verify_chain(TABLE) == 1


async def test_a_backup_is_not_mixed_with_the_log_of_the_database_that_it_replaces(path: Path) -> None:
    log, kept, copy = write_ahead_log(path), path.with_name("log"), path.with_name("backup")
    async with Store.open(path) as store:
        await opened(store)
        await store.backup(copy)
        await store.streams.append(Append(TABLE, 1, [played()] * 200))
        shutil.copy(log, kept)
    kept.replace(log)  # as after a crash
    shutil.copy(copy, path)
    with pytest.raises(StrayWriteAheadLog) as stray:
        async with Store.open(path):
            pass
    assert stray.value.args == (path, log)
    assert contents(path) == contents(copy)
    remove(log)
    async with Store.open(path) as store:
        assert await store.streams.verify_chain(TABLE) == 1


async def test_a_host_may_forbid_that_a_database_is_begun(path: Path) -> None:
    with pytest.raises(DatabaseMissing) as missing:
        async with Store.open(path, may_begin=False):
            pass
    assert missing.value.args == (path, None)
    assert not there(path) and not there(marker(path))
    async with Store.open(path):
        pass
    async with Store.open(path, may_begin=False) as store:
        await opened(store)


@pytest.mark.parametrize("take", [remove, empty, replace, remove_log, empty_log])
async def test_nothing_is_acknowledged_once_the_open_file_has_been_taken_away(
    path: Path, take: Callable[[Path], None]
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        assert not store.gone.is_set()
        take(path)
        for _ in range(2):
            with pytest.raises(DatabaseGone) as gone:
                await store.streams.append(Append(TABLE, 1, [played()], key="k"))
        assert store.gone.is_set() and gone.value.path == path
        for asked in (store.streams.done("k"), store.streams.read(TABLE)):
            with pytest.raises(DatabaseGone) as gone:
                await asked
            assert gone.value.path == path


@pytest.mark.parametrize("take", [remove, replace, remove_log])
async def test_what_is_committed_while_the_file_is_being_taken_away_is_not_acknowledged(
    path: Path, take: Callable[[Path], None]
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        with pytest.raises(DatabaseGone) as gone:
            await store._database.write(lambda db: take(path))
        assert gone.value.path == (write_ahead_log(path) if take is remove_log else path)


@pytest.mark.parametrize("take", [remove, replace])
async def test_no_backup_is_made_of_a_file_that_has_been_taken_away(
    path: Path, take: Callable[[Path], None]
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        take(path)
        with pytest.raises(DatabaseGone):
            await store.backup(path.with_name("backup"))
        assert store.gone.is_set() and not there(path.with_name("backup"))


async def test_a_log_that_grows_and_is_emptied_by_the_bot_itself_is_no_loss(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)
        version = 1
        for _ in range(3):
            version = await store.streams.append(
                Append(TABLE, version, [played()] * 500)
            )  # SQLite copies it to the file
            await store.people.forget(
                next(iter((await store.streams.users_of(TABLE)).values()))
            )  # and empties it
        assert await store.streams.verify_chain(TABLE) == version
        assert not store.gone.is_set()
