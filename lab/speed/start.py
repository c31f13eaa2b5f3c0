"""How soon a bot that was killed answers again: ``python -m lab.speed.start [--tables N] [--kills N]``.

A playground with a server for each hundred tables, all in the middle of a deal, a message due at each. The
bot's process is killed with SIGKILL and started again on the same file: the time until somebody's press is
answered, and how long each of many first presses at other tables then takes while everything that is due is
being brought up to date. Then the same while all is counted again, as after an update that counts more.
Besides, the same with a file that holds a single table.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from lab.speed import processor
from lab.speed.figures import figure, percentile
from lab.speed.filling import channels, fill, unsynced
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from storage.ports.records import Slot, SlotKind, TableId
from storage.store import Store
from tests.trials.stage.playing import FOUR, QUICK, Evening

GOAL: Final = 2.0
"""Seconds from the kill to the first answer, with all tables in the file."""
PRESS_GOAL: Final = 1.0
"""Seconds within which 99 of 100 first presses at tables that are not loaded are answered."""
MANY: Final = Limits().unmetered()
WAIT: Final = 120.0
COMPILED: Final = {**QUICK, "PYTHONDONTWRITEBYTECODE": ""}
"""The bot's settings. Its modules are compiled once, as on any host."""
OLDER: Final = "UPDATE counted SET revision = 0"
COUNTED: Final = "SELECT revision FROM counted"


@dataclass
class Starts:
    """What was measured, in seconds."""

    answered: list[float] = field(default_factory=list)
    identified: list[float] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)  # processor time of the bot until its first answer
    counted: int = 0  # counts that had ended before the next kill


async def killed(
    table: Evening, message: Json, others: Sequence[TableId], starts: Starts, recount: bool
) -> None:
    """One kill, one start, and a first press at each of these other tables. With ``recount`` the file was
    last counted by an older release."""
    bot, gateway, anna = table.bot, table.ground.gateway, table.people[0]
    sessions, began = gateway.identified, time.perf_counter()
    bot.kill()
    await bot.dead()
    if recount:
        since = time.perf_counter()
        with closing(sqlite3.connect(table.ground.database)) as db, db:
            starts.counted += bool(db.execute(COUNTED).fetchone()[0])
            db.execute(OLDER)
        began += time.perf_counter() - since
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


async def measured(tables: int, kills: int, presses: int) -> tuple[Starts, Starts]:
    """Of starts as they are, and of starts at which all is counted again."""
    starts, random = (Starts(), Starts()), Random(0)
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
            for kind, recount in zip(starts, (False, True), strict=True):
                for _ in range(kills):
                    others = random.sample(ids, min(presses, tables))
                    await killed(table, table.room, others, kind, recount)
    return starts


async def main(tables: int, kills: int, presses: int) -> None:
    alone, _ = await measured(0, kills, 0)
    starts, counting = await measured(tables, kills, presses)
    print(
        f"one table: answered {median(alone.answered):.2f} s after the kill, {median(alone.used):.2f} s "
        "of them processor time of the bot"
    )
    for told, some in ((f"{tables} tables more", starts), ("all being counted again", counting)):
        print(
            f"{told}: identified after {median(some.identified):.2f} s, answered after "
            + ", ".join(f"{one:.2f}" for one in some.answered)
            + f", {median(some.used):.2f} s of them processor time"
        )
        print(
            f"{len(some.presses)} first presses at tables that were not loaded: "
            f"p50 {percentile(some.presses, 50):.3f} s, p99 {percentile(some.presses, 99):.3f} s"
        )
    print(f"counts that had ended before the next kill: {max(0, counting.counted - 1)}")
    figure("START", median(starts.answered), GOAL)
    figure("FIRST_PRESS_P99", percentile(starts.presses, 99), PRESS_GOAL)
    figure("START_WHILE_COUNTING", median(counting.answered), GOAL)
    figure("FIRST_PRESS_WHILE_COUNTING_P99", percentile(counting.presses, 99), PRESS_GOAL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="how soon a bot that was killed answers again")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--presses", type=int, default=100, help="first presses after each kill")
    given = parser.parse_args()
    asyncio.run(main(given.tables, given.kills, given.presses))
