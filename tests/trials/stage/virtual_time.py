"""A loop whose clock stands still while anything goes on, and else is at once at the next timer.

A test on it may sleep, and the code under test may wait and time out, for as long as they like: that takes no
time, and however slow the machine is, no time-out runs out over work that is under way. After
``asyncio.sleep(1)`` all has happened that can happen within a second.

What goes on outside of the loop is known of databases, of threads that the loop was asked for, and of sockets
and pipes. While a server listens here, or a process of the test lives, there is always such a thing: then
time goes on only when a test says so, with ``passes``. A test of something that has a clock of its own, as
another process has, is marked ``real_time``.

On any loop that ``does_databases`` the work of SQLite files is done by the loop itself, at the moment at
which their threads would be waited for.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

import aiosqlite.core
import pytest

from tests.trials.stage.guard import BETWEEN_LOOKS, HANGS_AFTER, Hangs

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
    """The work that a connection of a database has still to do, on its thread or on the loop."""

    on_loop: deque[Any] | None = None

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Any]) -> None:
        future, _ = item
        if self.on_loop is not None:
            self.on_loop.append(item)
            return
        loop = future.get_loop() if future is not None else None
        if future is not None and isinstance(loop, VirtualTime):
            loop.note(future)
        super().put_nowait(item)


class _Worker(Thread):
    """The thread of a connection, which never begins where the loop does the work."""

    def __init__(self, target: Callable[[_Asked], None], args: tuple[_Asked]) -> None:
        super().__init__(target=target, args=args)
        self._asked = args[0]
        self._asked.on_loop = getattr(asyncio._get_running_loop(), "databases", None)

    def start(self) -> None:
        if self._asked.on_loop is None:
            super().start()


TURNS: Final = 100
"""Turns of a loop that never rests in which a thread would have done a piece of work."""


def does_databases(loop: Any) -> None:
    """What is asked of databases that are opened on this loop from now on it does itself, one piece whenever
    it would else wait: a thread is hardly ever sooner, and to wake one for each piece and to be woken by it
    costs more than most pieces do."""
    if hasattr(loop, "databases"):
        return
    select, databases = loop._selector.select, deque[tuple[asyncio.Future[Any] | None, Any]]()
    turns = 0  # of the loop since something was asked or done

    def selects(timeout: float | None = None) -> Any:
        nonlocal turns
        if not databases:
            turns = 0
            return select(timeout)
        found, turns = select(0), turns + 1
        if turns > TURNS or (not found and (timeout is None or timeout > 0)):
            turns = 0
            _do(loop, *databases.popleft())
        return found

    loop.databases, loop.selects = databases, selects
    loop._selector.select = selects


def _do(loop: asyncio.AbstractEventLoop, future: asyncio.Future[Any] | None, work: Any) -> None:
    """As ``aiosqlite`` does it on a thread, where no loop runs."""
    asyncio._set_running_loop(None)
    fault: BaseException | None = None
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001  # whatever it is, the one who asked is told
        fault = error
    finally:
        asyncio._set_running_loop(loop)
    if future is not None and fault is not None:
        aiosqlite.core.set_exception(future, fault)
    elif future is not None:
        aiosqlite.core.set_result(future, result)


aiosqlite.core.SimpleQueue = _Asked  # type: ignore[attr-defined]
aiosqlite.core.Thread = _Worker  # type: ignore[attr-defined, assignment]

_wrap_future = asyncio.wrap_future


def _noted(future: Any, *, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Future[Any]:
    """What a thread of the program's own does for the loop."""
    wrapped = _wrap_future(future, loop=loop)
    if isinstance(wrapped.get_loop(), VirtualTime):
        wrapped.get_loop().note(wrapped)  # type: ignore[attr-defined]
    return wrapped


asyncio.wrap_future = _noted
