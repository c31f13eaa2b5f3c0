"""How soon a bot that was killed answers again: ``python -m benchmarks.start [--tables N] [--kills N]``.

A playground with a server for each hundred tables, all in the middle of a deal, a message due at each. The
bot's process is killed with SIGKILL and started again on the same file: the time until somebody's press is
answered, and how long each of many first presses at other tables then takes while everything that is due is
being brought up to date. Besides, the same with a file that holds a single table.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from benchmarks import processor
from benchmarks.figures import figure, percentile
from benchmarks.filling import channels, fill, unsynced
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from ports.records import Slot, SlotKind, TableId
from storage.store import Store
from tests.playing.evening import FOUR, QUICK, Evening

GOAL: Final = 2.0
"""Seconds from the kill to the first answer, with all tables in the file."""
PRESS_GOAL: Final = 1.0
"""Seconds within which 99 of 100 first presses at tables that are not loaded are answered."""
MANY: Final = Limits().unmetered()
WAIT: Final = 120.0
COMPILED: Final = {**QUICK, "PYTHONDONTWRITEBYTECODE": ""}
"""The bot's settings. Its modules are compiled once, as on any host."""


@dataclass
class Starts:
    """What was measured, in seconds."""

    answered: list[float] = field(default_factory=list)
    identified: list[float] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)  # processor time of the bot until its first answer


async def killed(table: Evening, message: Json, others: Sequence[TableId], starts: Starts) -> None:
    """One kill, one start, and a first press at each of these other tables."""
    bot, gateway, anna = table.bot, table.ground.gateway, table.people[0]
    sessions, began = gateway.identified, time.perf_counter()
    bot.kill()
    await bot.dead()
    starting = asyncio.create_task(bot.start(timeout=WAIT))
    while gateway.identified == sessions:
        await asyncio.sleep(0.002)
    starts.identified.append(time.perf_counter() - began)
    answer = await anna.press(message, label="My hand", anyway=True, wait=WAIT)
    assert not answer.failed, answer
    starts.answered.append(time.perf_counter() - began)
    starts.used.append(processor.seconds(bot.pid))
    for other in others:
        pressed = time.perf_counter()
        answer = await anna.press(message, f"score:{other}", anyway=True, wait=WAIT)
        assert not answer.failed, answer
        starts.presses.append(time.perf_counter() - pressed)
        await asyncio.sleep(0.01)
    await starting


async def measured(tables: int, kills: int, presses: int) -> Starts:
    starts, random = Starts(), Random(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        async with Playground.open(limits=MANY, database=path) as ground:
            async with Store.open(path) as store:
                await unsynced(store)
                ids = await fill(store, channels(ground, tables), (Slot(SlotKind.DEAL, 1),))
            await ground.start_bot(COMPILED, timeout=WAIT)
            table = Evening(ground, Random(0), FOUR)
            await table.sit_down()
            await table.start()
            await table.do(await table.move())
            await table.until(lambda: "to declare" in table.room_text)
            for _ in range(kills):
                await killed(table, table.room, random.sample(ids, min(presses, tables)), starts)
    return starts


async def main(tables: int, kills: int, presses: int) -> None:
    alone = await measured(0, kills, 0)
    starts = await measured(tables, kills, presses)
    print(
        f"one table: answered {median(alone.answered):.2f} s after the kill, {median(alone.used):.2f} s "
        "of them processor time of the bot"
    )
    print(
        f"{tables} tables more: identified after {median(starts.identified):.2f} s, answered after "
        + ", ".join(f"{one:.2f}" for one in starts.answered)
        + f", {median(starts.used):.2f} s of them processor time"
    )
    print(
        f"{len(starts.presses)} first presses at tables that were not loaded: "
        f"p50 {percentile(starts.presses, 50):.3f} s, p99 {percentile(starts.presses, 99):.3f} s"
    )
    figure("START", median(starts.answered), GOAL)
    figure("FIRST_PRESS_P99", percentile(starts.presses, 99), PRESS_GOAL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="how soon a bot that was killed answers again")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--presses", type=int, default=100, help="first presses after each kill")
    given = parser.parse_args()
    asyncio.run(main(given.tables, given.kills, given.presses))
