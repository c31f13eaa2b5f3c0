"""Random layouts of the hidden hands that agree with an auction, before any card has been played.

Hands are drawn by a Markov chain: two hidden hands exchange a card each, and the exchange is kept as often as
the new hands agree better with what the calls have told (Metropolis). What comes out is kept as often as the
robots' own system would have made the calls that were made.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Sequence
from math import exp
from typing import Final

from robots.calls.bidding import makes
from robots.calls.meaning import Heard, Picture
from robots.calls.reading import after, heard_by, says
from robots.calls.trick_outlook import holding
from robots.payoffs import payoffs_of
from robots.player import robots_at
from robots.search.layouts import Layout
from robots.search.likely import drawn
from rules.calls import Call, Pass
from rules.cards import PACK, Hand, Rank
from rules.seats import Seat
from rules.view import SeatView

A_POINT: Final = 0.9
A_CARD: Final = 1.2
"""The loss of log-likelihood for each point, or card, by which a hand differs from what it has told."""

LEAST: Final = 0.001
"""The least weight."""

LESS_BELIEF: Final = 0.4
"""The part of this that is lost if the hand is of somebody who may bid by another system."""

UNLIKELY: Final = 0.15
"""The weight of a hand for each call that the system would not have made with it."""

MOST_TRIES: Final = 6
"""Layouts that are drawn for one that is kept; then the likeliest of them is."""

BURN_IN: Final = 120
"""Exchanges before the first layout."""

BETWEEN: Final = 24
BETWEEN_TRIES: Final = 10
"""Exchanges between two layouts that are kept, and from one that is not to the next."""

_POINTS: Final = tuple(max(0, card.rank - Rank.TEN) for card in PACK)


class AuctionLayouts:
    """Layouts for a seat with this hand. Calls of the others are compared with those of the system if they
    are of ``systematic`` seats; what the rest have told is believed less."""

    def __init__(
        self,
        heard: Heard,
        seat: Seat,
        hand: Hand,
        rng: random.Random,
        systematic: Collection[Seat] = tuple(Seat),
    ) -> None:
        self._rng = rng
        self._seat = seat
        self._hand = hand
        self._hidden = [other for other in Seat if other is not seat]
        self._pictures = [heard.pictures.of(other) for other in self._hidden]
        self._belief = [1.0 if other in systematic else LESS_BELIEF for other in self._hidden]
        self._spoken = _spoken(heard, seat, systematic)
        cards = [card.index for card in PACK if not hand.bits & card.bit]
        rng.shuffle(cards)
        self._held = [cards[13 * place : 13 * place + 13] for place in range(3)]
        self._strength = [sum(_POINTS[card] for card in held) for held in self._held]
        self._lengths = [
            [sum(card // 13 == suit for card in held) for suit in range(4)] for held in self._held
        ]
        self._fits = [
            belief * _fit(picture, points, lengths)
            for belief, picture, points, lengths in zip(
                self._belief, self._pictures, self._strength, self._lengths, strict=True
            )
        ]
        self._exchange(BURN_IN)
        self._most = 0.0  # the largest weight so far

    def likely(self) -> tuple[Layout, float]:
        """The next layout that is kept, and its weight: those kept weigh as much as the likeliest so far; if
        none of those drawn was kept, the likeliest of them weighs what it is worth."""
        if not self._most:
            self._most = max(self.weight(self.deal(BETWEEN_TRIES)) for _ in range(2 * MOST_TRIES))
        likeliest, most = self.deal(), 0.0
        for _ in range(MOST_TRIES):
            layout, least = self.deal(BETWEEN_TRIES), self._rng.random() * self._most
            weight = self.weight(layout, min(least, most))
            if weight >= least:
                self._most = max(self._most, weight)
                return layout, self._most
            if weight > most:
                likeliest, most = layout, weight
        return likeliest, max(most, LEAST * self._most)

    def deal(self, exchanges: int = BETWEEN) -> Layout:
        """The next layout of the chain."""
        self._exchange(exchanges)
        hands = [0, 0, 0, 0]
        hands[self._seat.index] = self._hand.bits
        for seat, held in zip(self._hidden, self._held, strict=True):
            bits = 0
            for card in held:
                bits |= 1 << card
            hands[seat.index] = bits
        north, east, south, west = hands
        return north, east, south, west

    def weight(self, layout: Layout, enough: float = 0.0) -> float:
        """How likely the calls so far are with these hands, by the system; 0 for less than ``enough``."""
        weight = 1.0
        for place, before, call in self._spoken:
            if not makes(before, holding(Hand(layout[place])), call):
                weight *= UNLIKELY
                if weight < enough:
                    return 0.0
        return weight

    def _exchange(self, times: int) -> None:
        rng, held, belief = self._rng.random, self._held, self._belief
        for _ in range(times):
            one = int(rng() * 3)
            other = (one + 1 + int(rng() * 2)) % 3
            at, to = int(rng() * 13), int(rng() * 13)
            mine, theirs = held[one][at], held[other][to]
            suit, into = mine // 13, theirs // 13
            more = _POINTS[theirs] - _POINTS[mine]
            if suit == into and not more:
                held[one][at], held[other][to] = theirs, mine
                continue
            first, second = self._lengths[one], self._lengths[other]
            first[suit] -= 1
            first[into] += 1
            second[into] -= 1
            second[suit] += 1
            fit_one = belief[one] * _fit(self._pictures[one], self._strength[one] + more, first)
            fit_other = belief[other] * _fit(self._pictures[other], self._strength[other] - more, second)
            gain = fit_one + fit_other - self._fits[one] - self._fits[other]
            if gain >= 0 or rng() < exp(gain):
                held[one][at], held[other][to] = theirs, mine
                self._strength[one] += more
                self._strength[other] -= more
                self._fits[one], self._fits[other] = fit_one, fit_other
            else:
                first[suit] += 1
                first[into] -= 1
                second[into] += 1
                second[suit] -= 1


def _fit(picture: Picture, points: int, lengths: Sequence[int]) -> float:
    """The log-likelihood of a hand under what it has told."""
    off = 0.0
    if points < picture.low:
        off = A_POINT * (picture.low - points)
    elif points > picture.high:
        off = A_POINT * (points - picture.high)
    one, two, three, four = picture.lengths
    short = (
        max(0, one - lengths[0])
        + max(0, two - lengths[1])
        + max(0, three - lengths[2])
        + max(0, four - lengths[3])
    )
    return -off - A_CARD * short


def _spoken(heard: Heard, seat: Seat, systematic: Collection[Seat]) -> list[tuple[int, Heard, Call]]:
    """The calls of other seats by which hands are judged, each with its seat and the state before it: first
    those that the system finds fastest. A pass of an adversary who might have gone on tells little and takes
    long to judge."""
    spoken: list[tuple[int, Heard, Call]] = []
    state = Heard.beginning(heard.auction.setting)
    for call in heard.auction.calls:
        idle = call == Pass() and not says(state) and state.seat.side is not seat.side
        if state.seat is not seat and state.seat in systematic and not idle:
            spoken.append((state.seat.index, state, call))
        state = after(state, call)
    return sorted(spoken, key=lambda one: not says(one[1]))


# Layouts for the opening lead after an auction, in which the robots would have bid as they did


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
