"""When the bot in a simulated Discord has come to rest, seen when its loop has nothing more to run.

SimCord looks at every task and timer of the bot, again and again, until none has anything to do. To look each
millisecond was a third of what a test with a bot cost. Here its questions are asked where the loop is about
to wait, which is when something can have come to rest; and a timer that SimCord would wait for is run at once
when nothing else is under way. What counts as rest, and what fails a test, is SimCord's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from importlib.metadata import version
from math import inf
from typing import Any

import simcord
from simcord import _dpy_internals as internals
from simcord import _runtime as runtime
from simcord import _settlement as work_of
from simcord._dpy_internals import real_monotonic

assert version("simcord") == "3.2.1", "look whether what follows is still what Env._settle_internal does"


class _Waiting:
    """An act that waits for the bot to come to rest."""

    def __init__(self, env: Any, deadline: float, seconds: float) -> None:
        self.env, self.deadline, self.seconds = env, deadline, seconds
        self.task = asyncio.current_task()
        self.rested: asyncio.Future[bool] = env._loop.create_future()

    def look(self) -> bool:
        """Whether there is something to run now, were it only this act: the bot rests, or a timer is due."""
        env = self.env
        advancing = env._real_advance_task or env._advance_task
        if advancing is not None and advancing is not self.task:
            self.rested.set_result(False)
            return True
        if env._work.executors:
            return False
        state = env._settlement_state()
        timers = _Timers(state, self.deadline)
        if timers.due:
            self.rested.set_result(False)
            return True
        if not all(timers.is_at_rest(task) for task in reversed(env._work.tasks) if not task.done()):
            return False
        if timers.soon:
            work_of._virtualize_recognized_waits(state, work_of._owned_tasks(state))
            timers = _Timers(state, self.deadline)
        if timers.soon:
            return timers.run_first()
        if not timers.immediate:
            self.rested.set_result(True)
        return not timers.immediate

    def too_late(self) -> None:
        state = self.env._settlement_state()
        pending = work_of._owned_tasks(state)
        stuck = [task for task in pending if not work_of._is_parked(state, task, self.deadline)]
        active = [
            one
            for one in work_of._active_callbacks(state)
            if not work_of._callback_is_parked(state, one, self.deadline)
        ]
        told = work_of._settle_timeout_message(state, stuck, pending, self.seconds, active)
        self.rested.set_exception(TimeoutError(told))


class _Timers:
    """The bot's timers at one moment: those that are due, and those that an act waits for."""

    def __init__(self, state: Any, deadline: float) -> None:
        self._state, self._deadline = state, deadline
        self.due = self.immediate = False
        self.soon: list[Any] = []
        self._sleepers: set[int] = set()  # the futures of those who sleep
        for record in work_of._active_callbacks(state):
            if record.when is None:
                self.immediate = True
                continue
            if record.when <= state.virtual_time:
                self.due = True
            if not work_of._callback_is_parked(state, record, deadline):
                self.soon.append(record)
            callback = record.handle._callback.__simcord_original_callback__
            if getattr(callback, "__name__", "") == "_set_result_unless_cancelled":
                self._sleepers.update(map(id, record.handle._args))

    def is_at_rest(self, task: asyncio.Task[Any]) -> bool:
        """Whether nothing but a timer or a recognised wait will have this task go on."""
        waiter = task._fut_waiter  # type: ignore[attr-defined]
        if waiter is None or waiter.done():
            return False
        return id(waiter) in self._sleepers or work_of._is_parked(self._state, task, self._deadline)

    def run_first(self) -> bool:
        """The clock goes on to the first timer at once, as it does by itself when that time has passed."""
        with_clock = [one for one in self.soon if one.real_handle is not None]
        if not with_clock:
            return False
        handle = min(with_clock, key=lambda one: one.when).real_handle
        handle._run()
        handle.cancel()
        return True


async def _settle(
    self: Any,
    *,
    timeout: float | None = None,  # noqa: ASYNC109  # as SimCord has it
    idle: float = inf,
    dispatch: str | None = None,
    _deadline: float | None = None,
) -> None:
    seconds = self.settle_timeout if timeout is None else self._validate_timeout(timeout, "timeout")
    deadline = real_monotonic() + seconds if _deadline is None else _deadline
    self._last_dispatch = dispatch
    rested = False
    while not rested:
        work_of._run_due_virtual_callbacks(self._settlement_state(), deadline)
        await asyncio.sleep(0)
        advancing = self._real_advance_task or self._advance_task
        if advancing is not None and advancing is not asyncio.current_task():
            done, _ = await asyncio.wait((advancing,), timeout=max(0.0, deadline - real_monotonic()))
            if not done:
                raise TimeoutError("bot did not settle while advancing time")
            if self._real_advance_task is advancing:
                self._real_advance_task = None
            advancing.result()
            continue
        rested = await _next_rest(_Waiting(self, deadline, seconds))


async def _next_rest(waiting: _Waiting) -> bool:
    """True once the bot rests; False when there is a timer to run or another's advance to wait for first."""
    selector = waiting.env._loop._selector
    before = vars(selector).get("select")
    selector.select = _looking(type(selector).select.__get__(selector), waiting)
    try:
        return await waiting.rested
    finally:
        if before is None:
            del selector.select
        else:
            selector.select = before


def _looking(select: Callable[[float | None], Any], waiting: _Waiting) -> Callable[[float | None], Any]:
    """The loop's wait for the world outside, which first looks whether the bot rests."""

    def looks(seconds: float | None = None) -> Any:
        if waiting.rested.done():
            return select(seconds)
        left = waiting.deadline - real_monotonic()
        if left <= 0:
            waiting.too_late()
            return select(0)
        if seconds is None or seconds > 0:
            return select(0 if waiting.look() else left if seconds is None else min(seconds, left))
        return select(seconds)

    return looks


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


internals._clock_monotonic = _clock
runtime._track_callback = _track
simcord.Env._settle_internal = _settle  # type: ignore[method-assign]
