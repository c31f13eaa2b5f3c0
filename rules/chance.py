"""Where cards come from: chance is handed to the rules as an argument, and they know no seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.cards import PACK, Card


class Chance(Protocol):
    """All that is left to chance at a table."""

    def cards(self, count: int) -> Sequence[Card]:
        """This many different cards of a fresh pack, to cut for partners."""

    def commit(self, deal: int) -> str:
        """Shuffle a pack for this deal in secret, and give the commitment to it."""

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        """The pack of this deal after this cut, in the order in which it is dealt."""

    def blind(self, deal: int, at: int, salt: str) -> Card:
        """The card cut for trumps before this pack was shuffled, where the game has it so (laws 4.1)."""

    def reveal(self, deal: int) -> str:
        """The seed of this deal, which is over."""


class Sampler(Protocol):
    """A source of chance such as ``random.Random`` or ``random.SystemRandom``."""

    def sample(self, population: Sequence[Card], k: int, /) -> Sequence[Card]:
        """This many different cards of these, in random order."""


class Unsealed:
    """Chance without commitments and seeds, where nobody has to prove that a deal was fair."""

    def __init__(self, source: Sampler) -> None:
        self._source = source

    def cards(self, count: int) -> Sequence[Card]:
        return self._source.sample(PACK, count)

    def commit(self, deal: int) -> str:
        return "unsealed"

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return self._source.sample(PACK, len(PACK))

    def blind(self, deal: int, at: int, salt: str) -> Card:
        (card,) = self._source.sample(PACK, 1)
        return card

    def reveal(self, deal: int) -> str:
        return "none"
