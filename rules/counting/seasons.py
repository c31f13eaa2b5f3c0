"""Seasons: the stretches of whole months in which a leaderboard begins anew.

A server chooses how many months a season has. Seasons of each length begin on the 1st of September, as the
year of a card club does, and after each so many months; so every border of a longer one is a border of the
shorter ones. A length that is chosen holds from the next month on: the season that goes on keeps what was
won in it, and ends at the next border of the new length. So no season that is over changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

SEASON_LENGTHS: Final = (1, 3, 6, 12)
"""Months."""
USUAL_LENGTH: Final = 3
_SEPTEMBER: Final = 8
_YEAR: Final = 12


class Month(NamedTuple):
    """A month of the calendar."""

    year: int
    number: int  # from 1

    def plus(self, months: int) -> Month:
        year, place = divmod(self.year * _YEAR + self.number - 1 + months, _YEAR)
        return Month(year, place + 1)

    @property
    def key(self) -> str:
        """As it is stored: ``2026-09``."""
        return f"{self.year:04}-{self.number:02}"

    @staticmethod
    def of_key(key: str) -> Month:
        """Raises ValueError."""
        year, _, number = key.partition("-")
        found = Month(int(year), int(number))
        if found.key != key or not 1 <= found.number <= _YEAR:
            raise ValueError(key)
        return found


Lengths = Sequence[tuple[Month, int]]
"""From which month on seasons have which length, in order; before the first the usual one."""


class Season(NamedTuple):
    """One season of a server."""

    begin: Month
    after: Month  # with which the next begins

    @property
    def last(self) -> Month:
        return self.after.plus(-1)

    @property
    def period(self) -> str:
        """The name under which what is counted in it is stored."""
        return season_period(self.begin)


def season_period(begin: Month) -> str:
    return f"s{begin.key}"


def length_in(lengths: Lengths, month: Month) -> int:
    """Of the seasons that could begin with this month."""
    return next((months for since, months in reversed(lengths) if since <= month), USUAL_LENGTH)


def begins_season(lengths: Lengths, month: Month) -> bool:
    return (month.number - 1 - _SEPTEMBER) % length_in(lengths, month) == 0


def season_in(lengths: Lengths, month: Month) -> Season:
    """The season to which a month belongs, as it ends by what is chosen now."""
    begin, after = month, month.plus(1)
    while not begins_season(lengths, begin):
        begin = begin.plus(-1)
    while not begins_season(lengths, after):
        after = after.plus(1)
    return Season(begin, after)
