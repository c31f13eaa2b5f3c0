"""The games as the choices of a command, in the order in which the rules list them."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from rules.games.all_games import GAMES
from screens.words.gamebook import GAME_WORDS

GAME_CHOICES: Final = [app_commands.Choice(name=GAME_WORDS[key].offer, value=key) for key in GAMES]
USUAL_GAME: Final = next(iter(GAMES))
"""The game that is meant if none is named: the first."""
