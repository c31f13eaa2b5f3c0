"""What people ask of a score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sheet.deals import Given
from rules.table.requests import SetOption


@dataclass(frozen=True, slots=True)
class Enter:
    """Write a deal down."""

    given: Given


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Cross out the last deal; or let a rubber go on that was broken off; or take away a page on which
    nothing is written."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say that the score of a rubber is right; of the last that waits for this, if none is named."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Say that it is not."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Begin a new rubber, with the same people in the same seats."""


@dataclass(frozen=True, slots=True)
class CloseSheet:
    """Close the sheet; a rubber that is worth something unfinished is broken off first (ambiguity 66)."""


SheetRequest = Enter | SetOption | TakeBack | Confirm | Reject | Next | CloseSheet
