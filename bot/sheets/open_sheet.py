"""A score sheet in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.sheets.slots import notice
from bot.streams.open_stream import OpenStream
from rules.members import Person
from rules.sheet.sheet import Sheet


@dataclass(eq=False)
class OpenSheet(OpenStream):
    """One open score sheet."""

    state: Sheet
    guests: Mapping[Person, str]  # the names of those who are nobody on Discord

    @property
    def closed(self) -> bool:
        return self.state.view.closed

    @property
    def adjourned(self) -> bool:
        return self.state.view.adjourned

    def reader(self, slot: str) -> Person | None:
        """The person to whom a notice is sent."""
        return next((person for person in self.people if notice(person) == slot), None)

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.guests = fresh.state, fresh.guests
