"""The same hands, seats and score turned by one seat give the same calls and cards."""

from __future__ import annotations

import random

import pytest

from robots.player import Strength
from robots.process.thinking import alike_robot
from rules.cards import PACK
from rules.games.all_games import GAMES
from rules.seats import Seat
from tests.each import each, mostly_long
from tests.robots.turned import one_seat_on, turned_table, walk_both_tables
from tests.trials.stage.matches import deal_from

AUCTIONS = 500
"""So many are drawn of each game; in short only the first few."""

BY_AUCTION = ("auction", "plafond", "contract", "scaled_contract", "vint")


@each("game", GAMES)
def test_a_turned_table_shows_each_seat_what_the_one_before_it_saw(game: str) -> None:
    evening = deal_from(random.Random(1).sample(PACK, 52), game)
    other = turned_table(evening)
    for seat in Seat:
        assert other.view(seat.left) == one_seat_on(evening.view(seat))


@pytest.mark.parametrize("auctions", mostly_long([2, AUCTIONS], [2]))
def test_by_rule_robots_call_the_same_at_a_turned_table(auctions: int) -> None:
    """At part scores and games, in every game; good robots call as easy ones do in an auction, and otherwise
    where trumps are declared."""
    easy, good = alike_robot(Strength.EASY), alike_robot(Strength.GOOD)
    for game in GAMES:
        for number in range(auctions):
            walk_both_tables(game, easy if game in BY_AUCTION or number % 2 else good, number, cards=False)


@pytest.mark.parametrize("deals", mostly_long([1, 20], [1]))
def test_by_rule_robots_play_the_same_cards_at_a_turned_table(deals: int) -> None:
    for game in GAMES:
        for number in range(deals):
            walk_both_tables(game, alike_robot(Strength.EASY), number, cards=True)


@pytest.mark.parametrize("game", mostly_long(BY_AUCTION, ["contract"]))
def test_robots_that_search_call_the_same_at_a_turned_table(game: str) -> None:
    """``python -m tests.robots.turned --strength best`` tries 500 auctions of each game."""
    walk_both_tables(game, alike_robot(Strength.BEST), 0, cards=False)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_robots_that_search_play_the_same_cards_at_a_turned_table(game: str) -> None:
    walk_both_tables(game, alike_robot(Strength.GOOD), 1, cards=True)
