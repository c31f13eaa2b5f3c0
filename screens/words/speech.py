"""How one table is spoken of: the names of its seats and sides, in the language that is set.

Every function that names a seat or a side takes a ``Speech``, so that no sentence about one table can use the
names of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from rules.frozen import frozen
from rules.seats import Seat, Side
from screens.words.languages import Noun, language_spoken, meant, say, spoken
from screens.words.names import all_of, either_of


@frozen
class Speech:
    """``clockwise`` tells which way play goes at the table. The engine always plays clockwise: where a table
    plays the other way, East and West change places in everything that is said and drawn (ambiguity 1)."""

    clockwise: bool

    @classmethod
    def at(cls, options: Iterable[tuple[str, str]]) -> Speech:
        """The speech of a table with these options."""
        return cls(clockwise=("direction", "counterclockwise") not in options)

    def seat(self, of: Seat) -> Noun:
        return _seats(language_spoken())[of if self.clockwise else _MIRRORED.get(of, of)]

    def letter(self, of: Seat) -> str:
        """The first letter of a seat: ``N``."""
        return self.seat(of)[:1]

    def side(self, of: Side) -> str:
        return _sides(language_spoken())[of]

    def short_side(self, of: Side) -> str:
        return _short_sides(language_spoken())[of]

    def either_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East or West``."""
        return either_of([self.seat(one) for one in seats])

    def all_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East, South and West``."""
        return all_of([self.seat(one) for one in seats])


_MIRRORED: Final = {Seat.EAST: Seat.WEST, Seat.WEST: Seat.EAST}


@cache
def _seats(language: str) -> dict[Seat, Noun]:
    with spoken(language):
        return {
            Seat.NORTH: Noun(
                say("North"),
                {
                    "gen": meant("genitive", "North"),
                    "dat": meant("dative", "North"),
                    "ins": meant("instrumental", "North"),
                    "acc": meant("accusative", "North"),
                },
            ),
            Seat.EAST: Noun(
                say("East"),
                {
                    "gen": meant("genitive", "East"),
                    "dat": meant("dative", "East"),
                    "ins": meant("instrumental", "East"),
                    "acc": meant("accusative", "East"),
                },
            ),
            Seat.SOUTH: Noun(
                say("South"),
                {
                    "gen": meant("genitive", "South"),
                    "dat": meant("dative", "South"),
                    "ins": meant("instrumental", "South"),
                    "acc": meant("accusative", "South"),
                },
            ),
            Seat.WEST: Noun(
                say("West"),
                {
                    "gen": meant("genitive", "West"),
                    "dat": meant("dative", "West"),
                    "ins": meant("instrumental", "West"),
                    "acc": meant("accusative", "West"),
                },
            ),
        }


@cache
def _sides(language: str) -> dict[Side, str]:
    with spoken(language):
        return {Side.NS: say("North–South"), Side.EW: say("East–West")}


@cache
def _short_sides(language: str) -> dict[Side, str]:
    with spoken(language):
        return {Side.NS: say("N–S"), Side.EW: say("E–W")}


ON_PAPER: Final = Speech(clockwise=True)
"""For what belongs to no table. Score sheets name the seats as the command does that opens one."""
