"""Plain functions that may wait: each runs on a stack of its own, between two turns of the loop.

The sessions of ``storage.postgres`` run on threads and block. In a simulated world there are no threads: what
would block hands the loop whatever it waits for, and goes on in a later turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

from storage.postgres.session import Session

T = TypeVar("T")


def until(coming: Awaitable[T]) -> T:
    """Wait for this, within a fibre."""
    found: T = getcurrent().parent.switch(coming)
    return found


async def in_fibre(work: Callable[[], T]) -> T:
    """The result of work that may call ``until``."""
    fibre = greenlet(work)
    fibre.gr_context = copy_context()
    asked: Any = fibre.switch()
    while not fibre.dead:
        try:
            found = await asked
        except BaseException as error:  # noqa: BLE001  # whatever it is, the work is told
            asked = fibre.throw(error)
        else:
            asked = fibre.switch(found)
    result: T = asked
    return result


class Sessions:
    """In place of ``storage.postgres.database._Threads``: so many pieces of work at a time, each with a
    session that nobody else uses meanwhile."""

    _kept: set[asyncio.Task[None]] = set()  # noqa: RUF012  # of all processes
    """What runs, also for dead processes: it must not be thrown away, since that would end it in some way."""

    def __init__(self, count: int, _name: str, parameters: dict[str, Any]) -> None:
        self._idle: asyncio.LifoQueue[Session] = asyncio.LifoQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        for _ in range(count):
            self._idle.put_nowait(Session(parameters))

    def submit(self, work: Callable[[Session], T]) -> Future[T]:
        future: Future[T] = Future()
        task = asyncio.get_running_loop().create_task(self._run(work, future), name="session")
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)
        return future

    async def _run(self, work: Callable[[Session], T], future: Future[T]) -> None:
        session = await self._idle.get()
        try:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = await in_fibre(lambda: work(session))
            except Exception as error:  # noqa: BLE001  # the caller is told
                future.set_exception(error)
            else:
                future.set_result(result)
        finally:
            self._idle.put_nowait(session)
            if self._closed:
                session.close()

    def close(self) -> None:
        """What still runs closes its session when it ends."""
        self._loop.call_soon_threadsafe(self._close)

    async def _on_each(self, do: Callable[[Session], None]) -> None:
        """Nothing: a simulated server breaks nothing off, and lets go of all in the end."""

    def _close(self) -> None:
        self._closed = True
        while not self._idle.empty():
            self._idle.get_nowait().close()


class Event:
    """In place of ``threading.Event``."""

    def __init__(self) -> None:
        self._set = False

    def set(self) -> None:
        self._set = True

    def wait(self, seconds: float) -> bool:
        """Within a fibre."""
        if not self._set:
            until(asyncio.sleep(seconds))
        return self._set
