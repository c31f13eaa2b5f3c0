"""Waiting for what comes first."""

from __future__ import annotations

import asyncio
from typing import Any


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
