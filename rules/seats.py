"""Places at the table, the two sides, and who sits there. Play goes clockwise, north, east, south, west
(ambiguity 1). People are known here only by a pseudonym."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, Generic, NamedTuple, TypeVar

from rules.errors import Unreadable
from rules.frozen import frozen

T = TypeVar("T")
U = TypeVar("U")


class Side(Enum):
    """Two partners."""

    NS = "NS"
    EW = "EW"

    __hash__ = object.__hash__  # quicker than an Enum's own; members are equal only to themselves

    other: Side
    seats: tuple[Seat, Seat]


class Seat(Enum):
    """A place at the table. ``left`` is the next in turn; the eldest hand is on the dealer's left."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    __hash__ = object.__hash__  # quicker than an Enum's own; members are equal only to themselves

    letter: str
    index: int
    left: Seat
    partner: Seat
    right: Seat
    side: Side

    def onwards(self) -> tuple[Seat, Seat, Seat, Seat]:
        """This seat and the three after it, in turn."""
        return _ONWARDS[self.index]


ROUND: Final = tuple(Seat)
"""The seats in turn."""
SIDES: Final = tuple(Side)
Side.NS.other, Side.EW.other = Side.EW, Side.NS
for _index, _seat in enumerate(ROUND):
    _seat.index, _seat.letter = _index, str(_seat.value)
    _seat.left = ROUND[(_index + 1) % 4]
    _seat.partner = ROUND[(_index + 2) % 4]
    _seat.right = ROUND[(_index + 3) % 4]
    _seat.side = Side.NS if _index % 2 == 0 else Side.EW
Side.NS.seats = (Seat.NORTH, Seat.SOUTH)
Side.EW.seats = (Seat.EAST, Seat.WEST)

_ONWARDS: Final = tuple((seat, seat.left, seat.partner, seat.right) for seat in Seat)

ALONE: Final = tuple(frozenset((seat,)) for seat in Seat)
"""The set of each seat alone, by the seat's index."""


class BySeat(NamedTuple, Generic[T]):
    """One value for each seat."""

    north: T
    east: T
    south: T
    west: T

    def of(self, seat: Seat) -> T:
        return self[seat.index]

    def put(self, seat: Seat, value: T) -> BySeat[T]:
        """A copy in which this seat has another value."""
        north, east, south, west = self
        match seat.index:
            case 0:
                return BySeat(value, east, south, west)
            case 1:
                return BySeat(north, value, south, west)
            case 2:
                return BySeat(north, east, value, west)
            case _:
                return BySeat(north, east, south, value)

    def items(self) -> Iterator[tuple[Seat, T]]:
        return zip(ROUND, self, strict=True)


class BySide(NamedTuple, Generic[T]):
    """One value for each side."""

    ns: T
    ew: T

    def of(self, side: Side) -> T:
        return self.ns if side is Side.NS else self.ew

    def put(self, side: Side, value: T) -> BySide[T]:
        return BySide(value, self.ew) if side is Side.NS else BySide(self.ns, value)

    def items(self) -> Iterator[tuple[Side, T]]:
        return zip(SIDES, self, strict=True)


def by_seat(make: Callable[[Seat], U]) -> BySeat[U]:
    return BySeat(*[make(seat) for seat in ROUND])


def by_side(make: Callable[[Side], U]) -> BySide[U]:
    return BySide(make(Side.NS), make(Side.EW))


def plus(first: BySide[int], second: BySide[int]) -> BySide[int]:
    return BySide(first.ns + second.ns, first.ew + second.ew)


def less(first: BySide[int], second: BySide[int]) -> BySide[int]:
    return BySide(first.ns - second.ns, first.ew - second.ew)


@frozen
class Person:
    """A person under a pseudonym that holds for one table. Only the storage knows whose it is."""

    alias: str

    def __str__(self) -> str:
        return f"person:{self.alias}"


@frozen
class RobotMember:
    """A robot, named after a writer on whist."""

    name: str

    def __str__(self) -> str:
        return f"robot:{self.name}"


Member = Person | RobotMember

ROBOT_NAMES = ("Hoyle", "Cavendish", "Clay", "Deschapelles", "Pole", "Mathews", "Payne", "Cotton")
"""Names of robots. A new robot takes the first that nobody at the table has."""


def parse_member(text: str) -> Member:
    """The member from the text that ``str`` gives. Raises Unreadable."""
    sort, _, name = text.partition(":")
    if sort == "person" and name:
        return Person(name)
    if sort == "robot" and name:
        return RobotMember(name)
    raise Unreadable(text)
