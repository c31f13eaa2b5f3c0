"""A snapshot is read only if its seal fits the chain of its own table; the log says the same without it."""

from __future__ import annotations

import logging

import pytest

from rules.cards import PACK
from storage.ports.records import Append, KeptTable, Snapshot, TableId
from storage.ports.storage import BrokenChain
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
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


@of_many_cases
@pytest.mark.parametrize(
    "decayed",
    [
        "UPDATE snapshot SET body = 'b01d22 at 5' WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET over = 9 WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET version = 6 WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET seal = ?1 WHERE table_id = '7f3a9c' AND version = 5",
        "UPDATE snapshot SET table_id = '7f3a9c', version = 6 WHERE table_id = 'b01d22'",
        "UPDATE snapshot SET (body, seal) = (SELECT body, seal FROM snapshot WHERE table_id = 'b01d22')"
        " WHERE table_id = '7f3a9c'",
    ],
    ids=["body", "deal", "version", "seal", "of another table", "of another table, at the same point"],
)
async def test_a_snapshot_that_is_not_what_was_stored_here_is_left_out_and_told(
    store: Store, decayed: str, caplog: pytest.LogCaptureFixture
) -> None:
    await kept_at(store, 5)
    await kept_at(store, 5, table=OTHER)
    assert await change(store, decayed, [bytes(32)] if "?1" in decayed else ()) == 1
    with caplog.at_level(logging.ERROR):
        kept = await load(store)
    assert kept.snapshot is None and len(kept.events) == 7
    assert "snapshot of table 7f3a9c" in caplog.text


async def test_a_change_after_the_snapshot_or_at_it_is_found_by_a_load_and_an_earlier_one_by_the_whole_check(
    store: Store,
) -> None:
    await kept_at(store, 5)
    assert await change(store, "UPDATE event SET at = at + 1 WHERE version = 2") == 1
    assert (await load(store)).snapshot is not None
    with pytest.raises(BrokenChain) as broken:
        await store.streams.verify_chain(TABLE)
    assert broken.value.version == 2
    assert await change(store, "UPDATE event SET at = at - 1 WHERE version = 2") == 1
    for version in (6, 7):
        assert await change(store, f"UPDATE event SET at = at + 1 WHERE version = {version}") == 1
        with pytest.raises(BrokenChain) as broken:
            await store.streams.load(TABLE)
        assert broken.value.version == version
        assert await change(store, f"UPDATE event SET at = at - 1 WHERE version = {version}") == 1
    assert await change(store, "UPDATE event SET hash = ?1 WHERE version = 5", [bytes(32)]) == 1
    with pytest.raises(BrokenChain):
        await store.streams.load(TABLE)


@of_many_cases
@pytest.mark.parametrize("missing", [1, 2, 3, 4, 5])
async def test_an_event_that_is_missing_from_the_part_of_a_log_that_a_deal_needs_is_named(
    store: Store, engine: str, missing: int
) -> None:
    if engine == "simulated" and missing in (3, 5):
        pytest.skip("the simulated servers keep every reference, as that of a snapshot to its event")
    await kept_at(store, 3, 5)
    assert await change(store, f"DELETE FROM event WHERE version = {missing}") == 1
    with pytest.raises(BrokenChain) as broken:
        await store.streams.read_deal(TABLE, 1)
    assert broken.value.args == (TABLE, missing)


async def test_of_snapshots_between_which_no_deal_was_over_the_newest_before_and_the_oldest_after_serve(
    store: Store,
) -> None:
    await opened(store)
    over = {3: 1, 4: 1, 6: 2, 7: 2}
    for version in range(2, 8):
        snapshot = Snapshot(version, over[version], f"at {version}") if version in over else None
        await store.streams.append(Append(TABLE, version - 1, [played(PACK[version])], snapshot=snapshot))
    for deal, version, events in ((1, 0, [1, 2, 3, 4, 5, 6]), (2, 4, [5, 6, 7]), (3, 7, [])):
        found, stored = await store.streams.read_deal(TABLE, deal)
        assert (found.version if found else 0) == version
        assert [one.version for one in stored] == events
