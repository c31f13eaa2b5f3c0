"""The file gives back the room of what was deleted, and long work on it says how far it is."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from bot.host import backups, upkeep
from storage.engine import Breath, Ended, Part, migrations
from storage.errors import DiskFull
from storage.ports.records import ServerUrl
from storage.sqlite import file, room
from storage.store import Store
from tests.trials.stage.flipping import rows_of
from tests.trials.stage.happenings import TABLE, files_in, inside, left_by, opened, played, rows

USAGE = namedtuple("USAGE", "total used free")


def crowded(db: Any) -> None:
    db.execute("BEGIN")
    for number in range(2000):
        db.execute("INSERT INTO preference VALUES (?1, 'notes', ?2, x'00')", (f"user:{number}", "x" * 500))
    db.execute("COMMIT")


async def emptied(path: Path) -> Any:
    """A file of two megabytes in which there is next to nothing; what that is."""
    async with Store.open(path) as store:
        await opened(store, TABLE, played())
        await inside(store, crowded)
        await inside(store, lambda db: db.execute("DELETE FROM preference"))
        return await inside(store, rows)


async def test_a_file_is_made_as_small_as_what_is_in_it_and_holds_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.sqlite3"
    before = await emptied(path)
    assert path.stat().st_size > 10**6
    assert await asyncio.to_thread(upkeep.shrink, path) == 0
    assert path.stat().st_size < 10**6 and path.stat().st_mode & 0o777 == 0o600
    assert "The database took 1." in capsys.readouterr().out
    assert set(files_in(tmp_path)) == {"b.sqlite3", "b.sqlite3.marker"}
    async with Store.open(path) as store:
        assert await inside(store, rows) == before
        assert await store.streams.verify_chain(TABLE) == 2


async def test_a_file_in_use_or_without_room_beside_it_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.sqlite3"
    await emptied(path)
    async with Store.open(path):
        assert await asyncio.to_thread(upkeep.shrink, path) == 2
        assert "Another process holds the database" in capsys.readouterr().err
    before = path.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: USAGE(2**40, 2**40, file.SPARE))
    assert await asyncio.to_thread(upkeep.shrink, path) == 2
    assert "is full: make room" in capsys.readouterr().err
    assert path.read_bytes() == before and set(files_in(tmp_path)) == {"b.sqlite3", "b.sqlite3.marker"}
    assert upkeep.shrink(ServerUrl("postgresql://db/cards")) == 2
    assert "VACUUM FULL" in capsys.readouterr().err


async def test_shrinking_says_how_far_it_is_and_can_be_broken_off_and_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.sqlite3"
    async with Store.open(path) as store:
        await inside(store, crowded)
    monkeypatch.setattr(room, "STEPS_OF_A_SLICE", 1)
    told, breath = list[tuple[Part, int, int]](), Breath(rest=0.0)

    def step(part: Part, done: int, total: int) -> None:
        told.append((part, done, total))
        if done > total / 3:
            breath.over.set()

    before = path.read_bytes()
    with pytest.raises(Ended):
        room.shrink(path, breath, step)
    assert told[0][1] < told[-1][1] <= told[-1][2] and {part for part, *_ in told} == {Part.SHRINKING}
    assert path.read_bytes()[100:] == before[100:] and "b.sqlite3.shrinking" not in files_in(tmp_path)
    room.shrink(path, Breath(rest=0.0))
    async with Store.open(path) as store:
        assert len((await inside(store, rows))["preference"]) == 2000


async def test_a_backup_asks_for_room_first_and_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    await emptied(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: USAGE(2**40, 2**40, file.SPARE + 10**6))
    assert await asyncio.to_thread(backups.main, path, folder, None) == 2
    assert "its disk is full; make room" in capsys.readouterr().err
    assert [*files_in(folder)] == []
    monkeypatch.setattr(shutil, "disk_usage", lambda _: USAGE(2**40, 2**40, file.SPARE + 10**7))
    assert await asyncio.to_thread(backups.main, path, folder, None) == 0


async def test_an_update_asks_for_room_first_and_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path = tmp_path / "b.sqlite3"
    await left_by(path, 17)
    before = path.read_bytes()
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: USAGE(2**40, 2**40, file.SPARE + 100))
        with pytest.raises(DiskFull):
            async with Store.open(path):
                pass
    assert path.read_bytes()[100:] == before[100:]
    monkeypatch.setattr(file, "TOLD_EVERY", 0.0)
    async with Store.open(path):
        pass
    assert "before its schema changes, the database is copied: 100 %" in caplog.text
    newest = migrations()[-1].number
    taken = [line for line in caplog.messages if "takes step" in line]
    assert taken == [
        f"the database takes step {step} of its schema, of {newest}" for step in range(18, newest + 1)
    ]


async def test_a_file_of_which_a_page_is_damaged_stays_as_it_is_and_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That of a table's events: a bot starts with it, and sets that table aside."""
    path = tmp_path / "b.sqlite3"
    async with Store.open(path) as store:
        await opened(store, TABLE, played())
    content = bytearray(path.read_bytes())
    (row, *_) = rows_of(path, TABLE)
    content[row.start - row.start % 4096] = 0xFF  # what kind of page it is
    path.write_bytes(content)
    assert await asyncio.to_thread(upkeep.shrink, path) == 2
    assert "the file is damaged" in capsys.readouterr().err
    assert path.read_bytes()[100:] == content[100:], (
        "but for the mode in its header, as of any that is at rest"
    )
    assert set(files_in(tmp_path)) == {"b.sqlite3", "b.sqlite3.marker"}
