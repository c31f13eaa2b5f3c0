"""Interactions, each acted on once: Discord may deliver one twice, or late.

What was done is remembered by the log, in the transaction that did it; what was refused, here, for a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from bot.errors import TooLate
from bot.ports.records import Done, TableId

TOO_OLD: Final = 60.0
"""Seconds after which an interaction that arrives late changes nothing, and for which a refusal is kept."""


@dataclass(frozen=True, slots=True)
class Key:
    """An interaction: acted on once, however often it is delivered; ``at`` is when it was made."""

    id: int
    at: float

    def __str__(self) -> str:
        return str(self.id)


class Memory(Protocol):
    """Where it stands what has been done."""

    async def done(self, key: str) -> Done | None: ...


class Idempotency:
    """The interactions of one service."""

    def __init__(self, memory: Memory, now: Callable[[], float]) -> None:
        self._memory = memory
        self._now = now
        self._refused: dict[str, tuple[float, Exception]] = {}

    async def done_before(self, key: Key | None) -> TableId | None:
        """The table, or score sheet, at which this interaction has been acted on. Raises the refusal that it
        met before, or TooLate."""
        if key is None:
            return None
        oldest = self._now() - TOO_OLD
        self._refused = {one: refusal for one, refusal in self._refused.items() if refusal[0] > oldest}
        if str(key) in self._refused:
            raise self._refused[str(key)][1]
        done = await self._memory.done(str(key))
        if done is None and key.at < oldest:
            raise TooLate
        return done.table if done is not None else None

    def refused(self, key: Key | None, refusal: Exception) -> None:
        """Whoever brings this interaction again is refused again."""
        if key is not None:
            self._refused[str(key)] = self._now(), refusal
