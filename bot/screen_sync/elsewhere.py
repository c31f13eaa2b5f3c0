"""Messages that another process posts, and what it can be asked to do with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.leases import Holds, always
from ports.cluster import Errand
from ports.records import SlotKey

LOOKING: Final = 0.02
ASKING: Final = 0.2
"""Seconds between two looks at a slot: in memory, and in the log where another process posts it."""

DRAW: Final = "draw"
"""To draw a message again, whatever it shows."""
POST: Final = "post"
"""To post it anew."""
TRY: Final = "try"
"""To try it again, though it was given up."""
UNPARK: Final = "unpark"
"""To do so with all those of its stream that are in the channel."""
ADOPT: Final = "adopt"
"""To go on with the private copies that have been shown of its stream."""


class Elsewhere:
    """A process that is alone posts everything itself."""

    def __init__(self) -> None:
        self.holds: Holds = always
        """Whether this process posts the messages of a stream."""
        self.ask: Callable[[Errand], Awaitable[None]] | None = None

    @property
    def exists(self) -> bool:
        """Whether there may be other processes."""
        return self.ask is not None

    async def asked(self, key: SlotKey, what: str) -> bool:
        """Asks the process that posts a slot's message to do this. Whether that is another one."""
        if self.ask is None or self.holds(key.table):
            return False
        await self.ask(Errand(key, what))
        return True
