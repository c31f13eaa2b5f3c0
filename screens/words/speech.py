"""How one table is spoken of: the names of its seats and sides. English.

Every function that names a seat or a side takes a ``Speech``, so that no sentence about one table can use the
names of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.seats import Seat, Side
from screens.words.names import listed

_SEATS: Final = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}
_MIRRORED: Final = {**_SEATS, Seat.EAST: _SEATS[Seat.WEST], Seat.WEST: _SEATS[Seat.EAST]}
_SIDES: Final = {Side.NS: "North–South", Side.EW: "East–West"}
_SHORT_SIDES: Final = {Side.NS: "N–S", Side.EW: "E–W"}


@dataclass(frozen=True, slots=True)
class Speech:
    """``clockwise`` tells which way play goes at the table. The engine always plays clockwise: where a table
    plays the other way, East and West change places in everything that is said and drawn (ambiguity 1)."""

    clockwise: bool

    @classmethod
    def at(cls, options: Iterable[tuple[str, str]]) -> Speech:
        """The speech of a table with these options."""
        return cls(clockwise=("direction", "counterclockwise") not in options)

    def seat(self, of: Seat) -> str:
        return (_SEATS if self.clockwise else _MIRRORED)[of]

    def side(self, of: Side) -> str:
        return _SIDES[of]

    def short_side(self, of: Side) -> str:
        return _SHORT_SIDES[of]

    def either_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East or West``."""
        return listed([self.seat(one) for one in seats], "or")

    def all_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East, South and West``."""
        return listed([self.seat(one) for one in seats], "and")


ON_PAPER: Final = Speech(clockwise=True)
"""For what belongs to no table. Score sheets name the seats as the command does that opens one."""
