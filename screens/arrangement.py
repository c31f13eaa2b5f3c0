"""How a hand is held: trumps first, black and red suits in turn, and the rows of its buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.cards import Card, Hand, Suit
from screens.screen import IN_A_ROW

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_BLACK: Final = (Suit.SPADES, Suit.CLUBS)


def suits_in_order(hand: Hand, trumps: Suit | None) -> tuple[Suit, ...]:
    """The suits of a hand, trumps at the left, and as far as can be no two of one colour side by side."""
    red = [suit for suit in _RED if hand.holds(suit) and suit is not trumps]
    black = [suit for suit in _BLACK if hand.holds(suit) and suit is not trumps]
    order = [trumps] if trumps is not None and hand.holds(trumps) else []
    red_next = order[0] in _BLACK if order else len(red) > len(black)
    while red or black:
        following = red if (red_next and red) or not black else black
        order.append(following.pop(0))
        red_next = following is black
    return tuple(order)


def in_order(hand: Hand, trumps: Suit | None) -> tuple[tuple[Card, ...], ...]:
    """The cards suit by suit in that order, each suit from its highest card down."""
    return tuple(hand.suit(suit).cards for suit in suits_in_order(hand, trumps))


def card_rows(suits: Iterable[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The cards in rows for buttons. A suit is divided only if it is longer than a row."""
    rows: list[tuple[Card, ...]] = []
    row: tuple[Card, ...] = ()
    for suit in suits:
        if row and len(row) + len(suit) > IN_A_ROW:
            rows.append(row)
            row = ()
        for card in suit:
            if len(row) == IN_A_ROW:
                rows.append(row)
                row = ()
            row = (*row, card)
    return (*rows, row) if row else tuple(rows)
