"""The longest pages fit into one message of Discord in every language."""

from __future__ import annotations

from bot.discord_api.layout import components
from rules.games.all_games import GAMES
from screens.reference import help_screen, penalties_screen, robots_screen, rules_screen
from screens.words.languages import LANGUAGES, spoken
from tests.each import each


@each("language", LANGUAGES)
def test_the_pages_about_the_bot_and_its_games_are_not_too_long(language: str) -> None:
    """``components`` raises ValueError for a screen beyond Discord's limits."""
    with spoken(language):
        components(help_screen({}))
        components(penalties_screen())
        for game in GAMES:
            components(robots_screen(game))
            components(rules_screen(game))
            components(rules_screen(game, {"ranked": "full", "ranked_doublings": "100"}))
