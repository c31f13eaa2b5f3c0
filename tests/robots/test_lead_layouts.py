"""Layouts for the opening lead: the bids of robots are read as the system makes them."""

from __future__ import annotations

import random
from math import inf

from robots.calls.bidding import call_of
from robots.calls.meaning import Heard
from robots.calls.system import heard_by
from robots.calls.trick_outlook import holding
from robots.search.auction_layouts import lead_layouts
from robots.search.layouts import Layout
from robots.search.likely import likely_layouts
from rules.calls import Bid
from rules.cards import WHOLE_PACK, Hand, parse_card
from rules.seats import Seat
from rules.tricks import Strain
from rules.view import SeatView
from tests.trials.stage.matches import after, among_robots

NORTH, EAST, SOUTH, WEST = Seat
LEADER = "QS TS 8S 5S KH 7H 4H JD 9D 2D JC 6C 3C"


def at_the_lead() -> SeatView:
    """South has opened one no trumps, and north has raised it to three."""
    return after({WEST: LEADER}, "bid:1N pass bid:3N pass pass pass", game="contract").view(WEST)


def openers(view: SeatView, layouts: list[Layout]) -> int:
    """In how many of these layouts the system would open south's hand with one no trumps."""
    heard = Heard.beginning(heard_by(view).auction.setting)
    return sum(
        call_of(heard, holding(Hand(layout[SOUTH.index]))) == Bid(1, Strain.NO_TRUMPS) for layout in layouts
    )


def test_in_most_layouts_the_robots_would_have_bid_as_they_did() -> None:
    view = among_robots(at_the_lead())
    found = lead_layouts(view, 40, random.Random(1), inf)
    assert len(found) == 40
    assert all(sum(layout) == WHOLE_PACK.bits for layout in found)
    assert {Hand(layout[WEST.index]) for layout in found} == {Hand.of(map(parse_card, LEADER.split()))}
    assert openers(view, found) > 30
    assert openers(view, likely_layouts(view, 40, 5, random.Random(1))) < 20, "why these are drawn"


def test_among_people_and_after_the_lead_there_are_none() -> None:
    assert lead_layouts(at_the_lead(), 40, random.Random(1), inf) == []
    led = after({WEST: LEADER}, "bid:1N pass bid:3N pass pass pass play:5S", game="contract").view(NORTH)
    assert lead_layouts(among_robots(led), 40, random.Random(1), inf) == []
