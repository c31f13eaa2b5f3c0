"""The conventions of an auction, on hands made for them. The south deals and speaks first."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from robots.calls.reading import Picture, cheapest, pictures
from robots.payoffs import Bids, payoffs_of
from robots.plain import PlainRobot
from rules.calls import Bid, Call, Called, Double, Pass
from rules.counting.standing import NIL, Standing
from rules.seats import BySide, Seat
from rules.strains import Strain
from rules.view import SeatView
from tests.robots.matches import after
from tests.tables import Evening

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


@pytest.mark.parametrize("game", ["auction", "plafond", "contract", "scaled_contract"])
@pytest.mark.parametrize(
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
    law = payoffs_of(after({}, "", game="auction", schedule="1904").view(None).table).bids
    assert law is not None
    forced = pictures((Called(SOUTH, Bid(1, Strain.SPADES)),), law)
    assert forced.of(SOUTH) == Picture(0, 11)


def test_spades_are_bid_at_the_high_price_where_they_have_two() -> None:
    spades = "AS KS QS JS 6S 3S KH 8H 4H 7D 2D 7C 2C"
    evening = after({SOUTH: spades}, "", game="auction", schedule="exp4")
    assert said(evening, SOUTH) == Bid(1, Strain.ROYALS)


def test_partners_suit_is_raised_to_game_with_four_trumps_and_an_opening_hand() -> None:
    north = "KS 8S TH 7H 5H 4H AD 9D 6D 3D KC QC 4C"  # twelve points
    evening = after({SOUTH: HEARTS, NORTH: north}, "bid:1H pass", game="contract")
    assert said(evening, NORTH) == Bid(4, Strain.HEARTS)


def test_no_more_is_bid_than_the_game_wants_where_tricks_beyond_the_bid_do_not_count_to_it() -> None:
    """With 60 of 100 a trick at hearts short of forty is enough: two odd tricks are 60."""
    north = "KS 8S TH 7H 5H 4H AD 9D 6D 3D KC QC 4C"
    evening = after({SOUTH: HEARTS, NORTH: north}, "bid:1H pass", game="contract")
    assert said(evening, NORTH, Standing(BySide(60, 0), NIL)) == Bid(2, Strain.HEARTS)


def test_nothing_is_answered_with_nothing() -> None:
    evening = after({SOUTH: HEARTS, NORTH: NOTHING}, "bid:1H pass", game="contract")
    assert said(evening, NORTH) == Pass()


def test_an_overcall_needs_a_suit_of_five() -> None:
    five = "KS QS JS 6S 3S AH 8H 4H KD 4D 9C 7C 2C"
    four = "KS QS JS 6S 3H AH 8H 4H KD 4D 9C 7C 2C"
    assert said(after({WEST: five}, "bid:1D", game="contract"), WEST) == Bid(1, Strain.SPADES)
    assert said(after({WEST: four}, "bid:1D", game="contract"), WEST) == Pass()


def test_adversaries_who_must_fail_by_far_are_doubled() -> None:
    trumps = "AS KS QS JS TS 6H 5H AD KD 4D AC 7C 2C"
    assert said(after({WEST: trumps}, "bid:4S", game="contract"), WEST) == Double()


def test_a_contract_that_may_be_made_is_not_doubled() -> None:
    evening = after({WEST: "AS KS 4S 6H 5H 3H 9D 8D 4D TC 7C 5C 2C"}, "bid:4H", game="contract")
    assert said(evening, WEST) == Pass()


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


def test_a_bid_tells_its_suit_and_a_jump_tells_strength() -> None:
    law = payoffs_of(after({}, "", game="contract").view(None).table).bids
    assert law is not None
    one = _told(law, "1H")
    assert (one.low, one.high, one.lengths[1]) == (12, 20, 4)
    assert _told(law, "2H").low == 20
    assert _told(law, "1N").low == 15
    assert _told(law, "pass").high == 11
    answer = pictures((*_calls("1H", "pass", "2H"),), law).of(NORTH)
    jump = pictures((*_calls("1H", "pass", "4H"),), law).of(NORTH)
    assert answer.low < jump.low
    assert answer.lengths[1] == jump.lengths[1] == 3


def test_the_cheapest_bid_of_a_strain_is_the_first_that_is_high_enough() -> None:
    law = payoffs_of(after({}, "", game="auction").view(None).table).bids
    assert law is not None
    over_hearts = Bid(2, Strain.HEARTS)  # sixteen points: two of spades are eighteen, two of clubs twelve
    assert cheapest(law.ladder, Strain.SPADES, over_hearts) == Bid(2, Strain.SPADES)
    assert cheapest(law.ladder, Strain.CLUBS, over_hearts) == Bid(3, Strain.CLUBS)
    assert cheapest(law.ladder, Strain.NO_TRUMPS, Bid(7, Strain.NO_TRUMPS)) is None


def _calls(*words: str) -> tuple[Called, ...]:
    seats = (SOUTH, WEST, NORTH, EAST)
    return tuple(Called(seats[place % 4], _call(word)) for place, word in enumerate(words))


def _call(word: str) -> Call:
    return Pass() if word == "pass" else Bid(int(word[0]), Strain(word[1]))


def _told(law: Bids, word: str) -> Picture:
    """What a first call tells of the dealer's hand."""
    return pictures(_calls(word), law).of(SOUTH)


def test_after_more_bids_than_thirteen_cards_allow_there_is_still_something_to_say() -> None:
    """West, north and east have promised fifteen cards and more each."""
    calls = (
        "pass bid:1D bid:1H bid:1S pass bid:2C bid:2D bid:2H pass bid:2S bid:2N bid:3D pass bid:3S bid:3N "
        "bid:4C pass bid:4D bid:4S bid:4N pass bid:5C bid:5H bid:5S"
    )
    assert isinstance(said(after({}, calls, game="contract"), SOUTH), Pass | Bid | Double)


def test_where_no_suit_can_be_named_a_pass_tells_nothing_of_the_points() -> None:
    """At Norwegian Whist grand is called on an even hand: nineteen points in two suits pass."""
    west = "AS KS QS JS TS 9S AH KH QH 8H 7H 6H 5H"
    evening = after({WEST: west}, "", game="norwegian_whist")
    law = payoffs_of(evening.view(None).table).bids
    assert law is not None
    assert said(evening, WEST) == Pass()
    assert pictures((Called(WEST, Pass()),), law).of(WEST) == Picture()
