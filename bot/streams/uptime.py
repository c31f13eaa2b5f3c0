"""How long the bot was connected to Discord, of which only that time counts against somebody who has to act.

It is stored every hour and at a stop, so that a process that is killed counts as away since it last was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from bot.ports.errors import StorageError

log = logging.getLogger(__name__)

BEAT: Final = 3600.0
"""Seconds between two notes: what is lost of a process that is killed is counted against nobody."""
KEPT: Final = 60 * 24 * 3600.0
"""Seconds for which notes are kept: nobody is waited for as long."""


class Beats(Protocol):
    """What is needed of the storage."""

    async def uptime(self, since: float) -> tuple[tuple[float, float], ...]: ...
    async def note_uptime(self, began: float, ended: float, forget: float) -> None: ...


class Uptime:
    def __init__(self, beats: Beats, now: Callable[[], float]) -> None:
        self._beats = beats
        self._now = now
        self._past: list[tuple[float, float]] = []
        self._began: float | None = None  # of the time that goes on

    async def load(self) -> None:
        self._past = list(await self._beats.uptime(self._now() - KEPT))

    def connected(self) -> None:
        """The bot is connected, perhaps again."""
        if self._began is None:
            self._began = self._now()

    async def disconnected(self) -> None:
        """The connection is lost."""
        if self._began is None:
            return
        began, ended, self._began = self._began, self._now(), None
        self._past.append((began, ended))
        # Only now: while this is stored, the connection may be made and lost again.
        await self._note(began, ended)

    def counted(self, since: float) -> float:
        """The seconds since this moment for which the bot was connected. Times of several processes
        overlap, and count once."""
        now = self._now()
        times = self._past if self._began is None else [*self._past, (self._began, now)]
        counted = 0.0
        for began, ended in sorted(times):
            counted += max(0.0, min(ended, now) - max(began, since))
            since = max(since, ended)
        return counted

    async def run(self) -> None:
        """Stores from time to time that the connection goes on."""
        while True:
            await asyncio.sleep(BEAT)
            if self._began is not None:
                await self._note(self._began, self._now())

    async def _note(self, began: float, ended: float) -> None:
        try:
            await self._beats.note_uptime(began, ended, ended - KEPT)
        except StorageError as fault:
            log.warning("that the bot is connected could not be noted: %s", type(fault).__name__)
