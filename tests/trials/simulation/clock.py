"""Virtual time and drawn chance in place of the machine's, from the import of this module on.

Everything that is imported later tells the time of ``CLOCK`` and draws from its numbers: the bot, the
libraries, the simulated Discord and its people.
"""

from __future__ import annotations

import datetime as dates
import os
import random
import time
from collections.abc import Callable
from typing import Any, Final

from tests.trials.simulation.plan import BEGAN

real_seconds: Final = time.perf_counter
processor_seconds: Final = time.process_time

UP: Final = 1000.0
"""How long the machine has been running then."""


class Clock:
    """The one moment of a world, and the numbers drawn where a process would ask its machine for chance.
    ``wrong`` says by how many seconds the date of the machine that asks is ahead."""

    def __init__(self) -> None:
        self.now, self.began = 0.0, BEGAN
        self.wrong: Callable[[], float] = lambda: 0.0
        self.numbers = random.Random(0)

    def begin(self, seed: int, began: float = BEGAN) -> None:
        self.now, self.began = 0.0, began
        self.numbers.seed(f"machine {seed}")
        random.seed(self.numbers.getrandbits(64))

    @property
    def date(self) -> float:
        """In seconds since 1970, whatever the machines say."""
        return self.began + self.now

    def time(self) -> float:
        return self.date + self.wrong()

    def elapsed(self, _kind: int = 0) -> float:
        return UP + self.now

    def chance(self, count: int) -> bytes:
        return self.numbers.randbytes(count)


CLOCK: Final = Clock()
_seeded = random.Random.seed
_DateTime = dates.datetime


def _seed(self: random.Random, a: Any = None, version: int = 2) -> None:
    _seeded(self, CLOCK.numbers.getrandbits(64) if a is None else a, version)


class _AnyDate(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, _DateTime)


class _Date(_DateTime, metaclass=_AnyDate):
    @classmethod
    def now(cls, tz: dates.tzinfo | None = None) -> Any:
        return _DateTime.fromtimestamp(CLOCK.time(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return _DateTime.fromtimestamp(CLOCK.time(), dates.UTC).replace(tzinfo=None)


def _install() -> None:
    stand_ins: dict[str, Any] = {
        "time": CLOCK.time,
        "time_ns": lambda: int(CLOCK.time() * 1e9),
        "monotonic": CLOCK.elapsed,
        "perf_counter": CLOCK.elapsed,
        "clock_gettime": CLOCK.elapsed,
        "thread_time": lambda: 0.0,
        "process_time": lambda: 0.0,
        "sleep": lambda _seconds: None,
    }
    for name, stand_in in stand_ins.items():
        setattr(time, name, stand_in)
    os.urandom = CLOCK.chance
    random._urandom = CLOCK.chance  # type: ignore[attr-defined]  # what the module has taken from ``os``
    random.Random.seed = _seed  # type: ignore[method-assign]
    dates.datetime = _Date  # type: ignore[misc]


_install()
