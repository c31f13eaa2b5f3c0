"""Whom the host has blocked: people and servers. Each of their presses and commands gets one sentence.

A block is a row beside what people have chosen, with an owner of its own: forgetting somebody does not
unblock them. All blocks are in memory, as every press asks for them. Nothing here knows a table: what follows
from a block is done by ``bot.host.carrying``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from bot.errors import AppRefused, AppWhy
from storage.ports.records import UserId
from storage.ports.storage import Choices

BLOCKED: Final = "blocked"
"""The name of the choice, and what its owner begins with."""
PERSON: Final = "user"
SERVER: Final = "guild"


class Blockable(NamedTuple):
    """A person or a server, by their number at Discord."""

    kind: str
    number: int

    @property
    def block_owner(self) -> str:
        """Under this the block is stored."""
        return f"{BLOCKED}:{self.kind}:{self.number}"


class Blocks:
    """The blocks of one bot. Until they are loaded there are none."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._since: Mapping[Blockable, float] = {}
        self._one_by_one = asyncio.Lock()

    async def load_blocks(self) -> frozenset[Blockable]:
        """Reads all blocks; those that are new since the last time. Raises StorageError."""
        async with self._one_by_one:  # else a block that is stored meanwhile would be lost
            before, found = self._since, dict[Blockable, float]()
            for owner, since in (await self._choices.chosen_by_all(BLOCKED)).items():
                with suppress(ValueError):  # of a later release
                    _, kind, number = owner.split(":")
                    found[Blockable(kind, int(number))] = float(since)
            self._since = found
        return frozenset(found.keys() - before.keys())

    async def block(self, who: Blockable, now: float) -> None:
        """Raises StorageError."""
        async with self._one_by_one:
            if who not in self._since:
                await self._choices.set_choices(who.block_owner, {BLOCKED: str(int(now))})
                self._since = {**self._since, who: now}

    async def unblock(self, who: Blockable) -> None:
        """Raises StorageError."""
        async with self._one_by_one:
            await self._choices.set_choices(who.block_owner, {BLOCKED: None})
            self._since = {one: since for one, since in self._since.items() if one != who}

    @property
    def blocked_since(self) -> Mapping[Blockable, float]:
        """All who are blocked, with when they were, in seconds since 1970."""
        return self._since

    def is_person_blocked(self, user: UserId) -> bool:
        return Blockable(PERSON, user) in self._since

    def is_server_blocked(self, guild: int | None) -> bool:
        return guild is not None and Blockable(SERVER, guild) in self._since

    def is_blocked(self, user: UserId, guild: int | None) -> bool:
        """Whether nothing is done for somebody in a server, or in direct messages."""
        return bool(self._since) and (self.is_person_blocked(user) or self.is_server_blocked(guild))

    def check_answered(self, user: UserId, guild: int | None) -> None:
        """Raises AppWhy.PERSON_BLOCKED or AppWhy.SERVER_BLOCKED for whom nothing is done."""
        if self.is_blocked(user, guild):
            person = self.is_person_blocked(user)
            raise AppRefused(AppWhy.PERSON_BLOCKED if person else AppWhy.SERVER_BLOCKED)
