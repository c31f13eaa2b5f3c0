"""What is known of a person, and how they are forgotten. Nothing here knows Discord."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from bot.evenings.service import Evenings
from bot.preferences import Preferences
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.errors import Refusal
from rules.refusals import LeavingCosts
from rules.table.requests import Leave
from storage.ports.records import UserId
from storage.ports.storage import KnownPeople


class Forgetful(Protocol):
    """A service with streams in memory."""

    async def forgotten(self, user: UserId) -> None: ...


class Privacy:
    def __init__(
        self,
        people: KnownPeople,
        tables: Tables,
        evenings: Evenings,
        others: Sequence[Forgetful],
        preferences: Preferences,
    ) -> None:
        self._people, self._tables, self._evenings = people, tables, evenings
        self._others, self._preferences = others, preferences

    async def known_of(self, user: UserId) -> Mapping[str, Any]:
        return await self._people.known(user)

    async def file(self, user: UserId) -> str:
        """The same as JSON."""
        return json.dumps(await self.known_of(user), indent=2, ensure_ascii=False)

    async def forget_person(self, user: UserId) -> None:
        """They leave every table and evening, and their number is deleted; pseudonyms and games stay, but
        lead to nobody. If they come back they are somebody new. Raises StorageError."""
        await self.leave_everything(user)
        await self._people.forget(user)
        await self._let_go(user)

    async def resume_forgetting(self) -> None:
        """Forget those to the end whose forgetting was broken off: another process was killed in it, or the
        storage failed. Raises StorageError."""
        for user in await self._people.end_forgetting():
            await self._let_go(user)

    async def _let_go(self, user: UserId) -> None:
        """Nothing in memory leads to somebody who was forgotten."""
        self._preferences.forgotten(user)
        services: tuple[Forgetful, ...] = (self._tables, self._evenings, *self._others)
        for service in services:
            await service.forgotten(user)

    async def leave_everything(self, user: UserId) -> None:
        """They leave every evening and every table, whatever that costs: where cards are dealt a robot plays
        on in their place, and what they play alone ends. An adjourned evening refuses it, and has a robot in
        their place once it goes on. Raises StorageError."""
        await self._evenings.withdraw_from_all(user)
        for table in await self._tables.tables_of(user):
            with suppress(Refusal):  # they belong to it and have no chair to leave
                await self._leave_table(table, user)

    async def _leave_table(self, table: OpenTable, user: UserId) -> None:
        """Raises a Refusal."""
        try:
            await self._tables.act(table.id, user, Leave())
        except LeavingCosts as costs:
            await self._tables.act(table.id, user, Leave(costs.price))
