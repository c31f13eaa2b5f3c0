"""What is told of the robots' conventions, held against the conventions themselves."""

from __future__ import annotations

import pytest

from robots.calls import bidding, reading
from robots.calls.declaring import PASS_BELOW
from rules.games.all_games import GAMES
from screens.words.gamebook import words_of
from screens.words.robot_system import AUCTION, DECLARATION


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_page_and_it_fits_into_half_a_message(game: str) -> None:
    page = words_of(game).robots
    assert page[0].startswith("### How the robots")
    assert sum(map(len, page)) + 2 * len(page) < 3300


def test_the_page_of_an_auction_gives_the_points_that_the_robots_go_by() -> None:
    text = " ".join(AUCTION)
    for figure in (
        f"With {reading.OPENING} points",
        f"or {reading.OVERCALL} and six cards",
        f"With {reading.NO_TRUMPS_FROM} to {reading.STRONG - 1} points",
        f"With {reading.STRONG} or more",
        f"with {reading.LONG_FROM} to {reading.LONG_FROM + 7} points",
        f"Five cards and {reading.OVERCALL} points",
        f"With {reading.ANSWER} points it raises",
        f"from {reading.ANSWER + reading.STEP} points",
        f"fewer than {reading.OPENING} points; over its partner's bid, fewer than "
        f"{reading.ANSWER + reading.STEP + 1}",
        f"only with {bidding.HOPELESS} points or fewer",
    ):
        assert figure in text, figure
    assert (reading.STEP, reading.LONG, bidding.ENOUGH_TRUMPS, bidding.DOWN_TO_DOUBLE) == (3, 7, 7, 2)
    assert "the two hands should have seven cards" in text
    assert "fail by two tricks" in text


def test_the_page_of_a_declaration_says_for_how_much_the_dealer_speaks() -> None:
    assert PASS_BELOW == 2
    assert "worth two odd tricks without trumps" in " ".join(DECLARATION)
