"""Random layouts of the hidden hands that agree with an auction, before any card has been played.

Hands are drawn by a Markov chain: two hidden hands exchange a card each, and the exchange is kept as often as
the new hands agree better with what the calls have told (Metropolis). What comes out is then weighed by
whether the robots' own system would have made the calls that were made.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Final

from robots.calls.bidding import call_of
from robots.calls.heard import Heard
from robots.calls.meaning import Picture
from robots.calls.reading import after
from robots.calls.trick_outlook import holding
from robots.search.layouts import Layout
from rules.calls import Call
from rules.cards import PACK, Hand, Rank
from rules.seats import Seat

A_POINT: Final = 0.6
A_CARD: Final = 1.2
"""The loss of log-likelihood for each point, or card, by which a hand differs from what it has told."""

UNLIKELY: Final = 0.15
"""The weight of a hand for each call that the system would not have made with it."""

BURN_IN: Final = 120
"""Exchanges before the first layout."""

BETWEEN: Final = 24
"""Exchanges between two layouts."""

_POINTS: Final = tuple(max(0, card.rank - Rank.TEN) for card in PACK)


class AuctionLayouts:
    """Layouts for the seat that is to speak, with this hand."""

    def __init__(self, heard: Heard, hand: Hand, rng: random.Random) -> None:
        self._rng = rng
        self._seat = heard.seat
        self._hand = hand
        self._hidden = [seat for seat in Seat if seat is not heard.seat]
        self._pictures = [heard.pictures.of(seat) for seat in self._hidden]
        self._spoken = _spoken(heard)
        cards = [card.index for card in PACK if not hand.bits & card.bit]
        rng.shuffle(cards)
        self._held = [cards[13 * place : 13 * place + 13] for place in range(3)]
        self._strength = [sum(_POINTS[card] for card in held) for held in self._held]
        self._lengths = [
            [sum(card // 13 == suit for card in held) for suit in range(4)] for held in self._held
        ]
        self._fits = [
            _fit(picture, points, lengths)
            for picture, points, lengths in zip(self._pictures, self._strength, self._lengths, strict=True)
        ]
        self._exchange(BURN_IN)

    def deal(self) -> Layout:
        """The next layout of the chain."""
        self._exchange(BETWEEN)
        hands = [0, 0, 0, 0]
        hands[self._seat.index] = self._hand.bits
        for seat, held in zip(self._hidden, self._held, strict=True):
            bits = 0
            for card in held:
                bits |= 1 << card
            hands[seat.index] = bits
        north, east, south, west = hands
        return north, east, south, west

    def weight(self, layout: Layout) -> float:
        """How likely the calls so far are with these hands, by the system."""
        weight = 1.0
        for seat in self._hidden:
            hand = holding(Hand(layout[seat.index]))
            for before, call in self._spoken[seat.index]:
                if call_of(before, hand) != call:
                    weight *= UNLIKELY
        return weight

    def _exchange(self, times: int) -> None:
        rng, held = self._rng.random, self._held
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
            fit_one = _fit(self._pictures[one], self._strength[one] + more, first)
            fit_other = _fit(self._pictures[other], self._strength[other] - more, second)
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


def _spoken(heard: Heard) -> list[list[tuple[Heard, Call]]]:
    """For each seat, its calls with the state before each."""
    spoken: list[list[tuple[Heard, Call]]] = [[], [], [], []]
    state = Heard.beginning(heard.auction.setting)
    for call in heard.auction.calls:
        spoken[state.seat.index].append((state, call))
        state = after(state, call)
    return spoken
