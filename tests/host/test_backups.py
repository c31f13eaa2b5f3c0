"""Backups: a drill from the loss of a database to a bot that goes on, and which old ones are kept."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.host import backups
from bot.host.backups import Daily, back_up, found, kept
from storage.ports.records import Append
from storage.sqlite.file import before_migration, moved_aside
from storage.store import Store
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import OTHER, TABLE, files_in, inside, left_by, opened, played, rows
from tests.trials.stage.processes import owned_exec

ROOT = Path(__file__).parents[2]
MAKING = """
import asyncio, pathlib, sys
from datetime import UTC, datetime
from bot.host.backups import back_up
from storage import engine
from storage.store import Store

engine.Breath.__init__.__defaults__ = (1e6,)

async def main(path, folder, day):
    async with Store.open(path) as store:
        await back_up(store, path, folder, datetime(2026, 11, 20 + day, 12, tzinfo=UTC), unhurried=True)

asyncio.run(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])))
"""
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def listed(folder: Path) -> list[Path]:
    return [*folder.iterdir()] if folder.exists() else []


async def test_after_a_drill_everything_is_as_it_was_when_the_backup_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Backed up, played on, destroyed, restored, played on."""
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    async with Store.open(path) as store:
        await opened(store, TABLE, played())
        before = await inside(store, rows)
    assert await asyncio.to_thread(backups.main, path, folder, None) == 0
    (backup,) = found(folder).values()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    async with Store.open(path) as store:
        await store.streams.append(Append(TABLE, 2, [played()]))
    path.write_bytes(b"The disk has written something else here. " * 500)
    assert await asyncio.to_thread(backups.restore, backup, path) == 0
    said = capsys.readouterr().out
    assert f"Restored from {backup}: 1 table or score sheet, 2 events in whole chains." in said
    async with Store.open(path) as store:
        assert await inside(store, rows) == before
        assert await store.streams.append(Append(TABLE, 2, [played()])) == 3
    others = {one.name.partition("-2")[0]: one for one in listed(tmp_path)}
    assert sorted(others) == ["b.sqlite3", "b.sqlite3.before", "b.sqlite3.marker", "backups"]
    assert others["b.sqlite3.before"].read_bytes().startswith(b"The disk has written")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_restored_database_and_its_name_are_on_the_disk_before_the_host_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "b.sqlite3", tmp_path / "copy.sqlite3"
    async with Store.open(path) as store:
        await opened(store, TABLE, played())
        await store.backup(copy)
    path.unlink()
    synced: list[tuple[str, bool, str]] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        sync(descriptor)
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        synced.append((name, path.exists(), capsys.readouterr().out))

    monkeypatch.setattr(os, "fsync", noted)
    assert await asyncio.to_thread(backups.restore, copy, path) == 0
    assert synced[-2:] == [("b.sqlite3.restoring", False, ""), (tmp_path.name, True, "")]
    assert "Restored from" in capsys.readouterr().out


async def test_nothing_is_restored_over_a_running_bot_or_from_what_is_no_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy, text = (tmp_path / name for name in ("b.sqlite3", "copy.sqlite3", "text.sqlite3"))
    text.write_text("Dear Anna, " * 1000)
    async with Store.open(path) as store:
        await opened(store)
        await store.backup(copy)
        assert await asyncio.to_thread(backups.restore, copy, path) == 2
        assert "Another process holds the database" in capsys.readouterr().err
        assert await store.streams.append(Append(TABLE, 1, [played()])) == 2
    for wrong in (text, tmp_path / "none.sqlite3", path):
        assert await asyncio.to_thread(backups.restore, wrong, path) == 2
        assert str(wrong) in capsys.readouterr().err
    async with Store.open(path) as store:
        assert await store.streams.verify_chain(TABLE) == 2


