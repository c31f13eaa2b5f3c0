"""The cost of hosting robots: tables at which a robot is always thinking, with two worker processes.

``python -m lab.robots.hosting``          four tables, for a minute
``python -m lab.robots.hosting 300 20``   twenty tables, for so many seconds

There is no pause between two acts, so a robot at each table always wants to think; at real tables there are
fewer.
Goals: a decision takes at most one second at the 99th percentile, the event loop is late by at most 20 ms at
the 99th percentile, and no worker ever takes more than 120 MiB.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bot.worker_pool import OVERRUN, WorkerPool, WorkersFailed
from robots.plain import PlainRobot
from robots.player import Answer, Strength
from robots.process.thinking import Think
from rules.cards import PACK
from rules.games.all_games import GAMES
from rules.view import SeatView
from tests.trials.stage.matches import deal_from, waiting
from tests.trials.stage.processes import children

TABLES: Final = 4
WORKERS: Final = 2
THINKING: Final = 0.7
TICK: Final = 0.005
LONGEST, LATEST, LARGEST = 1000, 20, 120  # ms, ms, MiB


@dataclass
class Measured:
    """Seconds of each decision and of each delay of the event loop, and the failures by kind."""

    decisions: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    memory: dict[int, int] = field(default_factory=dict)  # KiB at most, by process


async def decided(workers: WorkerPool, view: SeatView, rng: random.Random, measured: Measured) -> Answer:
    """Decides as ``bot.tables.robots`` does."""
    began, seed = asyncio.get_running_loop().time(), rng.getrandbits(64)
    try:
        return await workers.run_timed(
            lambda seconds: Think(view, Strength.BEST, seconds, seed), within=THINKING + OVERRUN
        )
    except WorkersFailed as failure:
        measured.failed[type(failure).__name__] += 1
        return PlainRobot().choose(view, 0, rng)
    finally:
        measured.decisions.append(asyncio.get_running_loop().time() - began)


async def play(workers: WorkerPool, games: Sequence[str], seed: int, measured: Measured) -> None:
    """Deal after deal, until cancelled."""
    rng = random.Random(seed)
    while True:
        evening = deal_from(rng.sample(PACK, 52), rng.choice(games))
        while evening.table.last is None:
            view = waiting(evening)
            assert view.viewer is not None
            if len(view.options) > 1:
                answer = await decided(workers, view, rng, measured)
            else:
                answer = PlainRobot().choose(view, 0, rng)
            evening.do(view.viewer, answer.choice)


async def tick(measured: Measured) -> None:
    """Measures how late the event loop is, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        measured.delays.append(loop.time() - due)


async def weigh(measured: Measured) -> None:
    """Samples the memory of the workers during the run, since a killed one is gone at the end."""
    while True:
        await asyncio.sleep(1)
        measured.memory.update((process, peak(process)) for process in children(os.getpid()))


def peak(process: int) -> int:
    """Peak resident memory in KiB."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), 0)


async def host(seconds: float, count: int) -> Measured:
    measured, workers = Measured(), WorkerPool(WORKERS)
    workers.start_missing()
    await asyncio.sleep(1)
    tables = [play(workers, tuple(GAMES), seed, measured) for seed in range(count)]
    running = [asyncio.create_task(one) for one in (*tables, tick(measured), weigh(measured))]
    done, _ = await asyncio.wait(running, timeout=seconds)
    for task in (*done, *running):
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await workers.close()
    for task in done:
        task.result()  # raises what it has ended with
    return measured


def told(name: str, seconds: Sequence[float], most: float) -> str:
    ms = [1000 * one for one in seconds]
    late = quantiles(ms, n=100)[98]
    kept = "kept" if late <= most else "MISSED"
    return f"{name}: median {median(ms):.1f} ms, p99 {late:.1f} (goal {most}: {kept}), max {max(ms):.1f}"


def main(words: Sequence[str]) -> None:
    seconds, count = float(words[0]) if words else 60.0, int(words[1]) if words[1:] else TABLES
    measured = asyncio.run(host(seconds, count))
    print(f"{len(measured.decisions)} decisions at {count} tables with {WORKERS} workers")
    print(told("a decision", measured.decisions, LONGEST))
    print(told("delay of the event loop", measured.delays, LATEST))
    print(f"without an answer: {dict(measured.failed) or 'none'}")
    peaks = ", ".join(f"{kib / 1024:.0f}" for kib in measured.memory.values())
    kept = "kept" if max(measured.memory.values()) <= LARGEST * 1024 else "MISSED"
    print(f"workers at most: {peaks} MiB (goal {LARGEST}: {kept})")


if __name__ == "__main__":
    main(sys.argv[1:])
