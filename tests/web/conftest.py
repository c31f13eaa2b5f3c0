"""A club whose bot has a page, and a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.trials.stage.browsers import Browser, browser, with_door
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.ports import free_port


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets are real here, and so is the time: what a busy machine takes is no fault of the storage."""
    for name in ("errors.STORAGE_WITHIN", "interactions.ANSWER_WITHIN"):
        monkeypatch.setattr(f"cogs.{name}", HANGS_AFTER)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3", page=free_port()) as opened:
        yield opened


@pytest.fixture
async def desk(house: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Browser]:
    """Pages are sent each change at once, and not several together."""
    monkeypatch.setattr("web.pages.PUSHED_EVERY", 0.0)
    async with with_door(house), browser(house) as opened:
        yield opened
