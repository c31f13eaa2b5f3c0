"""The ruff: taking the stock in, and what to put out for it.

Taking it never makes a hand worse, since the old hand may be kept; it only tells the others something.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from robots.calls.declaring import tricks
from rules.calls import Discard
from rules.cards import Card, Hand, Rank, Suit
from rules.view import SeatView

A_PIP: Final = 0.01
"""The value of a rank in tricks where nothing else decides, so that of two small cards the lower is put
out."""


def put_out(view: SeatView) -> Discard:
    """The cards to put out: low ones of plain suits; trumps only if there is nothing else."""
    assert view.own is not None and view.deal is not None and view.deal.turned is not None
    hand, count, trumps = view.own.left, view.deal.to_put_out, view.deal.turned.suit
    plain = hand - hand.suit(trumps)
    small = [card for card in plain if card.rank is not Rank.ACE]
    choice = small if len(small) >= count else [*small, *_dearer(hand, small)][:count]
    return Discard(max(map(Hand.of, combinations(choice, count)), key=lambda out: _kept(hand - out, trumps)))


def _dearer(hand: Hand, small: list[Card]) -> list[Card]:
    """The other cards, trumps and aces, the lowest first."""
    rest = [card for card in hand if card not in small]
    return sorted(rest, key=lambda card: card.rank)


def _kept(hand: Hand, trumps: Suit) -> float:
    """The value of a hand in tricks."""
    return tricks(hand, trumps) + A_PIP * sum(card.rank for card in hand)
