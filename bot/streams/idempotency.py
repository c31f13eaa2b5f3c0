"""Idempotency keys: each interaction is acted on once, though Discord may deliver it twice, or late.

The key of what was done is stored with it, in one transaction; what was refused is kept in memory for a
minute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from bot.errors import AppRefused, AppWhy
from ports.records import Done, TableId
from rules.frozen import frozen

TOO_OLD: Final = 60.0
"""Seconds after which an interaction changes nothing any more, and for which a refusal is kept."""


@frozen
class Key:
    """An interaction by its id; ``at`` is when it was made, in seconds since 1970."""

    id: int
    at: float

    def __str__(self) -> str:
        return str(self.id)


def stored(key: Key | None) -> str | None:
    """A key as it is stored."""
    return str(key.id) if key is not None else None


class Memory(Protocol):
    """Storage of idempotency keys."""

    async def done(self, key: str) -> Done | None: ...


class Idempotency:
    """The keys that one service has acted on or refused.

    A new act needs no look-up: the storage refuses a second append under the same key. Only an interaction
    that would be refused, or is too old, is looked up.
    """

    def __init__(self, memory: Memory, now: Callable[[], float]) -> None:
        self._memory = memory
        self._now = now
        self._refused: dict[str, tuple[float, Exception]] = {}

    async def done_before(self, key: Key | None) -> TableId | None:
        """The stream on which an old interaction has been acted; None if the interaction is young, acted on
        or not. Raises the refusal that it met before, or AppWhy.TOO_LATE if it is old and new here."""
        if key is None:
            return None
        refused = self._refused.get(str(key))
        if refused is not None and refused[0] > self._oldest:
            raise refused[1]
        if key.at >= self._oldest:
            return None
        done = await self.done(key)
        if done is None:
            raise AppRefused(AppWhy.TOO_LATE)
        return done

    async def done(self, key: Key | None) -> TableId | None:
        """The stream on which this interaction has been acted; None if it has not."""
        done = await self._memory.done(str(key)) if key is not None else None
        return done.table if done is not None else None

    def refused(self, key: Key | None, refusal: Exception) -> None:
        """Has this interaction refused in the same way whenever it is delivered again."""
        if key is None:
            return
        while self._refused and next(iter(self._refused.values()))[0] <= self._oldest:
            del self._refused[next(iter(self._refused))]
        self._refused[str(key)] = self._now(), refusal

    @property
    def _oldest(self) -> float:
        return self._now() - TOO_OLD
