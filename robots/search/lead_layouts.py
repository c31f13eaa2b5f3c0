"""Layouts for the opening lead after an auction, in which the robots would have bid as they did.

Hardly any of the layouts that ``likely`` draws are such. Later, when dummy lies open and cards have been
played, layouts like these choose no better cards than those of ``likely``, which also reads the cards.
"""

from __future__ import annotations

import random
import time

from robots.calls.reading import heard_by
from robots.payoffs import payoffs_of
from robots.search.auction_layouts import AuctionLayouts
from robots.search.layouts import Layout
from robots.search.likely import drawn
from robots.strength import robots_at
from rules.seats import Seat
from rules.view import SeatView


def lead_layouts(view: SeatView, count: int, rng: random.Random, until: float) -> list[Layout]:
    """So many, or as many as there are before the time ``until`` of ``time.perf_counter``, the likelier more
    often. None where this is no opening lead, where no other robot has bid, or where cards have been seen."""
    payoffs, deal = payoffs_of(view.table), view.deal
    assert deal is not None and view.own is not None and view.viewer is not None
    robots = robots_at(view.table) - {view.viewer}
    seen = deal.faced or any(deal.cards_played()) or any(view.placed(seat) for seat in Seat)
    if payoffs.auction is None or not robots or seen:
        return []
    hands = AuctionLayouts(heard_by(view, payoffs), view.viewer, view.own.dealt, rng, robots)
    found = [hands.likely()]
    while len(found) < count and time.perf_counter() < until:
        found.append(hands.likely())
    return drawn([layout for layout, _ in found], [weight for _, weight in found], len(found), rng)
