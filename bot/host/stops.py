"""What stops the program, and when it is heard: SIGTERM, Ctrl-C, and the end of a terminal.

The running bot hears of a stop in its event loop (``bot.__main__``). Any other command breaks off what it
does, as at Ctrl-C, and closes what it uses: none leaves a file that is half written, or a secret copy of the
database in a folder for what is temporary. A second signal meanwhile changes nothing.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TypeVar

T = TypeVar("T")

STOPS: Final = (signal.SIGTERM, signal.SIGINT)
"""The signals that stop the bot."""
BREAKS_OFF: Final = (*STOPS, signal.SIGHUP)
"""The signals that break off another command, unless it was started with them ignored, as by ``nohup``."""


def block_signals(signals: tuple[signal.Signals, ...] = STOPS) -> set[int]:
    """Put these signals off in this thread, and in those that it will start. Returns which were before."""
    return signal.pthread_sigmask(signal.SIG_BLOCK, signals)


def release_signals(handlers: Mapping[signal.Signals, Any]) -> None:
    """Take the signals from the running loop, before it is closed. They are put off, as the loop's own way
    would for a moment let them kill the process."""
    block_signals(tuple(handlers))
    for one, handler in handlers.items():
        asyncio.get_running_loop().remove_signal_handler(one)
        signal.signal(one, handler)


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Around what must not be half done: what would break it off is heard afterwards."""
    before = block_signals(BREAKS_OFF)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def signals_break_off() -> Iterator[None]:
    """Each of the signals raises KeyboardInterrupt, with its number, the first time; then none is heard until
    the process ends, as a second one would kill it on its way out."""
    before = _handlers()

    def break_off(number: int, _frame: object) -> NoReturn:
        for one in before:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for one in before:
        signal.signal(one, break_off)
    try:
        yield
    finally:
        for one, handler in before.items():
            if signal.getsignal(one) != signal.SIG_IGN:
                signal.signal(one, handler)


def run_unless_stopped(work: Coroutine[Any, Any, T]) -> T:
    """As ``asyncio.run``, but each of the signals cancels the work, and only the first does; then none is
    heard until the process ends. Raises KeyboardInterrupt with its number where that broke the work off."""
    mask = block_signals(BREAKS_OFF)  # until there is a loop, and after it has ended
    before, told = _handlers(), list[int]()

    async def until_stopped() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def stop_on_signal(number: int, _frame: object) -> None:
            # At once, and not by the loop's own way, which forgets what comes as the work ends.
            if not told and task is not None:
                told.append(number)
                loop.call_soon_threadsafe(task.cancel)

        for one in before:
            signal.signal(one, stop_on_signal)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        try:
            return await work
        finally:
            block_signals(BREAKS_OFF)
            for one, handler in before.items():
                signal.signal(one, signal.SIG_IGN if told else handler)

    try:
        return asyncio.run(until_stopped())
    except asyncio.CancelledError:
        if not told:
            raise
        raise KeyboardInterrupt(*told) from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _handlers() -> Mapping[signal.Signals, Any]:
    """Those of the signals that are heard; none in a thread that cannot set any."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    found = {one: signal.getsignal(one) for one in BREAKS_OFF}
    return {one: handler for one, handler in found.items() if handler not in (None, signal.SIG_IGN)}
