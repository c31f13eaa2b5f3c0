"""What is drawn of tables, sheets and evenings is what has been recorded, line by line."""

from __future__ import annotations

import pytest

from storage.store import Store
from tests.bot.drawn import RECORDS, SCENES, drawn


@pytest.mark.parametrize("name", SCENES)
async def test_every_message_is_drawn_line_by_line_as_it_was_recorded(store: Store, name: str) -> None:
    """If this has changed on purpose: ``python -m tests.bot.drawn``, and read the difference."""
    assert await drawn(SCENES[name], store) == (RECORDS / f"{name}.txt").read_text("utf-8")


def test_every_record_is_of_a_moment_that_there_is() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(SCENES)
