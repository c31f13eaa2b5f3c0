"""How long to wait before something that failed is tried again: twice as long each time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
