"""A robot that searches for its calls in an auction and leaves everything else to another."""

from __future__ import annotations

import random
import time
from typing import Final

from robots.calls.reading import heard_by
from robots.payoffs import payoffs_of
from robots.player import DUTIES, Answer, Player, Reasons
from robots.search.auction_search import AuctionSearch, Method
from rules.calls import Bid
from rules.view import SeatView

USUAL: Final = Method()


class BiddingRobot:
    """Bids by ``auction_search`` once somebody has bid; the first bid is that of the system, which ``other``
    knows."""

    def __init__(self, other: Player, method: Method = USUAL) -> None:
        self._other, self._method = other, method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        until = time.perf_counter() + budget
        payoffs = payoffs_of(view.table)
        if payoffs.auction is None or not _is_bidding(view):
            return self._other.choose(view, budget, rng)
        assert view.own is not None
        heard = heard_by(view, payoffs)
        if not heard.auction.bids:
            return self._other.choose(view, budget, rng)
        found = AuctionSearch(heard, view.own.dealt, rng, self._method).call(until)
        return Answer(found.call, Reasons(found.candidates, found.layouts))


def _is_bidding(view: SeatView) -> bool:
    return (
        view.deal is not None
        and not view.deal.playing
        and not view.may & DUTIES
        and any(isinstance(option, Bid) for option in view.options)
    )
