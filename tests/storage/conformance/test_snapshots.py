"""A snapshot is read only if its seal fits the chain of its own table; the log says the same without it."""

from __future__ import annotations

import pytest

from rules.cards import PACK
from storage.ports.records import Append, KeptTable, Snapshot, TableId
from storage.ports.storage import BrokenChain
from storage.store import Store
from tests.storage.spoiling import change
from tests.trials.stage.happenings import OTHER, TABLE, opened, played


async def kept_at(store: Store, *versions: int, table: TableId = TABLE) -> None:
    """A table of seven events, with a snapshot at each of these versions, one deal over at each."""
    await opened(store, table)
    for version in range(2, 8):
        over = versions.index(version) + 1 if version in versions else 0
        snapshot = Snapshot(version, over, f"{table} at {version}") if over else None
        await store.streams.append(Append(table, version - 1, [played(PACK[version])], snapshot=snapshot))


async def load(store: Store, table: TableId = TABLE) -> KeptTable:
    kept = await store.streams.load(table)
    assert kept is not None
    return kept


async def test_a_load_begins_at_the_newest_snapshot(store: Store) -> None:
    await kept_at(store, 3, 5)
    kept = await load(store)
    assert kept.snapshot == Snapshot(5, 2, "7f3a9c at 5")
    assert [one.version for one in kept.events] == [6, 7]
    whole = await store.streams.load(TABLE, whole=True)
    assert whole is not None and whole.snapshot is None and len(whole.events) == 7


async def test_a_deal_is_read_from_the_snapshot_before_its_end_to_the_one_after_it(
    store: Store,
) -> None:
    await kept_at(store, 3, 5)
    for deal, version, events in ((1, 0, [1, 2, 3, 4, 5]), (2, 3, [4, 5, 6, 7]), (3, 5, [6, 7])):
        snapshot, stored = await store.streams.read_deal(TABLE, deal)
        assert (snapshot.version if snapshot else 0) == version
        assert [one.version for one in stored] == events
    assert len((await store.streams.read_deal(TABLE, 3, whole=True))[1]) == 7


async def test_a_deal_that_lacks_an_event_is_told_to_be_damaged_there(store: Store) -> None:
    await kept_at(store, 3, 5)
    assert await change(store, "DELETE FROM snapshot WHERE version = 3") == 1
    assert await change(store, "DELETE FROM event WHERE version = 4") == 1
    with pytest.raises(BrokenChain) as broken:
        await store.streams.read_deal(TABLE, 1)
    assert broken.value.args == (TABLE, 4)


async def test_what_is_kept_of_another_table_is_no_part_of_a_deal(store: Store) -> None:
    await kept_at(store, 3, 5)
    await kept_at(store, 2, 4, 6, table=OTHER)
    found = {}
    for table in (TABLE, OTHER):
        snapshot, stored = await store.streams.read_deal(table, 2)
        found[table] = (snapshot.body if snapshot else "", [one.version for one in stored])
    assert found == {TABLE: ("7f3a9c at 3", [4, 5, 6, 7]), OTHER: ("b01d22 at 2", [3, 4, 5, 6])}
    assert [(one := (await load(store, table)).snapshot) and one.version for table in found] == [5, 6]
