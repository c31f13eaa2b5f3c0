"""A loop whose clock stands still while anything goes on, and else is at once at the next timer.

A test on it may sleep, and the code under test may wait and time out, for as long as they like: that takes no
time, and however slow the machine is, no time-out runs out over work that is under way. After
``asyncio.sleep(1)`` all has happened that can happen within a second.

What goes on outside of the loop is known of databases, of threads that the loop was asked for, and of sockets
and pipes. While a server listens here, or a process of the test lives, there is always such a thing: then
time goes on only when a test says so, with ``passes``. A test of something that has a clock of its own, as
another process has, is marked ``real_time``.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

import aiosqlite.core
import pytest

from tests.guard import BETWEEN_LOOKS, HANGS_AFTER, Hangs

BEGAN: Final = 1000.0
"""What the clock shows at first, in seconds."""

real_time: Final = pytest.mark.asyncio(loop_factories=["real"])

of_a_bot: list[Callable[[], float | None]] = []
"""Who knows the time of a bot that has another one than the loop, as in a simulated Discord."""


def loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """As pytest-asyncio asks for it: which loop a test is run on."""
    chosen = [one.kwargs.get("loop_factories") for one in item.iter_markers("asyncio")]
    return {"real": asyncio.new_event_loop} if ["real"] in chosen else {"virtual": VirtualTime}


class VirtualTime(asyncio.SelectorEventLoop):
    """The loop. What is ``under_way`` elsewhere will wake it by itself."""

    def __init__(self) -> None:
        self.now = BEGAN
        self.under_way: set[asyncio.Future[Any]] = set()
        self.processes = 0
        """Those begun here that have not ended."""
        self.moves = 0
        self._resting: list[tuple[int, asyncio.Future[int]]] = []
        self._waits = _Waits(self)
        super().__init__(self._waits)

    def time(self) -> float:
        for ask in of_a_bot:
            if (another := ask()) is not None:
                return another
        return self.now

    def note(self, work: asyncio.Future[Any]) -> None:
        """Somebody outside of the loop has begun this."""
        self.under_way.add(work)
        work.add_done_callback(self.under_way.discard)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        work = super().run_in_executor(executor, func, *args)
        self.note(work)
        return work

    async def _make_subprocess_transport(self, *args: Any, **rest: Any) -> Any:
        self.processes += 1
        try:
            return await super()._make_subprocess_transport(*args, **rest)  # type: ignore[misc]
        except OSError:  # there is none
            self.processes -= 1
            raise

    def _child_watcher_callback(self, *ended: Any) -> None:
        """On the thread that has waited for a process."""
        super()._child_watcher_callback(*ended)  # type: ignore[misc]
        self.call_soon_threadsafe(self._one_less)

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """As long as its threads take: a Python from 3.12 on gives them seconds, which go by at once here."""
        await super().shutdown_default_executor()

    def _one_less(self) -> None:
        self.processes -= 1

    async def rest(self, seen: int) -> int:
        """Returns once there is nothing more to run, with the number of that moment: not ``seen``."""
        resting = self.create_future()
        self._resting.append((seen, resting))
        moment: int = await resting
        return moment

    def rests(self) -> bool:
        """Tells those who wait for that moment. Whether there was anybody to tell."""
        told = [one for seen, one in self._resting if seen != self.moves and not one.done()]
        self._resting = [(seen, one) for seen, one in self._resting if one not in told and not one.done()]
        for one in told:
            one.set_result(self.moves)
        return bool(told)

    def go_on(self) -> bool:
        """To the next timer, if there is one and nothing is under way."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        if not timers or self.is_busy:
            return False
        self.now = max(self.now, timers[0].when())
        return True

    @property
    def is_busy(self) -> bool:
        """Whether something outside may wake it."""
        own_pipe = 1
        return bool(self.under_way or self.processes) or len(self._waits.get_map()) > own_pipe

    @property
    def is_watched(self) -> bool:
        return bool(self._resting)


class _Waits(selectors.DefaultSelector):
    """Where the loop waits for the world outside, and sees that there is nothing to wait for."""

    def __init__(self, loop: VirtualTime) -> None:
        super().__init__()
        self._loop = loop
        self._came = time.monotonic()
        """When something last came from outside, or time went on, by the machine's clock."""
        self._in_vain = 0
        """How often those who wait have looked since."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found:
            self._moved()
        if found or (timeout is not None and timeout <= 0) or self._loop.rests():
            return found
        self._loop.moves += 1
        if self._loop.go_on():
            self._moved()
            return []
        if time.monotonic() > self._came + HANGS_AFTER:
            raise Hangs("what is under way does not end, or is another process and wants real_time")
        if not self._loop.is_watched:
            if not (found := super().select(HANGS_AFTER)):
                raise Hangs(f"nothing has happened for {HANGS_AFTER:g} s")
        elif self._loop.is_busy:
            found = super().select(BETWEEN_LOOKS)
        elif self._in_vain < 2:  # they may have looked before the last thing happened
            self._in_vain += 1
            self._loop.rests()
        else:
            raise Hangs("everything waits, and nothing will happen")
        return found

    def _moved(self) -> None:
        self._came, self._in_vain = time.monotonic(), 0


async def passes(seconds: float) -> None:
    """So much time, whatever is under way."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualTime)
    loop.now += seconds
    await asyncio.sleep(0)


class _Asked(SimpleQueue[Any]):
    """The work that the thread of a database has still to do."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Any]) -> None:
        future, _ = item
        loop = future.get_loop() if future is not None else None
        if future is not None and isinstance(loop, VirtualTime):
            loop.note(future)
        super().put_nowait(item)


aiosqlite.core.SimpleQueue = _Asked  # type: ignore[attr-defined]

_wrap_future = asyncio.wrap_future


def _noted(future: Any, *, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Future[Any]:
    """What a thread of the program's own does for the loop."""
    wrapped = _wrap_future(future, loop=loop)
    if isinstance(wrapped.get_loop(), VirtualTime):
        wrapped.get_loop().note(wrapped)  # type: ignore[attr-defined]
    return wrapped


asyncio.wrap_future = _noted
