"""An evening in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.ports.records import UserId
from bot.streams.open_stream import OpenStream
from rules.evening.evening import Evening
from rules.members import Person


@dataclass(eq=False)
class OpenEvening(OpenStream):
    """One open evening."""

    state: Evening
    seeds: dict[int, bytes]  # that of all deals of a duplicate, until it is over
    began: float | None  # when lots were drawn, in seconds since 1970

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def adjourned(self) -> bool:
        return self.state.adjourned

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.seeds, self.began = fresh.state, fresh.seeds, fresh.began

    def plays(self, user: UserId) -> bool:
        """Whether a user has entered, or holds a place."""
        return self.person(user) in self.state.people

    def user(self, person: Person) -> UserId | None:
        return self.people.get(person)
