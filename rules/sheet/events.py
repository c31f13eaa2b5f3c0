"""What has happened on a score sheet that people keep for a rubber played with real cards.

What was told of each deal is chance and choice; its lines and the rubber's end are derived, and stored with
the revision that derived them. Sheets share with tables the events that mean the same there. People are the
sheet's own pseudonyms, guests too: nobody's name is here.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.counting.reckon import Entry
from rules.counting.rubber import RubberResult
from rules.members import Person
from rules.seats import BySeat, Seat
from rules.sheet.page import Told
from rules.table.events import Closed, OptionsChosen, RubberReckoned


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A sheet was opened for a game. A dummy's seat names him who plays its hand."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: BySeat[Person]
    dummies: tuple[Seat, ...]
    guests: tuple[Person, ...]  # those who are nobody on Discord
    keeper: Person  # who opened it


@dataclass(frozen=True, slots=True)
class SheetRubberBegun:
    """The first deal of a rubber is being entered, and the options stand."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DealEntered:
    """A deal was written down, with the lines that it came to."""

    revision: int
    told: Told
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DealTakenBack:
    """The last deal was crossed out, and with it the end of the rubber if it brought that."""


@dataclass(frozen=True, slots=True)
class SheetRubberEnded:
    """The rubber is over, by its last deal or because it was broken off. It counts once all confirm it."""

    revision: int
    result: RubberResult
    broken_off: bool


@dataclass(frozen=True, slots=True)
class EndTakenBack:
    """A rubber that was broken off goes on after all."""


@dataclass(frozen=True, slots=True)
class NextBegun:
    """A fresh page, for the same people in the same seats."""

    number: int


@dataclass(frozen=True, slots=True)
class NextTakenBack:
    """The fresh page was taken away again; nothing had been written on it."""


@dataclass(frozen=True, slots=True)
class ScoreConfirmed:
    """A player says that the score of this rubber is right."""

    rubber: int
    person: Person


@dataclass(frozen=True, slots=True)
class ScoreRejected:
    """A player says that it is not."""

    rubber: int
    person: Person


SheetEvent = (
    SheetOpened
    | OptionsChosen
    | SheetRubberBegun
    | DealEntered
    | DealTakenBack
    | SheetRubberEnded
    | EndTakenBack
    | NextBegun
    | NextTakenBack
    | ScoreConfirmed
    | ScoreRejected
    | RubberReckoned
    | Closed
)
