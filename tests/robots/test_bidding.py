"""The conventions of an auction, on hands made for them. The south deals and speaks first."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from robots.calls.aces import Outcome
from robots.calls.auction import Auction, Setting
from robots.calls.meaning import Heard, Picture
from robots.calls.system import heard_after as further
from robots.calls.system import heard_by
from robots.calls.trick_outlook import holding
from robots.payoffs import payoffs_of
from robots.plain import PlainRobot
from rules.calls import Bid, Call, Double, Pass, parse_call
from rules.counting.reckon import NIL, NOTHING_SCORED, Standing
from rules.seats import BySide, Seat
from rules.tricks import Strain
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import after
from tests.trials.stage.tables import Evening

NORTH, EAST, SOUTH, WEST = Seat

HEARTS = "AS 7S 2S KH QH JH 6H 3H KD 8D 4D 7C 2C"
"""Thirteen points and five hearts."""

NOTHING = "8S 7S 2S 9H 6H 3H TD 8D 4D 7C 5C 3C 2C"
EVEN = "AS KS 4S QH 9H 3H AD JD 5D KC 8C 6C 2C"
"""Seventeen points, and no short suit."""

LOW = "2S 4S 6S 2H 4H 6H 2D 4D 6D 2C 4C 6C 8C"
"""Cards that can hardly take a trick."""


def said(evening: Evening, by: Seat, standing: Standing | None = None) -> object:
    """What a plain robot in this seat says now, at this score."""
    view = evening.view(by)
    if standing is not None:
        view = _at(view, standing)
    return PlainRobot().choose(view, 1, random.Random(0)).choice


def _at(view: SeatView, standing: Standing) -> SeatView:
    assert view.table.rubber is not None
    return replace(view, table=replace(view.table, rubber=replace(view.table.rubber, standing=standing)))


@each("game", ["auction", "plafond", "contract", "scaled_contract"])
@each(
    ("hand", "call"),
    [
        (HEARTS, Bid(1, Strain.HEARTS)),
        (EVEN, Bid(1, Strain.NO_TRUMPS)),
        (NOTHING, Pass()),
        ("KS 7S 2S KH QH JH 6H 3H TD 8D 4D 7C 2C", Pass()),  # nine points
    ],
)
def test_an_opening_bid_tells_points_and_the_longest_suit(game: str, hand: str, call: Call) -> None:
    assert said(after({SOUTH: hand}, "", game=game), SOUTH) == call


def test_a_dealer_who_must_open_and_has_nothing_makes_the_lowest_bid_there_is() -> None:
    evening = after({SOUTH: NOTHING}, "", game="auction", schedule="1904")
    assert said(evening, SOUTH) == Bid(1, Strain.SPADES)


def test_that_bid_tells_no_spades() -> None:
    assert told("1S", game="auction", schedule="1904").pictures.of(SOUTH) == Picture(0, 11)


def test_spades_are_bid_at_the_high_price_where_they_have_two() -> None:
    spades = "AS KS QS JS 6S 3S KH 8H 4H 7D 2D 7C 2C"
    evening = after({SOUTH: spades}, "", game="auction", schedule="exp4")
    assert said(evening, SOUTH) == Bid(1, Strain.ROYALS)


@each("game", ["contract", "vint"])
def test_partner_is_raised_to_five_over_four_spades_with_thirteen_points_and_not_with_six(game: str) -> None:
    strong = "7S 2S AH QH 6H 3H AD 8D 4D KC 7C 5C 2C"
    weak = "7S 2S KH 9H 6H 3H QD 8D 4D JC 7C 5C 2C"
    for hand, call in ((strong, Bid(5, Strain.HEARTS)), (weak, Pass())):
        calls = "bid:1H bid:4S" if game == "contract" else "bid:1H bid:5S"
        assert said(after({NORTH: hand}, calls, game=game), NORTH) == call


def test_no_more_is_bid_than_the_game_wants_where_tricks_beyond_the_bid_do_not_count_to_it() -> None:
    """With 60 of 100 a trick at hearts short of forty is enough: two odd tricks are 60."""
    north = "KS 8S TH 7H 5H 4H AD 9D 6D 3D KC QC 4C"
    evening = after({SOUTH: HEARTS, NORTH: north}, "bid:1H pass", game="contract")
    assert said(evening, NORTH, Standing(BySide(60, 0), NIL)) == Bid(2, Strain.HEARTS)


@each(("words", "they_have_bid"), [("bid:1S pass", False), ("pass bid:2D", True)])
def test_a_bid_that_fails_by_little_is_counted_as_doubled_only_over_adversaries_who_have_bid(
    words: str, they_have_bid: bool
) -> None:
    """With six points from partner this hand wins five or six tricks: three hearts fail by three or four,
    which doubled costs 500 or 800 and else 150 or 200."""
    view = after({NORTH: "9S 8S 2S AH KH QH JH TH 8D 7D 4D 7C 5C"}, words, game="contract").view(NORTH)
    assert view.own is not None
    heard = heard_by(view)
    outcome = Outcome(heard, holding(view.own.dealt))
    rung = heard.auction.setting.rungs[Bid(3, Strain.HEARTS)]
    spared = outcome.gain_at(rung, 0, True, 6.0) - outcome.gain_at(rung, 1, True, 6.0)
    assert spared < 20 if they_have_bid else spared > 100


def test_a_doubled_contract_is_not_redoubled_on_a_common_hand() -> None:
    evening = after({SOUTH: HEARTS}, "bid:1H double pass pass", game="contract")
    assert said(evening, SOUTH) != Double()


def test_misere_is_bid_on_the_lowest_of_hands_and_on_no_other() -> None:
    lowest = said(after({SOUTH: LOW}, "", game="auction", schedule="exp3"), SOUTH)
    assert isinstance(lowest, Bid)
    assert lowest.strain is Strain.MISERE
    for hand in (HEARTS, EVEN, "AS" + LOW[2:], NOTHING):
        call = said(after({SOUTH: hand}, "", game="auction", schedule="exp3"), SOUTH)
        assert not (isinstance(call, Bid) and call.strain is Strain.MISERE)


def told(words: str, game: str = "contract", **options: Any) -> Heard:
    """What these first calls have told."""
    payoffs = payoffs_of(after({}, "", game=game, **options).view(None).table)
    assert payoffs.auction_law is not None
    heard = Heard.beginning(Setting(payoffs, payoffs.auction_law, NOTHING_SCORED, SOUTH))
    for word in words.split():
        heard = further(heard, parse_call(word if word in ("pass", "double") else f"bid:{word}"))
    return heard


def test_a_bid_tells_its_suit_and_a_jump_tells_strength() -> None:
    one = told("1H").pictures.of(SOUTH)
    assert (one.low, one.high, one.lengths[1]) == (11, 21, 4)  # ten points with six hearts are an exception
    assert told("2C").pictures.of(SOUTH) == Picture(20)  # of no suit
    assert told("2H").pictures.of(SOUTH) == Picture(5, 10, (0, 6, 0, 0))
    assert told("1N").pictures.of(SOUTH) == Picture(15, 17, (2, 2, 2, 2))
    assert told("pass").pictures.of(SOUTH).high == 11
    raised, jump = (told(words).pictures.of(NORTH) for words in ("1H pass 2H", "1H pass 4H"))
    assert raised.high < jump.low
    assert raised.lengths[1] == jump.lengths[1] == 3


def test_partner_may_not_pass_a_new_suit_and_passes_a_game_that_was_chosen() -> None:
    assert told("1H pass 1S pass").forced
    assert not told("1H pass 2H pass").forced
    assert told("1N pass 3N").placed is NORTH


def test_over_a_strong_bid_a_new_suit_needs_little_and_goes_to_game() -> None:
    north = "8S 7S 6H 5H 8D 7D AC KC QC 9C 4C 3C 2C"  # nine points
    for game, opening in (("contract", "2C"), ("vint", "2H")):  # in vint a suit at two is strong
        evening = after({NORTH: north}, f"bid:{opening} pass", game=game)
        assert said(evening, NORTH) == Bid(3, Strain.CLUBS)
    assert told("2C pass 3C").to_game == {SOUTH.side}


def test_the_first_double_of_a_suit_asks_partner_for_another() -> None:
    west = "AS KS 4S 3S AH 8H 4H KD TD 4D 9C 7C 2C"  # fourteen points and three cards of each
    assert said(after({WEST: west}, "bid:1C", game="contract"), WEST) == Double()
    heard = told("1C double")
    assert heard.pictures.of(WEST).lengths[:3] == (3, 3, 3)
    assert heard.waits is EAST
    answer = said(after({EAST: NOTHING}, "bid:1C double pass", game="contract"), EAST)
    assert isinstance(answer, Bid), "partner answers with nothing at all"
    assert answer.odd == 1


def test_a_double_that_asks_for_a_suit_is_answered_even_if_it_is_redoubled() -> None:
    """North doubles again, that is, redoubles; the east with nothing does not leave it there."""
    assert told("1C double double").waits is EAST
    answer = said(after({EAST: NOTHING}, "bid:1C double double", game="contract"), EAST)
    assert isinstance(answer, Bid)


def test_a_doubler_knows_that_the_answer_may_have_nothing() -> None:
    west = "AS QS 8S 3S QH 7H 2H 8D 6D 4D KC QC JC"  # fourteen points
    evening = after({WEST: west}, "bid:1D double pass bid:1H bid:2D", game="contract")
    assert said(evening, WEST) == Pass()


def test_the_cheapest_bid_of_a_strain_is_the_first_that_is_high_enough() -> None:
    payoffs = payoffs_of(after({}, "", game="auction").view(None).table)
    assert payoffs.auction_law is not None
    auction = Auction(Setting(payoffs, payoffs.auction_law, NOTHING_SCORED, SOUTH))
    hearts = auction.after(Bid(2, Strain.HEARTS))  # sixteen: two of spades are eighteen, two of clubs twelve
    assert (hearts.cheapest(Strain.SPADES), hearts.cheapest(Strain.CLUBS)) == (2, 3)
    assert auction.after(Bid(7, Strain.NO_TRUMPS)).cheapest(Strain.NO_TRUMPS) == 8, "there is none"


def test_after_more_bids_than_thirteen_cards_allow_there_is_still_something_to_say() -> None:
    """West, north and east have promised fifteen cards and more each."""
    calls = (
        "pass bid:1D bid:1H bid:1S pass bid:2C bid:2D bid:2H pass bid:2S bid:2N bid:3D pass bid:3S bid:3N "
        "bid:4C pass bid:4D bid:4S bid:4N pass bid:5C bid:5H bid:5S"
    )
    assert isinstance(said(after({}, calls, game="contract"), SOUTH), Pass | Bid | Double)


def test_where_no_suit_can_be_named_grand_is_for_even_hands() -> None:
    """At Norwegian Whist grand is called on an even hand: nineteen points in two suits pass."""
    west = "AS KS QS JS TS 9S AH KH QH 8H 7H 6H 5H"
    evening = after({WEST: west}, "", game="norwegian_whist")
    assert said(evening, WEST) == Pass()
