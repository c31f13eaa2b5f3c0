"""The options of a table on a telephone, as they are laid out in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from lab.speed.looks import TALL, Seen, heights
from rules.errors import Refusal
from rules.games.all_games import GAMES, game_of
from rules.table.requests import SetOption
from screens.options import DIFFERING_SHOWN, option_values, options_screen
from screens.screen import Screen, Text
from screens.words.languages import LANGUAGES, spoken
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLE = "7f3a0b1c"


def all_changed(game: str) -> Evening:
    """A table at which every option has another value than usual that can have one beside the others."""
    evening = Evening(0, game)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players])
    for choice in game_of(evening.view(None).table).offered:
        for value in choice.values:
            now = option_values(evening.view(None).table)
            if now.get(choice.key) == choice.default(now) != value:
                try:
                    evening.ask(ANNA, SetOption(choice.key, value))
                except Refusal:
                    continue
    return evening


def shown(evening: Evening) -> Screen:
    return options_screen(evening.view(None).table, TABLE)


def test_of_the_options_that_differ_the_first_stand_above_the_lists_and_the_rest_are_counted() -> None:
    for game in ("biritch", "whist_modern", "contract"):
        first = next(one for one in shown(all_changed(game)).parts[1:] if isinstance(one, Text))
        *lines, rest = first.markdown.split("\n")
        assert len(lines) == DIFFERING_SHOWN and all("usually: " in one for one in lines)
        assert rest.startswith("-# ") and rest.endswith("they come first in their lists.")


@pytest.mark.long
@pytest.mark.asyncio(loop_scope="session")
async def test_the_options_fit_a_telephone_however_many_of_them_differ(chromium: Any) -> None:
    """``chromium`` skips the test where there is none."""
    seen = []
    for game in GAMES:
        evening = all_changed(game)
        for language in LANGUAGES:
            with spoken(language):
                seen.append(Seen("options", game, language, shown(evening)))
    tall = await heights(seen)
    assert [(one.game, one.language, px) for one, px in zip(seen, tall, strict=True) if px > TALL] == []
