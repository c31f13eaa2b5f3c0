"""The words of each game: one page for each row of data.

The words of a new game stand in a module of ``screens.words.games``, beside those of its kind if there are
any, and in one line of the list here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from screens.words.games import auctions, biritch, whist, whist_kin
from screens.words.gamewords import GameWords
from screens.words.languages import language_spoken, spoken

PAGES: Final[Mapping[str, Callable[[], GameWords]]] = MappingProxyType(
    {
        "biritch": biritch.biritch,
        "bridge": biritch.bridge,
        "whist_modern": whist.whist_modern,
        "whist_long": whist.whist_long,
        "whist_short_001": whist.whist_short_001,
        "whist_english": whist.whist_english,
        "whist_american": whist.whist_american,
        "whist_honors": whist.whist_honors,
        "whist_british": whist.whist_british,
        "dummy_whist": whist.dummy_whist,
        "double_dummy": whist.double_dummy,
        "ruff_and_honours": whist_kin.ruff_and_honours,
        "vint": auctions.vint,
        "auction": auctions.auction,
        "plafond": auctions.plafond,
        "contract": auctions.contract,
        "scaled_contract": auctions.scaled_contract,
        "norwegian_whist": whist_kin.norwegian_whist,
        "cottons_whist": whist_kin.cottons_whist,
    }
)
"""What makes the page of each game in the language that is set."""


def words_of(game: str) -> GameWords:
    """The words of a game that is in the list, in the language that is set."""
    return _game_words(game, language_spoken())


@cache
def _game_words(game: str, language: str) -> GameWords:
    with spoken(language):
        return PAGES[game]()
