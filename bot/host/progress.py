"""How far long work is, and about how long it still takes: one line that changes on a terminal, and a line
every few seconds where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from screens.words import hosting as words

AT_ONCE: Final = 1.0
"""Seconds of work of which nothing is told."""
TERMINAL, LINES = 0.2, 5.0
"""Seconds between two lines."""


class Progress:
    """Told of each step by the thread that works. Used as a context: the line that changes ends with it."""

    def __init__(
        self, out: TextIO = sys.stderr, now: Callable[[], float] = time.monotonic, width: int = 78
    ) -> None:
        self._out, self._now, self._width = out, now, width
        self._changes = out.isatty()
        self._part = ""
        self._began = self._last = self._told = now()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._shown and self._changes:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()

    def step(self, part: str, done: int, total: int) -> None:
        """So much of a part of the work is done."""
        now = self._now()
        if part != self._part:
            self._part, self._began = part, self._last
        self._last = now
        every = TERMINAL if self._changes else LINES
        if now - self._told < (every if self._shown else max(every, AT_ONCE)):
            return
        self._told, self._shown = now, True
        left = (now - self._began) * (total - done) / done if done else None
        line = words.how_far(part, done, total, left)
        if self._changes:
            self._out.write("\r" + line[: self._width].ljust(self._width))
        else:
            self._out.write(line + "\n")
        self._out.flush()
