"""What is remembered of people and places, and forgotten again."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from bot.streams.open_stream import MANY, Recent
from tests.trials.stage.club import club
from web.pages import Pages


def test_what_was_set_first_is_forgotten_first_and_what_is_set_anew_is_not() -> None:
    recent: Recent[str, int] = Recent(2)
    recent["anna"], recent["boris"] = 1, 2
    recent["anna"] = 3
    recent["clara"] = 4
    assert dict(recent) == {"anna": 3, "clara": 4}
    recent.setdefault("david", 5)
    assert dict(recent) == {"clara": 4, "david": 5}


async def test_what_a_bot_remembers_of_people_and_places_does_not_grow_with_the_years(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3") as house:
        bot, sending = house.bot, house.bot.services.sending
        remembered: dict[str, MutableMapping[Any, Any]] = {
            "direct messages": sending._dms,
            "messages posted again": sending._reposts,
            "choices of when to be alerted": bot.services.alerts._patience,
            "alerts": bot.services.alerts._told,
            "marked cards": bot.services.drawing.marks._of,
            "choices of servers": bot.services.clock._houses,
            "tables brought back": bot.services.buried._returned,
        }
        grown = []
        for what, known in remembered.items():
            known.update(dict.fromkeys(range(MANY + 10)))
            grown += [what] if len(known) > MANY else []
    assert not grown


async def test_what_was_drawn_is_kept_for_no_more_than_a_small_machine_has_room_for(tmp_path: Path) -> None:
    """A picture takes up to a hundred kilobytes, and a page shows sixteen; a result ten."""
    async with club(tmp_path / "tables.sqlite3") as house:
        results: MutableMapping[Any, Any] = house.bot.services.drawing._results
        pictures: MutableMapping[Any, Any] = Pages(house.bot)._shown
        for known in (results, pictures):
            known.update(dict.fromkeys(range(MANY)))
        assert (len(results), len(pictures)) == (256, 256)
