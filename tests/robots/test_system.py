"""What is told of the robots' conventions, held against the conventions themselves."""

from __future__ import annotations

from robots.calls import bidding, system
from robots.calls.declaring import PASS_BELOW
from robots.calls.meaning import needed
from rules.games.all_games import GAMES
from rules.tricks import Strain
from screens.words.games.all_games import words_of
from screens.words.robot_system import auction, declaration, freely
from tests.each import each


@each("game", GAMES)
def test_every_game_has_its_page_and_it_fits_into_half_a_message(game: str) -> None:
    page = words_of(game).robots
    assert page[0].startswith("### How the robots")
    assert sum(map(len, page)) + 2 * len(page) < 3400


def test_the_page_of_an_auction_gives_the_points_that_the_robots_go_by() -> None:
    text = " ".join(auction())
    one, two = system.NO_TRUMPS, system.STRONG_NO_TRUMPS
    shown = system.OPENING - 1 + system.COUNTED  # with six cards one opens on less
    four, five = (round(needed(Strain.HEARTS, odd)) - shown - system.PUSHED for odd in (4, 5))
    slam = round(needed(Strain.HEARTS, system.SLAM))
    tries = slam - shown - system.TRY
    for figure in (
        f"With {system.OPENING} points, or {system.LIGHT} and six cards",
        f"no trumps with {one[0]} to {one[1]} points, one higher with {two[0]} to {two[1]}",
        f"in a suit of five: {system.STRONG} points or more",
        "where that is cheap: {} to {}".format(*system.WEAK),
        f"partner to bid: {system.TAKE_OUT} points with three cards",
        f"A suit of five with {system.OVERCALLS[1][0][0]} to 16 points",
        f"six and {system.OVERCALLS_DEAR[2][0][0]} at the two level",
        f"With {system.ANSWER} points a raise, {four} to four, {five} to five",
        f"five and {system.NEW_AT_TWO} points at the two level",
        f"A jump in a new suit has {system.JUMP_SHIFT}",
        f"A raise one above game has {tries} points",
        f"fewer than {system.OPENING} points",
        f"only with {bidding.HOPELESS} points or fewer",
    ):
        assert figure in text, figure
    assert f"{system.TAKE_OUT + 2} points with two cards" in freely()
    for level in (2, 3):
        ((points, cards),) = system.OVERCALLS_DEAR[level]
        assert system.OVERCALLS[level] == ((points, cards - 1), (points - 2, cards)), "or two points less"
    assert bidding.DOWN_TO_DOUBLE == 2
    assert 1 < bidding.TO_SPARE < 2, "a redouble counts on more than one trick to spare"


def test_the_page_of_a_declaration_says_for_how_much_the_dealer_speaks() -> None:
    assert PASS_BELOW == 2
    assert "worth two odd tricks without trumps" in " ".join(declaration())
