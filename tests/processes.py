"""Which processes there are, as Linux tells it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

TIME_OUT: Final = 20.0
"""Seconds after which a process that ought to have ended is given up."""


def children(parent: int) -> set[int]:
    """The processes that one has started and not yet seen off."""
    return {int(one) for one in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()}


def runs(process: int) -> bool:
    """Whether it is there, and not merely waiting for its parent to hear of its end.

    Its first thread may have ended before the others, which then still hold its pipes open.
    """
    try:
        status = Path(f"/proc/{process}/stat").read_text()
        threads = len(list(Path(f"/proc/{process}/task").iterdir()))
    except (FileNotFoundError, ProcessLookupError):
        return False
    return threads > 1 or status.rpartition(")")[2].split()[0] != "Z"


async def ended(process: int) -> None:
    """Waits until it has."""
    async with asyncio.timeout(TIME_OUT):
        while runs(process):
            await asyncio.sleep(0.01)
