"""Tricks: what lies on the table for everybody to see, and who wins it."""

from __future__ import annotations

from typing import NamedTuple

from rules.cards import SUIT_BITS, Card, Hand, Suit, new_value
from rules.seats import ROUND, Seat


class Trick(NamedTuple):
    """Cards in the order played, from the leader on; complete with one from each hand."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    @property
    def due(self) -> Seat:
        """Whose card is next; the leader again once the trick is complete."""
        return ROUND[(self.leader.index + len(self.cards)) % 4]

    def by_player(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(zip(self.leader.onwards(), self.cards, strict=False))


def winner(trick: Trick, trumps: Suit | None) -> Seat:
    """Who has won, or in an unfinished trick is winning: the highest trump, else the highest card of the
    suit led (laws 1.1). The trick must have a card."""
    cards = trick.cards
    best, by = cards[0], 0
    suit = best.suit
    for place in range(1, len(cards)):
        card = cards[place]
        if card.suit is suit:
            if card.index > best.index:
                best, by = card, place
        elif card.suit is trumps:
            best, suit, by = card, trumps, place
    return ROUND[(trick.leader.index + by) % 4]


def playable(hand: Hand, led: Suit | None) -> Hand:
    """The cards of a hand that may be played to a suit led; any card if void or leading (laws 1.1)."""
    if led is None:
        return hand
    following = hand.bits & SUIT_BITS[led.index]
    return new_value(Hand, (following,)) if following else hand
