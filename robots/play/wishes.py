"""What a player does for its partner's sake where no other card is clearly better, and which of several cards
that are as good it plays. Knows no search.
"""

from __future__ import annotations

from collections.abc import Sequence

from robots.play import position as signals
from robots.play import trump_call
from robots.play.following import keeping, lowest
from robots.play.leading import lead_of, opened
from robots.play.position import Position
from robots.player import Choice
from rules.calls import PLAYS
from rules.cards import Card


def wished(position: Position) -> Card | None:
    """The card that partner waits for: trumps after its call, or the suit that it opened, unless it has been
    returned or an adversary might ruff it. Only where each plays for itself."""
    if position.commands or position.losing or position.trick.cards:
        return None
    called_for = trump_call.answer(position)
    if called_for is not None:
        return called_for
    partner = position.seat.partner
    suit = opened(position).get(partner.index)
    if suit is None or not position.hand.holds(suit):
        return None
    if any(trick.led is suit and trick.leader is position.seat for trick in position.tricks):
        return None
    if any(position.may_ruff(seat, suit) for seat in (position.seat.left, position.seat.right)):
        return None
    if not position.may_hold.of(partner).holds(suit) and not position.may_ruff(partner, suit):
        return None
    card = lead_of(position, suit)
    return card if card in position.legal else None


def told(position: Position, chosen: Card, equal: Sequence[Card]) -> Card | None:
    """In place of a small card that is not meant to win, the one of those exactly as good that tells partner
    the truth; None if none does."""
    if (
        not position.trick.cards
        or not position.legal.holds(chosen.suit)
        or chosen.suit is not position.trick.led
    ):
        return None
    if position.beats(chosen, position.best) and (
        len(position.trick.cards) > 1 or chosen.rank > signals.HIGHEST_SPARED
    ):
        return None
    low = lowest(position.legal.suit(chosen.suit))
    called = trump_call.calling(position, low)
    telling = signals.signalled(position) if called is low else (called,)
    return next((card for card in telling if card in equal), None)


def in_order(position: Position, cards: Sequence[Card], by_rule: Choice) -> list[Card]:
    """Cards that are as good as each other, that of the books first, then those that give away the least."""
    return sorted(cards, key=lambda card: (PLAYS[card.index] != by_rule, *_given_away(position, card)))


def instead(position: Position, chosen: Card, equal: Sequence[Card]) -> Card:
    """The card of the same suit, and as good, that is played in place of the chosen one: to lead, that of the
    books; else the lowest of those that win the trick as it does, or lose it."""
    if position.trick.cards:
        wins = position.beats(chosen, position.best)
        like = [
            card for card in equal if card.suit is chosen.suit and position.beats(card, position.best) is wins
        ]
    else:
        like = [card for card in equal if card.suit is chosen.suit]
        if not position.commands and (led := lead_of(position, chosen.suit)) in like:
            return led
    return min((chosen, *like), key=lambda card: card.rank)


def _given_away(position: Position, card: Card) -> tuple[int, int]:
    if not position.trick.cards:
        return (0 if not position.commands and lead_of(position, card.suit) is card else 1), card.rank
    if card.suit is position.trick.led:
        return 0, card.rank
    return (1 if card.suit is position.trumps else 0), keeping(position, card)
