"""How far long work is, and about how long it still takes: a bar on a terminal, elsewhere a line every few
seconds.

A thread of its own tells it, so that nothing that works for long without a word leaves the host in silence.
Work that is soon done tells nothing, and does not import what draws the bar.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TextIO

from screens.words import hosting as words
from storage.engine import Part

AT_ONCE: Final = 0.5
"""Seconds of work of which a terminal is told nothing."""
LINES: Final = 4.0
"""Seconds between two lines where there is no terminal."""
FRAME: Final = 0.1

PARTS: Final = {
    Part.BACKING_UP: words.BACKING_UP,
    Part.CHECKING: words.CHECKING,
    Part.COPYING: words.COPYING,
    Part.COMPARING: words.COMPARING,
    Part.COUNTING: words.COUNTING,
}


def can_draw(out: TextIO) -> bool:
    """Whether lines that have been written can be changed, and have colours."""
    if not out.isatty():
        return False
    from rich.console import Console

    return not Console(file=out).is_dumb_terminal


class HowFar:
    """What is being done, and how much of it has been. ``now`` gives seconds that never run backwards."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.part = words.OPENING
        self._began = now()
        self._done, self._total = 0.0, 0.0
        self._waits = False  # whether what is done is the time that has passed

    def step(self, part: Part, done: int, total: int) -> None:
        """So much of a part of the work is done."""
        if PARTS[part] != self.part:
            self.part, self._began = PARTS[part], self._now()
        self._done, self._total, self._waits = done, total, False

    def wait(self, part: str, seconds: float) -> None:
        """A part has begun that takes so long."""
        self.part, self._began = part, self._now()
        self._total, self._waits = seconds, True

    @property
    def share(self) -> float | None:
        """From 0 to 1; None if it is not known."""
        done = self._now() - self._began if self._waits else self._done
        return min(1.0, done / self._total) if self._total else None

    @property
    def left(self) -> str:
        share = self.share
        if not share:
            return ""
        return words.time_left((self._now() - self._began) * (1 - share) / share)

    @property
    def told(self) -> str:
        """In one line."""
        share = self.share
        return words.how_far(self.part, None if share is None else int(100 * share), self.left)


class Progress(HowFar):
    """Tells it. A context: the telling ends with it, and what has been drawn on a terminal is gone. What
    ``Glance`` writes to the same terminal meanwhile stands above the bar."""

    def __init__(self, out: TextIO = sys.stderr, lines: float = LINES) -> None:
        super().__init__()
        self._out, self._lines = out, lines
        self._over = threading.Event()
        self._telling = threading.Thread(target=self._tell, name="progress", daemon=True)

    def __enter__(self) -> Progress:
        self._telling.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._telling.join()

    def _tell(self) -> None:
        if can_draw(self._out):
            if not self._over.wait(AT_ONCE):
                self._draw()
            return
        while not self._over.wait(self._lines):
            self._out.write(self.told + "\n")
            self._out.flush()

    def _draw(self) -> None:
        from rich import get_console
        from rich.console import Console
        from rich.progress import BarColumn, SpinnerColumn, TaskProgressColumn, TextColumn
        from rich.progress import Progress as Bar

        console = get_console() if self._out is sys.stdout else Console(file=self._out)
        bar = Bar(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            redirect_stdout=False,
            redirect_stderr=False,
            transient=True,
        )
        with bar:
            one = bar.add_task(self.part, total=None, left="")
            while not self._over.wait(FRAME):
                share = self.share
                if share is None:
                    bar.update(one, description=self.part)
                else:
                    bar.update(one, description=self.part, completed=share, total=1.0, left=self.left)
