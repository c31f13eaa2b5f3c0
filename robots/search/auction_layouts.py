"""Layouts of the hidden hands that agree with an auction, before any card has been played.

Hands are drawn by a Markov chain: two hidden hands exchange a card each, and the exchange is kept as often as
the new hands agree better with what the calls have told (Metropolis). What comes out is kept as often as the
robots' own system would have made the calls that were made.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection
from math import exp
from typing import Final

from robots.calls.bidding import call_of
from robots.calls.meaning import Heard, Picture
from robots.calls.system import heard_after, heard_by, says
from robots.calls.trick_outlook import holding
from robots.payoffs import payoffs_of
from robots.player import robots_at
from robots.search.layouts import Layout
from robots.search.likely import resampled
from rules.calls import Call, Pass
from rules.cards import PACK, Hand, Rank
from rules.seats import Seat
from rules.view import SeatView

POINT_LOSS: Final = 0.9
CARD_LOSS: Final = 1.2
"""The loss of log-likelihood for each point, or card, by which a hand differs from what it has told."""

LEAST_LIKELY: Final = 0.001
"""The least weight."""

LESS_BELIEF: Final = 0.4
"""The part of this that is lost if the hand is of somebody who may bid by another system."""

OFF_SYSTEM: Final = 0.15
"""The weight of a hand for each call that the system would not have made with it."""

MOST_TRIES: Final = 6
"""Layouts that are drawn for one that is kept; then the likeliest of them is."""

BURN_IN: Final = 120
"""Exchanges before the first layout."""

EXCHANGES_BETWEEN: Final = 24
EXCHANGES_BETWEEN_TRIES: Final = 10
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
        self._seat, self._hand = seat, hand
        self._spoken = _judged_calls(heard, seat, systematic)
        cards = [card.index for card in PACK if not hand.bits & card.bit]
        rng.shuffle(cards)
        in_turn = heard.auction.setting.dealer.partner.onwards()  # a turned table has turned layouts
        self._hidden = [
            _HiddenHand(
                other,
                heard.pictures.of(other),
                1.0 if other in systematic else LESS_BELIEF,
                cards[13 * place : 13 * place + 13],
            )
            for place, other in enumerate(other for other in in_turn if other is not seat)
        ]
        self._exchange(BURN_IN)
        self._most = 0.0  # the largest weight so far

    def likely(self) -> tuple[Layout, float]:
        """The next layout that is kept, and its weight: those kept weigh as much as the likeliest so far; if
        none of those drawn was kept, the likeliest of them weighs what it is worth."""
        if not self._most:
            self._most = max(
                self.weight(self.next_layout(EXCHANGES_BETWEEN_TRIES)) for _ in range(2 * MOST_TRIES)
            )
        likeliest, most = self.next_layout(), 0.0
        for _ in range(MOST_TRIES):
            layout, least = self.next_layout(EXCHANGES_BETWEEN_TRIES), self._rng.random() * self._most
            weight = self.weight(layout, min(least, most))
            if weight >= least:
                self._most = max(self._most, weight)
                return layout, self._most
            if weight > most:
                likeliest, most = layout, weight
        return likeliest, max(most, LEAST_LIKELY * self._most)

    def next_layout(self, exchanges: int = EXCHANGES_BETWEEN) -> Layout:
        self._exchange(exchanges)
        hands = [0, 0, 0, 0]
        hands[self._seat.index] = self._hand.bits
        for hidden in self._hidden:
            hands[hidden.seat.index] = sum([1 << card for card in hidden.cards])
        return tuple(hands)

    def weight(self, layout: Layout, enough: float = 0.0) -> float:
        """How likely the calls so far are with these hands, by the system; 0 for less than ``enough``."""
        weight = 1.0
        for place, before, call in self._spoken:
            if call_of(before, holding(Hand(layout[place]))) != call:
                weight *= OFF_SYSTEM
                if weight < enough:
                    return 0.0
        return weight

    def _exchange(self, times: int) -> None:
        rng = self._rng.random
        for _ in range(times):
            giver = int(rng() * 3)
            one, other = self._hidden[giver], self._hidden[(giver + 1 + int(rng() * 2)) % 3]
            here, there = int(rng() * 13), int(rng() * 13)
            mine, theirs = one.cards[here], other.cards[there]
            if mine // 13 == theirs // 13 and _POINTS[mine] == _POINTS[theirs]:
                one.cards[here], other.cards[there] = theirs, mine
                continue
            fit, others_fit = one.fit, other.fit
            one.put(here, theirs)
            other.put(there, mine)
            gain = one.fit + other.fit - fit - others_fit
            if gain < 0 and rng() >= exp(gain):
                one.put(here, mine)
                other.put(there, theirs)


class _HiddenHand:
    """A hand of the chain: its cards, and the log-likelihood of these under what it has told."""

    def __init__(self, seat: Seat, picture: Picture, belief: float, cards: list[int]) -> None:
        self.seat, self.cards = seat, cards
        self._picture, self._belief = picture, belief
        self._points = sum(_POINTS[card] for card in cards)
        self._lengths = [sum(card // 13 == suit for card in cards) for suit in range(4)]
        self.put(0, cards[0])

    def put(self, place: int, card: int) -> None:
        """This card in place of another."""
        old, self.cards[place] = self.cards[place], card
        self._points += _POINTS[card] - _POINTS[old]
        self._lengths[old // 13] -= 1
        self._lengths[card // 13] += 1
        outside, short = self._picture.off_by(self._points, self._lengths)
        self.fit = self._belief * (-POINT_LOSS * outside - CARD_LOSS * short)


def _judged_calls(heard: Heard, seat: Seat, systematic: Collection[Seat]) -> list[tuple[int, Heard, Call]]:
    """The calls of other seats by which hands are judged, each with its seat and the state before it, the
    fastest first. A pass of an adversary who might have gone on tells little and takes long to judge."""
    spoken: list[tuple[int, Heard, Call]] = []
    state = Heard.beginning(heard.auction.setting)
    for call in heard.auction.calls:
        idle = call == Pass() and not says(state) and state.seat.side is not seat.side
        if state.seat is not seat and state.seat in systematic and not idle:
            spoken.append((state.seat.index, state, call))
        state = heard_after(state, call)
    return sorted(spoken, key=lambda one: not says(one[1]))


# Layouts for the opening lead after an auction, in which the robots would have bid as they did


def lead_layouts(view: SeatView, count: int, rng: random.Random, until: float) -> list[Layout]:
    """So many, or as many as there are before the time ``until`` of ``time.perf_counter``, the likelier more
    often. None where this is no opening lead, where no other robot has bid, or where cards have been seen."""
    deal = view.deal
    assert deal is not None and view.own is not None and view.viewer is not None
    robots = robots_at(view.table) - {view.viewer}
    seen = deal.faced or any(deal.cards_played()) or any(view.placed(seat) for seat in Seat)
    if payoffs_of(view.table).auction_law is None or not robots or seen:
        return []
    hands = AuctionLayouts(heard_by(view), view.viewer, view.own.dealt, rng, robots)
    drawn = [hands.likely()]
    while len(drawn) < count and time.perf_counter() < until:
        drawn.append(hands.likely())
    return resampled([layout for layout, _ in drawn], [weight for _, weight in drawn], len(drawn), rng)
