"""The search in an auction: layouts that agree with the calls, and when the system is left."""

from __future__ import annotations

import random
import time
from math import inf

import pytest

from robots.calls.bidding import call_of, truthful
from robots.calls.meaning import Heard
from robots.calls.system import heard_by
from robots.calls.trick_outlook import holding
from robots.plain import PlainRobot
from robots.search.auction_layouts import AuctionLayouts
from robots.search.auction_search import (
    FEWEST_LAYOUTS,
    AuctionSearch,
    BiddingRobot,
    Method,
    ValuedLayout,
    play_on,
)
from rules.calls import Bid, Double, Pass
from rules.cards import PACK, WHOLE_PACK, Hand, Suit, parse_card
from rules.seats import Seat
from rules.tricks import Strain
from rules.view import SeatView
from tests.trials.stage.matches import after, among_robots, step

NORTH, EAST, SOUTH, WEST = Seat
HEARTS = "AS 7S 2S KH QH JH 6H 3H KD 8D 4D 7C 2C"
FEW = Method(layouts=FEWEST_LAYOUTS, first=8)


def view_of(hand: str, words: str, by: Seat, game: str = "contract") -> SeatView:
    return after({by: hand}, words, game=game).view(by)


def state(view: SeatView) -> tuple[Heard, Hand]:
    assert view.own is not None
    return heard_by(view), view.own.dealt


def test_layouts_have_every_card_once_and_what_the_calls_have_told() -> None:
    """The speaker's adversaries have opened hearts and raised them; the speaker has two cards of them."""
    heard, hand = state(view_of("KS 7S 2S 4H 6H 9S 6C 3C KD 8D 4D 7C 2C", "bid:1H pass bid:3H", EAST))
    layouts = AuctionLayouts(heard, heard.seat, hand, random.Random(1))
    dealt = [layouts.next_layout() for _ in range(60)]
    for layout in dealt:
        assert sum(layout) == WHOLE_PACK.bits
        assert layout[EAST.index] == hand.bits
    openers = [holding(Hand(layout[SOUTH.index])) for layout in dealt]
    raisers = [holding(Hand(layout[NORTH.index])) for layout in dealt]
    assert sum(one.points >= 10 for one in openers) > 45, "three in four at least"
    assert sum(one.lengths[Suit.HEARTS.index] >= 4 for one in openers) > 45
    assert sum(one.lengths[Suit.HEARTS.index] >= 3 for one in raisers) > 45


def test_a_layout_in_which_the_system_would_have_called_otherwise_weighs_less() -> None:
    heard, hand = state(view_of(HEARTS, "pass pass", NORTH))
    layouts = AuctionLayouts(heard, heard.seat, hand, random.Random(1))
    true = next(layout for layout in iter(layouts.next_layout, None) if layouts.weight(layout) == 1)
    for seat in (SOUTH, WEST):
        assert call_of(Heard.beginning(heard.auction.setting), holding(Hand(true[seat.index]))) == Pass()


def test_a_layout_that_is_kept_weighs_one_and_one_that_is_not_weighs_less() -> None:
    """All calls were of the system, so that the largest weight is one."""
    heard, hand = state(view_of(HEARTS, "bid:1S pass", NORTH))
    layouts = AuctionLayouts(heard, heard.seat, hand, random.Random(1))
    for _ in range(20):
        layout, weight = layouts.likely()
        assert weight == 1 or weight == pytest.approx(layouts.weight(layout))


def test_the_auction_of_a_layout_ends_in_the_contract_that_the_robots_would_reach() -> None:
    evening = after({SOUTH: HEARTS}, "", game="contract")
    heard, _ = state(evening.view(SOUTH))
    hands = [state(evening.view(seat))[1] for seat in Seat]
    end = play_on(heard, (hands[0].bits, hands[1].bits, hands[2].bits, hands[3].bits))
    while evening.table.deal is not None and evening.table.deal.playing is None:
        step(evening, lambda seat: PlainRobot(), random.Random(0))
    deal = evening.view(None).deal
    assert deal is not None and deal.settled is not None and end is not None
    assert (deal.settled.bid, deal.settled.level, deal.settled.declared_by) == end


def test_what_one_side_gains_by_a_contract_the_other_loses() -> None:
    """North has all spades: thirteen tricks, of which the last counts a fifth by the estimate."""
    heard, _ = state(view_of(HEARTS, "", SOUTH))
    valued = ValuedLayout(heard.auction.setting, (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39))
    made = valued.gain(NORTH.side, Bid(4, Strain.SPADES), 0, NORTH)
    assert made > 0
    assert made == pytest.approx(-valued.gain(EAST.side, Bid(4, Strain.SPADES), 0, NORTH))


