"""Auctions without card play: deals are bid by robots and scored at their double-dummy tricks."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from lab.robots.solved import SolvedDeal
from robots.calls.trick_outlook import strain_index
from robots.payoffs import Payoffs, Undertaken, payoffs_of
from robots.player import Answer, Player
from rules.calls import Bid, Call, Called, Double, Pass, action_word, parse_call
from rules.cards import Card, Hand
from rules.counting.reckon import BOOK, NOTHING_SCORED, Column, Contract, Standing, Tally
from rules.frozen import replace
from rules.seats import BySeat, BySide, Seat, Side
from rules.tricks import Strain
from rules.view import SeatView
from tests.trials.stage.matches import FOUR, Rigged, among_robots, waiting
from tests.trials.stage.tables import Evening

Seated = Callable[[Seat], Player | None]
"""The robot of a seat; None always passes."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The result of an auction."""

    calls: tuple[Called, ...]
    bid: Bid | None  # None: all passed
    level: int = 0
    declarer: Seat = Seat.SOUTH

    @property
    def words(self) -> str:
        return " ".join(action_word(called.call).removeprefix("bid:") for called in self.calls)


def order_of(hands: Sequence[Hand]) -> Sequence[Card]:
    """The pack that deals these hands, north's first, at the table of ``deal_from``, where the south
    deals."""
    cards = [list(hand) for hand in hands]
    return [cards[seat.index][place] for place in range(13) for seat in Seat.WEST.onwards()]


def table_at(hands: Sequence[Hand], game: str, standing: Standing) -> Evening:
    """A table at which the south has dealt these hands at this score of the rubber; nothing called."""
    evening = Evening(0, game, seating="fixed")
    evening.dice = Rigged(order_of(hands))
    evening.seat(*FOUR).start()
    assert evening.table.rubber is not None
    evening.table = replace(evening.table, rubber=replace(evening.table.rubber, standing=standing))
    return evening.cut()


def bid_out(
    hands: Sequence[Hand],
    game: str,
    seated: Seated,
    seconds: float,
    seed: object,
    standing: Standing = NOTHING_SCORED,
    strangers: bool = False,
) -> Reached:
    """The auction of these robots. Their random numbers are seeded by the place in the auction. They know
    each other for robots of ours unless there are ``strangers`` at the table."""
    evening = table_at(hands, game, standing)
    calls: tuple[Called, ...] = ()
    settled = None
    while (deal := evening.table.deal) is not None and deal.playing is None:
        view = waiting(evening) if strangers else among_robots(waiting(evening))
        assert view.viewer is not None
        robot, rng = seated(view.viewer), random.Random(f"{seed} {len(calls)}")
        choice = robot.choose(view, seconds, rng).choice if robot is not None else Pass()
        assert isinstance(choice, Bid | Pass | Double)
        evening.do(view.viewer, choice)
        calls = (*calls, Called(view.viewer, choice))
        public = evening.view(None).deal
        settled = public.settled if public is not None else None
    if settled is None:
        return Reached(calls, None)
    assert settled.bid is not None and settled.declared_by is not None
    return Reached(calls, settled.bid, settled.level, settled.declared_by)


def bid_again(
    hands: Sequence[Hand], game: str, words: Sequence[str], standing: Standing = NOTHING_SCORED
) -> Reached:
    """The same auction from the words of its calls."""
    calls = [parse_call(f"bid:{word}" if word[0].isdigit() else word) for word in words]
    place = itertools.count()
    return bid_out(hands, game, lambda seat: _Repeats(calls[next(place)]), inf, "", standing)


@dataclass(frozen=True, slots=True)
class _Repeats:
    """A player who makes this call."""

    call: Call

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        return Answer(self.call)


@lru_cache
def payoffs_at(game: str) -> Payoffs:
    return payoffs_of(Evening(0, game, seating="fixed").view(None).table)


@dataclass(frozen=True, slots=True)
class Scored:
    """One deal's contracts at their double-dummy tricks, at nil score."""

    deal: SolvedDeal
    payoffs: Payoffs

    def tricks(self, bid: Bid, declarer: Seat) -> int:
        """The tricks of declarer's side."""
        return self.deal.table[strain_index(bid.strain.trumps)][declarer.index]

    def made(self, bid: Bid, declarer: Seat) -> bool:
        return self.tricks(bid, declarer) >= BOOK + bid.odd

    def gain(self, bid: Bid, level: int, declarer: Seat) -> float:
        """The gain of declarer's side: points and the prospect of games, less those of the adversaries."""
        bits = [self.deal.hands[seat.index].bits for seat in declarer.onwards()]
        contract = Undertaken(bid, level, ours=True)
        return self.payoffs.gain(contract, NOTHING_SCORED, self.tricks(bid, declarer), bits)

    def best(self, side: Side) -> float:
        """The largest gain of a side from an undoubled contract of its own, or 0 if that is better."""
        assert self.payoffs.bidding_law is not None
        bids = [bid for bid in self.payoffs.bidding_law.ladder if bid.strain is not Strain.MISERE]
        return max(0.0, *(self.gain(bid, 0, seat) for bid in bids for seat in side.seats))

    def lost(self, reached: Reached) -> float:
        """The loss of the side that got the contract against its best; if all passed, that of the side that
        lost more."""
        if reached.bid is None:
            return max(self.best(side) for side in Side)
        return self.best(reached.declarer.side) - self.gain(reached.bid, reached.level, reached.declarer)

    def gain_of(self, side: Side, reached: Reached) -> float:
        if reached.bid is None:
            return 0.0
        gain = self.gain(reached.bid, reached.level, reached.declarer)
        return gain if side is reached.declarer.side else -gain


@lru_cache(maxsize=4096)
def is_game(payoffs: Payoffs, bid: Bid) -> bool:
    """Whether this contract, just made and undoubled, wins a game at nil score."""
    won = BySide(BOOK + bid.odd, 13 - BOOK - bid.odd)
    tally = Tally(bid.strain.trumps, 0, won, BySeat(0, 0, 0, 0), contract=Contract(bid, Side.NS))
    below = sum(
        entry.amount
        for entry in payoffs.law.reckon(tally, NOTHING_SCORED)
        if entry.column is Column.BELOW and entry.side is Side.NS
    )
    return below >= payoffs.law.rubber.game
