"""A real database for every test of the services."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.empty_database import made_ready


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    await made_ready(tmp_path / "tables.sqlite3")
    async with Store.open(tmp_path / "tables.sqlite3") as opened:
        yield opened
