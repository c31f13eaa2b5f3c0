"""A robot that searches for its calls in an auction and leaves everything else to another."""

from __future__ import annotations

import random
import time
from typing import Final

from robots.calls.reading import heard_by
from robots.payoffs import payoffs_of
from robots.player import DUTIES, Answer, Player, Reasons
from robots.search.auction_search import AuctionSearch, Method
from robots.search.double_dummy import Position, Solver
from robots.search.layouts import Layout
from rules.calls import Bid
from rules.seats import Seat
from rules.strains import Strain
from rules.view import SeatView

TRICKS: Final = 13
USUAL: Final = Method()


class BiddingRobot:
    """Bids by ``auction_search`` once somebody has bid; the first bid is that of the system, which ``other``
    knows."""

    def __init__(self, other: Player, solver: Solver | None = None, method: Method = USUAL) -> None:
        self._other, self._solver, self._method = other, solver, method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        until = time.perf_counter() + budget
        payoffs = payoffs_of(view.table)
        if payoffs.auction is None or not _is_bidding(view):
            return self._other.choose(view, budget, rng)
        assert view.own is not None
        heard = heard_by(view, payoffs)
        if not heard.auction.bids and not self._method.first_bid:
            return self._other.choose(view, budget, rng)
        solve = self._tricks if self._solver is not None else None
        found = AuctionSearch(heard, view.own.dealt, rng, self._method).call(until, solve)
        return Answer(found.call, Reasons(found.candidates, found.layouts))

    def _tricks(self, layout: Layout, strain: Strain, declarer: Seat) -> int:
        assert self._solver is not None
        (tricks,) = self._solver.best((Position(layout, strain.trumps, declarer.left.index),))
        return TRICKS - tricks


def _is_bidding(view: SeatView) -> bool:
    return (
        view.deal is not None
        and not view.deal.playing
        and not view.may & DUTIES
        and any(isinstance(option, Bid) for option in view.options)
    )
