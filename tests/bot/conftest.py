"""A real database for each test of the services, and a loop on which no time passes while work is under
way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.virtual_time import loop_factories

pytest_asyncio_loop_factories = loop_factories


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    await made_ready(tmp_path / "tables.sqlite3")
    async with Store.open(tmp_path / "tables.sqlite3") as opened:
        yield opened
