"""What is sent, stored and told of messages when Discord answers this or that is what has been recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.posted import RECORDS, STORIES, posted
from tests.trials.stage.empty_database import made_ready


@pytest.mark.parametrize("name", STORIES)
async def test_every_call_and_every_note_and_line_of_the_log_is_as_it_was_recorded(
    tmp_path: Path, name: str
) -> None:
    """If this has changed on purpose: ``python -m tests.bot.posted``, and read the difference."""
    await made_ready(tmp_path / "tables.sqlite3")
    async with Store.open(tmp_path / "tables.sqlite3", Clock()) as store:
        assert await posted(STORIES[name], store) == (RECORDS / f"{name}.txt").read_text("utf-8")


def test_every_record_is_of_a_story_that_there_is() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(STORIES)
