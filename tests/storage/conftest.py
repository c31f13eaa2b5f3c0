from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store


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
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with Store.open(path, now=clock) as store:
        yield store