async def test_what_an_earlier_release_left_is_restored_as_it_is_and_the_next_start_brings_it_up_to_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For going back: the release of that time has to be able to open it."""
    path = tmp_path / "b.sqlite3"
    await left_by(path, 10)
    async with Store.open(path) as store:
        await store.streams.append(Append(TABLE, 2, [played()]))
    kept = before_migration(path, 10)
    as_kept = kept.read_bytes()
    assert await asyncio.to_thread(backups.restore, kept, path) == 0
    assert "1 table or score sheet, 2 events in whole chains." in capsys.readouterr().out
    assert path.read_bytes() == kept.read_bytes() == as_kept
    async with Store.open(path) as store:
        assert store.up_to_date and await store.streams.verify_chain(TABLE) == 2


async def test_the_database_that_a_restored_one_replaces_is_moved_aside_as_it_was(tmp_path: Path) -> None:
    path, backup = tmp_path / "b.sqlite3", tmp_path / "backup.sqlite3"
    await left_by(path, 3)
    before = path.read_bytes()
    async with Store.open(backup) as store:
        await opened(store)
    assert await asyncio.to_thread(backups.restore, backup, path) == 0
    (aside,) = [one for one in listed(tmp_path) if ".before-" in one.name]
    assert aside.read_bytes() == before
    assert not [one for one in listed(tmp_path) if ".schema-" in one.name]


def test_what_is_moved_aside_within_one_second_lies_at_a_place_of_its_own(tmp_path: Path) -> None:
    """Also beside a log that was left without its file."""
    path, laid = tmp_path / "b.sqlite3", []
    for number in range(4):
        aside = moved_aside(path, "20261129T120000Z")
        (aside if number % 2 else aside.with_name(aside.name + "-wal")).write_text(str(number))
        laid.append(aside)
    assert len({*laid}) == 4 and all(one.name.startswith("b.sqlite3.before-20261129T120000Z") for one in laid)
    assert sorted(one.read_text() for one in tmp_path.iterdir()) == ["0", "1", "2", "3"]


async def test_two_restores_within_a_second_leave_both_databases(tmp_path: Path) -> None:
    path, copy = tmp_path / "b.sqlite3", tmp_path / "copy.sqlite3"
    async with Store.open(path) as store:
        await opened(store)
        await store.backup(copy)
    for _ in range(3):
        assert await asyncio.to_thread(backups.restore, copy, path) == 0
    assert len([one for one in listed(tmp_path) if re.search(r"[.]before-[0-9TZ-]+$", one.name)]) == 3


async def test_a_backup_of_an_earlier_releases_database_leaves_it_as_it_is(tmp_path: Path) -> None:
    path, copy = tmp_path / "b.sqlite3", tmp_path / "copy.sqlite3"
    await left_by(path, 3)
    before = files_in(tmp_path)
    assert await asyncio.to_thread(backups.main, path, tmp_path / "backups", copy) == 0
    assert files_in(tmp_path).keys() - before.keys() == {copy.name}
    assert before.items() <= files_in(tmp_path).items()
    async with Store.open(copy, as_it_is=True) as store:
        assert (store.schema, await store.streams.verify_chain(TABLE)) == (3, 2)


async def test_a_damaged_table_in_a_backup_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "b.sqlite3", tmp_path / "copy.sqlite3"
    async with Store.open(path) as store:
        await opened(store)
        await opened(store, OTHER)
        await inside(store, lambda db: db.execute("UPDATE event SET at = 1 WHERE table_id = ?1", (OTHER,)))
        await store.checks.check_projections(lambda *_: ())
        assert await store.backup(copy) == {OTHER: 1}
    assert await asyncio.to_thread(backups.restore, copy, path) == 0
    assert f"Table {OTHER} is damaged in the backup, at event 1" in capsys.readouterr().out


async def test_a_running_bot_makes_one_when_asked_and_says_where_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    async with Store.open(path) as store:
        await opened(store)
        daily = Daily(store, path, folder, daily=False)
        making = asyncio.create_task(daily.back_up_daily())
        daily.request_backup()
        await until(lambda: "a backup was made" in caplog.text, "a backup")
        making.cancel()
    (made,) = found(folder).values()
    assert str(made) in caplog.text
    async with Store.open(made) as store:
        assert await store.streams.verify_chain(TABLE) == 1


async def test_what_a_process_killed_in_a_backup_has_left_is_gone_after_the_next_one(tmp_path: Path) -> None:
    """Two processes are making one; the first is killed."""
    folder = tmp_path / "backups"
    async with making(tmp_path / "a.sqlite3", folder, 0) as killed, making(tmp_path / "b.sqlite3", folder, 1):
        killed.kill()
        await killed.wait()
        parts = {f"biritch-2026112{day}T120000Z.sqlite3.part" for day in (0, 1)}
        assert {one.name for one in listed(folder)} == parts
        async with Store.open(tmp_path / "c.sqlite3") as store:
            made, damaged = await back_up(store, tmp_path / "c.sqlite3", folder, NOON, unhurried=False)
        assert damaged == {}
        assert {one.name for one in listed(folder)} == {made.name, max(parts)}


@asynccontextmanager
async def making(path: Path, folder: Path, day: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that is making a backup and would go on for long."""
    async with Store.open(path) as store:
        for number in range(20):
            await store.preferences.set_choices(f"user:{number}", {"notes": "x" * 2**20})
    command = (sys.executable, "-c", MAKING, str(path), str(folder), str(day))
    async with owned_exec(*command, cwd=ROOT) as process:
        await until(
            lambda: [one for one in listed(folder) if f"2026112{day}" in one.name and one.stat().st_size],
            "the beginning of a backup",
        )
        yield process


async def test_a_running_bot_makes_one_a_day_after_the_last(tmp_path: Path) -> None:
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    folder.mkdir()
    (folder / "biritch-20261121T110000Z.sqlite3").touch()
    async with Store.open(path, NOON.timestamp) as store:
        late = Daily(store, path, folder, daily=True, now=NOON.timestamp, at_first=0)
        making = asyncio.create_task(late.back_up_daily())
        await until(lambda: len(found(folder)) == 2, "a backup")
        making.cancel()
    assert max(found(folder)) == NOON


