"""Boards that are changed in place, to see how fast the play of a deal is in Python without frozen states.

Cards are their indices in the pack, hands and legal cards are sets of bits as in ``Hand``; seats count from
north as ``Seat.index`` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.cards import PACK, Suit

_SUIT: Final = tuple(card.suit.index for card in PACK)
_OF_SUIT: Final = tuple(0x1FFF << (13 * suit.index) for suit in Suit)


class Board:
    """Four hands and the trick on the table."""

    __slots__ = ("_best", "_best_by", "_laid", "_led", "hands", "tricks", "trumps", "turn")

    def __init__(self, hands: Sequence[int], trumps: Suit | None, leader: int) -> None:
        self.hands = list(hands)
        self.trumps = trumps.index if trumps is not None else -1
        self.turn = leader  # whose hand is due
        self.tricks = [0, 0]  # of north and south, of east and west
        self._led = -1
        self._laid = 0  # cards on the table
        self._best = -1  # the card that is winning
        self._best_by = leader

    @property
    def over(self) -> bool:
        return not self._laid and not self.hands[self.turn]

    def legal(self) -> int:
        """The cards that the hand due may play, as bits."""
        hand = self.hands[self.turn]
        if self._laid:
            return hand & _OF_SUIT[self._led] or hand
        return hand

    def play(self, card: int) -> None:
        """Plays a card from the hand due, which must hold it."""
        turn = self.turn
        self.hands[turn] ^= 1 << card
        suit = _SUIT[card]
        if not self._laid:
            self._led, self._best, self._best_by = suit, card, turn
        else:
            best_suit = _SUIT[self._best]
            if card > self._best if suit == best_suit else suit == self.trumps:
                self._best, self._best_by = card, turn
        self._laid += 1
        if self._laid == 4:
            self._laid = 0
            self.turn = self._best_by
            self.tricks[self._best_by & 1] += 1
        else:
            self.turn = (turn + 1) & 3
