"""How likely a player with a hypothetical hand was to choose the card that they played.

The chance of each card is a softmax over the sum of the weights of its features
(``robots.search.choice_marks``), which were fitted to deals that robots had played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Final

from robots.search.choice_marks import marks
from robots.search.chosen import FROM_DUMMY, STRENGTH, SUIT, Chosen
from robots.search.habits import ALONE
from robots.search.policy_weights import WEIGHTS
from rules.cards import SUIT_BITS
from rules.frozen import replace

UNIT: Final = 0.01
"""Weights are kept as whole numbers of this unit."""

AT_RANDOM: Final = 0.05
"""How often a card is taken to be chosen at random."""

CARDS_KEPT: Final = 80
"""Cards of which the shares are kept, most of them of some hundred holdings."""

SUITS: Final = range(4)
NOT_LED: Final = -1


class Policy:
    """The log-likelihood of one card that was chosen, for many hands."""

    def __init__(self, one: Chosen) -> None:
        self._one = one
        self._trumps = SUIT_BITS[one.trumps] if one.trumps != ALONE else 0
        self._led = 13 * one.led if one.place else NOT_LED
        self._of_suit = _shares(replace(one, later=0))

    def log(self, left: int) -> float:
        """If the player's hand now has the cards ``left``."""
        one = self._one
        own = left | one.later
        trumps_held = STRENGTH[(own & self._trumps).bit_count()]
        if self._led != NOT_LED and (one.shown if one.part == FROM_DUMMY else own) >> self._led & SUIT:
            return _log([self._share(one.led, own >> self._led & SUIT, trumps_held)])
        return _log([self._share(suit, own >> 13 * suit & SUIT, trumps_held) for suit in SUITS])

    def _share(self, suit: int, held: int, trumps_held: int) -> _Share:
        key = (held << 2 | trumps_held) << 2 | suit
        found = self._of_suit.get(key)
        if found is None:
            found = self._of_suit[key] = self._weighed(suit, held, trumps_held)
        return found

    def _weighed(self, suit: int, held: int, trumps_held: int) -> _Share:
        one = self._one
        other = one.shown >> 13 * suit & SUIT
        if one.part == FROM_DUMMY:
            held, other = other, held
        card = one.card >> 13 * suit
        total = chosen = 0.0
        for bit, indices in marks(one, suit, held, other, trumps_held):
            share = exp(UNIT * sum([WEIGHTS[index] for index in indices]))
            total += share
            if bit == card:
                chosen = share
        return total, held.bit_count(), chosen


_Share = tuple[float, int, float]
"""Of the cards of one suit: the sum of their shares, their number, and the share of the card that was
chosen."""


@lru_cache(maxsize=CARDS_KEPT)
def _shares(one: Chosen) -> dict[int, _Share]:
    """What has been worked out for this card: a player goes on weighing it until the deal is over."""
    return {}


def _log(shares: Sequence[_Share]) -> float:
    total = chosen = 0.0
    cards = 0
    for of_suit, count, share in shares:
        total += of_suit
        cards += count
        chosen += share
    return log((1 - AT_RANDOM) * chosen / total + AT_RANDOM / cards)
