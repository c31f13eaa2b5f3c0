"""A short part of ``python -m benchmarks.soak.damage``: bits flipped anywhere in a database file."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.soak.damage import at_random, every_bit
from storage.errors import DamagedDatabase
from storage.store import Store


async def test_no_flipped_bit_of_a_file_changes_what_is_read_unnoticed() -> None:
    noticed, missed = await at_random(8, seed=1886)
    assert missed == []
    assert sum(noticed.values()) == 8


async def test_every_bit_of_an_event_is_noticed(tmp_path: Path) -> None:
    count, missed = await every_bit(tmp_path / "tables.sqlite3", most=20)
    assert (count, missed) == (160, [])


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
