"""A short part of ``python -m benchmarks.soak.damage``: bits flipped anywhere in a database file."""

from __future__ import annotations

from pathlib import Path

from benchmarks.soak.damage import at_random, every_bit


async def test_no_flipped_bit_of_a_file_changes_what_is_read_unnoticed() -> None:
    noticed, missed = await at_random(20, seed=1886)
    assert missed == []
    assert sum(noticed.values()) == 20


async def test_every_bit_of_an_event_is_noticed(tmp_path: Path) -> None:
    count, missed = await every_bit(tmp_path / "tables.sqlite3", most=40)
    assert (count, missed) == (320, [])
