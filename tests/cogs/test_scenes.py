"""Whole scenes in a club: every message as it is shown, to whom, with its colour, buttons and lists."""

from __future__ import annotations

import pytest

from tests.cogs.scenes import RECORDS, SCENES, told
from tests.trials.stage.club import Club


@pytest.mark.parametrize("scene", SCENES)
async def test_everybody_is_shown_what_the_record_of_the_scene_says(house: Club, scene: str) -> None:
    assert await told(SCENES[scene], house) == (RECORDS / f"{scene}.txt").read_text("utf-8")


def test_each_record_is_of_a_scene() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(SCENES)
