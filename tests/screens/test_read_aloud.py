"""How much a screen reader has to say of a player's own panel."""

from __future__ import annotations

from lab.speed.figures import percentile
from lab.speed.looks import ALOUD, aloud, states
from rules.games.all_games import GAMES
from screens.words.languages import LANGUAGES, spoken
from tests.each import each


@each("language", LANGUAGES)
def test_of_twenty_panels_at_most_one_is_read_aloud_in_more_than_forty_five_words(language: str) -> None:
    with spoken(language):
        panels = [
            float(aloud(screen)) for game in GAMES for kind, screen, _ in states(game, 1) if kind == "panel"
        ]
    assert len(panels) > 500 and percentile(panels, 95) <= ALOUD["panel"] == 45
