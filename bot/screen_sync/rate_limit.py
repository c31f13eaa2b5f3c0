"""Rate limits below Discord's own, so that an update is never sent after a newer one exists."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

WINDOW: Final = 5.0
"""Seconds over which a channel's calls are counted. Discord allows about five posts or edits in them."""
PER_SECOND: Final = 40
"""Calls a second in all channels: four fifths of what Discord allows a bot."""


class RateLimit:
    """Counts the calls to each channel and in all, and says when the next may be made."""

    def __init__(self, per_channel: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_channel = per_channel
        self._clock = clock
        self._channels: dict[int, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=PER_SECOND)

    async def ready(self, channel: int) -> None:
        """Waits until a call to this channel may be made. It is counted only when ``spent`` is called."""
        while (wait := self._wait(channel)) > 0:
            await asyncio.sleep(wait)

    def spent(self, channel: int) -> None:
        """A call to this channel is being made."""
        now = self._clock()
        self._channels.setdefault(channel, deque(maxlen=self._per_channel)).append(now)
        self._all.append(now)
        if len(self._channels) > 10_000:
            self._channels = {one: calls for one, calls in self._channels.items() if calls[-1] > now - WINDOW}

    def _wait(self, channel: int) -> float:
        now = self._clock()
        calls = self._channels.get(channel)
        here = calls[0] + WINDOW - now if calls is not None and len(calls) == self._per_channel else 0.0
        everywhere = self._all[0] + 1.0 - now if len(self._all) == PER_SECOND else 0.0
        return max(here, everywhere)
