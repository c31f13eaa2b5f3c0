"""The plain robot with the first bidding system: it priced every bid as if it were the last."""

from __future__ import annotations

import random

from lab.first_system.bidding import bid
from robots.payoffs import payoffs_of
from robots.player import DUTIES, Answer, Player
from rules.calls import Bid, Play
from rules.view import SeatView


class FirstSystem:
    """Bids by the first system; another robot does the rest."""

    def __init__(self, other: Player) -> None:
        self._other = other

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        payoffs = payoffs_of(view.table)
        calls = [option for option in view.options if not isinstance(option, Play)]
        if (
            payoffs.auction_law is None
            or view.may & DUTIES
            or not any(isinstance(call, Bid) for call in calls)
        ):
            return self._other.choose(view, budget, rng)
        return Answer(bid(view, calls, payoffs))