def test_an_ace_of_the_others_is_their_trick_unless_its_suit_is_ruffed() -> None:
    """North has twelve spades and the two of hearts. South first has the king of hearts, then in its place a
    diamond."""
    heard, _ = state(view_of(HEARTS, "", SOUTH))
    north = sum(card.bit for card in PACK if card.suit is Suit.SPADES and card != parse_card("2S"))
    north |= parse_card("2H").bit
    diamonds = [card.bit for card in PACK if card.suit is Suit.DIAMONDS]
    twelve, one = sum(diamonds) - min(diamonds), min(diamonds)
    for last, most in ((parse_card("KH").bit, 12), (one, 13)):
        south = twelve | last
        rest = [card.bit for card in PACK if not (north | south) & card.bit]
        valued = ValuedLayout(heard.auction.setting, (north, sum(rest[:13]), south, sum(rest[13:])))
        assert max(tricks for tricks, _ in valued.chances(Strain.SPADES, NORTH)) == most


def test_who_has_been_told_partners_aces_goes_by_them() -> None:
    """South has one ace and hears of one: two are missing."""
    view = view_of(
        "KS QS JS TS 9S AH KH QH 2H KD QD KC QC",
        "bid:1S pass bid:3S pass bid:4N pass bid:5D pass",
        SOUTH,
    )
    found = AuctionSearch(*state(view), random.Random(1), FEW).searched_call(inf)
    assert (found.choice, found.reasons.layouts) == (Bid(5, Strain.SPADES), 0)


def test_people_are_doubled_where_robots_are() -> None:
    """South and partner have both bid; west bids three and four hearts alone: there robots fail by much."""
    view = view_of(
        "KS 8S 6S 3S KH QH 5H TD 6D 4D AC TC 7C",
        "bid:1S pass bid:2D bid:2N double bid:3H bid:3S pass pass bid:4H pass pass",
        SOUTH,
    )
    robot, heard = BiddingRobot(PlainRobot(), method=FEW), state(view)[0]
    views = view, among_robots(view)
    people, robots = (robot.choose(one, inf, random.Random(1)) for one in views)
    assert people == robots
    assert people.choice == Double()
    assert call_of(heard, holding(state(view)[1])) == Pass()


def test_a_pass_over_a_bid_of_the_adversaries_is_compared_whatever_the_hand() -> None:
    """North has seven points and four hearts for partner's one heart; then sixteen."""
    for raiser in ("4S 3S KH 8H 7H 5H QD 9D 6D 4D QC 7C 2C", "AS 3S KH 8H 7H 5H AD 9D 6D 4D AC 7C 2C"):
        heard, hand = state(view_of(raiser, "bid:1H bid:1S", NORTH))
        assert call_of(heard, holding(hand)) != Pass()
        assert Pass() in truthful(heard, holding(hand))


def test_a_double_that_asks_partner_for_a_suit_is_compared() -> None:
    """Over one heart, with 15 points, one heart and four cards of each other suit."""
    heard, hand = state(view_of("KS QS 7S 4S 2H AD QD 6D 3D KC JC 5C 2C", "bid:1H", WEST))
    assert Double() in truthful(heard, holding(hand))
    heard, hand = state(view_of("9S 7S 4S 2S QH JH 9H 2H 6D 3D KC 5C 2C", "bid:1H", WEST))
    assert Double() not in truthful(heard, holding(hand)), "nor that of a hand that it would not be true of"


def test_a_redouble_is_never_compared() -> None:
    """South's spades are doubled for a suit, and left in; then to punish, with a hand that cannot fail."""
    for hand, words in (
        ("AS 9S 7S 5S 3S JH 7H JD 8D AC 9C 7C 4C", "bid:1S double pass pass"),
        ("AS KS QS JS TS 9S AH KH AD KD 3D 4C 2C", "bid:1S pass pass double"),
    ):
        heard, held = state(view_of(hand, words, SOUTH))
        assert Double() not in truthful(heard, holding(held))


def test_the_system_is_not_left_without_layouts_enough() -> None:
    heard, hand = state(view_of(HEARTS, "bid:1S pass", NORTH))
    found = AuctionSearch(heard, hand, random.Random(1), FEW).searched_call(time.perf_counter())
    assert (found.choice, found.reasons.layouts) == (call_of(heard, holding(hand)), 0)


def test_what_was_tried_is_told_the_call_first_and_the_same_seed_gives_the_same() -> None:
    view = view_of("KS 8S TH 7H 5H 4H AD 9D 6D 3D KC QC 4C", "bid:1S pass bid:2H pass bid:2S pass", NORTH)
    robot = BiddingRobot(PlainRobot(), method=FEW)
    one, other = (robot.choose(view, inf, random.Random(5)) for _ in range(2))
    assert one == other
    first, *others = one.reasons.candidates
    assert first.choice == one.choice and others, "those that were given up too"


def test_the_first_bid_and_everything_but_bids_is_left_to_the_other_robot() -> None:
    robot, view = BiddingRobot(PlainRobot(), method=FEW), view_of(HEARTS, "pass", WEST)
    assert robot.choose(view, inf, random.Random(0)) == PlainRobot().choose(view, inf, random.Random(0))
