"""Dealing a shuffled pack: one card at a time, beginning on the dealer's left (laws 1.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card, Hand
from rules.seats import Seat, by_seat
from rules.terms import Dealt


def dealt_out(order: Sequence[Card], dealer: Seat) -> Dealt:
    """The four hands from a whole pack in the order in which its cards are dealt."""
    eldest = dealer.left.index
    return Dealt(dealer, by_seat(lambda seat: Hand.of(order[(seat.index - eldest) % 4 :: 4])))


def next_dealer(dealer: Seat, *, misdealt: bool = False, misdeal_passes: bool = True) -> Seat:
    """The deal passes to the left after every hand, after a misdeal only where the game says so (1.7)."""
    return dealer if misdealt and not misdeal_passes else dealer.left
