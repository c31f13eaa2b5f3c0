"""Scenes in a club, of which tests/records/club has what everybody is shown, as a ``Chronicle`` tells it.

``python -m tests.cogs.scenes [NAME ...]`` writes the files anew, or some of them. Read the difference before
keeping it: a changed screen shows as a changed line, and a leak as a card in the wrong message.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.cogs import (
    scenes_of_details,
    scenes_of_evenings,
    scenes_of_people,
    scenes_of_play,
    scenes_of_scores,
)
from tests.cogs.chronicle import Chronicle
from tests.trials.stage.club import Club, club

RECORDS: Final = Path(__file__).parent.parent / "records" / "club"

Scene = Callable[[Club, Chronicle], Awaitable[None]]

SCENES: Final[dict[str, Scene]] = {
    scene.__name__: scene
    for scenes in (scenes_of_play, scenes_of_scores, scenes_of_people, scenes_of_evenings, scenes_of_details)
    for scene in scenes.SCENES
}


async def told(scene: Scene, house: Club) -> str:
    """What everybody is shown in a scene in this club."""
    tells = Chronicle(house)
    await scene(house, tells)
    return str(tells)


async def _write(names: list[str]) -> None:
    RECORDS.mkdir(exist_ok=True)
    for name in names or SCENES:
        with TemporaryDirectory() as folder:
            async with club(Path(folder) / "tables.sqlite3") as house:
                (RECORDS / f"{name}.txt").write_text(await told(SCENES[name], house), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write(sys.argv[1:]))