async def test_a_backup_made_by_a_clock_that_is_behind_stays_and_those_that_lie_ahead_take_no_ones_place(
    tmp_path: Path,
) -> None:
    """Eight of a week that is still to come; a year's of the past, of which the last day's is the newest; and
    one by a clock that has gone back to 1970."""
    folder = tmp_path / "backups"
    folder.mkdir()
    ahead = [NOON + timedelta(days=400 + day) for day in range(8)]
    past = [NOON - timedelta(days=ago) for ago in range(1, 400)]
    for made in (*ahead, *past):
        (folder / f"biritch-{made:%Y%m%dT%H%M%SZ}.sqlite3").touch()
    (folder / "biritch-20260230T000000Z.sqlite3").touch()
    path = tmp_path / "a.sqlite3"
    async with Store.open(path) as store:
        await back_up(store, path, folder, NOON, unhurried=False)
        assert {*ahead, NOON, *past[:6]} <= found(folder).keys() and past[7] not in found(folder)
        left = found(folder).keys()
        long_ago = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
        await back_up(store, path, folder, long_ago, unhurried=False)
        assert found(folder).keys() == left | {long_ago}
        await back_up(store, path, folder, NOON + timedelta(seconds=1), unhurried=False)
        assert NOON + timedelta(seconds=1) in found(folder)
    assert (folder / "biritch-20260230T000000Z.sqlite3").exists()


async def test_a_folder_that_cannot_be_written_to_is_told_of_and_the_bot_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "b.sqlite3"
    (tmp_path / "backups").write_text("a file, not a folder")
    async with Store.open(path) as store:
        daily = Daily(store, path, tmp_path / "backups", daily=False)
        making = asyncio.create_task(daily.back_up_daily())
        daily.request_backup()
        told = f"No backup can be made in {tmp_path / 'backups'}: there is a file"
        await until(lambda: told in caplog.text, told)
        assert not making.done()
        making.cancel()


async def test_an_old_backup_that_cannot_be_deleted_holds_up_neither_the_others_nor_the_new_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """For this it is a folder; it may as well be somebody else's file."""
    folder = tmp_path / "backups"
    stuck, old, older = [
        folder / f"biritch-{NOON - timedelta(days=ago):%Y%m%dT%H%M%SZ}.sqlite3" for ago in (500, 450, 550)
    ]
    stuck.mkdir(parents=True)
    for one in (old, older):
        one.touch()
    backups.drop_overdue(folder, NOON)
    assert listed(folder) == [stuck]
    for one in (old, older):
        one.touch()
    async with Store.open(tmp_path / "a.sqlite3") as store:
        made, _ = await back_up(store, tmp_path / "a.sqlite3", folder, NOON, unhurried=False)
    assert {*listed(folder)} == {stuck, made} and f"cannot be deleted: {stuck}" in caplog.text


async def test_a_backup_is_made_though_those_before_cannot_be_packed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "backups"
    (folder / f"biritch-{NOON - timedelta(days=1):%Y%m%dT%H%M%SZ}.sqlite3").mkdir(parents=True)
    async with Store.open(tmp_path / "a.sqlite3") as store:
        made, _ = await back_up(store, tmp_path / "a.sqlite3", folder, NOON, unhurried=False)
    assert made.exists() and "cannot be put in order: IsADirectoryError" in caplog.text


async def test_a_new_backup_removes_those_whose_term_is_over_and_nothing_else(tmp_path: Path) -> None:
    """By then somebody who asked to be forgotten is in no backup either."""
    folder = tmp_path / "backups"
    folder.mkdir()
    names = [f"biritch-{NOON - timedelta(days=ago):%Y%m%dT%H%M%SZ}.sqlite3" for ago in range(1, 400)]
    for name in (*names, "biritch-yesterday.sqlite3", "notes.txt"):
        (folder / name).touch()
    async with Store.open(tmp_path / "a.sqlite3") as store:
        made, _ = await back_up(store, tmp_path / "a.sqlite3", folder, NOON, unhurried=False)
    left = {one.name for one in listed(folder)}
    assert left >= {made.name, names[0], names[5], "biritch-yesterday.sqlite3", "notes.txt"}
    assert not left & {names[7], names[13 - 4], names[-1]}
    assert len(left) == 22 + 2


def test_of_a_year_of_days_the_newest_of_seven_days_five_weeks_and_twelve_months_are_kept() -> None:
    days = {NOON - timedelta(days=ago) for ago in range(400)}
    left = sorted({(NOON - one).days for one in kept(days)})
    # 22 November 2026 is a Sunday: the weeks' newest are 0, 7, 14, 21 and 28 days ago, the months' the last
    # days of October, September and so on back to December 2025
    assert left == [
        *(0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 22, 28),
        *(53, 83, 114, 145, 175, 206, 236, 267, 295, 326),
    ]


def test_what_is_kept_once_is_kept_though_no_more_are_made() -> None:
    """A bot that was off for a year loses none of its last backups."""
    days = {NOON - timedelta(days=ago) for ago in range(7)}
    assert kept(days) == days == kept(kept(days))
