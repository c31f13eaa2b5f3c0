"""All the chance that the bot uses, in one place, so that a test can stand where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Protocol

from bot.streams.fair_deal import FairChance
from rules.chance import Chance


class Shuffler(Chance, Protocol):
    """Chance for one act at one table. ``made`` are the seeds it has drawn, to be stored with the act."""

    made: dict[int, bytes]


class ChanceSource:
    """Chance from the system's own source; or, for tests alone, from a seed and the same each time."""

    def __init__(self, seed: str | None = None) -> None:
        self._source = SystemRandom() if seed is None else Random(seed)
        self.robots = SystemRandom() if seed is None else Random(f"robots {seed}")  # never a deal's seed

    def shuffler(self, table: str, seeds: Mapping[int, bytes]) -> Shuffler:
        """``seeds`` are those of the table's deals that are not yet over."""
        return FairChance(table, seeds, self._source)

    def token(self) -> str:
        """Eight letters that nobody can guess: the name of a table, or of a person at it."""
        return self._source.randbytes(4).hex()
