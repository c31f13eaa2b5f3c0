"""What people ask of a score sheet, which they keep for rubbers with real cards, and the events that follow.

What was told of each deal is stored as it was told; its lines and the end of the rubber are derived, and
stored with the revision of the rules that derived them. Events that mean the same as at tables are shared
with them. All people, guests too, are pseudonyms.
"""

from __future__ import annotations

from rules.counting.reckon import Entry
from rules.counting.rubber import RubberResult
from rules.frozen import frozen
from rules.seats import BySeat, Person, Seat
from rules.sheet.deals import Given
from rules.sheet.page import Told
from rules.table.events import Adjourned, Closed, OptionsChosen, Resumed, RubberReckoned
from rules.table.requests import Adjourn, Resume, SetOption


@frozen
class SheetOpened:
    """A sheet was opened for a game. For a dummy's seat, ``seats`` has the person who plays its hand."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: BySeat[Person]
    dummies: tuple[Seat, ...]
    guests: tuple[Person, ...]  # players without a Discord account
    keeper: Person  # who opened it


@frozen
class SheetRubberBegun:
    """A rubber has begun with its first deal; the options are fixed from now on."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]


@frozen
class DealEntered:
    """A deal was entered, with its lines."""

    revision: int
    told: Told
    entries: tuple[Entry, ...]


@frozen
class DealCorrected:
    """A deal of a rubber was told otherwise. ``entries`` are its lines and those of each deal after it, which
    stay as they were told. The end of the rubber, if it had one, and what people have said of it are void."""

    revision: int
    rubber: int
    deal: int
    told: Told
    entries: tuple[tuple[Entry, ...], ...]


@frozen
class DealTakenBack:
    """The last deal was taken back, and the end of the rubber if that deal had ended it."""


@frozen
class SheetRubberEnded:
    """The rubber is over, after its last deal or because it was broken off. It counts once all have confirmed
    it."""

    revision: int
    result: RubberResult
    broken_off: bool


@frozen
class EndTakenBack:
    """A rubber that was broken off goes on."""


@frozen
class NextBegun:
    """A new page was begun, for the same people in the same seats."""

    number: int


@frozen
class NextTakenBack:
    """An empty page was taken away again."""


@frozen
class ScoreConfirmed:
    """A player has confirmed the score of this rubber."""

    rubber: int
    person: Person


@frozen
class ScoreRejected:
    """A player has rejected the score of this rubber."""

    rubber: int
    person: Person


SheetEvent = (
    SheetOpened
    | OptionsChosen
    | SheetRubberBegun
    | DealEntered
    | DealCorrected
    | DealTakenBack
    | SheetRubberEnded
    | EndTakenBack
    | NextBegun
    | NextTakenBack
    | ScoreConfirmed
    | ScoreRejected
    | RubberReckoned
    | Closed
    | Adjourned
    | Resumed
)


@frozen
class Enter:
    """Enter a deal."""

    given: Given


@frozen
class Correct:
    """Tell a deal otherwise that stands on the page of this rubber."""

    rubber: int
    deal: int
    given: Given


@frozen
class TakeBack:
    """Take back the last deal, or the breaking off of a rubber, or an empty page."""


@frozen
class Confirm:
    """Confirm the score of a rubber; without a number, of the last one that waits for it."""

    rubber: int | None = None


@frozen
class Reject:
    """Reject the score of a rubber; without a number, of the last one that waits for it."""

    rubber: int | None = None


@frozen
class Next:
    """Begin a new rubber, with the same people in the same seats."""


@frozen
class CloseSheet:
    """Close the sheet. A rubber that has a value unfinished is broken off first (ambiguity 66)."""


SheetRequest = (
    Enter | Correct | SetOption | TakeBack | Confirm | Reject | Next | CloseSheet | Adjourn | Resume
)
