"""The clock goes on by itself after a fault. What it does in time is told in ``tests/cogs/test_time.py``."""

from __future__ import annotations

import asyncio

import pytest

from bot import clocks
from bot.streams.fair_deal import ChanceSource
from bot.tables.clock import Clock
from bot.tables.service import Tables
from ports.records import Place, TableId, UserId
from rules.table.requests import Adjourn, Join, Start
from storage.store import Store
from tests.storage.happenings import inside

FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))


async def test_a_pack_that_could_not_be_cut_while_nothing_can_be_stored_is_cut_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "FIRST", 0.02)
    tables = Tables(store, ChanceSource("clock"))
    table = await tables.open(Place(1, 11), "biritch", {})
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())
    clock = Clock(tables, ChanceSource("clock"), cut_seconds=0.0)
    await inside(store, lambda db: db.execute("PRAGMA query_only = 1"))
    clock.changed(table)
    await asyncio.sleep(0.1)
    assert table.state.pack is not None

    await inside(store, lambda db: db.execute("PRAGMA query_only = 0"))
    async with asyncio.timeout(10):
        while table.state.pack is not None:
            await asyncio.sleep(0.01)
    await clock.close()
    assert table.state.deal is not None


async def test_the_clock_runs_only_during_a_rubber_of_a_table_that_is_open_and_not_adjourned(
    store: Store,
) -> None:
    tables = Tables(store, ChanceSource("clock"))
    clock = Clock(tables, ChanceSource("clock"), cut_seconds=3600.0)

    def running() -> set[TableId]:
        return set(clock._wakeups._timers)

    table = await tables.open(Place(1, 11), "biritch", {})
    clock.changed(table)
    assert not running()
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())
    clock.changed(table)
    assert running() == {table.id}
    await tables.act(table.id, None, Adjourn())
    clock.changed(table)
    assert not running()
    await clock.close()


async def test_a_table_whose_rubber_nobody_starts_is_adjourned_as_an_abandoned_one_is(store: Store) -> None:
    now = [1_000_000.0]
    tables = Tables(store, ChanceSource("clock"), lambda: now[0])
    clock = Clock(tables, ChanceSource("clock"), 0.0, lambda: now[0], abandoned=3600.0)
    table = await tables.open(Place(1, 11), "biritch", {})
    await tables.act(table.id, FOUR[0], Join())
    now[0] += 3599.0
    clock.changed(table)
    await asyncio.sleep(0)
    assert not table.adjourned
    now[0] += 1.0
    clock.changed(table)
    async with asyncio.timeout(10):
        while not table.adjourned:
            await asyncio.sleep(0.01)
    await clock.close()
    assert table.has_place
