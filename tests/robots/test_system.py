"""What is told of the robots' conventions, held against the conventions themselves."""

from __future__ import annotations

from robots.calls import bidding, competing, meaning, no_trumps, opening, system
from robots.calls.meaning import needed
from robots.plain import PASS_BELOW
from robots.teaching.meanings import Aim, told_by
from rules.calls import Bid
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.tricks import Strain
from screens.words.games.all_games import words_of
from screens.words.robot_system import MISERE, asking, auction_paragraphs, declaration
from tests.each import each
from tests.trials.stage.matches import after


@each("game", GAMES)
def test_every_game_has_its_page_and_it_fits_into_half_a_message(game: str) -> None:
    page = words_of(game).robots
    assert page[0].startswith("### How the robots")
    assert sum(map(len, page)) + 2 * len(page) < 3400


def test_the_page_of_an_auction_gives_the_points_that_the_robots_go_by() -> None:
    text = " ".join((*auction_paragraphs(), MISERE()))
    one, two = meaning.NO_TRUMPS, opening.STRONG_NO_TRUMPS
    shown = meaning.OPENING - 1 + system.COUNTED  # with six cards one opens on less
    four, five = (round(needed(Strain.HEARTS, odd)) - shown - system.PUSHED for odd in (4, 5))
    slam = round(needed(Strain.HEARTS, meaning.SLAM))
    tries = slam - shown - system.TRY
    for figure in (
        f"With {meaning.OPENING} points, or {opening.LIGHT} and six cards",
        f"no trumps with {one[0]} to {one[1]} points, one higher with {two[0]} to {two[1]}",
        f"in a suit of five: {opening.STRONG} points or more",
        "where that is cheap: {} to {}".format(*meaning.WEAK),
        f"partner to bid: {competing.TAKE_OUT} points with three cards",
        f"A suit of five with {competing.OVERCALLS[1][0][0]} to 16 points",
        f"six and {competing.OVERCALLS_DEAR[2][0][0]} at the two level",
        f"With {meaning.ANSWER} points a raise, {four} to four, {five} to five",
        f"five and {system.NEW_AT_TWO} points at the two level",
        f"A jump in a new suit has {system.JUMP_SHIFT}",
        f"A raise one above game has {tries} points",
        f"fewer than {meaning.OPENING} points",
        f"only with {bidding.HOPELESS} points or fewer",
    ):
        assert figure in text, figure
    text = " ".join(auction_paragraphs(cheap=True))
    assert (
        f"With {meaning.OPENING} points, or {opening.LIGHT} that make {opening.SHAPED} with the cards" in text
    )
    assert f"Two clubs: {opening.STRONG}, any suits" in text
    assert f"a suit of five {opening.POSITIVE}." in text
    low, high = opening.WEAK_TWO
    assert f"Another suit at two: six cards, {low} to {high}, no other four hearts or spades;" in text
    assert "at three seven, {} to {}.".format(*meaning.WEAK) in text
    (at_one,), at_two, at_three = (competing.OVERCALLS[level] for level in (1, 2, 3))
    assert f"{at_one[0]} to 16 points, {at_two[0][0]} at two, {at_three[0][0]} at three" in text
    six = [(way[0][0] - 2, 6) for way in (at_two, at_three)]
    assert [at_two[1], at_three[1]] == six, "six cards and two less there"
    assert (
        f"{competing.TAKE_OUT} points with three cards of each other suit, {competing.TAKE_OUT + 2} with two"
        in text
    )
    assert f"or {competing.SHAPELESS}" in text
    assert "two no trumps: of the lowest; {} to {}.".format(*competing.TWO_SUITS) in text
    for level in (2, 3):
        ((points, cards),) = competing.OVERCALLS_DEAR[level]
        assert competing.OVERCALLS[level] == ((points, cards - 1), (points - 2, cards)), "or two points less"
    low, high = meaning.NO_TRUMPS[0], opening.STRONG_NO_TRUMPS[0]
    asks, doubles = asking()
    tries = no_trumps.FOR_TRY - low
    assert f"game: {tries} points, or {tries - 1} and five cards" in asks
    assert f"three clubs ask with {no_trumps.FOR_GAME - high}." in asks
    assert f"partner's, with {competing.ASKS} and four hearts or spades" in doubles
    assert f"over a raise, with {competing.ASKS} and both" in doubles
    assert f"With {competing.DOUBLED_AGAIN_FROM} one doubles again" in doubles
    assert competing.REOPENING == 2, "2 less will do"
    assert bidding.DOWN_TO_DOUBLE == 2
    assert 1 < bidding.TO_SPARE < 2, "a redouble counts on more than one trick to spare"


def test_the_page_of_a_declaration_says_for_how_much_the_dealer_speaks() -> None:
    assert PASS_BELOW == 2
    assert "worth two odd tricks without trumps" in " ".join(declaration())


@each("game", ["auction", "plafond", "contract", "scaled_contract", "vint"])
def test_the_page_tells_of_misere_where_a_table_may_arrange_it(game: str) -> None:
    arranged = any(choice.key == "misere" for choice in GAMES[game].choices)
    assert arranged == (MISERE() in words_of(game).robots) == (game == "auction")


@each("game", ["auction", "plafond", "contract", "scaled_contract", "vint"])
def test_a_page_tells_of_questions_for_a_suit_where_the_robots_ask(game: str) -> None:
    view = after({}, "bid:1N pass", game=game).view(Seat.NORTH)
    told = told_by(view, Bid(2, Strain.CLUBS))
    assert told is not None
    asks = told.aim is Aim.ASKS_FOR_MAJORS
    assert asks == (asking()[0] in words_of(game).robots) == (game not in ("auction", "vint"))
