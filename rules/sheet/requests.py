"""Requests of people to a score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sheet.deals import Given
from rules.table.requests import Adjourn, Resume, SetOption


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a deal."""

    given: Given


@dataclass(frozen=True, slots=True)
class Correct:
    """Tell a deal otherwise that stands on the page of this rubber."""

    rubber: int
    deal: int
    given: Given


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last deal, or the breaking off of a rubber, or an empty page."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm the score of a rubber; without a number, of the last one that waits for it."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Reject the score of a rubber; without a number, of the last one that waits for it."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Begin a new rubber, with the same people in the same seats."""


@dataclass(frozen=True, slots=True)
class CloseSheet:
    """Close the sheet. A rubber that has a value unfinished is broken off first (ambiguity 66)."""


SheetRequest = (
    Enter | Correct | SetOption | TakeBack | Confirm | Reject | Next | CloseSheet | Adjourn | Resume
)
