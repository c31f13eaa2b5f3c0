"""When the bot in a simulated Discord has come to rest, seen when its loop has nothing more to run.

SimCord looks at every task and timer of the bot, again and again, until none has anything to do. To look each
millisecond was a third of what a test with a bot cost. Here its questions are asked where the loop is about
to wait, which is when something can have come to rest.

SimCord lets the bot's timers run out by the machine's clock too, and waits for one that is due while an act
lasts. Which these are depends on how fast the machine is, so here its clock moves none of them. One that is
set for no more than ``ACT_LASTS`` seconds belongs to an act: the simulated clock goes on to it once nothing
else is under way. The others are left to a test that advances the time. What else counts as rest is SimCord's
own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextvars import Context
from functools import cache
from importlib.metadata import version
from math import inf
from pathlib import Path
from sys import float_info
from types import FrameType
from typing import Any, Final

import simcord
from simcord import _dpy_internals as internals
from simcord import _runtime as runtime
from simcord import _settlement as work_of
from simcord._dpy_internals import real_monotonic

from tests.trials.stage import virtual_time
from tests.trials.stage.guard import HANGS_AFTER, Hangs, until
from tests.trials.stage.virtual_time import VirtualTime

assert version("simcord") == "3.2.1", "look whether what follows is still what Env._settle_internal does"

ACT_LASTS: Final = 9.0
"""Seconds for which a timer is set at most that is waited for as if it were work. It is less than any table
here allows for a cut."""

NEVER: Final = float_info.max
"""Later than any timer that an act waits for, and than any time at which SimCord itself would give up."""


@cache
def _is_ours(file: str) -> bool:
    """Whether this is a file of the program."""
    home = Path(__file__).parents[3]
    return home in Path(file).parents and Path(file).relative_to(home).parts[0] in ("bot", "cogs", "storage")


class _Waiting:
    """An act that waits for the bot to come to rest."""

    def __init__(self, env: Any, given_up: float, *, still: bool) -> None:
        self.env, self.given_up, self.still = env, given_up, still
        self.task = asyncio.current_task()
        self.rested: asyncio.Future[bool] = env._loop.create_future()
        self.has_looked = False

    def look(self) -> bool:
        """Whether there is something to run now, were it only this act: the bot rests, or a timer is due."""
        env, self.has_looked = self.env, True
        advancing = env._real_advance_task or env._advance_task
        if advancing is not None and advancing is not self.task:
            self.rested.set_result(False)
            return True
        if env._work.executors or any(_tasks_of_pages(env)):
            return False
        state = env._settlement_state()
        timers = _Timers(state)
        if timers.due:
            self.rested.set_result(False)
            return True
        if not all(timers.is_at_rest(task) for task in reversed(env._work.tasks) if not task.done()):
            return False
        if timers.soon and not self.still:
            work_of._virtualize_recognized_waits(state, work_of._owned_tasks(state))
            timers = _Timers(state)
        if timers.soon and not self.still:
            self._go_on_to(min(one.when for one in timers.soon))
            return True
        if not timers.immediate:
            self.rested.set_result(True)
        return not timers.immediate

    def _go_on_to(self, moment: float) -> None:
        advance = self.env._advance_to(moment, NEVER)
        self.env._real_advance_task = self.env._runtime.create_task(advance, context=Context())

    def hangs(self) -> None:
        state = self.env._settlement_state()
        pending = work_of._owned_tasks(state)
        stuck = [task for task in pending if not work_of._is_parked(state, task, NEVER)]
        active = [
            one
            for one in work_of._active_callbacks(state)
            if not work_of._callback_is_parked(state, one, NEVER)
        ]
        told = work_of._settle_timeout_message(state, stuck, pending, HANGS_AFTER, active)
        self.rested.set_exception(Hangs(told))


_FOR_ANOTHER_TASK: Final = frozenset({asyncio.Event.wait.__code__, asyncio.Lock.acquire.__code__})


class _Timers:
    """The bot's timers at one moment: those that are due, and those that an act waits for."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.due = self.immediate = False
        self.soon: list[Any] = []
        self._sleepers: set[int] = set()  # the futures of those who sleep
        for record in work_of._active_callbacks(state):
            if record.when is None:
                self.immediate = True
                continue
            if record.when <= state.virtual_time:
                self.due = True
            elif not work_of._callback_is_parked(state, record, NEVER):
                self.soon.append(record)
            callback = record.handle._callback.__simcord_original_callback__  # type: ignore[union-attr]
            if getattr(callback, "__name__", "") in ("_set_result_unless_cancelled", "_release_waiter"):
                self._sleepers.update(map(id, record.handle._args))  # type: ignore[union-attr]

    def is_at_rest(self, task: asyncio.Task[Any]) -> bool:
        """Whether nothing but a timer or a recognised wait will have this task go on."""
        waiter = task._fut_waiter  # type: ignore[attr-defined]
        if waiter is None or waiter.done():
            return False
        inside = _innermost(task)
        if inside is not None and inside.f_code is asyncio.wait_for.__code__:  # of Python 3.11
            return id(waiter) in self._sleepers and isinstance(inside.f_locals["fut"], asyncio.Task)
        if inside is not None and inside.f_code in _FOR_ANOTHER_TASK:
            return True  # for another task, of which none rests that could go on
        return id(waiter) in self._sleepers or work_of._is_parked(self._state, task, NEVER)


