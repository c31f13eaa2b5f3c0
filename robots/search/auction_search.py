"""A search for the best call in an auction: what each comes to in layouts of the hidden hands, where everyone
goes on by the system, and the contract brings what the game pays for its estimated tricks.

Tricks are estimated from the strength of the two hands and from a quick play-out, with weights fitted to
deals solved double dummy; what is left to chance is a normal distribution around that.
"""

from __future__ import annotations

import random
import time
from functools import lru_cache
from math import fsum, inf
from typing import Final

from robots.calls import aces
from robots.calls.auction import Setting
from robots.calls.bidding import DOWN_TO_DOUBLE, beats_alone, call_of, truthful
from robots.calls.meaning import ANY, Heard
from robots.calls.system import heard_after, heard_by, meaning, over_their_game
from robots.calls.trick_outlook import SUIT, holding
from robots.payoffs import TRICKS, Undertaken, payoffs_of, trick_chances
from robots.player import DUTIES, Answer, Candidate, Player, Reasons
from robots.search.auction_layouts import AuctionLayouts
from robots.search.comparing import Comparison, mean_and_error
from robots.search.layouts import Layout
from robots.search.playouts import cards_of, lose_out, play_out
from rules.calls import Bid, Call, Double, Pass
from rules.cards import Hand, Suit
from rules.counting.reckon import BOOK
from rules.frozen import frozen
from rules.seats import Seat, Side
from rules.tricks import Strain
from rules.view import SeatView

SUIT_SPREAD: Final = 0.85
EVEN_SPREAD: Final = 1.15
"""Standard deviation of the double-dummy tricks around the estimate."""

NEARLY_ALL: Final = 12.0
ABOVE_NEARLY_ALL: Final = 0.2
"""The last trick is seldom won: of the estimate above twelve only so much counts."""

ACE_BIT: Final = 1 << 12
"""Its bit among the thirteen of a suit."""

LEAST_CHANCE: Final = 0.01
"""Numbers of tricks that are less likely than this are left out."""


class ValuedLayout:
    """One layout, with the tricks that have been estimated in it."""

    __slots__ = ("_tricks", "layout", "setting")

    def __init__(self, setting: Setting, layout: Layout) -> None:
        self.setting, self.layout = setting, layout
        self._tricks: dict[tuple[Strain, int], tuple[tuple[int, float], ...]] = {}

    def chances(self, strain: Strain, declarer: Seat) -> tuple[tuple[int, float], ...]:
        """Numbers of tricks of declarer's side, with their chances."""
        key = strain, declarer.index
        known = self._tricks.get(key)
        if known is None:
            spread = EVEN_SPREAD if strain.trumps is None else SUIT_SPREAD
            tricks = self._estimate(strain, declarer)
            if tricks > NEARLY_ALL:
                tricks = NEARLY_ALL + ABOVE_NEARLY_ALL * (tricks - NEARLY_ALL)
            known = self._tricks[key] = _chances_up_to(round(tricks, 1), spread, self._most(strain, declarer))
        return known

    def _most(self, strain: Strain, declarer: Seat) -> int:
        """The most tricks that declarer's side can win: aces of the others win that cannot be ruffed."""
        if strain is Strain.MISERE:
            return TRICKS
        own, partners_hand = (self.layout[seat.index] for seat in (declarer, declarer.partner))
        lost = 0
        for suit in Suit:
            mine, partners = own >> 13 * suit.index & SUIT, partners_hand >> 13 * suit.index & SUIT
            can_ruff = strain.trumps not in (None, suit) and not (mine and partners)
            lost += 0 < mine | partners < ACE_BIT and not can_ruff
        return TRICKS - lost

    def gain(self, side: Side, bid: Bid, level: int, declarer: Seat) -> float:
        """The expected gain of a side from a contract: points and the prospect of games."""
        bits = tuple(self.layout[(declarer.index + place) % 4] for place in range(4))
        payoffs, score = self.setting.payoffs, self.setting.standing_of(declarer.side)
        contract = Undertaken(bid, level, ours=True)
        gains, (lost, won) = payoffs.gains(contract, score), payoffs.honours_dealt(contract, bits)
        gain = 0.0
        for tricks, chance in self.chances(bid.strain, declarer):
            gain += chance * (gains[tricks] + (won if tricks > BOOK else lost))
        return gain if side is declarer.side else -gain

    def _estimate(self, strain: Strain, declarer: Seat) -> float:
        hands, trumps = list(self.layout), strain.trumps
        own, partners = (holding(Hand(hands[seat.index])) for seat in (declarer, declarer.partner))
        if strain is Strain.MISERE:
            won = lose_out(hands, 0, declarer.left.index)
            return float(won if declarer.side is Side.NS else TRICKS - won)
        won = play_out(hands, cards_of(trumps), declarer.left.index)
        tricks = won if declarer.side is Side.NS else TRICKS - won
        points, aces = own.points + partners.points, own.aces + partners.aces
        if trumps is None:
            open_suits = sum(
                not (stop or other) for stop, other in zip(own.stops, partners.stops, strict=True)
            )
            return -2.04 + 0.271 * points + 0.301 * aces - 0.443 * open_suits + 0.362 * tricks
        length = own.lengths[trumps.index] + partners.lengths[trumps.index]
        if length < 6:
            return 0.45 + 0.92 * tricks
        short = own.short[trumps.index] + partners.short[trumps.index]
        return -3.76 + 0.195 * points + 0.366 * length + 0.181 * short + 0.202 * aces + 0.499 * tricks


