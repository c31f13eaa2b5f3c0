"""What the tables of an evening need of Discord: places to stand in, which the bot opens and closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.ports.records import Place, UserId


class NoRoom(Exception):
    """No place could be opened or reached; it may be later. The reason has been logged."""


class Rooms(Protocol):
    """Threads of the bot's. Each method may raise NoRoom."""

    async def standing(self, place: Place, since: float) -> Mapping[str, int]:
        """The bot's open threads of a channel, by name, that were begun since a moment in seconds since
        1970: those of earlier evenings have the same names, and other people read them."""

    async def begin(self, place: Place, name: str, *, private: bool) -> int:
        """A new thread of a channel. A ``private`` one is seen by those who are invited."""

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        """Have these see a private thread."""

    async def end(self, room: int) -> None:
        """Archive a thread; nothing happens if it is gone."""
