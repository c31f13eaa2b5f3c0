from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from storage.ports.records import DatabaseAddress, ServerUrl
from storage.store import Store
from tests.each import mostly_long
from tests.trials.simulation.driver import stand_ins
from tests.trials.simulation.pair import Pair
from tests.trials.stage.empty_database import made_ready


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """SQLite, if the test does not say otherwise."""
    return str(getattr(request, "param", os.environ.get("ENGINE", "sqlite")))


both = pytest.mark.parametrize("engine", ["sqlite", "postgres"], indirect=True)
"""For a test that runs on both engines."""
mostly_in_a_file = pytest.mark.parametrize(
    "engine", mostly_long(("sqlite", "postgres"), short=("sqlite",)), indirect=True
)
"""For a test of many cases that runs on both engines, and in a hurry on one."""


class AtOnce(Random):
    """Nothing travels or is written for any time."""

    def uniform(self, least: float, most: float) -> float:
        return 0.0


@pytest.fixture
async def simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServerUrl:
    """The simulated servers, behind the adapter for real ones."""
    pair = Pair(tmp_path, AtOnce(1))
    await pair.start()
    for owner, name, stand_in in stand_ins(pair, lambda: "one"):
        monkeypatch.setattr(owner, name, stand_in)
    return ServerUrl("postgresql://biritch@one,two/biritch")


@pytest.fixture
def where(engine: str, request: pytest.FixtureRequest) -> DatabaseAddress:
    found: DatabaseAddress = request.getfixturevalue(
        {"sqlite": "path", "postgres": "url"}.get(engine, engine)
    )
    return found


@pytest.fixture
async def store(where: DatabaseAddress, clock: Clock) -> AsyncIterator[Store]:
    if isinstance(where, Path):
        await made_ready(where)
    async with Store.open(where, now=clock) as store:
        yield store
