"""The words of each game: one page for each row of data. English.

The words of a new game stand in a module of ``screens.words.games``, and in one line of the list here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from screens.words.games import (
    auction,
    biritch,
    bridge,
    contract,
    cottons_whist,
    norwegian_whist,
    plafond,
    ruff_and_honours,
    vint,
    whist,
)
from screens.words.gamewords import GameWords

GAME_WORDS: Final[Mapping[str, GameWords]] = MappingProxyType(
    {
        "biritch": biritch.BIRITCH,
        "bridge": bridge.BRIDGE,
        "whist_modern": whist.WHIST_MODERN,
        "whist_long": whist.WHIST_LONG,
        "whist_short_001": whist.WHIST_SHORT_001,
        "whist_english": whist.WHIST_ENGLISH,
        "whist_american": whist.WHIST_AMERICAN,
        "whist_honors": whist.WHIST_HONORS,
        "whist_british": whist.WHIST_BRITISH,
        "dummy_whist": whist.DUMMY_WHIST,
        "double_dummy": whist.DOUBLE_DUMMY,
        "ruff_and_honours": ruff_and_honours.RUFF_AND_HONOURS,
        "vint": vint.VINT,
        "auction": auction.AUCTION,
        "plafond": plafond.PLAFOND,
        "contract": contract.CONTRACT,
        "scaled_contract": contract.SCALED_CONTRACT,
        "norwegian_whist": norwegian_whist.NORWEGIAN_WHIST,
        "cottons_whist": cottons_whist.COTTONS_WHIST,
    }
)


def words_of(game: str) -> GameWords:
    """The words of a game that is in the list."""
    return GAME_WORDS[game]
