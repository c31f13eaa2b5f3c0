"""Whether a card costs more as a table or a file gets older: ``python -m lab.speed.age [--rubbers N]
[--tables N] [--rounds N]``.

Three bots take turns: at a table that has played one rubber, at one that has played a hundred, and with a
file that holds ten thousand other tables. The processor time of a card is compared turn by turn. The
benchmark also measures what it costs to show why robots played the first deal as they did, and to load the
table after a start.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from lab.speed import processor
from lab.speed.figures import figure
from lab.speed.filling import Long, channels, fill, unsynced, without_alerts
from lab.speed.press import Player, still
from playground.ground import Playground
from playground.limits import Limits
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.trials.stage.playing import FOUR, QUICK, Evening

GOAL: Final = 1.1
WAIT: Final = 120.0
LONG: Final = TableId("0000a9ed")


async def playing(stack: AsyncExitStack, folder: Path, rubbers: int, tables: int) -> Evening:
    """A bot on a file with a table that has played this many rubbers, and with this many other tables."""
    path = folder / f"{rubbers}-{tables}.sqlite3"
    ground = await stack.enter_async_context(Playground.open(limits=Limits().unmetered(), database=path))
    async with Store.open(path) as store:
        await unsynced(store)
        await without_alerts(store, ground.guild)
        await fill(store, channels(ground, tables))
        people = [UserId(ground.people[name].id) for name in FOUR]
        await Long(LONG, rubbers).put(store, Place(ground.guild, ground.channel), people)
    await ground.start_bot(QUICK, timeout=WAIT)
    table = Evening(ground, Random(0))
    async with asyncio.timeout(WAIT):
        while not table.public() or not table.due():
            await asyncio.sleep(0.05)
        while not all(table.panels(person) for person in table.people):
            await asyncio.sleep(0.05)
    await still(ground)
    return table


async def past_deal(table: Evening) -> float:
    """Seconds of processor time to show what robots thought in the first deal."""
    used = processor.seconds(table.bot.pid)
    answer = await table.people[0].press(table.room, f"why:{LONG}:1", anyway=True)
    assert not answer.failed, answer
    await still(table.ground)
    return processor.seconds(table.bot.pid) - used


async def loaded(table: Evening) -> float:
    """Seconds of processor time for the first press after a start, beyond those for the second."""
    await table.bot.restart(timeout=WAIT)
    await still(table.ground)
    took = []
    for _ in range(2):
        used = processor.seconds(table.bot.pid)
        answer = await table.people[0].press(table.room, f"score:{LONG}", anyway=True)
        assert not answer.failed, answer
        await still(table.ground)
        took.append(processor.seconds(table.bot.pid) - used)
    return took[0] - took[1]


async def main(rubbers: int, tables: int, rounds: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        async with AsyncExitStack() as stack:
            folder = Path(name)
            kinds = {
                "1 rubber, 1 table": await playing(stack, folder, 1, 0),
                f"{rubbers} rubbers": await playing(stack, folder, rubbers, 0),
                f"{tables} tables": await playing(stack, folder, 1, tables),
            }
            cards: dict[str, list[float]] = {kind: [] for kind in kinds}
            whys: dict[str, list[float]] = {kind: [] for kind in kinds}
            for turn in range(rounds + 1):
                for kind, table in kinds.items():
                    took, _ = await Player(table.ground, (), table).turn(count)
                    why = await past_deal(table)
                    if turn:  # the first turn warms everything up
                        cards[kind].append(took)
                        whys[kind].append(why)
            loads = {kind: await loaded(table) for kind, table in kinds.items()}
    for kind in kinds:
        told = ", ".join(f"{one * 1000:.1f}" for one in cards[kind])
        print(
            f"{kind}: {median(cards[kind]) * 1000:.2f} ms of processor time a card ({told}), a past deal "
            f"{median(whys[kind]) * 1000:.1f} ms, a load {loads[kind] * 1000:.1f} ms"
        )
    young, old, many = cards.values()
    figure("CARD_AFTER_RUBBERS", median(a / b for a, b in zip(old, young, strict=True)), GOAL)
    figure("CARD_AMONG_TABLES", median(a / b for a, b in zip(many, young, strict=True)), GOAL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="whether a card becomes dearer")
    parser.add_argument("--rubbers", type=int, default=100)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--cards", type=int, default=20, help="in each turn")
    given = parser.parse_args()
    asyncio.run(main(given.rubbers, given.tables, given.rounds, given.cards))
