"""A table loaded from a snapshot is the table of which the events tell, and a past deal is the same."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import replace

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.table.requests import AgreeToClose, CutPack, Join, Start
from rules.table.table import Table
from storage import snapshots
from storage.ports.records import Place, Snapshot, TableId, UserId
from storage.store import Store
from tests.trials.stage.played import goes_on

ANNA = UserId(101)


async def evening(store: Store, channel: int, deals: int) -> OpenTable:
    """A table of Anna and three robots at which so many deals are over and the next is begun."""
    tables = Tables(store.streams, ChanceSource(f"snapshots {channel}"))
    table = await tables.open_table(Place(1, channel), "biritch", {})
    await tables.act(table.id, ANNA, Join())
    while table.state.last_number < deals or table.state.deal is None:
        if table.state.rubber is None:
            await tables.act(table.id, ANNA, Start())
        elif table.state.pack is not None:
            await tables.act(table.id, None, CutPack(20, ""))
        else:
            await goes_on(tables, table, ANNA)
    return table


def same(one: Table, other: Table) -> bool:
    """Whether two tables are equal, apart from the variant, which is made of procedures."""
    deals = [state.deal._replace(stage=None) if state.deal else None for state in (one, other)]  # type: ignore[arg-type]
    return (
        replace(one, variant=other.variant, deal=None) == replace(other, deal=None) and deals[0] == deals[1]
    )


async def versions(store: Store, table_id: TableId) -> list[int]:
    """Those of which there is a snapshot."""
    sql = "SELECT version FROM snapshot WHERE table_id = ?1 ORDER BY version"
    return [
        version
        for (version,) in await store._database.read(lambda db: db.execute(sql, (table_id,)).fetchall())
    ]


async def test_a_table_is_loaded_from_its_newest_snapshot_and_goes_on_as_before(store: Store) -> None:
    table = await evening(store, 11, 4)
    fresh = Tables(store.streams)
    again = await fresh.get(table.id)
    assert again.kept_at == table.kept_at == (await versions(store, table.id))[-1]
    kept = await store.streams.load(table.id)
    assert kept is not None and len(kept.events) < 200
    assert same(again.state, table.state)
    assert again.view(ANNA) == table.view(ANNA)
    assert (again.version, again.seeds, again.people) == (table.version, table.seeds, table.people)
    await goes_on(fresh, again, ANNA)


async def test_a_deal_that_is_over_is_the_same_read_from_near_or_from_the_beginning(store: Store) -> None:
    table = await evening(store, 11, 4)
    tables = Tables(store.streams)
    near = [await tables.finished(table.id, deal) for deal in range(6)]
    for last in (2, 4):
        rubber = await tables.rubber_to(table.id, last)
        entered = [one.deal.entries for one in rubber]
        assert rubber[-1].deal.number == last and tuple(entered) == rubber[-1].deal.entered
    thoughts = [await tables.thoughts(table.id, deal) for deal in range(1, 5)]
    assert [done.deal.number if done else None for done in near] == [None, 1, 2, 3, 4, None]
    await store._database.write(lambda db: db.execute("DELETE FROM snapshot"))
    assert [await tables.finished(table.id, deal) for deal in range(6)] == near
    assert [await tables.thoughts(table.id, deal) for deal in range(1, 5)] == thoughts
    assert all(len(made) > 20 for _, made in thoughts)


async def test_a_closed_table_is_read_from_its_last_snapshot(store: Store) -> None:
    table = await evening(store, 11, 3)
    tables = Tables(store.streams)
    await tables.act(table.id, ANNA, AgreeToClose())
    kept = await store.streams.load(table.id)
    assert kept is not None and kept.snapshot is not None
    closed = await tables.get(table.id)
    assert closed.closed and await tables.finished(table.id, 1) is not None


async def test_a_snapshot_of_another_table_is_found_out_though_its_seal_is_right(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """A planted fault: the service kept the state of one table with the events of another."""
    table, other = await evening(store, 11, 2), await evening(store, 12, 2)
    (*_, at) = await versions(store, table.id)

    def plant(db: sqlite3.Connection) -> None:
        over, body = db.execute(
            "SELECT over, body FROM snapshot WHERE table_id = ?1 ORDER BY version DESC", (other.id,)
        ).fetchone()
        (head,) = db.execute(
            "SELECT hash FROM event WHERE table_id = ?1 AND version = ?2", (table.id, at)
        ).fetchone()
        db.execute("DELETE FROM snapshot WHERE table_id = ?1 AND version = ?2", (table.id, at))
        snapshots.store_snapshot(db, table.id, Snapshot(at, over, body), head)

    await store._database.write(plant)  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR):
        again = await Tables(store.streams).get(table.id)
    assert same(again.state, table.state)
    assert f"a snapshot of table {table.id} cannot be used" in caplog.text
    assert again.kept_at == 0  # so that the next end of a deal stores a good one


async def test_no_snapshot_holds_a_seed_that_is_not_revealed(store: Store) -> None:
    table = await evening(store, 11, 2)
    seeds = table.seeds.values()
    bodies = await store._database.read(lambda db: db.execute("SELECT body FROM snapshot").fetchall())
    assert bodies and seeds
    assert not any(seed.hex() in body for (body,) in bodies for seed in seeds)
