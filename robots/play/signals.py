"""Signals of a player whose partner is hidden while a dummy lies open: a spare card, higher than need be.

To partner's lead it asks to go on with the suit. On a lead of the other side, before a lower card of the
suit, it tells an even number. Where no hand lies open such a card calls for trumps
(``robots.play.trump_call``).
"""

from __future__ import annotations

from typing import Final

from robots.play.position import Position
from rules.cards import PACK, SUIT_BITS, Card, Rank

HIGHEST_SPARED: Final = Rank.NINE
"""The highest card that is played only to tell something."""

AT_LEAST_OUT: Final = 3
"""A player who cannot search spares a card only if so many higher ones are out."""

SPARED: Final = sum(card.bit for card in PACK if card.rank <= HIGHEST_SPARED)
_HONOURS: Final = sum(card.bit for card in PACK if card.rank >= Rank.QUEEN)


def tells(held: int, trumps_held: int, *, partner_led: bool) -> bool:
    """Whether a hand with these cards of the suit led, as bits, plays a higher one than it needs to: it has
    an ace, king or queen of partner's suit, or two cards of it and a trump for the third round; or it has an
    even number of cards of the other side's."""
    count = held.bit_count()
    if partner_led:
        return held & _HONOURS != 0 or (count == 2 and trumps_held != 0)
    return count % 2 == 0


def spare(held: int, beats: int) -> int:
    """The cards of a holding, as bits, any of which would signal: neither its lowest nor able to win."""
    return held & SPARED & ~beats & (held - 1)


def signalled(position: Position) -> tuple[Card, ...]:
    """The cards that would tell partner the truth about the suit led, the clearest first; empty where this
    hand has nobody to tell, or has told already."""
    led = position.trick.led
    if led is None or led is position.trumps or not position.hand.holds(led) or not _heard(position):
        return ()
    if position.has_played(led):
        return ()
    held = position.hand.suit(led).bits
    trumps = position.hand.suit(position.trumps).bits if position.trumps is not None else 0
    if not tells(held, trumps, partner_led=position.trick.leader is position.seat.partner):
        return (PACK[(held & -held).bit_length() - 1],)
    free = spare(held, 0 if len(position.trick.cards) == 1 else _beating(position))
    return tuple(card for card in position.legal.suit(led) if card.bit & free)


def signalling(position: Position, low: Card) -> Card:
    """The card of a player who may signal and does not search: for the lowest of the suit led a higher one,
    if enough others are higher still; else ``low``."""
    for card in signalled(position):
        if (
            card is low
            or (position.elsewhere.suit(card.suit).bits >> card.index + 1).bit_count() >= AT_LEAST_OUT
        ):
            return card
    return low


def _heard(position: Position) -> bool:
    """Whether a dummy lies open, and partner is hidden from this hand and plays for itself."""
    return position.dummy and not position.commands and position.partner is None


def _beating(position: Position) -> int:
    """The cards of the suit led that would win the trick so far."""
    best, led = position.best, position.trick.led
    return SUIT_BITS[best.suit.index] & -(best.bit << 1) if best.suit is led else 0
