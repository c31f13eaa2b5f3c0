"""A worker process, started as ``python -m robots.worker``: it runs one task after another until nobody
holds the other end of its standard input.

Tasks and answers are pickles, each after its length in four bytes. The answers go out on what was standard
output; whatever is printed by anything here, native code too, goes nowhere, and no file can be made in the
working directory. The first answer comes without a
task, once everything is loaded.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import tempfile
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final

from robots.strength import Strength, robot_of

LENGTH: Final = 4
"""Bytes in which the length of a pickle is told, the highest first."""


Answer = tuple[bool, object]
"""Whether a task came to anything, and to what; else what is told of the exception. It is no class of this
module, which has another name in the process that runs it."""

READY: Final[Answer] = (True, None)


def framed(value: object) -> bytes:
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(LENGTH, "big") + pickled


def main() -> None:
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    _leave()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(tasks, waiting), daemon=True).start()
    robot_of(Strength.BEST)
    answer = READY
    while True:
        answers.write(framed(answer))
        answers.flush()
        answer = _answered(waiting.get())


def _leave() -> None:
    """Goes where no file can be made: the solver would write down the hands of a position that it refuses."""
    here = Path(tempfile.mkdtemp())
    os.chdir(here)
    with contextlib.suppress(OSError):  # not every system removes a directory that is in use
        here.rmdir()


def _receive(tasks: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Ends the process when nobody is left to answer, in the middle of a thought if need be."""
    while len(head := tasks.read(LENGTH)) == LENGTH:
        waiting.put(tasks.read(int.from_bytes(head, "big")))
    os._exit(0)


def _answered(pickled: bytes) -> Answer:
    try:
        return True, pickle.loads(pickled).run()
    except Exception as failure:  # noqa: BLE001 (the next task must go on)
        return False, raised(failure)


def raised(failure: Exception) -> str:
    """What a log may tell of an exception: its class and where it came from. Its words might name a card."""
    where = "".join(traceback.format_tb(failure.__traceback__))
    return f"{type(failure).__name__}\n{where}"


if __name__ == "__main__":
    main()
