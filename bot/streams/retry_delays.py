"""How long to wait before what failed is tried again: twice as long each time, as while a disk is full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

FIRST: Final = 5.0
"""Seconds before the first trial."""
LAST: Final = 300.0
"""No more than these."""


def pauses() -> Iterator[float]:
    """Seconds, without end."""
    pause = FIRST
    while True:
        yield pause
        pause = min(2 * pause, LAST)
