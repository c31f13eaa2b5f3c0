"""The call for trumps, where every hand is hidden: an unnecessarily high card, then a lower one of its suit.

It says "sacrifice everything, partner, for the sake of leading trumps" (Britannica 1911, "Whist"). A player
makes it with five trumps, or four with two honours, and the partner answers it on their next lead. A partner
with four trumps or more echoes it, by calling too, or by playing high and then low on the caller's trumps.
"""

from __future__ import annotations

from typing import Final

from robots.play.position import Position
from rules.cards import Card, Rank
from rules.seats import Seat
from rules.tricks import Trick, winner

ENOUGH: Final = 5
"""Trumps with which to call."""

ENOUGH_WITH_HONOURS: Final = 4
"""The same with two honours among them."""

ENOUGH_TO_ECHO: Final = 4
"""Trumps with which to echo, "however low" they are."""

HIGHEST_SPARED: Final = Rank.NINE
"""The highest card that is played only to call; a higher one might win a trick."""


def calling(position: Position, low: Card) -> Card:
    """The card of a player who may call for trumps: the next above ``low``, the lowest of the suit led, if
    they call, else ``low``."""
    if not _open(position) or low.suit is not position.trick.led or _has_played(position, low):
        return low
    if not (_shows_four(position) if low.suit is position.trumps else _calls(position)):
        return low
    above = [card for card in position.hand.suit(low.suit) if card.rank > low.rank]
    if not above:
        return low
    higher = above[-1]
    unneeded = not position.beats(higher, position.best) or len(position.trick.cards) == 1
    return higher if unneeded and higher.rank <= HIGHEST_SPARED else low


def echoes(position: Position) -> bool:
    """Whether a call made now is the echo of partner's: they have called, or lead trumps."""
    partner = position.seat.partner
    return position.trick.led is position.trumps or has_called(position, partner)


def answer(position: Position) -> Card | None:
    """The trump with which a leader answers partner's call: the highest of three or fewer, or if it is the
    master; else the lowest. None if partner has not called."""
    trumps = position.trumps
    if trumps is None or not _open(position) or not position.hand.holds(trumps):
        return None
    if not position.against.holds(trumps) or _trumps_led(position.tricks, position):
        return None
    if not has_called(position, position.seat.partner):
        return None
    held = list(position.hand.suit(trumps))
    return held[0] if len(held) <= 3 or position.is_master(held[0]) else held[-1]


def has_called(position: Position, seat: Seat) -> bool:
    """Whether a player has played a card higher than necessary and then a lower one of its suit."""
    spared: list[Card] = []
    rounds: set[int] = set()
    for trick in (*position.tricks, position.trick):
        for by, card in trick.by_player():
            if by is not seat:
                continue
            if any(card.suit is one.suit and card.rank < one.rank for one in spared):
                return True
            first = trick.led is not None and trick.led.index not in rounds
            if card.suit is not position.trumps and _unneeded(position, trick, by, card, first=first):
                spared.append(card)
        if trick.led is not None:
            rounds.add(trick.led.index)
    return False


def _unneeded(position: Position, trick: Trick, by: Seat, card: Card, *, first: bool) -> bool:
    """Whether a card that was not led cannot have been meant to win: it did not beat the best card so far, or
    was a small card of the second hand in the first round of a suit."""
    if by is trick.leader:
        return False
    before = Trick(trick.leader, trick.cards[: trick.by_player().index((by, card))])
    best = before.cards[(winner(before, position.trumps).index - trick.leader.index) % 4]
    if not position.beats(card, best):
        return True
    return first and len(before.cards) == 1 and card.rank <= HIGHEST_SPARED


def _open(position: Position) -> bool:
    """Whether there are trumps and no hand lies open."""
    return position.trumps is not None and not position.dummy


def _calls(position: Position) -> bool:
    """Whether a player has the trumps to call, or to echo partner's call."""
    if _trumps_led(position.tricks, position):
        return False
    return _strong(position) or (_can_echo(position) and has_called(position, position.seat.partner))


def _shows_four(position: Position) -> bool:
    """Whether partner leads trumps of which a player has enough to show them."""
    return position.trick.leader is position.seat.partner and _can_echo(position)


def _can_echo(position: Position) -> bool:
    assert position.trumps is not None
    return len(position.hand.suit(position.trumps)) >= ENOUGH_TO_ECHO


def _strong(position: Position) -> bool:
    assert position.trumps is not None
    held = position.hand.suit(position.trumps)
    honours = sum(card.rank >= Rank.KNAVE for card in held)
    return len(held) >= ENOUGH or (len(held) >= ENOUGH_WITH_HONOURS and honours >= 2)


def _trumps_led(tricks: tuple[Trick, ...], position: Position) -> bool:
    """Whether this side has led trumps already."""
    side = position.seat.side
    return any(trick.led is position.trumps and trick.leader.side is side for trick in tricks)


def _has_played(position: Position, low: Card) -> bool:
    """Whether this hand has played a card of this suit before, so that it cannot begin a call in it."""
    return any(
        by is position.seat and card.suit is low.suit
        for trick in position.tricks
        for by, card in trick.by_player()
    )
