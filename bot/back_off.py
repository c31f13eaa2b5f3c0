"""Waiting for what comes first, the pauses before something that failed is tried again, and those after work
in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final


async def first(
    *events: asyncio.Event, or_done: asyncio.Task[Any] | None = None, within: float | None = None
) -> None:
    """Waits until one of these events is set or the task is done, at most for so many seconds."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(
        [*waiting, *([or_done] if or_done else [])], timeout=within, return_when="FIRST_COMPLETED"
    )
    for one in waiting:
        one.cancel()


FIRST: Final = 5.0
"""Seconds before it is tried the first time."""
LAST: Final = 300.0
"""Seconds beyond which the wait does not grow."""


def pauses() -> Iterator[float]:
    """The waits in seconds, without end."""
    pause = FIRST
    while True:
        yield pause
        pause = min(2 * pause, LAST)


BREATH: Final = 3.0
"""After each stream that is loaded in the background, a pause of so many times as long as that took: the loop
and the machine belong to those who press."""
LONGEST_BREATH: Final = 0.2
"""Seconds."""


def breath(took: float) -> float:
    """The pause in seconds after work in the background that took so long."""
    return min(LONGEST_BREATH, BREATH * took)
