"""Waits that are over only once what they wait for is over, also where the one who waits is cancelled.

``asyncio.to_thread`` returns at once when it is cancelled, and its thread works on. If what the thread uses,
say a database, is closed then, the library reads freed memory, which ends the process. So the whole program
works on threads by ``run_in_thread`` alone: as with ``trio.to_thread.run_sync``, what the thread uses can be
closed once the wait is over.

Where work takes long, ``hasten`` asks it to end. It is called again and again until the work is over, since
a database forgets an interrupt that comes between two statements.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Lock
from typing import Final, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Hasten = Callable[[], object]

HASTEN_EVERY: Final = 0.05
"""Seconds between two calls of ``hasten``."""


def no_haste() -> None:
    """Does nothing about work that is soon over."""


async def run_in_thread(
    work: Callable[[*Ts], T],
    *args: *Ts,
    hasten: Hasten = no_haste,
    abandon_on_cancel: bool = False,
) -> T:
    """The result of this work, done on a thread in the caller's context. Raises what it raises. A wait that
    is cancelled ends once the work has ended; work that no thread has begun by then is never begun.

    With ``abandon_on_cancel`` nobody waits for the thread: it must own all that it uses.
    """
    begun, context = Lock(), copy_context()

    def unless_cancelled() -> T | None:
        return context.run(work, *args) if begun.acquire(blocking=False) else None

    running = asyncio.get_running_loop().run_in_executor(None, unless_cancelled)
    try:
        await asyncio.wait([running])
    except asyncio.CancelledError:
        if abandon_on_cancel or begun.acquire(blocking=False):
            running.cancel()
        else:
            await _until_over(running, hasten)
        raise
    result: T = running.result()  # type: ignore[assignment]  # it was begun
    return result


async def run_to_end(what: Awaitable[T], *, hasten: Hasten = no_haste) -> T:
    """The result of what is itself never cancelled: a wait that is cancelled ends once it is over."""
    running = asyncio.ensure_future(what)  # short-lived: it is waited for here
    try:
        await asyncio.wait([running])
    except asyncio.CancelledError:
        await _until_over(running, hasten)
        raise
    return running.result()


async def _until_over(running: asyncio.Future[T], hasten: Hasten) -> None:
    """However often the wait is cancelled."""
    while not running.done():
        hasten()
        with suppress(asyncio.CancelledError):
            await asyncio.wait([running], timeout=HASTEN_EVERY)
    if not running.cancelled():
        running.exception()  # there is nobody left to be told
