"""Whatever fails, and at any moment, an append is kept whole or not at all."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.seats import Person, Side
from storage.engine import migrations
from storage.errors import CannotOpen, DamagedDatabase, DatabaseFailed
from storage.ports.records import Append, DealCount, DealShare, Done, Reason, Slot, Snapshot, UserId
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import (
    ANNA,
    TABLE,
    USERS,
    begun,
    contents,
    inside,
    opened,
    played,
    reckoned,
    rows,
)

ROOT = Path(__file__).parents[2]


async def everything(store: Store) -> int:
    """An append that writes to every table."""
    return await store.streams.append(
        Append(
            TABLE,
            1,
            [begun(), played(), reckoned(1, Side.NS, 2**80)],
            key="press",
            actor=ANNA,
            slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")],
            people={Person("e5"): UserId(55)},
            secrets={1: b"seed"},
            reason=Reason(1, "why"),
            snapshot=Snapshot(4, 0, "a table"),
            deal=DealCount("biritch", 1, (DealShare(ANNA, 24, ("deal", "declared H")),)),
        )
    )


async def failing_at(store: Store, count: int) -> str | None:
    """Make SQLite fail once, after eight times this many instructions of the transaction. Returns the code of
    the failure, or None if the transaction ended first. A COMMIT that is interrupted after everything is
    written has succeeded."""
    left = count

    def fail_once(db: sqlite3.Connection) -> int:
        nonlocal left
        left -= int(db.in_transaction)
        return int(left == 0 and db.in_transaction)

    await inside(store, lambda db: db.set_progress_handler(lambda: fail_once(db), 8))
    try:
        await everything(store)
    except DatabaseFailed as failed:
        return failed.code
    finally:
        await inside(store, lambda db: db.set_progress_handler(None, 0))
    return None


async def test_a_failure_at_any_instruction_of_the_database_leaves_nothing_half(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:0")])
    before = await inside(store, rows)
    failures = 0
    while (code := await failing_at(store, failures + 1)) is not None:
        assert code == "SQLITE_INTERRUPT"
        assert not await inside(store, lambda db: db.in_transaction)
        assert await inside(store, rows) == before
        failures += 1
    assert failures > 50
    assert await store.streams.done("press") == Done(TABLE, 4)
    assert await store.streams.verify_chain(TABLE) == 4
    after = await inside(store, rows)
    assert {name for name in after if after[name] == before[name]} == {
        "counted",
        "dm",
        "guest",
        "option_set",
        "contest",
        "attempt",
        "challenge",
        "challenged",
        "regular",
        "preference",
        "private_copy",
        "page_key",
        "tally",
        "uptime",
    }


async def test_a_full_disk_loses_nothing_and_when_there_is_room_again_the_table_goes_on(store: Store) -> None:
    await opened(store)
    version, appended = 1, 0

    def fill(db: sqlite3.Connection) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages + 3}")

    await inside(store, fill)
    more = [played()] * 20

    async def fill_up() -> None:
        nonlocal version, appended
        while True:
            version = await store.streams.append(
                Append(TABLE, version, more, key=f"k{appended}", slots=[Slot.of_name("table:1")])
            )
            appended += 1

    with pytest.raises(DatabaseFailed) as full:
        await fill_up()
    assert full.value.code == "SQLITE_FULL"
    assert appended > 0
    assert await store.streams.done(f"k{appended}") is None
    assert await store.streams.verify_chain(TABLE) == version
    assert not await inside(store, lambda db: db.in_transaction)
    await inside(store, lambda db: db.execute("PRAGMA max_page_count = 100000"))
    assert await store.streams.append(Append(TABLE, version, more, key=f"k{appended}")) == version + 20


def killed(folder: Path, what: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.storage.killing", str(folder), what]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=HANGS_AFTER
    )
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_kill_at_any_statement_leaves_all_or_nothing_and_the_key_tells(tmp_path: Path) -> None:
    kills = killed(tmp_path, "each")
    nothing = {"event": 1, "person": 4, "seen": 0, "secret": 0, "slot": 0, "stream": 1}
    whole = {"event": 3, "person": 5, "seen": 1, "secret": 1, "slot": 2, "stream": 1}
    assert len(kills) > 12
    for kill in kills[:-1]:
        assert kill["rows"] == nothing, kill
        assert (kill["version"], kill["done"], kill["acknowledged"]) == (1, False, False)
    assert kills[-1]["rows"] == whole
    assert (kills[-1]["version"], kills[-1]["done"], kills[-1]["acknowledged"]) == (3, True, True)


def test_ten_kills_at_random_moments_lose_no_acknowledged_append(tmp_path: Path) -> None:
    kills = killed(tmp_path, "random")
    assert len(kills) == 10
    assert sum(kill["appends"] for kill in kills) > 40
    for kill in kills:
        assert kill["version"] >= kill["acknowledged"]
        assert kill["version"] % 3 == 1


def test_an_acknowledgement_before_the_commit_would_have_been_caught(tmp_path: Path) -> None:
    (kill,) = killed(tmp_path, "early")
    assert kill["acknowledged"] == 3
    assert kill["version"] == 1


def test_a_kill_in_any_migration_leaves_a_file_that_the_next_start_brings_on(
    tmp_path: Path,
) -> None:
    kills = killed(tmp_path, "migrations")
    assert len(kills) > 2 * (len(migrations()) - 1)
    assert all(kill["whole"] for kill in kills)
    assert {kill["schema"] for kill in kills} == set(range(1, len(migrations())))


@pytest.mark.long
def test_a_migration_without_a_transaction_would_have_been_caught(tmp_path: Path) -> None:
    kills = killed(tmp_path, "parts of migrations")
    assert not all(kill["whole"] for kill in kills)


async def test_a_backup_of_the_running_store_is_a_whole_store_at_its_moment(
    store: Store, tmp_path: Path
) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    version = await everything(store)
    target = tmp_path / "copy.sqlite3"
    await asyncio.gather(store.backup(target), store.streams.append(Append(TABLE, version, [played()])))
    before = await inside(store, rows)
    async with Store.open(target) as copy:
        found = await copy.streams.verify_chain(TABLE)
        assert found in (version, version + 1)
        assert await copy.streams.secret(TABLE, 1) == b"seed"
        assert len((await copy.standings.leaderboard(100, "biritch")).lines) == 4
        await copy.streams.append(Append(TABLE, found, [played()]))
        assert (await inside(copy, rows)).keys() == before.keys()
    assert await store.streams.verify_chain(TABLE) == version + 1


async def test_a_backup_is_its_owners_alone_and_writes_over_nothing(store: Store, tmp_path: Path) -> None:
    await opened(store)
    target = tmp_path / "copy.sqlite3"
    await store.backup(target)
    first = contents(target)
    assert stat.S_IMODE(_status(target).st_mode) == 0o600
    with pytest.raises(CannotOpen) as cannot:
        await store.backup(target)
    assert cannot.value.path == target
    assert contents(target) == first
    with pytest.raises(CannotOpen):
        await store.backup(tmp_path / "none" / "copy.sqlite3")
    assert await store.streams.append(Append(TABLE, 1, [played()])) == 2
    assert await store.streams.users_of(TABLE) == USERS


async def test_a_backup_is_on_the_disk_before_its_name_is(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, bool]] = []
    target, sync = tmp_path / "copy.sqlite3", os.fsync

    def noted(descriptor: int) -> None:
        sync(descriptor)
        synced.append((Path(f"/proc/self/fd/{descriptor}").readlink().name, target.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    await opened(store)
    target.with_name("copy.sqlite3.part").touch()  # left by a process that was killed in the middle of one
    await store.backup(target)
    *parts, last = synced
    assert set(parts) == {("copy.sqlite3.part", False)}
    assert last == (tmp_path.name, True)


async def test_a_backup_that_fails_leaves_no_file(store: Store, tmp_path: Path) -> None:
    """A copy that could not be opened again."""
    await opened(store)
    await store.slots.dm_refused(USERS[ANNA])
    await inside(store, lambda db: db.execute("PRAGMA ignore_check_constraints = ON"))
    await inside(store, lambda db: db.execute("UPDATE dm SET refused = 2"))
    with pytest.raises(DamagedDatabase) as damage:
        await store.backup(tmp_path / "copy.sqlite3")
    assert damage.value.finding == "CHECK constraint failed in dm"
    assert _names(tmp_path) == {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3.marker"}


def _status(path: Path) -> Any:
    return path.stat()


def _names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}
