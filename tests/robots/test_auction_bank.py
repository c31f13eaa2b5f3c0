"""The bank of turns in auctions: what contracts bring at double-dummy tricks, and what a call loses."""

from __future__ import annotations

from lab.robots.auction_bank import Halves, Solved, Turn, lost, parse_turn
from lab.robots.recorded import Record
from rules.calls import Bid, Call, Double, Pass
from rules.cards import Hand
from rules.seats import Seat, Side
from rules.tricks import Strain

NORTH, EAST, SOUTH, WEST = Seat
LAYOUT = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
"""Every hand has all cards of one suit: north the spades, west the clubs."""

CLUBS, SPADES = Bid(7, Strain.CLUBS), Bid(7, Strain.SPADES)
OPENED = Record("contract", tuple(map(Hand, LAYOUT)), (Bid(1, Strain.SPADES),))
"""The south has opened; the west is to speak."""


def test_contracts_are_scored_at_their_double_dummy_tricks_for_the_side_that_asks() -> None:
    """At spades west wins nothing: thirteen short at 50 each, and 150 for the five honours in north's hand.
    At no trumps east leads hearts, and north is seven short."""
    heard, hand = Turn(OPENED, {}).state
    scored = Solved(heard, LAYOUT)
    assert heard.seat is WEST and hand.bits == LAYOUT[WEST.index]
    assert scored.gain(Side.EW, (SPADES, 0, WEST)) == -800
    assert scored.gain(Side.NS, (SPADES, 0, WEST)) == 800
    assert scored.gain(Side.NS, (Bid(1, Strain.NO_TRUMPS), 0, NORTH)) == -350
    assert scored.gain(Side.NS, None) == 0


def test_a_call_loses_what_the_best_brings_more_found_in_the_same_layouts_or_in_the_others() -> None:
    """The bid is best, at 65 on average. In the even layouts the double is, which the odd ones value at 20;
    in the odd ones the bid, which the even ones value at 60: 40 on average."""
    values: dict[Call, Halves] = {Pass(): (0.0, 10.0), Double(): (80.0, 20.0), CLUBS: (60.0, 70.0)}
    turn = Turn(OPENED, values)
    assert lost(turn, Pass()) == (60.0, 35.0)
    assert lost(turn, CLUBS) == (0.0, -25.0)
    assert parse_turn(turn.text) == turn
