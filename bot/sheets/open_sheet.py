"""A score sheet in memory: the state that the log replays to, and who its people are. A cache of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.ports.records import Place, TableId, UserId
from rules.members import Person
from rules.sheet.sheet import Sheet


@dataclass(slots=True)
class OpenSheet:
    """A sheet in memory. ``lock`` covers deciding and committing, never a Discord call."""

    id: TableId
    place: Place
    state: Sheet
    version: int
    people: dict[Person, UserId]
    guests: Mapping[Person, str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def person(self, user: UserId) -> Person | None:
        """The pseudonym under which this sheet knows a user."""
        return next((person for person, known in self.people.items() if known == user), None)
