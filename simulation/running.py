"""Worlds, several at a time, each in a process of its own, so that each begins alike."""

from __future__ import annotations

import gc
import os
import pickle
import select
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from simulation.checking import Finding
from simulation.clock import real_seconds
from simulation.plan import Plan
from simulation.world import Result, World

FOLDER: Final = Path("/dev/shm")
"""Where the files of a world are, if it is there: in memory, which is quicker."""
HANGS: Final = 600.0
"""Seconds after which a world is given up."""


def lived(plan: Plan) -> Result:
    """What becomes of this world; it takes this process with it."""
    gc.disable()
    folder = Path(tempfile.mkdtemp(prefix="world-", dir=FOLDER if FOLDER.is_dir() else None))
    try:
        return World(plan, folder).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _began(plan: Plan) -> tuple[int, int]:
    """A new process for this world: its number, and where its result comes from."""
    here, there = os.pipe()
    child = os.fork()
    if child:
        os.close(there)
        return child, here
    os.close(here)
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        result = lived(plan)
        with os.fdopen(there, "wb") as out:
            pickle.dump(result, out)
        status = 0
    except BaseException:  # noqa: BLE001  # told, and the process ends
        traceback.print_exc()
    finally:
        os._exit(status)


def results(plans: Iterable[Plan], jobs: int, until: float = float("inf")) -> Iterator[Result]:
    """The results of these worlds as they come; none is begun after ``until``."""
    waiting, running = iter(plans), dict[int, tuple[int, Plan, float, list[bytes]]]()
    over = False
    while running or not over:
        while not over and len(running) < jobs:
            plan = next(waiting, None)
            if plan is None or real_seconds() > until:
                over = True
                break
            child, pipe = _began(plan)
            running[pipe] = child, plan, real_seconds(), []
        if not running:
            return
        ready, _, _ = select.select(list(running), [], [], 5.0)
        for pipe in ready:
            child, plan, _, parts = running[pipe]
            if part := os.read(pipe, 1 << 20):
                parts.append(part)
                continue
            del running[pipe]
            os.close(pipe)
            os.waitpid(child, 0)
            yield pickle.loads(b"".join(parts)) if parts else _failed(plan, "its process has died")
        for _pipe, (child, _, since, _) in running.items():
            if real_seconds() - since > HANGS:
                os.kill(child, 9)


def _failed(plan: Plan, why: str) -> Result:
    return Result(plan, [Finding("the world ended", why)])


def fails_alike(plan: Plan, promise: str) -> bool:
    """Whether the same promise is broken in this world."""
    (result,) = results([plan], 1)
    return any(one.promise == promise for one in result.findings)


def shrunk(plan: Plan, promise: str, fails: Callable[[Plan, str], bool] = fails_alike) -> Plan:
    """The smallest plan found that still breaks this promise: with fewer strikes, and, where that does not
    matter, with everybody's turns in order and a network that is always alike."""
    for plainer in (replace(plan, in_order=True, jitter=False), replace(plan, in_order=True)):
        if fails(plainer, promise):
            plan = plainer
            break
    size = max(1, len(plan.strikes) // 2)
    while plan.strikes:
        for at in range(0, len(plan.strikes), size):
            fewer = replace(plan, strikes=plan.strikes[:at] + plan.strikes[at + size :])
            if fails(fewer, promise):
                plan = fewer
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
            continue
        size = min(size, max(1, len(plan.strikes)))
    return plan
