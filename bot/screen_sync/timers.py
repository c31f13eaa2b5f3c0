"""Things to be done after a while, by key: a later wish for the same thing takes the place of the earlier."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Final

SOONEST: Final = 0.05
"""Seconds after which a thing is done at the earliest."""


class Timers:
    def __init__(self) -> None:
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        self._closed = False

    def at(self, key: Hashable, delay: float, do: Callable[[], None]) -> None:
        def now() -> None:
            del self._timers[key]
            do()

        earlier = self._timers.pop(key, None)
        if earlier is not None:
            earlier.cancel()
        if not self._closed:
            self._timers[key] = asyncio.get_running_loop().call_later(max(SOONEST, delay), now)

    def close(self) -> None:
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
