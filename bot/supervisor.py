"""The background tasks of the process: none is begun but here, and none ends unseen.

A task that nobody awaits dies without a word, and what it was there for is never done again; a loop of
``discord.ext.tasks`` is begun again after faults of the network alone. Here its end is logged with its name
and counted. Work that must go on is begun again, with back-off. Work about one stream is not: it meets its
own faults, and is begun anew by what next happens there.

What a press has begun does not belong to the press: it waits for the storage as long as that takes, though
the person who pressed does not (``storage.ports.patience``).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

from bot.first_answer import FIRST_ANSWER
from storage.ports.patience import CURRENT_PATIENCE
from storage.ports.storage import StorageError

log = logging.getLogger(__name__)

T = TypeVar("T")

SOONEST: Final = 0.5
LATEST: Final = 5.0
"""Seconds before a task that has ended is begun again; each pause is twice as long as the one before."""
PROVEN: Final = 3.0
"""Seconds that it must run before it counts as running again: one that fails at once would count as well each
time."""


@contextmanager
def sparing_others(what: str, *about: object) -> Iterator[None]:
    """Around what is done for one of many: its fault is logged, and keeps none from those after it. Where the
    storage is away, or closed, all of them would meet that: the StorageError is raised."""
    try:
        yield
    except Exception as fault:
        if isinstance(fault, StorageError) and (fault.outside or fault.closed):
            raise
        log.exception(what, *about)


class Supervisor:
    """Begins tasks, and knows what has become of them."""

    def __init__(self) -> None:
        self._ended: Counter[str] = Counter()
        self._again: dict[_Work, float] = {}  # those that have ended: when each was last begun again
        self._once: set[asyncio.Task[Any]] = set()

    @property
    def ended_tasks(self) -> Mapping[str, int]:
        """How many tasks of each kind have ended that should not have."""
        return self._ended

    @property
    def dead_tasks(self) -> frozenset[str]:
        """The kinds of those that do not run now, or have just been begun again."""
        return frozenset(work.kind for work in self._again if self._is_dead(work))

    @property
    def essential_dead(self) -> frozenset[str]:
        """Those of them without which the process serves nobody, so that another one would help."""
        return frozenset(work.kind for work in self._again if work.essential and self._is_dead(work))

    def run_once(self, work: Coroutine[Any, Any, T], kind: str, about: object = "") -> asyncio.Task[T]:
        """Begin work that ends by itself. A fault of it is logged under its kind, and what it is about."""
        task = _begin_task(work, f"{kind} {about}".rstrip())
        self._once.add(task)  # a task that only the loop knows may vanish
        task.add_done_callback(partial(self._has_ended, kind))
        return task

    def run_until_done(self, kind: str, work: Callable[[], Awaitable[object]]) -> asyncio.Task[None]:
        """Begin work that is to succeed once, and try it until it does."""
        return self._keep_running(_Work(kind, work, for_ever=False))

    def run_for_ever(
        self, kind: str, work: Callable[[], Awaitable[object]], *, essential: bool = False
    ) -> asyncio.Task[None]:
        """Begin work that goes on until the task is cancelled, and begin it again whenever it ends. Without
        work that is ``essential`` the process serves nobody."""
        return self._keep_running(_Work(kind, work, for_ever=True, essential=essential))

    def _keep_running(self, work: _Work) -> asyncio.Task[None]:
        task = _begin_task(self._run(work), work.kind)
        task.add_done_callback(lambda _: self._again.pop(work, None))
        return task

    async def _run(self, work: _Work) -> None:
        clock = asyncio.get_running_loop().time
        wait = _waits()
        while True:
            began = clock()
            outside = False
            try:
                await work.run()
            except Exception as fault:
                outside = _is_outside(fault)
                log.exception("the task %s has failed, and is begun again", work.kind)
            except asyncio.CancelledError:
                if _is_cancelled():
                    raise
                log.exception("the task %s was ended by another, and is begun again", work.kind)
            else:
                if not work.for_ever:
                    return
                log.error("the task %s has ended, and is begun again", work.kind)
            if clock() - began > PROVEN:
                wait = _waits()
            pause = next(wait)
            if not outside:
                self._ended[work.kind] += 1
                self._again[work] = clock() + pause
            await asyncio.sleep(pause)

    def _is_dead(self, work: _Work) -> bool:
        return asyncio.get_running_loop().time() < self._again[work] + PROVEN

    def _has_ended(self, kind: str, task: asyncio.Task[Any]) -> None:
        self._once.discard(task)
        fault = asyncio.CancelledError() if task.cancelled() else task.exception()
        if fault is not None and not task.cancelling():
            self._ended[kind] += not _is_outside(fault)
            log.error("the task %s has failed", task.get_name(), exc_info=fault)


class _Work:
    """Work that is begun again."""

    def __init__(
        self, kind: str, run: Callable[[], Awaitable[object]], *, for_ever: bool, essential: bool = False
    ) -> None:
        self.kind, self.run, self.for_ever, self.essential = kind, run, for_ever, essential


def _begin_task(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    context = copy_context()
    context.run(CURRENT_PATIENCE.set, None)
    context.run(FIRST_ANSWER.set, None)
    return asyncio.create_task(work, name=name, context=context)


def _is_outside(fault: BaseException) -> bool:
    """Whether the storage is away, which is told elsewhere, and no fault of the task."""
    return isinstance(fault, StorageError) and fault.outside


def _is_cancelled() -> bool:
    """Whether somebody has cancelled this task, and not what it waits for."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def _waits() -> Iterator[float]:
    pause = SOONEST
    while True:
        yield pause
        pause = min(2 * pause, LATEST)


SUPERVISOR: Final = Supervisor()
"""The one of this process."""
