"""Two more questions of the bidding system, and their answers.

A bid of the adversaries' suit is never meant to be played: it promises strength and asks partner what it has.
A redouble by a side that has been left in a double for a suit asks partner to take out of it. People ask so,
and no robot does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.calls.meaning import MOST_POINTS, SLAM, Forcing, Heard, Say, at_least, each, needed, suits
from robots.calls.no_trumps import MAJORS
from rules.calls import Bid, Double
from rules.tricks import Strain

CUE: Final = 11
"""Points of a bid of the adversaries' suit over partner's bid or double."""

CUE_ALONE: Final = 16
"""The same if partner has only passed."""

LOW_ENOUGH: Final = 3
"""Odd tricks up to which a redouble of a side that was left in a double asks to be rescued."""


def cue(heard: Heard, bid: Bid) -> Say | None:
    """The meaning of a bid of a suit that the adversaries have told, and this side has not."""
    seat, strain = heard.seat, bid.strain
    suit = strain.trumps
    if suit is None or bid.odd >= SLAM:
        return None
    if strain not in heard.theirs or strain in heard.bid_by(seat, seat.partner):
        return None
    if not any(heard.pictures.of(other).lengths[suit.index] for other in (seat.left, seat.right)):
        return None  # the bid of a dealer who had to open tells no suit
    silent = not (heard.named.of(seat.partner) or heard.has_doubled(seat.partner))
    return Say(bid, CUE_ALONE if silent else CUE, forcing=Forcing.ONCE, no_suit=True, cue=True)


def rescue(heard: Heard) -> Say | None:
    """The meaning of a redouble that asks partner for a suit: the adversaries have left their double in, so
    that nobody but partner could take out of it."""
    auction, last = heard.auction, heard.auction.last_bid
    left_in = heard.asks is not None and heard.asks.side is not heard.seat.side and auction.passes == 2
    if last is None or auction.level != 1 or not left_in:
        return None
    if last.bid.odd > LOW_ENOUGH or last.bid.strain.trumps is None:
        return None
    return Say(Double(), forcing=Forcing.ONCE)


def to_cue(heard: Heard) -> Iterator[Say]:
    """Answers to a bid of the adversaries' suit: partner's suit is raised, four hearts or spades are told, a
    stopper by no trumps; else the best suit there is. With the points for it the game is bid at once."""
    auction, seat = heard.auction, heard.seat
    partner = heard.pictures.of(seat.partner)
    told, partners = heard.suits_of(seat), heard.suits_of(seat.partner)
    fresh = suits(heard, (*heard.theirs, *told, *partners))
    for strain, _ in suits(heard):
        if strain in partners:
            yield from _lowest_and_game(heard, strain, 3)
    majors = [one for one in fresh if one[0] in MAJORS]
    for strain, _ in majors:  # with both, partner may have either
        yield Say(heard.lowest(strain), lengths=each([suit for _, suit in majors], 4))
    for strain, _ in majors:
        yield from _lowest_and_game(heard, strain, 4)
    enough = round(needed(Strain.NO_TRUMPS, 3)) - partner.low
    odd = auction.cheapest(Strain.NO_TRUMPS)
    if odd <= 3:
        stopped = heard.their_suits
        yield Say(Bid(3, Strain.NO_TRUMPS), enough, MOST_POINTS, stopped=stopped)
        yield Say(Bid(odd, Strain.NO_TRUMPS), 0, enough - 1, stopped=stopped)
    for strain, _ in suits(heard):
        if strain in told:
            yield from _lowest_and_game(heard, strain, 5)
    for length in (5, 4, 3):
        for strain, suit in fresh:
            yield Say(heard.lowest(strain), lengths=at_least(suit, length))
    for strain in told:
        yield Say(heard.lowest(strain))


def _lowest_and_game(heard: Heard, strain: Strain, count: int) -> Iterator[Say]:
    """So many cards of a suit at its lowest, and with enough for it at the level of the game."""
    auction, suit = heard.auction, strain.trumps
    assert suit is not None
    game, enough = auction.setting.tricks_for_game(heard.seat.side, strain), MOST_POINTS + 1
    if auction.cheapest(strain) < game <= 4:
        enough = round(needed(strain, game)) - heard.pictures.of(heard.seat.partner).low
        yield Say(Bid(game, strain), enough, MOST_POINTS, at_least(suit, count))
    yield Say(heard.lowest(strain), 0, enough - 1, at_least(suit, count))


def to_rescue(heard: Heard) -> Iterator[Say]:
    """Answers to a redouble that asks: the longest suit, of equal ones the cheapest, but not the doubled one
    nor theirs."""
    last = heard.auction.last_bid
    assert last is not None
    for length in (6, 5, 4, 3):
        for strain, suit in suits(heard, (last.bid.strain, *heard.theirs)):
            yield Say(heard.lowest(strain), lengths=at_least(suit, length))
