"""How many mutants were killed, and the bounds between which the share of all mutants lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import sqrt


class Verdict(Enum):
    KILLED = "killed"
    SURVIVED = "survived"
    NO_TEST = "no test"
    NOT_TRIED = "not tried"  # for want of time


@dataclass(frozen=True, slots=True)
class Count:
    """The verdicts on a sample. Mutants that no test reaches count as alive; those that were not tried do not
    count."""

    killed: int
    survived: int
    no_test: int
    not_tried: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Count:
        found = Counter(verdicts)
        return cls(*(found[verdict] for verdict in Verdict))

    def __add__(self, other: Count) -> Count:
        return Count(
            self.killed + other.killed,
            self.survived + other.survived,
            self.no_test + other.no_test,
            self.not_tried + other.not_tried,
        )

    @property
    def tried(self) -> int:
        return self.killed + self.survived + self.no_test

    @property
    def share(self) -> float:
        """Per cent killed of those tried."""
        return 100 * self.killed / self.tried if self.tried else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds in per cent, with 95 % confidence (Wilson's interval)."""
        if not self.tried:
            return 0.0, 100.0
        share, of, z = self.killed / self.tried, self.tried, 1.96
        middle = (share + z * z / (2 * of)) / (1 + z * z / of)
        half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
        return 100 * (middle - half), 100 * (middle + half)

    def __str__(self) -> str:
        low, high = self.bounds
        return (
            f"killed {self.killed} / survived {self.survived} / no test {self.no_test}"
            f" (between {low:.0f} and {high:.0f} %; not tried {self.not_tried})"
        )
