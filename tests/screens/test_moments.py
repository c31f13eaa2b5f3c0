"""The best moment of a rubber: worked out by hand from deals that are made for it."""

from __future__ import annotations

from robots.teaching.analysis import Analysis, Course, Loss, Mistake
from rules.calls import Bid, Called, Declare, Double, Pass
from rules.cards import Card, Suit, parse_card
from rules.counting.reckon import NOTHING_SCORED, Column, Entry, Line, Standing
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.seats import BySeat, BySide, Member, Seat, Side
from rules.tricks import Strain, Trick
from rules.view import FinishedDeal, Settled
from screens.moments import PlayedBoard, PlayedDeal, best_moment, best_of_evening, best_of_sheet
from screens.words.games.all_games import words_of
from tests.rules.score_pens import NO_TRUMPS, NS, Pen, bid
from tests.screens.screens import in_each_language
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NORTH, EAST, SOUTH, WEST = Seat
SEATS: BySeat[Member] = BySeat(ANNA, BORIS, CLARA, DAVID)
NAMES = {ANNA: "Anna", BORIS: "Boris", CLARA: "Clara", DAVID: "David"}


def name(member: Member) -> str:
    return NAMES[member]  # type: ignore[index]  # nobody else sits there


BASE = Evening(1, "contract").seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal().view(None).table.last


def two_spades(number: int, level: int, won: int, *entries: Entry) -> FinishedDeal:
    """South bid two spades; East doubled if there is a level. North and South won so many tricks."""
    assert BASE is not None
    doubled = (Called(EAST, Double()),) if level else ()
    settled = Settled(Suit.SPADES, level, 60, WEST, SOUTH, ((NORTH, SOUTH),), Bid(2, Strain.SPADES))
    return replace(
        BASE,
        number=number,
        calls=(Called(SOUTH, Bid(2, Strain.SPADES)), Called(WEST, Pass()), *doubled),
        settled=settled,
        tricks=(),
        won=BySide(won, 13 - won),
        entries=entries,
        before=NOTHING_SCORED,
        after=NOTHING_SCORED,
        claims=(),
    )


def moment(*deals: FinishedDeal, game: str = "contract", analysed: Analysis | None = None) -> str:
    played = [PlayedDeal(one, SEATS) for one in deals]
    variant = GAMES[game].variant()
    return best_moment(played, variant, words_of(game), name, lambda _: analysed)


def above(side: Side, amount: int, line: Line = Line.UNDERTRICKS) -> Entry:
    return Entry(line, side, amount, Column.ABOVE)


def test_a_double_that_paid_is_told_with_who_doubled_and_what_it_brought() -> None:
    paid = two_spades(2, 1, 6, above(Side.EW, 300))
    dull = two_spades(1, 0, 8, Entry(Line.ODD_TRICKS, Side.NS, 60, Column.BELOW, 2, 30))
    told = "**Best moment:** Boris doubled 2 ♠ Spades and beat it (deal 2): 300 points."
    assert moment(dull, paid).replace("\ufe0e", "") == told


def test_of_two_doublings_the_one_that_brought_more_is_told() -> None:
    beaten = two_spades(2, 1, 7, above(Side.EW, 100))
    made = two_spades(3, 1, 8, Entry(Line.ODD_TRICKS, Side.NS, 120, Column.BELOW, 2, 30, 2))
    assert "Clara made 2 ♠︎ Spades, though doubled (deal 3): 120 points" in moment(beaten, made)


def test_of_an_evening_the_best_moment_is_told_with_its_round_and_its_table() -> None:
    beaten, dearer = (
        two_spades(at, 1, won, above(Side.EW, sum_)) for at, won, sum_ in ((4, 7, 100), (9, 5, 500))
    )
    boards = [
        PlayedBoard(1, 3, PlayedDeal(beaten, SEATS)),
        PlayedBoard(2, 1, PlayedDeal(dearer, SEATS)),
        PlayedBoard(2, 3, PlayedDeal(two_spades(9, 0, 8), SEATS)),
    ]
    told = best_of_evening(boards, GAMES["contract"].variant(), words_of("contract"), name)
    assert told.replace("\ufe0e", "") == (
        "**Best moment of the evening**, in round 2 at table 1: "
        "Boris doubled 2 ♠ Spades and beat it (deal 9): 500 points."
    )
    assert best_of_evening(boards[2:], GAMES["contract"].variant(), words_of("contract"), name) == ""


