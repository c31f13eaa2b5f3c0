"""Pictures look as they did when somebody last looked at them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.screens.drawings import DRAWN, RECORDS


def pixels(png: bytes | Path) -> Image.Image:
    return Image.open(png if isinstance(png, Path) else BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize("name", DRAWN)
def test_every_kind_of_picture_is_drawn_point_by_point_as_recorded(name: str) -> None:
    drawn, kept = pixels(DRAWN[name]()), pixels(RECORDS / f"{name}.png")
    assert drawn.size == kept.size
    assert drawn.tobytes() == kept.tobytes()


def test_each_recorded_picture_is_one_that_is_drawn() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(DRAWN)
