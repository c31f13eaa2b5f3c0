"""Play where a side has undertaken to lose tricks (misère). Both sides try to lose them: one to make the
contract, the other to break it.
"""

from __future__ import annotations

from robots.play.following import highest, lowest
from robots.play.position import Position
from rules.cards import Card, Suit


def lose(position: Position) -> Card:
    """The card for the hand that is due."""
    if not position.trick.cards:
        return _lead(position)
    led = position.trick.led
    assert led is not None
    if not position.legal.holds(led):
        return max(position.legal, key=lambda card: _danger(position, card))
    under = [card for card in position.legal if not position.beats(card, position.best)]
    last = len(position.trick.cards) == 3
    if position.partner_winning and not position.may_be_beaten(position.best):
        return highest(position.legal)  # the trick is this side's already
    if under:
        return under[0]
    return highest(position.legal) if last else lowest(position.legal)


def _lead(position: Position) -> Card:
    """The lowest card of the suit in which the adversaries hold the largest share of higher cards; of equal
    ones the highest."""
    lows = [lowest(position.hand.suit(suit)) for suit in Suit if position.hand.holds(suit)]
    return max(lows, key=lambda card: (_beatable(position, card), card.rank))


def _beatable(position: Position, card: Card) -> float:
    """The share of the adversaries' cards of the suit that are higher."""
    out = position.against.suit(card.suit)
    higher = sum(1 for other in out if other.rank > card.rank)
    return higher / (len(out) + 1)


def _danger(position: Position, card: Card) -> tuple[float, int]:
    """How dangerous it is to keep a card: high cards without lower ones beneath them are the worst."""
    held, out = position.hand.suit(card.suit), position.against.suit(card.suit)
    if not out:
        return 0.0, card.rank
    lower = sum(1 for other in out if other.rank < card.rank)
    covered = sum(1 for other in held if other.rank < card.rank)
    return lower - 1.5 * covered, card.rank
