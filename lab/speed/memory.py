"""Whether the bot's memory grows: ``python -m lab.speed.memory [--deals N] [--tables N]``.

Robots play so many deals at twenty tables, in evenings of fifty rounds, with a bot in a process of its own;
its resident memory is read all the while, and told after every five hundred. They play in minutes what takes
people days, so this bot lets go after a minute of what nobody uses, not after an hour. The table of the 8,192
holdings of each suit, which fills over thousands of deals and then is full, is full from the beginning.

Then so many tables in the middle of a deal are looked at one after the other, with their messages, and let go
as the bot lets go of what nobody has used for an hour.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``): the mebibytes by which memory grows in a
thousand deals, also in the last half alone, and in ten thousand tables, after the first quarter.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression
from typing import Final

from bot.messages.outbox import Outbox
from bot.streams.service import IDLE
from bot.tables.service import Tables
from lab.speed.figures import figure
from lab.speed.filling import fill, unsynced
from playground.ground import Playground
from playground.limits import Limits
from playground.people import texts
from storage.ports.records import Place, Slot
from storage.store import Store
from tests.trials.stage.playing import QUICK

TABLES: Final = 20
ROUNDS: Final = 50
OFTEN: Final = 250
"""Tables after which what nobody uses is let go."""
TOLD_EACH: Final = 500
"""Deals."""
GOAL: Final = 1.0
BOT: Final = (
    sys.executable,
    "-c",
    "from bot import app; from bot.streams import service; app.LET_GO_EVERY, service.IDLE = 15.0, 60.0; "
    "from rules.cards import Hand; "
    "[Hand(held << 13 * suit).cards for held in range(8192) for suit in range(4)]; "
    "from bot.__main__ import main; raise SystemExit(main())",
)
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def resident(process: int) -> float:
    """Mebibytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 2**20


def growth(points: Sequence[tuple[float, float]], after: float = 0.25) -> float:
    """By how much the second number grows with the first, after such a part of them."""
    later = points[int(len(points) * after) :]
    return linear_regression([x for x, _ in later], [y for _, y in later]).slope


async def over_deals(deals: int) -> list[tuple[float, float]]:
    """Memory after so many deals each."""
    found, played = list[tuple[float, float]](), 0
    async with Playground.open(limits=Limits().unmetered()) as ground:
        ground.calls.on = False
        bot = await ground.start_bot(QUICK, timeout=120.0, command=BOT)
        anna = ground.people["anna"]
        while played < deals:
            where = ground.world.create_channel(ground.guild, f"evening {played}").id
            rounds = min(ROUNDS, (deals - played) // TABLES)
            await anna.slash("evening open", channel=where, tables=TABLES, rounds=rounds, signal=False)
            await anna.slash("evening join", channel=where)
            await anna.slash("evening direct", channel=where, what="begin")
            await anna.slash("evening leave", channel=where)
            while not any("Final table" in text for one in anna.sees(where) for text in texts(one)):
                await asyncio.sleep(2.0)
                threads = [one.id for one in ground.world.channels.values() if one.parent_id == where]
                seen = sum(len(ground.world.messages[one]) for one in threads)
                found.append((played + seen, resident(bot.pid)))
                if found[-1][0] // TOLD_EACH > found[-2:][0][0] // TOLD_EACH:
                    print(f"{found[-1][0]} deals begun, {found[-1][1]:.1f} MiB", flush=True)
            played += TABLES * rounds
            print(f"{played} deals, {found[-1][1]:.1f} MiB", flush=True)
        await bot.stop()
    return found


async def over_tables(count: int) -> list[tuple[float, float]]:
    """Memory after so many tables each."""
    found, passed = list[tuple[float, float]](), 0.0
    with tempfile.TemporaryDirectory() as folder:
        async with Store.open(Path(folder) / "tables.sqlite3") as store:
            await unsynced(store)
            places = [Place(1 + number // 100, 10**6 + number) for number in range(count)]
            ids = await fill(store, places, [Slot.of_name("table:1")])
            tables, outbox = Tables(store.streams, now=lambda: time.time() + passed), Outbox(store.slots)
            await tables.find()
            for number, table in enumerate(ids, 1):
                await tables.get(table)
                await outbox.load_slots(table)
                if number % OFTEN == 0:
                    passed += 2 * IDLE
                    for one in tables.loaded:
                        outbox.release(one)
                    tables.let_go(lambda _: True)
                    gc.collect()
                    found.append((number, resident(os.getpid())))
            print(
                f"{count} tables, {found[-1][1]:.1f} MiB, {len(tables.loaded)} of them in memory", flush=True
            )
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.speed.memory", description=__doc__)
    asked.add_argument("--deals", type=int, default=5000)
    asked.add_argument("--tables", type=int, default=20_000)
    options = asked.parse_args()
    tables = growth(asyncio.run(over_tables(options.tables))) * 10_000 if options.tables else 0.0
    if options.deals:
        deals = asyncio.run(over_deals(options.deals))
        figure("MIB_IN_1000_DEALS", growth(deals) * 1000, GOAL)
        figure("MIB_IN_1000_OF_THE_LAST_HALF", growth(deals, 0.5) * 1000, GOAL)
    if options.tables:
        figure("MIB_IN_10000_TABLES", tables, GOAL)


if __name__ == "__main__":
    main()
