"""The list of games, and the rules by which a table plays: its game with its options.

No other module in the rules names the games, and none there may import this one.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.errors import Unreadable
from rules.games.auctions import AUCTION, CONTRACT, PLAFOND, SCALED_CONTRACT, VINT
from rules.games.biritch import BIRITCH, BRIDGE
from rules.games.variant import Game, Variant
from rules.games.whist import DOUBLE_DUMMY, DUMMY_WHIST, WHISTS
from rules.games.whist_kin import COTTONS_WHIST, NORWEGIAN_WHIST, RUFF_AND_HONOURS
from rules.view import PublicTable

_ALL: Final = (
    BIRITCH,
    BRIDGE,
    *WHISTS,
    DUMMY_WHIST,
    DOUBLE_DUMMY,
    RUFF_AND_HONOURS,
    VINT,
    AUCTION,
    PLAFOND,
    CONTRACT,
    SCALED_CONTRACT,
    NORWEGIAN_WHIST,
    COTTONS_WHIST,
)
GAMES: Final = MappingProxyType({game.key: game for game in _ALL})


def game(key: str) -> Game:
    """The game of this key. Raises Unreadable."""
    try:
        return GAMES[key]
    except KeyError:
        raise Unreadable(key) from None


def game_of(table: PublicTable) -> Game:
    return GAMES[table.game]


def variant_of(table: PublicTable) -> Variant:
    return variant(table.game, table.options)


@lru_cache(maxsize=256)
def variant(game: str, options: tuple[tuple[str, str], ...]) -> Variant:
    """The variant of a log that names these options. Raises BadOption, OptionsClash."""
    return GAMES[game].variant_of(options)
