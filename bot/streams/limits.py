"""How many streams of one kind may be open at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one person may have opened, and that may stand in one server."""

    person: int = 20
    server: int = 500