def test_a_slam_names_both_partners_and_weighs_less_than_a_dearer_double() -> None:
    slam = two_spades(4, 0, 12, above(Side.NS, 200, Line.PETIT_SLAM))
    assert "Anna and Clara won 12 tricks in deal 4, 2 ♠︎ Spades" in moment(slam)
    assert "Boris doubled" in moment(slam, two_spades(5, 1, 5, above(Side.EW, 500)))
    assert "Anna and Clara won" in moment(slam, two_spades(5, 1, 7, above(Side.EW, 100)))


def cards(told: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, told.split()))


def last_game() -> FinishedDeal:
    """At Biritch: hearts are worth 8, and North and South have 20 of 30. Two odd tricks win the game: the
    eighth that they won, which is the tenth of the deal, and which South took with the queen of hearts."""
    assert BASE is not None
    north = Trick(NORTH, cards("AS 2S 3S 4S"))  # North wins
    east = Trick(EAST, cards("AC 2C 3C 4C"))
    tenth = Trick(NORTH, cards("5D 6D QH 7D"))
    tricks = (north, east, north, east, north, north, north, north, north, tenth, north, east, east)
    return replace(
        BASE,
        number=7,
        calls=(Called(SOUTH, Declare(Suit.HEARTS)),),
        settled=Settled(Suit.HEARTS, 0, 8, WEST, SOUTH, ((NORTH, SOUTH),)),
        tricks=tricks,
        won=BySide(9, 4),
        entries=(Entry(Line.ODD_TRICKS, Side.NS, 24, Column.BELOW, 3, 8),),
        before=Standing(below=BySide(20, 0)),
        after=Standing(games=BySide(1, 0)),
        claims=(),
        conceded=None,
    )


def test_where_nothing_was_doubled_the_card_that_made_the_game_certain_is_told() -> None:
    deal = last_game()
    said = moment(deal, game="biritch").replace("\ufe0e", "")
    assert said == "**Best moment:** Clara's Q♥ won the game (deal 7, trick 10)."


def test_an_analysis_names_the_adversary_whose_card_gave_the_game_away() -> None:
    """North and South won nine tricks and needed eight: two tricks given away decided it, one did not."""

    def found(tricks: int) -> Analysis:
        worst = Mistake(5, WEST, WEST, parse_card("KD"), (), Loss(tricks, 8 * tricks))
        course = Course(Side.NS, 9 - tricks, 0, 9, 24, worst, BySide(Loss(), Loss()), 0)
        return Analysis(None, True, (), True, course)

    gave = moment(last_game(), game="biritch", analysed=found(2))
    assert "David's K♦︎ gave the game away (deal 7, trick 5)" in gave
    assert "won the game" in moment(last_game(), game="biritch", analysed=found(1))


def test_a_rubber_without_any_of_it_has_no_such_sentence() -> None:
    assert moment(two_spades(1, 0, 8, Entry(Line.ODD_TRICKS, Side.NS, 60, Column.BELOW, 2, 30))) == ""


def test_the_sentence_is_in_the_language_that_is_set() -> None:
    paid, said = two_spades(2, 1, 6, above(Side.EW, 300)), set()
    for _ in in_each_language():
        said.add(moment(paid))
    assert len(said) == 3


def test_a_sheet_of_real_cards_tells_the_doubling_that_brought_most() -> None:
    """Contract, not vulnerable: three no trumps doubled and made with 9 tricks are 200 below and 50 above."""
    pen = Pen("contract")
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9, doublings=1)
    view = pen.sheet.view
    told = best_of_sheet(view, view.pages[0], str)
    assert "deal 1, 3 no trumps by North–South, double ×2: 250 points" in told
