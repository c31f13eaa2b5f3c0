"""The contract of a side that sees both its hands, and what it loses: a bound for any way of bidding."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from lab.robots.auction_table import Reached, Scored
from robots.calls.auction import Setting
from robots.search.auction_search import ValuedLayout
from robots.search.layouts import Layout
from rules.calls import Bid
from rules.counting.reckon import NOTHING_SCORED
from rules.seats import Seat, Side
from rules.tricks import Strain

LAYOUTS: Final = 16
"""Layouts of the other side's cards in which contracts are compared."""


def best_for_both(scored: Scored, side: Side, rng: random.Random) -> Reached:
    """The contract that is best on average, by estimated tricks, over what the other side may hold; none if
    all cost points."""
    payoffs = scored.payoffs
    law = payoffs.auction_law
    assert law is not None
    setting = Setting(payoffs, law, NOTHING_SCORED, Seat.SOUTH)
    bids = [bid for bid in law.ladder if bid.strain is not Strain.MISERE]
    gains: dict[tuple[Bid, Seat], float] = defaultdict(float)
    for layout in _others_dealt(scored, side, rng):
        valued = ValuedLayout(setting, layout)
        for bid in bids:
            for seat in side.seats:
                gains[bid, seat] += valued.gain(side, bid, 0, seat)
    bid, declarer = max(gains, key=lambda one: gains[one])
    return Reached((), bid if gains[bid, declarer] > 0 else None, 0, declarer)


def _others_dealt(scored: Scored, side: Side, rng: random.Random) -> Iterator[Layout]:
    hands = [hand.bits for hand in scored.deal.hands]
    one, other = (seat.index for seat in side.other.seats)
    theirs = hands[one] | hands[other]
    hidden = [card for card in range(52) if theirs >> card & 1]
    for _ in range(LAYOUTS):
        hands[one] = sum(1 << card for card in rng.sample(hidden, 13))
        hands[other] = theirs ^ hands[one]
        north, east, south, west = hands
        yield north, east, south, west
