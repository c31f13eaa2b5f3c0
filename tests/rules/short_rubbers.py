"""Evenings of every game whose first rubber is over after few deals. With another seed some have fifty; a
game that is not named here plays with the seed 0."""

from __future__ import annotations

from typing import Final

from tests.trials.stage.tables import ANNA, BORIS, Evening

ALONE: Final = {
    "biritch": 8,
    "bridge": 6,
    "whist_modern": 4,
    "whist_long": 4,
    "whist_short_001": 18,
    "whist_english": 7,
    "whist_american": 1,
    "whist_honors": 10,
    "whist_british": 1,
    "dummy_whist": 13,
    "double_dummy": 3,
    "ruff_and_honours": 19,
    "vint": 5,
    "auction": 25,
    "plafond": 5,
    "contract": 2,
    "scaled_contract": 38,
    "norwegian_whist": 2,
    "cottons_whist": 1,
}
CLAIMING: Final = {
    "biritch": 0,
    "bridge": 13,
    "whist_modern": 26,
    "whist_long": 51,
    "whist_short_001": 34,
    "whist_english": 10,
    "whist_american": 0,
    "whist_honors": 14,
    "whist_british": 1,
    "dummy_whist": 19,
    "double_dummy": 3,
    "ruff_and_honours": 0,
    "vint": 5,
    "auction": 33,
    "plafond": 13,
    "contract": 34,
    "scaled_contract": 49,
    "norwegian_whist": 15,
    "cottons_whist": 0,
}


def with_robots(game: str) -> Evening:
    """One person with robots, the rubber begun. It is short if nobody claims."""
    return Evening(("rubber", game, ALONE.get(game, 0)), game).seat(ANNA).start()


def of_two_who_claim(game: str) -> Evening:
    """Two persons with robots, the rubber begun. It is short if it is played on with claims."""
    return Evening(("rubber", game, CLAIMING.get(game, 0)), game).seat(ANNA, BORIS).start()
