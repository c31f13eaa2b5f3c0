"""A short part of ``python -m tests.trials.soak.damage``: bits flipped anywhere in a database file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.counting import deal_counts
from storage.errors import DamagedDatabase
from storage.store import Store
from tests.trials.soak.damage import at_random, every_bit, filled, flipped, kept, looked
from tests.trials.stage.flipping import bytes_of


async def test_no_flipped_bit_of_a_file_changes_what_is_read_unnoticed() -> None:
    noticed, missed = await at_random(8, seed=1886)
    assert missed == []
    assert sum(noticed.values()) == 8


async def test_no_flipped_bit_of_a_tables_own_row_changes_what_is_read_unnoticed() -> None:
    """Where it stands, and how many events it has."""
    noticed, missed = await at_random(40, seed=1886, rows="stream")
    assert missed == []
    assert noticed["set aside"] > 10 and noticed["nothing changed"] == 0


async def test_every_bit_of_an_event_is_noticed(tmp_path: Path) -> None:
    count, missed = await every_bit(tmp_path / "tables.sqlite3", most=20)
    assert (count, missed) == (160, [])


async def test_no_flipped_bit_of_a_messages_key_hides_it_or_those_after_it_unnoticed(tmp_path: Path) -> None:
    whole, folder = tmp_path / "whole.sqlite3", tmp_path / "flipped"
    ids = await filled(whole)
    async with Store.open(whole) as store:
        await store.checks.rebuild_projections(deal_counts)
        truth = await kept(store, ids)
    content = whole.read_bytes()
    keys = [at for at in bytes_of(whole, ids[1], "slot") if content.startswith(ids[1].encode(), at)]
    assert len(keys) > 5
    for at in keys:
        seen = await looked(flipped(folder, whole, content, at + 3, 2), ids, truth)
        assert seen.told or not seen.changed, (at, seen)


async def test_messages_out_of_their_order_are_found_again_but_for_the_one_that_decayed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.sqlite3"
    _, over, _ = await filled(path)
    async with Store.open(path) as store:
        before = {str(one.key) for one in await store.slots.of_stream(over)}
    content = path.read_bytes()
    keys = [at for at in bytes_of(path, over, "slot") if content.startswith(over.encode(), at)]
    first = min(keys, key=lambda at: content[at : at + 40])
    path.write_bytes(content[:first] + b"~" + content[first + 1 :])
    async with Store.open(path) as store:
        assert {str(one.key) for one in await store.slots.of_stream(over)} < before
        assert (await store.checks.check_projections(deal_counts, unhurried=False)).misplaced > 0
        after = {str(one.key) for one in await store.slots.of_stream(over)}
        assert after < before and len(after) == len(before) - 1
        assert (await store.checks.check_projections(deal_counts, unhurried=False)).misplaced == 0


async def test_a_schema_whose_text_is_no_longer_text_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path):
        pass
    content = path.read_bytes()
    at = content.index(b"CREATE TABLE event") + len("CREATE TABLE ev")
    path.write_bytes(content[:at] + b"\xc5" + content[at + 1 :])
    with pytest.raises(DamagedDatabase):
        async with Store.open(path):
            pass
