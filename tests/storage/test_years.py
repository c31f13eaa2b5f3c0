"""The file of five years that is measured is one that a bot could have left."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.years import years
from storage.store import Store
from tests.each import mostly_long

FIGURES = (
    *("SIZE", "START", "RESULT_FIRST", "RESULT", "TABLE_FIRST", "TABLE", "CHECK_ONE", "STEP", "MEMORY"),
    *("EXPORT", "NOT_PLAYED", "FORGET", "HELD", "COUNT"),
)


@pytest.mark.parametrize("share", mostly_long((0.0005, 0.01), short=(0.0005,)))
async def test_a_part_of_the_file_has_whole_chains_and_every_figure_is_told_of_it(
    tmp_path: Path, share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    await years(tmp_path, share, seed=7)
    assert tuple(line.split()[0] for line in capsys.readouterr().out.splitlines()) == FIGURES
    async with Store.open(tmp_path / "years.sqlite3") as store:
        chains = await store.checks.verify_chains()
        assert not chains.broken and len(chains.whole) == 1 + 100_000 * share
        assert await store.checks.decayed() == ()
