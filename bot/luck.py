"""All the chance that the bot uses, in one place, so that a test can stand where it stands."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Protocol

from bot.fairness import Fortune
from rules.deciding import Chance


class Shuffler(Chance, Protocol):
    """Chance for one act at one table. ``made`` are the seeds it has drawn, to be stored with the act."""

    made: dict[int, bytes]


class Luck:
    """Chance as it is in earnest: from the system's own source."""

    def __init__(self) -> None:
        self.robots: Random = SystemRandom()  # never a deal's seed

    def shuffler(self, table: str, seeds: Mapping[int, bytes]) -> Shuffler:
        """``seeds`` are those of the table's deals that are not yet over."""
        return Fortune(table, seeds)

    def token(self) -> str:
        """Eight letters that nobody can guess: the name of a table, or of a person at it."""
        return secrets.token_hex(4)
