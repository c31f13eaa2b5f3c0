"""What cards brought in the same layouts, compared with each other."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt


class Comparison:
    """The gains from some cards, given by their indices, layout by layout."""

    def __init__(self, cards: Iterable[int]) -> None:
        self._gains: dict[int, list[float]] = {card: [] for card in cards}
        self._times: list[int] = []

    def add(self, gains: dict[int, float], times: int) -> None:
        """One more layout, which counts so many times."""
        self._times.append(times)
        for card, found in self._gains.items():
            found.append(gains[card])

    @property
    def layouts(self) -> int:
        return len(self._times)

    @property
    def means(self) -> dict[int, float]:
        """The mean gain from each card."""
        weight = sum(self._times)
        return {
            card: sum(gain * times for gain, times in zip(found, self._times, strict=True)) / weight
            for card, found in self._gains.items()
        }

    def behind(self, card: int, other: int) -> tuple[float, float]:
        """The mean by which a card did worse than another in the same layouts, and its standard error."""
        pairs = zip(self._gains[other], self._gains[card], strict=True)
        by = [better - worse for better, worse in pairs]
        weight = sum(self._times)
        mean = sum(times * one for times, one in zip(self._times, by, strict=True)) / weight
        square = sum((times * (one - mean)) ** 2 for times, one in zip(self._times, by, strict=True))
        return mean, sqrt(square) / weight

    def as_good(self, card: int, best: int, errors: float) -> bool:
        """Whether a card is not worse than another by more than so many standard errors."""
        mean, error = self.behind(card, best)
        return mean <= errors * error