@lru_cache(maxsize=1024)
def _chances_up_to(mean: float, spread: float, most: int) -> tuple[tuple[int, float], ...]:
    below_most = trick_chances(mean, spread)[:most]
    every = [*enumerate(below_most), (most, 1 - fsum(below_most))]
    likely = [(tricks, chance) for tricks, chance in every if chance >= LEAST_CHANCE]
    total = fsum(chance for _, chance in likely)
    return tuple((tricks, chance / total) for tricks, chance in likely)


# A search for the best call in an auction, by what it comes to


MOST_CALLS: Final = 60
"""Calls after which an auction that goes on in a layout is taken to be over."""

FEWEST_LAYOUTS: Final = 24
"""Layouts without which the system is not left."""

HARDLY_WORSE: Final = 0.5
CLEARLY_WORSE: Final = 1.0
"""Standard errors by which a call that is given up is worse than that of the system, and than the best."""

CERTAINLY_BETTER: Final = 2.0
"""Standard errors by which a call is better than that of the system if no more layouts are wanted, and by
which it must be if it lets the adversaries play: layouts are drawn by how robots bid, and people may not."""

LAST_LAYOUT_BY: Final = 0.7
"""The part of the time by which the last layout is tried."""

Contract = tuple[Bid, int, Seat] | None
"""A bid, its doublings and who plays it; None if all have passed."""


@frozen
class Method:
    layouts: int = 96  # in which the calls are tried, if they are close
    first: int = 12  # after so many, and as many again, calls that are hardly better are given up
    clearly: float = 0.5  # standard errors by which a call must be better than that of the system


