"""The games as the choices of a command, in the order in which the rules list them."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from rules.games.all_games import GAMES
from screens.words.gamebook import words_of

GAME_CHOICES: Final = [
    app_commands.Choice(name=app_commands.locale_str(words_of(key).offer, game=key), value=key)
    for key in GAMES
]
USUAL_GAME: Final = next(iter(GAMES))
"""The game that is meant if none is named: the first."""
