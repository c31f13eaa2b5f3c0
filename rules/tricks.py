"""Tricks, who wins them, and which cards may be played to them."""

from __future__ import annotations

from typing import NamedTuple

from rules.cards import SUIT_BITS, Card, Suit
from rules.seats import ROUND, Seat


class Trick(NamedTuple):
    """The cards of a trick in the order played, the leader's first. A complete trick has four."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    @property
    def due(self) -> Seat:
        """Whose card is next; after four cards, the leader again."""
        return ROUND[(self.leader.index + len(self.cards)) % 4]

    def by_player(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(zip(self.leader.onwards(), self.cards, strict=False))


def winner(trick: Trick, trumps: Suit | None) -> Seat:
    """Who has won the trick, or is winning it so far: the highest trump, else the highest card of the suit
    led (laws 1.1). The trick must have at least one card."""
    leader, cards = trick
    best = cards[0]
    suit = best.suit
    for card in cards[1:]:
        if card.suit is suit:
            if card.index > best.index:
                best = card
        elif card.suit is trumps:
            best, suit = card, trumps
    return ROUND[(leader.index + cards.index(best)) & 3]


def playable(hand: int, led: Suit) -> int:
    """The cards of a hand that may be played, as its bits: those of the suit led, or all if there are none
    (laws 1.1)."""
    return hand & SUIT_BITS[led.index] or hand
