"""What goes into the store and comes out of it. Nothing here knows SQL.

Times are seconds since 1970 as the injected clock gives them, kept to the millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NewType

from rules.members import Person
from rules.sheet.events import SheetEvent
from rules.table.events import Event

TableId = NewType("TableId", str)
"""A table's name in buttons and in the log, or a score sheet's: a short random token."""

UserId = NewType("UserId", int)
"""A Discord user."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands."""

    guild: int
    channel: int


@dataclass(frozen=True, slots=True)
class Stream:
    """A table as the store lists it: from open to close it is one stream of events."""

    table: TableId
    place: Place
    version: int  # the number of its events
    open: bool
    at: float  # when the last event was stored


@dataclass(frozen=True, slots=True)
class Stored:
    """An event in its place in the log."""

    version: int  # the first event of a table is 1
    event: Event
    actor: Person | None  # None: a robot, the clock or the house
    at: float


@dataclass(frozen=True, slots=True)
class StoredScore:
    """The same on a score sheet."""

    version: int
    event: SheetEvent
    actor: Person | None
    at: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody chose what the first event of an append tells."""

    deal: int
    text: str = field(repr=False)  # tells of hidden cards until the deal is over


@dataclass(frozen=True, slots=True)
class Done:
    """What an earlier append under a key came to."""

    table: TableId
    version: int


@dataclass(frozen=True, slots=True)
class SlotKey:
    """One thing that must be on screen, by a name that its table knows: ``table:3``, ``result:2``."""

    table: TableId
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """What is wanted on screen in one place, and what is known to be there."""

    key: SlotKey
    wanted: int  # the table's version when it was last wanted
    shown: int | None = None  # the version last shown; None: nothing is there
    digest: str | None = None
    channel: int | None = None
    message: int | None = None
    posts: int = 0  # messages that stood there and are gone, or were left behind
    tries: int = 0  # failures since it was last shown
    not_before: float = 0.0
    parked: str | None = None  # why nothing more is tried, if so

    @property
    def due(self) -> bool:
        """Not yet shown as wanted, and not given up; ``not_before`` is left to him who shows it."""
        return self.parked is None and (self.shown is None or self.shown < self.wanted)


@dataclass(frozen=True, slots=True)
class DirectMessages:
    """How a user's direct messages were last found."""

    channel: int | None  # None: never opened
    refused: bool


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard: what a user's ranked rubbers of one game came to."""

    user: UserId
    rubbers: int
    won: int
    points: int

    @property
    def average(self) -> Fraction:
        """Points a rubber."""
        return Fraction(self.points, self.rubbers)


def millis(seconds: float) -> int:
    """A time as it is stored."""
    return round(seconds * 1000)


def seconds(millis: int) -> float:
    """A stored time as it is given out."""
    return millis / 1000
