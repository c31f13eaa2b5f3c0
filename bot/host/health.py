"""Whether the bot can serve people, or what is in the way, in one word; and whether it should be begun anew.

The two differ: another start cures neither an outage of Discord nor a full disk, and each costs one of the
thousand sessions that Discord gives a bot in a day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Final, Protocol

from bot.clocks import cancelled
from bot.supervisor import SUPERVISOR, Supervisor
from storage.ports.storage import StorageError

log = logging.getLogger(__name__)


class Cause(Enum):
    """Why people cannot be served, the first that holds."""

    STARTING = "starting"  # the bot has not been made yet
    STOPPING = "stopping"
    STORAGE = "storage"  # nothing can be stored
    GATEWAY = "gateway"  # Discord cannot be reached, or not by every shard
    COMMANDS = "commands"  # Discord has not been told of the commands
    TASK = "task"  # something in the background has ended, and has not been running again for long


class Served(Protocol):
    """The bot, as far as it is looked at here."""

    @property
    def gateway_connected(self) -> bool: ...
    @property
    def commands_known(self) -> bool: ...


TRY_EVERY: Final = 5.0
"""Seconds between two tries to write."""
TRY_WITHIN: Final = 2.0
"""Seconds for one of them: whoever presses waits no longer either."""


class StorageCheck:
    """Finds out by writing whether the storage takes what is written: when somebody asks and it was not tried
    lately, and every few seconds once it was refused, until it is taken."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        """``write`` stores and deletes something."""
        self._write = write
        self._next = 0.0
        self._trying: asyncio.Task[None] | None = None
        self._going_on: asyncio.Task[None] | None = None
        self.refuses = False

    async def try_storage(self) -> None:
        """Try once, unless that was done lately. A try that hangs goes on, so that they do not heap up."""
        now = asyncio.get_running_loop().time()
        if now < self._next:
            return
        self._next = now + TRY_EVERY
        if self._trying is None:
            self._trying = SUPERVISOR.run_once(self._try_once(), "storage check")
        await asyncio.wait([self._trying], timeout=TRY_WITHIN)
        if self._trying is not None:
            self._note_result("no answer")

    async def close(self) -> None:
        await cancelled(one for one in (self._trying, self._going_on) if one is not None)

    async def _try_once(self) -> None:
        try:
            await self._write()
        except StorageError as fault:
            self._note_result(repr(fault))
        else:
            self._note_result(None)
        finally:
            self._trying = None

    def _note_result(self, fault: str | None) -> None:
        refused, self.refuses = self.refuses, fault is not None
        if fault is not None and not refused:
            log.warning("the storage takes nothing: %s", fault)
        elif fault is None and refused:
            log.info("the storage takes what is written again")
        if self.refuses and self._going_on is None:
            self._going_on = SUPERVISOR.run_until_done("storage checks", self._until_taken)

    async def _until_taken(self) -> None:
        while self.refuses:
            await asyncio.sleep(TRY_EVERY)
            await self.try_storage()
        self._going_on = None


class Health:
    """What the process knows of itself. ``stops`` says whether it has been told to end."""

    def __init__(self, storage: StorageCheck, supervisor: Supervisor = SUPERVISOR) -> None:
        self._storage = storage
        self._supervisor = supervisor
        self.stops: Callable[[], bool] = lambda: False

    async def cause(self, bot: Served | None) -> Cause | None:
        """Why people cannot be served now; None if they can. ``bot`` is None until there is one."""
        if self.stops():
            return Cause.STOPPING
        if bot is None:
            return Cause.STARTING
        await self._storage.try_storage()
        if self._storage.refuses:
            return Cause.STORAGE
        if not bot.gateway_connected:
            return Cause.GATEWAY
        if not bot.commands_known:
            return Cause.COMMANDS
        return Cause.TASK if self._supervisor.dead_tasks else None

    @property
    def fatally_ended(self) -> frozenset[str]:
        """The tasks without which the process serves nobody, and that do not run."""
        return self._supervisor.essential_dead
