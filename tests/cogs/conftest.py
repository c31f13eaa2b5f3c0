"""A club for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.past_deals import Analyses
from bot.tables.robots import Hints
from bot.worker_pool import WorkerPool
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in which nothing may go wrong."""
    async with club(tmp_path / "tables.sqlite3") as opened:
        yield opened


@pytest.fixture
async def frail(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in which things go wrong, but nothing that reaches the library."""
    async with club(tmp_path / "tables.sqlite3", check_errors=False) as opened:
        yield opened
        assert opened.env.errors == []


@pytest.fixture
async def thinking(house: Club) -> AsyncIterator[Club]:
    """A club whose bot has a worker."""
    workers = WorkerPool(1)
    services = house.bot.services
    house.bot.services.analyses = Analyses(services.tables, workers, HANGS_AFTER)
    house.bot.services.hints = Hints(workers, 0.1)
    yield house
    await workers.close()
