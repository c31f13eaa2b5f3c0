"""A worker, started as ``python -m robots.process.worker``: it runs one task after another until its standard
input is closed.

Tasks and answers are pickles, each after its length in four bytes. Answers go out on the original standard
output; what is printed here, by native code too, is discarded, and no file can be created in the working
directory. The first answer, ``READY``, is sent without a task once everything is loaded.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import tempfile
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final

from robots.player import Strength
from robots.process.thinking import robot_of

LENGTH: Final = 4
"""Bytes of the length before each pickle, big-endian."""

MEMORY: Final = 1 << 30
"""Bytes of addresses that a task may use; the deepest searches use a third."""
GIVES_WAY: Final = 500
"""How much sooner than the bot, of a thousand, Linux ends a worker when memory runs out."""

Answer = tuple[bool, object]
"""Whether a task succeeded, and its value; if not, the description of the exception (``raised``). A plain
tuple, since a class of this module would be ``__main__.Answer`` in the process that pickles it."""

READY: Final[Answer] = (True, None)


def framed(value: object) -> bytes:
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(LENGTH, "big") + pickled


def main() -> None:
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    _leave_disk()
    _be_first_to_end()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # systemd sends it to all; the bot ends its workers
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(tasks, waiting), daemon=True).start()
    robot_of(Strength.BEST)
    answer = READY
    while True:
        answers.write(framed(answer))
        answers.flush()
        answer = _run_pickled(waiting.get())


def _leave_disk() -> None:
    """Changes to a directory that no longer exists, so that no file can be created: the solver would write
    the hands of a position that it refuses into a file."""
    here = Path(tempfile.mkdtemp())
    os.chdir(here)
    with contextlib.suppress(OSError):  # not every system removes a directory that is in use
        here.rmdir()


def _be_first_to_end() -> None:
    """A task that needs far too much memory fails by itself, and where the machine runs out of it a worker is
    ended and not the bot, which replaces it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has limits
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    with contextlib.suppress(OSError):
        score = Path("/proc/self/oom_score_adj")  # the bot's own, so far
        score.write_text(str(min(1000, int(score.read_text()) + GIVES_WAY)), encoding="ascii")


def _receive(tasks: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Queues the tasks as they come. Ends the process when the input is closed, even during a task."""
    while len(head := tasks.read(LENGTH)) == LENGTH:
        waiting.put(tasks.read(int.from_bytes(head, "big")))
    os._exit(0)


def _run_pickled(pickled: bytes) -> Answer:
    try:
        return True, pickle.loads(pickled).run()
    except Exception as failure:  # noqa: BLE001 (the next task must go on)
        return False, raised(failure)


def raised(failure: Exception) -> str:
    """What may be logged of an exception: its class and traceback lines. Its message might name a card."""
    where = "".join(traceback.format_tb(failure.__traceback__))
    return f"{type(failure).__name__}\n{where}"


if __name__ == "__main__":
    main()
