"""The file of five years that is measured is one that a bot could have left."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from lab.speed.years import years
from storage.ports.records import ServerUrl
from storage.store import Store
from tests.each import mostly_long

FIGURES = (
    *(
        "SIZE",
        "COPY",
        "START",
        "RESULT_FIRST",
        "RESULT",
        "TABLE_FIRST",
        "TABLE",
        "CHECK_ONE",
        "STEP",
        "MEMORY",
    ),
    *(
        "EXPORT",
        "NOT_PLAYED",
        "FORGET",
        "FORGET_BESIDE",
        "FORGET_HELD",
        "RATE_BESIDE",
        "RATE_HELD",
        "EXPIRE_BESIDE",
        "EXPIRE_HELD",
        "CHECK_BESIDE",
        "CHECK_HELD",
        "COUNT",
    ),
)


def told(printed: str) -> tuple[str, ...]:
    """The names of the figures; each has a goal."""
    lines = [line.split() for line in printed.splitlines()]
    assert all(line[2] == "goal" and line[4] in ("ok", "short") for line in lines)
    return tuple(line[0] for line in lines)


OF_STREAMS: Final = {0.0005: 1 + 50 + 500, 0.01: 1 + 1_000 + 975}
"""By the share: the one that is open, those of rubbers, and those of plays: 25 today, or 500, and 19 days of
25."""


@pytest.mark.parametrize("share", mostly_long((0.0005, 0.01), short=(0.0005,)))
async def test_a_part_of_the_file_has_whole_chains_and_every_figure_is_told_of_it(
    tmp_path: Path, share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    await years(tmp_path, share, seed=7)
    assert told(capsys.readouterr().out) == tuple(one for one in FIGURES if one != "COPY")
    async with Store.open(tmp_path / "years.sqlite3") as store:
        chains = await store.checks.verify_chains()
        assert not chains.broken and len(chains.whole) == OF_STREAMS[share]
        assert await store.checks.decayed() == ()


@pytest.mark.long
async def test_every_figure_is_told_of_a_server_too(
    tmp_path: Path, url: ServerUrl, capsys: pytest.CaptureFixture[str]
) -> None:
    await years(tmp_path, 0.0005, seed=7, server=url)
    assert told(capsys.readouterr().out) == FIGURES
    async with Store.open(url) as store:
        chains = await store.checks.verify_chains()
        assert not chains.broken and len(chains.whole) == OF_STREAMS[0.0005]
