"""Laws 7.1: the auction itself, for any ladder of bids. North deals unless a test says otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.calls import Bid, Content, Declare, Double, Pass, Play
from rules.cards import PACK, Suit
from rules.counting.reckon import NOTHING_SCORED, Contract
from rules.games.all_games import game
from rules.refusals import CallNotOpen, CallsComeFirst, NotYourTurn, Why
from rules.seats import Seat, Side
from rules.settling.auction import SPADES_HIGH, SPADES_LOW, Auction, by_points, by_tricks, final_bidder
from rules.settling.terms import Dummy, ThrownIn
from rules.tricks import Prices, Strain
from tests.each import each
from tests.refusing import refusing
from tests.rules.contracts import BID, auction, begun, bid, refusal, terms

NORTH, EAST, SOUTH, WEST = Seat
MAJORITY = Auction(by_tricks(SPADES_HIGH))
ROYALS = Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=2, royals=9)
POINTS = Auction(by_points(ROYALS))


def names(bids: tuple[Bid, ...]) -> str:
    return " ".join(map(str, bids))


# Who speaks.


def test_the_dealer_speaks_first_and_then_each_on_the_left() -> None:
    deal = begun(MAJORITY, "W")
    for seat in (WEST, NORTH, EAST, SOUTH):
        assert deal.may_act == {seat}
        deal = deal.after(seat, Pass()) if seat is not SOUTH else deal
    assert bid(MAJORITY, "1C pass pass").may_act == {WEST}


def test_who_speaks_out_of_turn_is_told_whose_turn_it_is() -> None:
    with pytest.raises(NotYourTurn) as refused:
        bid(MAJORITY, "1C").check(SOUTH, Pass())
    assert refused.value.due == (EAST,)
    assert bid(MAJORITY, "1C").options(SOUTH) == ()


@each("foreign", [Content(), Declare(Suit.HEARTS), Declare(None)])
def test_calls_of_other_games_are_not_open(foreign: Content | Declare) -> None:
    with pytest.raises(CallNotOpen):
        begun(MAJORITY).check(NORTH, foreign)


def test_no_card_is_played_before_the_auction_is_over_and_nothing_is_called_after_it() -> None:
    with pytest.raises(CallsComeFirst) as refused:
        begun(MAJORITY).check(NORTH, Play(PACK[0]))
    assert refused.value.due == (NORTH,)
    with refusing(Why.CALLS_ARE_OVER):
        bid(MAJORITY, "1C pass pass pass").check(NORTH, Pass())


# What outranks what.


def test_by_tricks_one_trick_more_outranks_every_strain() -> None:
    assert names(by_tricks(SPADES_HIGH)[:6]) == "1C 1D 1H 1S 1N 2C"
    assert len(by_tricks(SPADES_HIGH)) == 35
    assert MAJORITY.outbids(BID["2C"], BID["1N"]) and not MAJORITY.outbids(BID["1N"], BID["2C"])


def test_with_spades_low_they_are_below_clubs() -> None:
    assert names(by_tricks(SPADES_LOW)[:6]) == "1S 1C 1D 1H 1N 2S"


def test_by_points_a_bid_ranks_by_what_it_would_bring_and_then_by_tricks() -> None:
    """2 4 6 6 7 8 8 9 10 10 12 12: one spade, two, one club, three spades, one diamond, one heart, four
    spades, one royal, one no trump, five spades, two clubs, six spades."""
    assert names(by_points(ROYALS)[:12]) == "1S 2S 1C 3S 1D 1H 4S 1R 1N 5S 2C 6S"
    assert names(by_points(ROYALS)[-2:]) == "7R 7N"


def test_only_what_the_game_prices_is_on_the_ladder() -> None:
    without = by_points(Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9))
    assert {one.strain for one in without} == set(SPADES_HIGH) and len(without) == 35
    assert refusal(begun(Auction(without)), "1R") is Why.NO_SUCH_CALL
    assert refusal(begun(MAJORITY), "1M") is Why.NO_SUCH_CALL


def test_a_bid_that_is_not_higher_than_the_last_is_too_low() -> None:
    for word in ("1C", "1H", "2H"):
        assert refusal(bid(MAJORITY, "1H 2H"), word) is Why.BID_TOO_LOW
    assert refusal(bid(MAJORITY, "1H 2H"), "2S") is None


def test_a_bid_that_was_doubled_is_outbid_by_the_same_as_before() -> None:
    """Doubling does not change the rank of a bid (Portland and Bath Clubs 1908, 55)."""
    doubled = bid(POINTS, "1H double")
    assert refusal(doubled, "1R") is None and refusal(doubled, "1D") is Why.BID_TOO_LOW


def test_options_are_pass_the_double_and_every_higher_bid_from_the_cheapest() -> None:
    assert begun(MAJORITY).options(NORTH) == (Pass(), *MAJORITY.ladder)
    assert bid(MAJORITY, "7D").options(EAST) == (Pass(), Double(), BID["7H"], BID["7S"], BID["7N"])
    assert bid(MAJORITY, "7N").options(EAST) == (Pass(), Double())
    assert bid(POINTS, "7S pass").options(SOUTH)[:3] == (Pass(), BID["2H"], BID["2R"])


# Doubling.


def test_an_adversary_of_the_bid_may_double_it_and_its_own_side_redouble() -> None:
    assert refusal(bid(MAJORITY, "1H"), "double") is None
    assert refusal(bid(MAJORITY, "1H pass pass"), "double") is None
    assert refusal(bid(MAJORITY, "1H double"), "double") is None
    assert refusal(bid(MAJORITY, "1H double pass pass"), "double") is None
    assert terms(bid(MAJORITY, "1H double")).level == 1
    assert terms(bid(MAJORITY, "1H double double")).level == 2


def test_nobody_doubles_their_own_sides_bid_or_no_bid_or_redoubles_their_own_sides_double() -> None:
    assert refusal(begun(MAJORITY), "double") is Why.NOTHING_TO_DOUBLE
    assert refusal(bid(MAJORITY, "1H pass"), "double") is Why.NOTHING_TO_DOUBLE
    assert refusal(bid(MAJORITY, "1H double pass"), "double") is Why.NOTHING_TO_DOUBLE
    assert refusal(bid(MAJORITY, "1H double double"), "double") is Why.NOTHING_TO_DOUBLE
    assert refusal(bid(MAJORITY, "1H"), "double") is refusal(bid(MAJORITY, "1H double"), "double") is None


def test_a_redouble_is_the_last() -> None:
    assert refusal(bid(MAJORITY, "1H double double"), "double") is Why.NOTHING_TO_DOUBLE
    assert refusal(bid(MAJORITY, "1H double double pass"), "double") is Why.NOTHING_TO_DOUBLE


def test_a_bid_cancels_the_doubling_before_it() -> None:
    assert terms(bid(MAJORITY, "1H double double 1S")).level == 0
    assert refusal(bid(MAJORITY, "1H double double 1S"), "double") is None


def test_where_there_is_no_doubling_it_is_never_offered() -> None:
    law = replace(MAJORITY, max_doublings=0)
    assert refusal(bid(law, "1H"), "double") is Why.NOTHING_IS_DOUBLED
    assert Double() not in bid(law, "1H").options(EAST)


# The end.


def test_three_passes_after_a_bid_close_the_auction_and_two_do_not() -> None:
    assert bid(MAJORITY, "1H pass pass").playing is None
    assert bid(MAJORITY, "1H pass pass pass").playing is not None
    assert bid(MAJORITY, "pass pass pass 1H pass pass").playing is None
    assert bid(MAJORITY, "pass pass pass 1H pass pass pass").playing is not None


def test_doubling_reopens_the_auction() -> None:
    reopened = bid(MAJORITY, "1H pass pass double")
    assert refusal(reopened, "1S") is None
    assert bid(MAJORITY, "1H pass pass double pass pass").playing is None
    assert bid(MAJORITY, "1H pass pass double pass pass pass").playing is not None


def test_who_has_passed_may_bid_later() -> None:
    assert refusal(bid(MAJORITY, "pass 1C pass pass"), "1D") is None


def test_after_four_opening_passes_the_cards_are_thrown_in() -> None:
    deal = bid(MAJORITY, "pass pass pass pass")
    assert isinstance(deal.stage, ThrownIn) and deal.over and deal.terms is None
    assert not bid(MAJORITY, "pass pass pass").over


@each("passes", [8, 12])
def test_with_more_passes_to_the_end_one_may_raise_ones_own_bid(passes: int) -> None:
    law = replace(MAJORITY, passes_to_end=passes)
    assert refusal(bid(law, "1H pass pass pass"), "2H") is None
    assert bid(law, "1H" + " pass" * (passes - 1)).playing is None
    assert bid(law, "1H" + " pass" * passes).playing is not None
    assert bid(law, "1H pass pass pass 2H" + " pass" * (passes - 1)).playing is None
    assert isinstance(bid(law, "pass pass pass pass").stage, ThrownIn)


def test_a_dealer_who_must_open_may_not_pass_and_the_others_may() -> None:
    law = replace(POINTS, must_open=True)
    assert refusal(begun(law), "pass") is Why.MUST_OPEN
    assert Pass() not in begun(law).options(NORTH)
    assert refusal(bid(law, "1S"), "pass") is None
    assert bid(law, "1S pass pass pass").playing is not None


# What is settled.


def test_until_there_is_a_bid_nothing_stands() -> None:
    assert begun(MAJORITY).terms is None
    assert bid(MAJORITY, "pass pass").terms is None


def test_the_last_bid_stands_while_the_auction_goes_on() -> None:
    standing = terms(bid(MAJORITY, "1H 2C double"))
    assert standing.contract == Contract(BID["2C"], Side.EW)
    assert (standing.trumps, standing.level, standing.declared_by) == (Suit.CLUBS, 1, EAST)


def test_of_the_side_that_bid_last_the_first_to_name_the_strain_is_declarer() -> None:
    settled = terms(bid(MAJORITY, "1H pass 1S pass 2H pass 3H pass pass pass"))
    assert settled.declared_by is NORTH
    settled = terms(bid(MAJORITY, "1H pass 1S pass 2S pass 3S pass pass pass"))
    assert settled.declared_by is SOUTH and settled.contract == Contract(BID["3S"], Side.NS)


def test_an_adversary_who_named_the_strain_before_is_not_asked() -> None:
    assert terms(bid(MAJORITY, "1H 2H pass 3H pass pass pass")).declared_by is EAST


def test_royals_are_another_strain_than_spades() -> None:
    assert terms(bid(POINTS, "1S pass 1R pass 2R pass pass pass")).declared_by is SOUTH
    assert terms(bid(POINTS, "1S pass 1R pass 2R pass pass pass")).trumps is Suit.SPADES


def test_where_the_final_bidder_plays_it_does_not_matter_who_named_the_strain() -> None:
    law = replace(MAJORITY, declarer=final_bidder)
    settled = terms(bid(law, "1H pass 2H pass pass pass"))
    assert (settled.declared_by, settled.leader) == (SOUTH, WEST)


def test_the_left_of_declarer_leads_and_declarers_partner_is_dummy_after_the_lead() -> None:
    settled = terms(bid(MAJORITY, "pass 1H pass 2H pass pass pass"))
    assert (settled.declared_by, settled.leader) == (EAST, SOUTH)
    assert settled.dummies == (Dummy(WEST, EAST, shown_after=1),)


def test_without_a_dummy_everybody_plays_their_own_cards() -> None:
    settled = terms(bid(replace(MAJORITY, dummy_shown_after=None), "1H pass pass pass"))
    assert settled.dummies == () and settled.leader is EAST


def test_at_misere_there_are_no_trumps() -> None:
    law = Auction(by_points(ROYALS._replace(misere=14)))
    settled = terms(bid(law, "1N 1M pass pass pass"))
    assert settled.trumps is None
    assert settled.contract == Contract(Bid(1, Strain.MISERE), Side.EW)


def test_the_hands_are_played_as_they_were_dealt() -> None:
    deal = bid(MAJORITY, "1H pass pass pass")
    assert terms(deal).hands == deal.dealt.hands
    assert begun(MAJORITY).held == deal.dealt.hands


@each("key", ["auction", "plafond", "contract", "scaled_contract"])
def test_every_game_with_bids_ends_in_a_play_of_fifty_two_cards(key: str) -> None:
    deal = bid(auction(key), "1C pass pass pass")
    while not deal.over:
        (seat,) = deal.may_act
        action = deal.options(seat)[-1]
        assert isinstance(action, Play)
        deal = deal.after_card(action.card)
    assert deal.playing is not None and sum(deal.playing.won()) == 13
    variant = game(key).variant()
    tally = deal.tally(variant.honours)
    assert (tally.contract, tally.strain) == (Contract(BID["1C"], Side.NS), Strain.CLUBS)
    assert variant.reckon(tally, NOTHING_SCORED)


@each(
    ("key", "words", "points"),
    [
        ("auction", "2H double", 32),
        ("auction", "3N", 30),
        ("plafond", "4S", 36),
        ("contract", "3N", 100),
        ("contract", "1N double double", 160),
        ("scaled_contract", "6D", 42),
    ],
)
def test_what_a_contract_is_worth_is_told_while_it_stands(key: str, words: str, points: int) -> None:
    assert game(key).variant().worth(terms(bid(auction(key), words))) == points


def test_a_misere_is_worth_the_tricks_that_must_be_lost() -> None:
    law = auction("auction", schedule="exp3")
    assert game("auction").variant({"schedule": "exp3"}).worth(terms(bid(law, "1S 3M"))) == 42
