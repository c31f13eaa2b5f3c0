"""The rules by which a table plays: its game with its options."""

from __future__ import annotations

from functools import lru_cache

from rules.games.all_games import GAMES
from rules.games.variant import Game, Variant
from rules.view import PublicTable


def game_of(table: PublicTable) -> Game:
    return GAMES[table.game]


def variant_of(table: PublicTable) -> Variant:
    return variant(table.game, table.options)


@lru_cache(maxsize=256)
def variant(game: str, options: tuple[tuple[str, str], ...]) -> Variant:
    """The variant of a log that names these options. Raises BadOption, OptionsClash."""
    return GAMES[game].stored(options)
