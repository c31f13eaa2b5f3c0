"""All the randomness that the bot uses, in one place, so that a test can put its own there."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Protocol

from bot.streams.fair_deal import EveningChance, FairChance
from rules.chance import Chance


class Shuffler(Chance, Protocol):
    """Chance for one act at one table. ``made`` are the seeds of the deals it has begun, by number, to be
    stored with the act."""

    made: dict[int, bytes]


class ChanceSource:
    """Chance from the operating system; with a ``seed``, for tests only, the same each time."""

    def __init__(self, seed: str | None = None) -> None:
        self._source = SystemRandom() if seed is None else Random(seed)
        self.robots = (
            SystemRandom() if seed is None else Random(f"robots {seed}")
        )  # never drawn from a deal's seed

    def shuffler(self, table: str, seeds: Mapping[int, bytes]) -> Shuffler:
        """Chance for one act. ``seeds`` are those of the table's deals that are not yet over."""
        return FairChance(table, seeds, self._source)

    def evening(self, evening: str, seeds: Mapping[int, bytes]) -> EveningChance:
        """Chance for one act in an evening."""
        return EveningChance(evening, seeds, self._source)

    def token(self) -> str:
        """Eight hexadecimal digits that nobody can guess: an id of a stream, or a pseudonym in one."""
        return self._source.randbytes(4).hex()
