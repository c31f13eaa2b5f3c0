"""Discord delivers everything that people do twice, and they are shown what they would have been shown."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.cogs.chronicle import Chronicle
from tests.cogs.club import Club
from tests.cogs.scenes import RECORDS, SCENES
from tests.each import mostly_long

OTHERWISE: Final = (
    "a_deal_played_alone_is_over",  # of two tables used at one moment either may be the last
    # what is cut and dealt later comes from a chance that was drawn on twice
    *("a_deal_is_compared", "a_table_fills_and_its_rubber_begins", "teams_play_the_same_deals"),
    "words_are_offered_while_people_type",
)


class Twice(Chronicle):
    """Each interaction comes once more, when the bot has answered it."""

    def __init__(self, house: Club) -> None:
        super().__init__(house)
        self._came: list[dict[str, Any]] = []
        house.env.backend.subscribers.append(self._notes_interaction)

    def _notes_interaction(self, event: str, payload: dict[str, Any], *_: object) -> None:
        if event == "INTERACTION_CREATE":
            self._came.append(payload)

    async def _rests(self) -> None:
        await super()._rests()
        came = list(self._came)
        await self.house.delivers(*came)
        await super()._rests()
        self._came.clear()


ALIKE: Final = sorted(set(SCENES) - set(OTHERWISE))


@pytest.mark.parametrize("scene", mostly_long(ALIKE, short=ALIKE[::3]))
async def test_whatever_is_delivered_twice_is_done_and_answered_once(house: Club, scene: str) -> None:
    tells = Twice(house)
    await SCENES[scene](house, tells)
    assert str(tells) == (RECORDS / f"{scene}.txt").read_text("utf-8")
