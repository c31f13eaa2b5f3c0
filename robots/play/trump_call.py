"""The call for trumps, where every hand is hidden: an unnecessarily high card, then a lower one of its suit.

It says "sacrifice everything, partner, for the sake of leading trumps" (Britannica 1911, "Whist"). A player
makes it with five trumps, or four with two honours, and the partner answers it on their next lead. A partner
with four trumps or more echoes it, by calling too, or by playing high and then low on the caller's trumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from robots.play.position import HIGHEST_SPARED, SPARED, Position, best_of
from rules.cards import PACK, Card, Rank, Suit
from rules.seats import Seat
from rules.tricks import Trick

ENOUGH: Final = 5
"""Trumps with which to call."""

ENOUGH_WITH_HONOURS: Final = 4
"""The same with two honours among them."""

ENOUGH_TO_ECHO: Final = 4
"""Trumps with which to echo, "however low" they are."""

_HONOURS: Final = sum(card.bit for card in PACK if card.rank >= Rank.KNAVE)


def calling(position: Position, low: Card) -> Card:
    """The card of who may call for trumps: ``low``, the lowest of the suit led, or if they call the next."""
    if position.trumps is None or position.dummy or low.suit is not position.trick.led:
        return low
    if position.has_played(low.suit):
        return low
    shows = position.trick.leader is position.seat.partner and _can_echo(position)  # partner's trumps
    if not (shows if low.suit is position.trumps else _may_call(position)):
        return low
    above = position.hand.suit(low.suit).bits & -(low.bit << 1)
    beats = 0 if len(position.trick.cards) == 1 else position.beating
    return PACK[called(low.bit, above, beats).bit_length() - 1]


def called(low: int, above: int, beats: int) -> int:
    """The card with which a hand calls that has these above its lowest of a suit, all as bits: the next one,
    unless it is too high or among those that might be meant to win; else the lowest."""
    return above & -above & SPARED & ~beats or low


def echoes(position: Position) -> bool:
    """Whether a call made now is the echo of partner's: they have called, or lead trumps."""
    partner = position.seat.partner
    return position.trick.led is position.trumps or has_called(position.all_tricks, position.trumps, partner)


def answering_trump(position: Position) -> Card | None:
    """The trump with which a leader answers partner's call: the highest of three or fewer, or if it is the
    master; else the lowest. None if partner has not called."""
    trumps = position.trumps
    if trumps is None or position.dummy or not position.hand.holds(trumps):
        return None
    if not position.against.holds(trumps) or _trumps_led(position):
        return None
    if not has_called(position.all_tricks, position.trumps, position.seat.partner):
        return None
    held = list(position.hand.suit(trumps))
    return held[0] if len(held) <= 3 or position.is_master(held[0]) else held[-1]


def has_called(tricks: Sequence[Trick], trumps: Suit | None, seat: Seat) -> bool:
    """Whether a player has played a card higher than necessary and then a lower one of its suit."""
    spared: list[Card] = []
    rounds: set[int] = set()
    for trick in tricks:
        for by, card in trick.by_player():
            if by is not seat:
                continue
            if any(card.suit is one.suit and card.rank < one.rank for one in spared):
                return True
            first = trick.led is not None and trick.led.index not in rounds
            if card.suit is not trumps and _unneeded(trick, trumps, by, card, first=first):
                spared.append(card)
        if trick.led is not None:
            rounds.add(trick.led.index)
    return False


def _unneeded(trick: Trick, trumps: Suit | None, by: Seat, card: Card, *, first: bool) -> bool:
    """Whether a card that was not led cannot have been meant to win: it did not beat the best card so far, or
    was a small card of the second hand in the first round of a suit."""
    if by is trick.leader:
        return False
    before = Trick(trick.leader, trick.cards[: trick.by_player().index((by, card))])
    best = best_of(before, trumps)
    if card.index < best.index if card.suit is best.suit else card.suit is not trumps:
        return True
    return first and len(before.cards) == 1 and card.rank <= HIGHEST_SPARED


def _may_call(position: Position) -> bool:
    """Whether a player has the trumps to call, or to echo partner's call."""
    if _trumps_led(position):
        return False
    return strong(_trumps_held(position)) or (
        _can_echo(position) and has_called(position.all_tricks, position.trumps, position.seat.partner)
    )


def _can_echo(position: Position) -> bool:
    return _trumps_held(position).bit_count() >= ENOUGH_TO_ECHO


def strong(trumps_held: int) -> bool:
    """Whether a hand with these trumps, as bits, calls."""
    count, honours = trumps_held.bit_count(), (trumps_held & _HONOURS).bit_count()
    return count >= ENOUGH or (count >= ENOUGH_WITH_HONOURS and honours >= 2)


def _trumps_held(position: Position) -> int:
    assert position.trumps is not None
    return position.hand.suit(position.trumps).bits


def _trumps_led(position: Position) -> bool:
    """Whether this side has led trumps already."""
    side = position.seat.side
    return any(trick.led is position.trumps and trick.leader.side is side for trick in position.tricks)
