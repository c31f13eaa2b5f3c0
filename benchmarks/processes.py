"""What a card costs one process, two and four on one PostgreSQL server: ``python -m benchmarks.processes``.

The same tables in mid-deal, spread over four shards, are played at by people with their hands in direct
messages. Presses go where Discord sends them (``shard``: all direct messages are the first shard's), or to
any process, as HTTP interactions behind a load balancer would (``spread``). What is counted is processor
time, which other work on the machine changes little, of the busiest process, of all of them, and of the
server. A process has one interpreter: it carries no more tables than fit into a core.

The last lines are ``tables-WAY-PROCESSES FIGURE``: the tables that so many processes carry at this pace with
a core for each, were the busiest one busy all the time; Discord's limits for one token come before that.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final

from benchmarks.capacity import ENV, Drive, seated
from benchmarks.processor import seconds
from bot.ports.records import Place
from playground.ground import Playground
from playground.limits import Limits
from tests import postgres
from tests.processes import children

SHARDS: Final = 4
WAYS: Final = ("shard", "spread")
WARM_UP: Final = 2
START_WITHIN: Final = 120.0


def places(ground: Playground, count: int) -> list[Place]:
    """New channels, as many in servers of each shard."""
    found = []
    for shard in range(SHARDS):
        while ((guild := ground.world.found(f"Club {shard}").id) >> 22) % SHARDS != shard:
            time.sleep(0.001)
        for number in range(count // SHARDS):
            found.append(Place(guild, ground.world.create_channel(guild, f"table-{number}").id))
    return found


async def cost(way: str, processes: int, tables: int, pace: float, cards: int) -> Sequence[float]:
    """Milliseconds of processor time a card: of the busiest process, of all, and of the server."""
    with postgres.alone() as server:
        async with Playground.open(limits=Limits().unmetered(), database=server.url()) as ground:
            drive = Drive(ground, await seated(ground, places(ground, tables)), pace)
            each = SHARDS // processes
            bots = [
                await ground.start_bot(
                    {**ENV, "IDENTIFY_SECONDS": "0", "SHARDS": f"{first}-{first + each - 1}/{SHARDS}"},
                    timeout=START_WITHIN,
                )
                for first in range(0, SHARDS, each)
            ]
            await drive.shown()
            if way == "spread":
                chance = Random(1886)
                ground.gateway.delivered_to = lambda count: [chance.randrange(count)]
            await drive.play(WARM_UP)
            drive.counting = True
            main = int((server.data / "postmaster.pid").read_text().split()[0])
            watched = [*(bot.pid for bot in bots), main, *children(main)]
            before = [seconds(one) for one in watched]
            await drive.play(cards)
            used = [seconds(one) - was for one, was in zip(watched, before, strict=True)]
            played = len(drive.counted.answers)
            of_bots, of_server = used[:processes], sum(used[processes:])
            return [1000 * one / played for one in (max(of_bots), sum(of_bots), of_server)]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds for a card")
    parser.add_argument("--cards", type=int, default=8, help="that are counted at each table")
    given = parser.parse_args()
    if postgres.programs() is None:
        print(postgres.WHY_NOT)
        return
    carried = {}
    for way in WAYS:
        for processes in (1, 2, 4):
            most, together, server = await cost(way, processes, given.tables, given.pace, given.cards)
            print(
                f"{way}, {processes}: a card costs the busiest {most:.1f} ms, all {together:.1f} ms, "
                f"the server {server:.1f} ms",
                flush=True,
            )
            carried[way, processes] = given.pace * 1000 / most
    for (way, processes), tables in carried.items():
        print(f"tables-{way}-{processes} {tables:.0f}")


if __name__ == "__main__":
    asyncio.run(main())
