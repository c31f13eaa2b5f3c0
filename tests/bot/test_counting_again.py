"""A count that the storage refuses for a while."""

from __future__ import annotations

import asyncio
import logging
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.host.upkeep import Counting, counting
from storage.errors import DamagedDatabase, DatabaseFailed
from storage.ports.records import Append, Place, TableId
from storage.store import Store
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import OPENED, inside


async def test_a_count_of_what_somebody_has_locked_is_tried_again_soon_and_is_a_fault_only_if_that_lasts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seconds between eight tries are worked out by hand; the last succeeds."""
    caplog.set_level(logging.INFO)
    clock, tries = asyncio.get_running_loop().time, list[float]()
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
        right = store.checks.rebuild_projections

        async def locked(*given: Any, **named: Any) -> bool:
            tries.append(clock())
            if len(tries) < 8:
                raise DatabaseFailed("55P03", "it is locked")
            return await right(*given, **named)

        monkeypatch.setattr(store.checks, "rebuild_projections", locked)
        async with counting(store):
            await until(lambda: "have been counted anew" in caplog.text)
    apart = [round(late - early) for early, late in pairwise(tries)]
    assert apart == [5, 10, 20, 40, 80, 160, 300]
    refused = [one.levelname for one in caplog.records if "could not be counted again" in one.getMessage()]
    assert refused == ["WARNING"] * 6 + ["ERROR"]


async def test_in_a_damaged_file_keys_are_forgotten_and_copies_deleted_all_the_same(tmp_path: Path) -> None:
    """By its header five pages are free, which only a look through the whole file finds. The key of the first
    millisecond of 1970 is older than a week."""
    path = tmp_path / "b.sqlite3"
    async with Store.open(path) as store:
        old = Append[Any](TableId("7f3a9c01"), 0, [OPENED], place=Place(1, 2), key="old", at=1.0)
        await store.streams.append(old)
        await inside(store, lambda db: db.execute("UPDATE seen SET at = 1"))
        assert await inside(store, lambda db: db.execute("SELECT count(*) FROM seen").fetchone()[0]) == 1
    damaged = bytearray(path.read_bytes())
    damaged[36:40] = (5).to_bytes(4, "big")
    path.write_bytes(damaged)
    async with Store.open(path) as store:
        with pytest.raises(DamagedDatabase):
            await Counting(store).work()
        assert await inside(store, lambda db: db.execute("SELECT count(*) FROM seen").fetchone()[0]) == 0
