"""Waiting for what comes first, and the pauses before something that failed is tried again."""

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
