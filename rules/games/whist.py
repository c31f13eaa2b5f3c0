"""Whist in seven forms: long and short, with full, halved or no honours, English, American and British. Laws
section 4."""

from __future__ import annotations

from typing import Final

from rules.counting.points_up import Margin, Worth
from rules.counting.reckon import Penalty
from rules.frozen import replace
from rules.games.variant import Game
from rules.games.whist_forms import (
    FIVE_UP,
    TEN_UP,
    TREBLE_DOUBLE_SINGLE,
    Form,
    build,
    choices,
)

FORMS: Final = {
    "whist_modern": FIVE_UP,
    "whist_long": replace(TEN_UP, game_at=("10", "9")),
    "whist_short_001": Form(5, TREBLE_DOUBLE_SINGLE, ("halved", "full", "none"), call_at=("4",)),
    "whist_english": replace(
        FIVE_UP,
        penalties=frozenset((Penalty.TRANSFER, Penalty.DEDUCT, Penalty.ADD)),
        honours_aside=True,
        points_added=True,
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
    ),
    "whist_american": Form(
        7,
        Margin(7),
        matches=("game",),
        penalty=2,
        penalties=frozenset((Penalty.TRANSFER,)),
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
    ),
    "whist_honors": replace(FIVE_UP, matches=("rubber", "game")),
    "whist_british": Form(5, Worth(1), matches=("game",)),
}


def game_of(key: str, form: Form) -> Game:
    return Game(key, tuple(choices(form)), lambda options: build(key, form, options))


WHISTS: Final = tuple(game_of(key, form) for key, form in FORMS.items())
