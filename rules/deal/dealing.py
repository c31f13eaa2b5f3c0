"""Dealing a shuffled pack: one card at a time, beginning on the dealer's left (laws 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, assert_never

from rules.cards import PACK, Card, Hand
from rules.frozen import frozen
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt


class TurnedUp(Enum):
    """Which card, if any, everybody is shown when the cards are dealt."""

    NONE = "none"
    LAST = "last"  # the last card dealt, which belongs to the dealer's hand (laws 4.1)
    STOCK = "stock"  # the top card of the stock (laws 5)
    BLIND = "blind"  # a card cut before the shuffle and put back (laws 4.1)


@frozen
class Dealing:
    """How many cards each hand gets, what is turned up, and which cards are out: taken from the pack before
    it is dealt, as everybody knows."""

    each: int = 13
    turned: TurnedUp = TurnedUp.NONE
    out: Hand = Hand()

    @property
    def leaves_stock(self) -> bool:
        """Whether cards are left over that lie face down."""
        return 4 * self.each + len(self.out) < len(PACK)

    def dealt_out(self, order: Sequence[Card], dealer: Seat, blind: Card | None = None) -> Dealt:
        """Deals a whole pack, given in the order in which its cards are dealt, without those that are out;
        the rest is the stock. ``blind`` is the card cut for trumps, where the game has one."""
        if self.out:
            order = [card for card in order if card not in self.out]
        eldest = dealer.left.index
        hands = BySeat(*[_sorted_hand(order[(place - eldest) % 4 : 4 * self.each : 4]) for place in range(4)])
        match self.turned:
            case TurnedUp.NONE:
                return Dealt(dealer, hands, None, self.out)
            case TurnedUp.LAST:
                return Dealt(dealer, hands, order[4 * self.each - 1], self.out)
            case TurnedUp.STOCK:
                return Dealt(dealer, hands, order[4 * self.each], self.out)
            case TurnedUp.BLIND:
                return Dealt(dealer, hands, blind, self.out)
        assert_never(self.turned)


def _sorted_hand(cards: Sequence[Card]) -> Hand:
    return Hand(sum([card.bit for card in cards]))


WHOLE_PACK_DEALT: Final = Dealing()