def _innermost(task: asyncio.Task[Any]) -> FrameType | None:
    """Where in the code a task waits."""
    coroutine, frame = task.get_coro(), None
    while (further := getattr(coroutine, "cr_frame", None)) is not None:
        coroutine, frame = getattr(coroutine, "cr_await", None), further  # type: ignore[assignment]
    return frame


async def _settle(
    self: Any,
    *,
    timeout: float | None = None,  # noqa: ASYNC109  # as SimCord has it
    idle: float = inf,
    dispatch: str | None = None,
    _deadline: float | None = None,
) -> None:
    """With a ``timeout`` of nought no time goes by: the bot does what can be done at this moment. Any other
    and ``_deadline`` are left aside: one guard is enough."""
    given_up = real_monotonic() + HANGS_AFTER
    self._last_dispatch = dispatch
    rested = False
    while not rested:
        work_of._run_due_virtual_callbacks(self._settlement_state(), given_up)
        await asyncio.sleep(0)
        advancing = self._real_advance_task or self._advance_task
        if advancing is not None and advancing is not asyncio.current_task():
            done, _ = await asyncio.wait((advancing,), timeout=max(0.0, given_up - real_monotonic()))
            if not done:
                raise Hangs("bot did not settle while advancing time")
            if self._real_advance_task is advancing:
                self._real_advance_task = None
            advancing.result()
            continue
        rested = await _next_rest(_Waiting(self, given_up, still=timeout == 0))
    if self._advancing or isinstance(self._loop, VirtualTime):
        return
    if _has_pages(self):
        await until(lambda: not [*_begun_outside(self)], "what a page has begun")
    unknown = [*_begun_outside(self)]
    assert not unknown, f"begun by a test, which should do so inside of the bot: {', '.join(unknown)}"


def _has_pages(env: Any) -> bool:
    """Whether there are pages, whose sockets are real: they begin things at any moment."""
    return env.bot.services.pages.address is not None  # no call of the program is counted


def _tasks_of_pages(env: Any) -> Iterator[str]:
    """What pages have begun, and an act may wait for."""
    return _tasks_outside(env) if _has_pages(env) else iter(())


def _tasks_outside(env: Any) -> Iterator[str]:
    for task in asyncio.all_tasks():
        code = getattr(task.get_coro(), "cr_code", None)
        if code is not None and task not in env._work.tasks and _is_ours(code.co_filename):
            yield code.co_qualname


