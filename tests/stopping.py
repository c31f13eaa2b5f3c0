"""``python -m tests.stopping``: the command ``biritch``, which sends itself signals soon after it has come to
a place.

STOP_AT names a function, as ``storage.recounting:Recount.count_stream``; the time begins with the first call
of it, or of ``storage.recounting:Recount.count_stream 7`` with the seventh.
STOP_BY has the signals, each with the seconds before it, as ``SIGTERM 0.02 SIGINT 0.1``. STOP_RUNS has the
words after ``biritch``, each in a line. What is left behind at the end is written after the line ``LEFT``.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from itertools import count
from typing import Any, Final

import bot.host.backups
import bot.serving  # noqa: F401  # with all the doors
from bot.host import command
from tests.trials.stage.guard import HANGS_AFTER

LEFT: Final = "LEFT"
SENDER: Final = "signals"


def on_call(place: str, happens: Callable[[], None]) -> None:
    """Have something happen when this function is called, on whatever thread."""
    function, _, number = place.partition(" ")
    module, _, path = function.partition(":")
    owner: Any = import_module(module)
    *outer, name = path.split(".")
    for one in outer:
        owner = getattr(owner, one)
    usual, calls = getattr(owner, name), count(1)

    @wraps(usual)
    def told(*args: Any, **kwargs: Any) -> Any:
        if next(calls) == int(number or 1):
            happens()
        return usual(*args, **kwargs)

    setattr(owner, name, told)


def send(signals: Sequence[str]) -> None:
    def sending() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # it is no thread of the program
        for name, seconds in zip(signals[::2], signals[1::2], strict=True):
            time.sleep(float(seconds))
            os.kill(os.getpid(), signal.Signals[name])

    threading.Thread(target=sending, name=SENDER, daemon=True).start()


def left_behind() -> list[str]:
    """The threads that still work, and what was never closed."""
    until = time.monotonic() + HANGS_AFTER / 2  # the test that reads this waits for longer
    ours = (threading.main_thread().name, SENDER)
    others = [one for one in threading.enumerate() if one.name not in ours]
    for one in others:
        one.join(max(0.0, until - time.monotonic()))
    with warnings.catch_warnings(record=True) as unclosed:
        warnings.simplefilter("always")
        gc.unfreeze()
        gc.collect()
    return [
        *(f"thread {one.name}" for one in others if one.is_alive()),
        *(str(one.message) for one in unclosed),
    ]


def main() -> int:
    on_call(os.environ["STOP_AT"], lambda: send(os.environ["STOP_BY"].split()))
    status = command.main(os.environ["STOP_RUNS"].splitlines())
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # the program has ended
    logging.shutdown()
    sys.stderr.flush()
    sys.stdout.write("\n".join(("", LEFT, *left_behind(), "")))
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    ended = main()
    os._exit(ended)
