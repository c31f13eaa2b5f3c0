"""Requests of people to a score sheet."""

from __future__ import annotations

from rules.frozen import frozen
from rules.sheet.deals import Given
from rules.table.requests import Adjourn, Resume, SetOption


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