def _begun_outside(env: Any) -> Iterator[str]:
    """What goes on in the bot by the machine's clock, since no act of the simulated Discord has begun it."""
    yield from _tasks_outside(env)
    for timer in env._loop._scheduled:
        code = getattr(timer._callback, "__code__", None)
        if code is not None and not timer.cancelled() and _is_ours(code.co_filename):
            yield code.co_qualname


async def _next_rest(waiting: _Waiting) -> bool:
    """True once the bot rests; False when there is a timer to run or another's advance to wait for first."""
    selector = waiting.env._loop._selector
    before = vars(selector).get("select")
    plain = getattr(waiting.env._loop, "selects", None) or type(selector).select.__get__(selector)
    selector.select = _looking(plain, waiting)
    try:
        return await waiting.rested
    finally:
        if before is None:
            del selector.select
        else:
            selector.select = before


def _looking(select: Callable[[float | None], Any], waiting: _Waiting) -> Callable[[float | None], Any]:
    """The loop's wait for the world outside, which first looks whether the bot rests. One that did not has
    not come to it while a database has something to do."""
    databases = getattr(waiting.env._loop, "databases", ())

    def looks(seconds: float | None = None) -> Any:
        if waiting.rested.done() or (databases and waiting.has_looked):
            return select(seconds)
        left = waiting.given_up - real_monotonic()
        if left <= 0:
            waiting.hangs()
            return select(0)
        if seconds is None or seconds > 0:
            return select(0 if waiting.look() else left if seconds is None else min(seconds, left))
        return select(seconds)

    return looks


def _schedule_timer(
    self: Any, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Context | None
) -> None:
    """As SimCord does it, but for the machine's clock: ``real_handle``, which says that an act may wait for
    the timer, is one that nothing runs."""
    current = asyncio.current_task() if asyncio._get_running_loop() is not None else None
    waits = current is not None and (
        (current in self._work.external_waits and internals.is_wakeup_shaped(callback))
        or internals.is_intentional_wait_wakeup(self.bot, callback, args, current)
    )
    if not waits and record.when - self._virtual_time <= ACT_LASTS:
        record.real_handle = asyncio.TimerHandle(record.when, callback, args, self._loop, schedule_context)


def _fires_at(self: Any, record: Any) -> float:
    """When a timer runs out, in simulated time, if no test advances it; never while one does."""
    if record.when is None or record.when <= self.virtual_time:
        return -inf
    waited_for = record.real_handle is not None and not record.real_handle.cancelled()
    return record.when if waited_for and not self.advancing else inf


def _never(waiter: Any, loop: Any, deadline: float) -> bool:
    """Whether somebody sleeps by the machine's clock, and for longer than an act lasts: nobody of the bot."""
    return False


_track_callback = runtime._track_callback


def _track(
    work: Any,
    original: Callable[..., asyncio.Handle],
    callback: Any,
    args: tuple[Any, ...],
    *,
    when: float | None,
    context: Context | None,
    **rest: Any,
) -> asyncio.Handle:
    """A task that goes on at once needs no record: the loop waits for nothing before it has, and what it
    raises is the task's own."""
    if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(callback, *args, context=context)
    return _track_callback(work, original, callback, args, when=when, context=context, **rest)


def _clock() -> float:
    """What SimCord puts in place of ``time.monotonic``. The loop asks for it at every turn, mostly not for
    the bot."""
    if runtime._BOT_SCOPE.get() is None:
        return internals._REAL_MONOTONIC()
    env = runtime._selected_env(driver=False)
    return env._virtual_time if env is not None else internals._REAL_MONOTONIC()


def _of_a_bot() -> float | None:
    env = runtime._selected_env(driver=False) if runtime._BOT_SCOPE.get() is not None else None
    return None if env is None else env._virtual_time


virtual_time.of_a_bot.append(_of_a_bot)
internals._clock_monotonic = _clock
internals.is_sleep_waiter = _never
work_of._callback_fire_time = _fires_at
simcord.Env._schedule_timer = _schedule_timer  # type: ignore[method-assign]
runtime._track_callback = _track
simcord.Env._settle_internal = _settle  # type: ignore[method-assign]
