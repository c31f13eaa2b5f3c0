"""Tasks for worker processes that do what a robot should not: they sleep, die, raise, or print."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from robots.player import Answer
from robots.process.thinking import Think, robot_of
from robots.search import double_dummy


@dataclass(frozen=True)
class Tell:
    """Gives back what it was given."""

    value: object

    def run(self) -> object:
        return self.value


class WhoAmI:
    """The process that runs it."""

    def run(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Meet:
    """Waits for another process that does the same, and says which process this one is."""

    folder: Path

    def run(self) -> int:
        (self.folder / str(os.getpid())).touch()
        while len(list(self.folder.iterdir())) < 2:
            time.sleep(0.01)
        return os.getpid()


@dataclass(frozen=True)
class Sleep:
    seconds: float

    def run(self) -> None:
        time.sleep(self.seconds)


class Die:
    """As if the system had killed it."""

    def run(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Fail:
    words: str

    def run(self) -> None:
        raise LookupError(self.words)


class Hoard:
    """Takes more memory than any machine should give to a thought."""

    def run(self) -> int:
        return len([bytearray(1 << 26) for _ in range(1024)])


class Print:
    """Prints through Python, and to the file descriptor itself."""

    def run(self) -> str:
        print("five tricks", flush=True)  # noqa: T201 (that is what it is for)
        os.write(1, b"six tricks")
        return "seven tricks"


@dataclass(frozen=True)
class WithoutSolver:
    """Thinks as on a machine without libdds."""

    think: Think

    def run(self) -> Answer:
        found = double_dummy.library
        try:
            double_dummy.library = lambda: Path("/there/is/no/libdds.so")
            _forget()
            assert double_dummy.load_solver() is None
            return self.think.run()
        finally:
            double_dummy.library = found
            _forget()


def _forget() -> None:
    double_dummy.load_solver.cache_clear()
    robot_of.cache_clear()
