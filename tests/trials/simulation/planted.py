"""Plants each of ``tests.trials.simulation.faults`` in the bot, and sees how soon the simulation finds it."""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

from tests.trials.simulation.calls import DRAWN, STRIDE
from tests.trials.simulation.clock import real_seconds
from tests.trials.simulation.delays import DELAYS
from tests.trials.simulation.faults import FAULTS
from tests.trials.simulation.faults_of_several import SEVERAL
from tests.trials.simulation.plan import Plan, at_every_call, drawn, drawn_several
from tests.trials.simulation.running import begun, results

MOST, DEALS = 16, (1, 2)
"""So many worlds of one deal may look for a fault, and then as many of two."""
LASTING: Final = ("500", "502 though it was done", "reset")
"""The last worlds meet these faults of Discord's, each for a minute and a half."""
MOST_OF_SEVERAL: Final = 120
"""Worlds of several processes that may look for one of theirs: some orders of blows are rare."""


def plant(name: str) -> None:
    (FAULTS | SEVERAL | DELAYS)[name].plant()


def _hunted(name: str, seed: int, jobs: int) -> str:
    """Which world finds this fault, and as what; empty if none does."""
    plant(name)
    for plans in _searched(name, seed):
        for result in results(plans, jobs):
            if result.findings:
                return f"by seed {result.plan.seed}, {result.findings[0]}"
    return ""


def _searched(name: str, seed: int) -> Iterator[Iterator[Plan]]:
    """The worlds that look for this fault, the small ones before the others."""
    if name in SEVERAL:
        yield (drawn_several(seed + one, deals=1) for one in range(MOST_OF_SEVERAL))
        return
    for deals in DEALS:
        yield (drawn(seed + one, deals=deals) for one in range(MOST))
    plans = at_every_call(seed, LASTING, STRIDE, DRAWN)
    yield (one for one in plans if one.at_calls is not None and one.at_calls[1] >= STRIDE)


def search(seed: int, minutes: float, jobs: int) -> int:
    """Plant each in turn and let worlds run until one finds it."""
    began, found, sought = real_seconds(), 0, FAULTS | SEVERAL
    before = _children_took()
    for name in sought:
        since = _children_took()
        child, pipe = begun(partial(_hunted, name, seed, jobs))
        with os.fdopen(pipe, "rb") as out:
            content = out.read()
        os.waitpid(child, 0)
        if not content:
            raise RuntimeError(f"{name}: the fault cannot be planted")
        told = pickle.loads(content)
        took = _children_took() - since
        found += bool(told)
        state = (
            f"found in {took:.0f} s of the processor {told[:120]}"
            if told
            else f"NOT FOUND, {took:.0f} s of the processor"
        )
        print(f"{name}: {state}", flush=True)
        if real_seconds() - began > 60 * minutes:
            break
    hours = (_children_took() - before) / 3600
    print(f"planted-found {found} goal 40 {'ok' if found >= 40 else 'short'}")
    print(f"processor-hours {hours:.2f} goal 2 {'ok' if hours <= 2 else 'short'}")
    return found < len(sought)


def _children_took() -> float:
    """Seconds of the processor in processes that have ended."""
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took.ru_utime + took.ru_stime


TIMED, TIMED_DEALS = 8, 3
"""So many worlds, of so many deals each, are timed for each delay that is planted."""


def time_all(seed: int, minutes: float, jobs: int) -> int:
    """Plant each delay in turn, and ask whether hidden cards can be told by it."""
    began, found = real_seconds(), 0
    for name in DELAYS:
        ran = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "tests.trials.simulation",
                    "--timing",
                    "--plant",
                    name,
                    "--jobs",
                    str(jobs),
                ),
                *("--deals", str(TIMED_DEALS), "--seed", str(seed), "--count", str(TIMED)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        told = [line.strip() for line in ran.stdout.splitlines() if line.startswith("  ")]
        found += bool(told)
        print(
            f"{name}: {told[0] if told else f'NOT FOUND {ran.stdout[-300:]}{ran.stderr[-300:]}'}", flush=True
        )
        if real_seconds() - began > 60 * minutes:
            break
    print(f"planted-delays-found {found} goal {len(DELAYS)} {'ok' if found == len(DELAYS) else 'short'}")
    return found < len(DELAYS)
