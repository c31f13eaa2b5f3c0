"""The list of games. The only module in the rules that names them; nothing else there may import it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rules.errors import Unreadable
from rules.games.biritch import BIRITCH
from rules.variant import Game

GAMES: Final = MappingProxyType({game.key: game for game in (BIRITCH,)})


def game(key: str) -> Game:
    """The game of this key. Raises Unreadable."""
    try:
        return GAMES[key]
    except KeyError:
        raise Unreadable(key) from None
