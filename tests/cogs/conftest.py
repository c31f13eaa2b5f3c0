"""A club for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.club import Club, club


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