class AuctionSearch:
    """One search, for the seat that is to speak."""

    def __init__(self, heard: Heard, hand: Hand, rng: random.Random, method: Method) -> None:
        self._heard, self._method = heard, method
        self._side = heard.seat.side
        self._system = call_of(heard, holding(hand))
        saves = heard.forced and heard.cries is heard.seat.partner
        bound = saves or aces.is_asked(heard) or aces.has_partner_answered(heard)  # to what partner counts on
        known = bound or (self._system == Double() and beats_alone(heard, holding(hand)))
        others = () if known else truthful(heard, holding(hand))
        found = [call for call in others if call != self._system]
        self._calls = [self._system, *(call for call in found if self._dares(call))]
        self._beside = [call for call in found if call not in self._calls]  # compared, and never made
        self._layouts = AuctionLayouts(heard, heard.seat, hand, rng)
        self._found = Comparison[Call]((*self._calls, *self._beside))

    def searched_call(self, until: float) -> Answer:
        """The call, with what all that were tried came to: the call first, then the best. ``until`` is a time
        of ``time.perf_counter``, before which the last layout is tried."""
        now, method = time.perf_counter(), self._method
        pause = now + LAST_LAYOUT_BY * (until - now)
        while self._wants_more and self._found.layouts < method.layouts and time.perf_counter() < pause:
            self._try_layout()
            if not self._found.layouts % method.first and self._gives_up_worst():
                break
        if not self._found.layouts:
            return Answer(self._system)
        means = {call: self._mean_of(call) for call in self._found.gains}
        chosen = self._choice() if self._found.layouts >= FEWEST_LAYOUTS else self._system
        ranked = sorted(means, key=lambda call: (call != chosen, -means[call]))
        candidates = tuple(
            Candidate(call, means[call], self._found.behind(chosen, call)[1]) for call in ranked
        )
        return Answer(chosen, Reasons(candidates, self._found.layouts))

    @property
    def _wants_more(self) -> bool:
        return len(self._calls) > 1 or (bool(self._beside) and self._found.layouts < self._method.first)

    def _dares(self, call: Call) -> bool:
        """Whether a call may be made in place of the system's. To let the adversaries play below a game,
        doubled or not, brought less than it seemed: their calls need not mean what the system's would."""
        return over_their_game(self._heard) or not self._leaves_them(call)

    def _leaves_them(self, call: Call) -> bool:
        """Whether a call lets the adversaries play their bid, doubled or not."""
        last = self._heard.auction.last_bid
        if last is None or last.seat.side is self._side:
            return False
        return call == Pass() or (call == Double() and meaning(self._heard, call).lengths == ANY)

    def _choice(self) -> Call:
        """The best call, if it is better enough; a pass or double that is not gives way to the next."""
        for call in sorted(self._calls, key=self._mean_of, reverse=True):
            if self._is_better(call):
                return call
            if not self._leaves_them(call):
                break
        return self._system

    def _is_better(self, call: Call) -> bool:
        """Whether a call is so much better than that of the system that it is made instead. A double that
        punishes must be better than every other, and than a pass by as much as if they failed by two."""
        errors, others = self._method.clearly, [self._system]
        if call == Double() and self._leaves_them(call):
            passed = self._mean_of(Pass()) if Pass() in self._found.gains else -inf
            if self._mean_of(call) - passed < self._two_down():
                return False
            errors, others = CERTAINLY_BETTER, [one for one in self._calls if one != call]
        elif self._leaves_them(call):
            errors = CERTAINLY_BETTER
        margins = (self._found.behind(one, call) for one in others)
        return all(ahead > errors * error for ahead, error in margins)

    def _two_down(self) -> float:
        """What a double brings if the bid of the adversaries that stands fails by two."""
        setting, last = self._heard.auction.setting, self._heard.auction.bids[-1]
        tricks = TRICKS - BOOK - last.bid.odd + round(DOWN_TO_DOUBLE)
        contracts = (Undertaken(last.bid, level, ours=False) for level in (0, 1))
        score = setting.standing_of(self._side)
        plain, doubled = (setting.payoffs.gains(one, score)[tricks] for one in contracts)
        return doubled - plain

    def _mean_of(self, call: Call) -> float:
        """The mean of a call, by the system's mean and by how both compare where both were tried."""
        mean, _ = mean_and_error(self._found.gains[self._system], self._found.weights)
        return mean + self._found.behind(self._system, call)[0]

    def _try_layout(self) -> None:
        layout, weight = self._layouts.likely()
        valued = ValuedLayout(self._heard.auction.setting, layout)
        self._found.weights.append(weight)
        known: dict[Contract, float] = {}
        for call in (*self._calls, *self._beside):
            end = play_on(heard_after(self._heard, call), layout)
            if end not in known:
                known[end] = valued.gain(self._side, *end) if end is not None else 0.0
            self._found.gains[call].append(known[end])

    def _gives_up_worst(self) -> bool:
        """Leaves out calls that are clearly worse than the best, and those that seem worse than that of the
        system. Whether another is better than that of the system without doubt."""
        if self._found.layouts < FEWEST_LAYOUTS and over_their_game(self._heard):
            return False  # there more is at stake
        best = self._choice()  # not a double that is not dared
        for call in self._calls[1:]:
            hardly = self._found.as_good(call, self._system, HARDLY_WORSE)
            if not hardly or not self._found.as_good(call, best, CLEARLY_WORSE):
                self._calls.remove(call)
        if self._found.layouts < FEWEST_LAYOUTS:
            return False
        return not self._found.as_good(self._system, self._choice(), CERTAINLY_BETTER)


def play_on(heard: Heard, layout: Layout) -> Contract:
    """The contract that is reached if everybody goes on by the system with these hands."""
    while not heard.auction.has_ended and len(heard.auction.calls) < MOST_CALLS:
        heard = heard_after(heard, call_of(heard, holding(Hand(layout[heard.seat.index]))))
    return heard.auction.contract_bid


# A robot that searches for its calls in an auction and leaves everything else to another


USUAL_METHOD: Final = Method()


class BiddingRobot:
    """Searches for its calls once somebody has bid; the first bid is the system's, which ``other`` knows."""

    def __init__(self, other: Player, method: Method = USUAL_METHOD) -> None:
        self._other, self._method = other, method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        until = time.perf_counter() + budget
        if payoffs_of(view.table).auction_law is None or not _is_bidding(view):
            return self._other.choose(view, budget, rng)
        assert view.own is not None
        heard = heard_by(view)
        if not heard.auction.bids:
            return self._other.choose(view, budget, rng)
        return AuctionSearch(heard, view.own.dealt, rng, self._method).searched_call(until)


def _is_bidding(view: SeatView) -> bool:
    waits = view.deal is not None and not view.deal.playing and not view.may & DUTIES
    return waits and any(isinstance(option, Bid) for option in view.options)
