"""Everything is counted again beside whatever goes on: rows that have decayed are put right, others stay."""

from __future__ import annotations

import logging
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import recounting
from storage.engine import Breath, migrations, unheard
from storage.sqlite.connections import scratch
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_recounting import ELSEWHERE, deals, filled
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    HERE,
    inside,
)


async def test_a_table_of_which_no_event_is_stored_does_not_stop_the_count(tmp_path: Path) -> None:
    empty = "INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES ('e', 1, 0, 0, ?1, 1)"
    async with Database.open(tmp_path / "tables.sqlite3", migrations()[:11]) as earlier:
        await earlier.write(lambda db: db.execute(empty, (b"\0" * 32,)))
    async with Store.open(tmp_path / "tables.sqlite3") as store:
        assert await store.checks.rebuild_projections(deals, unhurried=False)
        assert store.checks.damaged == {}


async def test_rows_that_cannot_be_put_right_are_told_of_and_hold_nothing_up(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """As where the disk gives back something else than was written: here by a trigger."""
    await filled(store, clock)
    spoil = (
        "CREATE TRIGGER spoil AFTER UPDATE ON deed WHEN NEW.count < 7 BEGIN UPDATE deed SET count = 7; END"
    )
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 7"))
    await inside(store, lambda db: db.execute(spoil))
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked.mended == {HERE.guild: 3, ELSEWHERE.guild: 3}
    assert caplog.messages == [f"3 rows of server {guild} cannot be put right" for guild in (100, 101)]


async def test_a_server_in_which_too_much_ends_is_left_to_the_next_count(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here after one look, which finds something to correct, instead of a hundred."""
    monkeypatch.setattr(recounting, "TRIES", 1)
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 7 WHERE guild = 100"))
    with caplog.at_level(logging.WARNING):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked.mended == {HERE.guild: 3}
    assert caplog.messages == ["too much ends in server 100 for it to be counted beside that"]


async def test_the_loop_makes_no_database_for_any_server(store: Store, clock: Clock) -> None:
    """To make one takes milliseconds, and there may be thousands of servers."""
    await filled(store, clock)
    made = list[int]()

    def memory() -> Any:
        made.append(threading.get_ident())
        return closing(scratch())

    breath = Breath(rest=0.0)
    await recounting.every_server(store._database, memory, deals, breath, unheard, check=True)
    assert len(made) == 2 and threading.get_ident() not in made


async def test_a_new_database_has_nothing_to_count(store: Store) -> None:
    assert not await store.checks.is_count_due()
