"""A start of a full file reads what goes on, and no more; the rest is examined behind it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from rules.seats import Side
from rules.table.events import Closed
from storage import engine
from storage.copying import TABLES
from storage.errors import DamagedDatabase
from storage.ports.records import Append, TableId
from storage.sqlite import file
from storage.sqlite.file import EVENTS_DAMAGED, OF_ONE_STREAM, OF_WHAT_WAS_PLAYED, write_ahead_log
from storage.store import Store
from tests.trials.stage.flipping import bytes_of
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import OTHER, TABLE, begun, opened, played, reckoned

PAGE = 4096


async def years_of_play(path: Path) -> None:
    """So many tables that each list of them takes many pages."""
    async with Store.open(path) as store:
        for number in range(60):
            rubber = [begun(), *[played()] * 20, reckoned(1, Side.NS, 10 + number), Closed("agreed")]
            await opened(store, TableId(f"old-{number}"), *rubber)  # type: ignore[arg-type]


def pages_of(path: Path, table: str) -> list[int]:
    """Where each page of a table begins, but for the one by which it is found."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return sorted({at // PAGE * PAGE for at in bytes_of(path, "", table)} - {(root - 1) * PAGE})


def wiped(path: Path, pages: Iterable[int]) -> None:
    data = bytearray(path.read_bytes())
    for at in pages:
        data[at : at + PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


async def test_a_start_reads_no_page_of_what_was_played_at_tables_that_nobody_uses(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await years_of_play(path)
    found = {table: pages_of(path, table) for table in ("event", "person", "rubber_share", "result")}
    assert len(found["event"]) > 20 and min(map(len, found.values())) > 0
    wiped(path, [at for pages in found.values() for at in pages])
    async with Store.open(path) as store:  # whoever had read one would have failed
        assert caplog.messages == []
        with pytest.raises(DamagedDatabase) as damage:
            await store.checks.examine_file()
        assert damage.value.path == path and store.checks.flaw == damage.value.finding


def test_what_a_start_leaves_out_are_tables_that_there_are() -> None:
    assert set(OF_ONE_STREAM) < set(OF_WHAT_WAS_PLAYED) < set(TABLES)


@pytest.mark.parametrize("table", ["old-0", "old-31", "old-59"])
async def test_a_flaw_deep_in_the_file_is_told_by_the_look_behind_a_start(
    path: Path, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    await years_of_play(path)
    for statement in (
        "UPDATE event SET hash = x'00' WHERE version = 12",
        "UPDATE rubber_share SET won = 2 WHERE alias > 'b'",
    ):
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            assert db.execute(f"{statement} AND table_id = ?1", (table,)).rowcount > 0
        caplog.clear()
        async with Store.open(path) as store:
            assert caplog.messages == []
            if "event" in statement:
                await store.checks.examine_file()
                assert caplog.messages == [EVENTS_DAMAGED] and store.checks.flaw is None
            else:
                with pytest.raises(DamagedDatabase):
                    await store.checks.examine_file()
                assert store.checks.flaw == "CHECK constraint failed in rubber_share"


async def test_after_an_unclean_end_the_newest_event_of_each_open_stream_is_looked_for(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(path) as store:
        await opened(store)
        await opened(store, OTHER, played(), Closed("agreed"))
        for ended in ("whole", "closed", "open"):
            copy = tmp_path / f"{ended}.sqlite3"
            shutil.copy(path, copy)
            shutil.copy(write_ahead_log(path), write_ahead_log(copy))
    for ended, told in (("whole", []), ("closed", []), ("open", [EVENTS_DAMAGED])):
        copy = tmp_path / f"{ended}.sqlite3"
        keep = write_ahead_log(copy).with_name("kept")
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            lost = {"closed": OTHER, "open": TABLE}.get(ended, "")
            db.execute(
                "DELETE FROM event WHERE table_id = ?1 AND version = "
                "(SELECT max(version) FROM event WHERE table_id = ?1)",
                (lost,),
            )
            shutil.copy(write_ahead_log(copy), keep)  # and so it ends
            main = copy.read_bytes()
        copy.write_bytes(main)
        keep.replace(write_ahead_log(copy))
        caplog.clear()
        async with Store.open(copy):
            assert caplog.messages == told


async def test_whoever_acts_waits_for_no_slice_of_the_look_through_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await years_of_play(path)
    monkeypatch.setattr(file, "STEPS_OF_A_SLICE", 10)
    monkeypatch.setattr(engine, "SLICE", 0.0)
    async with Store.open(path) as store:
        await opened(store)
        loop, version = asyncio.get_running_loop(), 1

        def rested(_: engine.Breath, _seconds: float) -> None:
            nonlocal version
            if version < 4:
                appended = store.streams.append(Append(TABLE, version, [played()]))
                version = asyncio.run_coroutine_threadsafe(appended, loop).result(HANGS_AFTER)

        monkeypatch.setattr(engine.Breath, "_pause", rested)
        await store.checks.examine_file()
        assert version == 4 and store.checks.flaw is None
