"""Where cards come from. The rules know no seed: chance comes in as an argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.cards import Card


class Chance(Protocol):
    """Where cards come from. The rules know no seed."""

    def cards(self, count: int) -> Sequence[Card]:
        """So many different cards, drawn from a fresh pack to cut for partners."""

    def commit(self, deal: int) -> str:
        """Shuffles a pack for this deal in secret; the commitment to it."""

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        """The pack of this deal once it has been cut so, in the order in which to deal it."""

    def blind(self, deal: int, at: int, salt: str) -> Card:
        """The card cut for trumps before this pack was shuffled, where the game has it so (laws 4.1)."""

    def reveal(self, deal: int) -> str:
        """The seed of this deal, which is over."""
