"""Values that pass between the bot and the storage. Nothing here knows SQL.

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
    """A table or score sheet as the store lists it: one stream of events from its opening to its closing."""

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
    """Why a robot chose what the first event of an append records."""

    deal: int
    text: str = field(repr=False)  # tells of hidden cards until the deal is over


@dataclass(frozen=True, slots=True)
class Done:
    """The result of an earlier append with the same idempotency key."""

    table: TableId
    version: int


@dataclass(frozen=True, slots=True)
class SlotKey:
    """A slot, which stands for one message of a table: its name is ``table:3``, say, or ``hand:a1``."""

    table: TableId
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """What one message must show, and what it is known to show."""

    key: SlotKey
    wanted: int  # the version of the table that it must show
    shown: int | None = None  # the version last shown; None: there is no message
    digest: str | None = None
    channel: int | None = None
    message: int | None = None
    posts: int = 0  # how many messages it has lost or left behind
    tries: int = 0  # failures since it was last shown
    not_before: float = 0.0
    parked: str | None = None  # why it has been given up, if it has

    @property
    def due(self) -> bool:
        """Whether it does not yet show what it must and has not been given up. Does not look at
        ``not_before``."""
        return self.parked is None and (self.shown is None or self.shown < self.wanted)


@dataclass(frozen=True, slots=True)
class DirectMessages:
    """Whether direct messages reached a user when last tried."""

    channel: int | None  # None: never opened
    refused: bool


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard: the sum of a user's ranked rubbers of one game."""

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
