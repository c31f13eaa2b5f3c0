"""An evening in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from bot.evenings.rooms import Hindrance
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
    stopped: Mapping[int, Hindrance] | None = field(default=None, init=False)
    """What keeps tables of the round from being opened, by their numbers; None until somebody has looked,
    which happens anew at a start."""

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def adjourned(self) -> bool:
        return self.state.adjourned

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.seeds, self.began = fresh.state, fresh.seeds, fresh.began

    @property
    def next_tables(self) -> int:
        """How many tables the next round has, with those who have joined so far."""
        state = self.state
        return state.tables if state.begun else max(state.plan.least_tables, -(-len(state.people) // 4))

    def plays(self, user: UserId) -> bool:
        """Whether a user has entered, or holds a place."""
        return self.person(user) in self.state.people

    def user(self, person: Person) -> UserId | None:
        return self.people.get(person)
