"""Worlds, several at a time, each in a process of its own, so that each begins alike."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import select
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.trials.simulation.clock import real_seconds
from tests.trials.simulation.plan import BEGAN, Plan

if TYPE_CHECKING:  # the bot is read by the process that needs it: a fault may be planted before
    from tests.trials.simulation.world import Result

FOLDER: Final = Path("/dev/shm")
"""Where the files of a world are, if it is there: in memory, which is quicker."""
HANGS: Final = 120
"""Seconds of the processor after which a world is given up."""


def lived(plan: Plan) -> Result:
    """What becomes of this world; it takes this process with it."""
    from tests.trials.simulation.world import World

    if plan.processes > 1:
        from tests.trials.simulation.several import Several as World  # type: ignore[assignment]

    gc.disable()
    resource.setrlimit(resource.RLIMIT_CPU, (HANGS, HANGS))
    folder = Path(tempfile.mkdtemp(prefix="world-", dir=FOLDER if FOLDER.is_dir() else None))
    try:
        return World(plan, folder).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def begun(work: Callable[[], object]) -> tuple[int, int]:
    """A new process for this: its number, and where its result comes from."""
    here, there = os.pipe()
    child = os.fork()
    if child:
        os.close(there)
        return child, here
    os.close(here)
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        result = work()
        with os.fdopen(there, "wb") as out:
            pickle.dump(result, out)
        status = 0
    except BaseException:  # noqa: BLE001  # told, and the process ends
        traceback.print_exc()
    finally:
        os._exit(status)


def results(plans: Iterable[Plan], jobs: int, until: float = float("inf")) -> Iterator[Result]:
    """The results of these worlds as they come; none is begun after ``until``."""
    running = dict[int, tuple[int, Plan, list[bytes]]]()
    try:
        yield from _results(iter(plans), jobs, until, running)
    finally:
        for child, _, _ in running.values():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _results(
    waiting: Iterator[Plan], jobs: int, until: float, running: dict[int, tuple[int, Plan, list[bytes]]]
) -> Iterator[Result]:
    over = False
    while running or not over:
        while not over and len(running) < jobs:
            plan = next(waiting, None)
            if plan is None or real_seconds() > until:
                over = True
                break
            child, pipe = begun(partial(lived, plan))
            running[pipe] = child, plan, []
        if not running:
            return
        ready, _, _ = select.select(list(running), [], [])
        for pipe in ready:
            child, plan, parts = running[pipe]
            if part := os.read(pipe, 1 << 20):
                parts.append(part)
                continue
            del running[pipe]
            os.close(pipe)
            os.waitpid(child, 0)
            yield pickle.loads(b"".join(parts)) if parts else _failed(plan, "its process has died")


def _failed(plan: Plan, why: str) -> Result:
    from tests.trials.simulation.checking import Finding
    from tests.trials.simulation.world import Result

    return Result(plan, [Finding("the world ended", why)])


def fails_alike(plan: Plan, promise: str) -> bool:
    """Whether the same promise is broken in this world."""
    (result,) = results([plan], 1)
    return any(one.promise == promise for one in result.findings)


def shrunk(plan: Plan, promise: str, fails: Callable[[Plan, str], bool] = fails_alike) -> Plan:
    """The smallest plan found that still breaks this promise: with fewer strikes, rests, deals, processes and
    people, and, where that does not matter, with clocks that are right, presses that come to the process of
    their shard, a usual start, no pages, nothing beside the table, everybody's turns in order and a network
    that is always alike."""
    plan = _with_fewer_strikes(plan, promise, fails)
    for plainer in _plainer(plan):
        if (changed := plainer(plan)) != plan and fails(changed, promise):
            plan = changed
    while (fewer := _with_fewer_strikes(plan, promise, fails, 1)) != plan:  # one may have been for another
        plan = fewer
    return plan


def _with_fewer_strikes(
    plan: Plan, promise: str, fails: Callable[[Plan, str], bool], size: int | None = None
) -> Plan:
    """Without those that do not matter, of which ``size``, or half of all, are left out at once at first."""
    size = size or max(1, len(plan.strikes) // 2)
    at = 0
    while at < len(plan.strikes):  # those that come last matter least, since it had failed by then
        end = len(plan.strikes) - at
        fewer = replace(plan, strikes=plan.strikes[: max(0, end - size)] + plan.strikes[end:])
        if fails(fewer, promise):
            plan = fewer
        else:
            at += size
        if at >= len(plan.strikes) and size > 1:
            size, at = size // 2, 0
    return plan


def _plainer(plan: Plan) -> Iterator[Callable[[Plan], Plan]]:
    """Changes that make a plan plainer, each of one thing. With other people or processes a world runs
    otherwise from its beginning, so that few faults of an exact moment are found again with fewer."""
    if (plan.deals or 2) > 1:
        yield lambda one: replace(one, deals=1)
    if plan.wrong_clocks:
        yield lambda one: replace(one, wrong_clocks=False)
    if plan.scattered:
        yield lambda one: replace(one, scattered=False)
    yield lambda one: replace(one, begins=BEGAN, zone="UTC")
    yield lambda one: replace(one, more=False)
    yield lambda one: replace(one, pages=0)
    yield lambda one: replace(one, options=(), house=())
    for life in plan.beside:
        yield lambda one, life=life: replace(one, beside=tuple(of for of in one.beside if of != life))  # type: ignore[misc]
    for processes in range(2, plan.processes):
        yield partial(_with_at_most, "processes", processes)
    for people in range(2, plan.people):
        yield partial(_with_at_most, "people", people)
    yield lambda one: replace(one, in_order=True)
    yield lambda one: replace(one, jitter=False)
    for at, strike in enumerate(plan.strikes):
        if strike.rest:
            yield partial(_without_rest, at)


def _with_at_most(what: str, most: int, plan: Plan) -> Plan:
    return replace(plan, **{what: min(most, getattr(plan, what))})


def _without_rest(at: int, plan: Plan) -> Plan:
    strikes = list(plan.strikes)
    strikes[at] = replace(strikes[at], rest=0.0)
    return replace(plan, strikes=tuple(strikes))
