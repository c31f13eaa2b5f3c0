"""What a card costs one process, two and four on one PostgreSQL server: ``python -m lab.speed.processes``.

The same tables in mid-deal, spread over four shards, are played at by people with their hands in direct
messages. Presses go where Discord sends them (``shard``: all direct messages are the first shard's), to the
process of the table's server, as those in channels do (``home``), or to any process, as HTTP interactions
behind a load balancer that knows nothing would (``spread``). What is counted is processor
time, which other work on the machine changes little, of the busiest process, of all of them, and of the
server. A process has one interpreter: it carries no more tables than fit into a core.

The last lines are ``tables-WAY-PROCESSES FIGURE``: the tables that so many processes carry at this pace with
a core for each, were the busiest one busy all the time; Discord's limits for one token come before that.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable
from random import Random
from typing import Any, Final, NamedTuple

from lab.speed.capacity import ENV, Drive, seated
from lab.speed.processor import seconds
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Answer, Person
from storage.ports.records import Place
from tests.trials.stage import postgres
from tests.trials.stage.processes import children

SHARDS: Final = 4
WAYS: Final = ("shard", "home", "spread")
WARM_UP: Final = 2
IDLE: Final = 5.0
"""Seconds in which nobody plays."""
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


def _send_home(ground: Playground, person: Person, process: int) -> None:
    """Let this process receive what this person presses."""
    press = person.press

    async def pressed(message: Json | int | str, custom_id: str | None = None, **given: Any) -> Answer:
        ground.gateway.delivered_to = lambda _: [process]
        return await press(message, custom_id, **given)

    person.press = pressed  # type: ignore[method-assign]


class Cost(NamedTuple):
    """Processor time: milliseconds a card, and while nobody plays milliseconds a second."""

    busiest: float
    of_all: float
    of_server: float
    idle: float  # of a process


async def cost(way: str, processes: int, tables: int, pace: float, cards: int) -> Cost:
    with postgres.alone() as server:
        async with Playground.open(limits=Limits().unmetered(), database=server.url()) as ground:
            seats = await seated(ground, places(ground, tables))
            drive = Drive(ground, seats, pace)
            each = SHARDS // processes
            bots = [
                await ground.start_bot(
                    {**ENV, "IDENTIFY_SECONDS": "0", "SHARDS": f"{first}-{first + each - 1}/{SHARDS}"},
                    timeout=START_WITHIN,
                )
                for first in range(0, SHARDS, each)
            ]
            await drive.shown()
            if way == "home":
                for at, table in enumerate(seats):
                    for person in table.people:
                        _send_home(ground, person, at * processes // len(seats))
            if way == "spread":
                chance = Random(1886)
                ground.gateway.delivered_to = lambda count: [chance.randrange(count)]
            await drive.play(WARM_UP)
            drive.counting = True
            main = int((server.data / "postmaster.pid").read_text().split()[0])
            watched = [*(bot.pid for bot in bots), main, *children(main)]

            async def used(doing: Awaitable[None]) -> list[float]:
                """Seconds of each process beyond those that it would have used without play."""
                before, began = [seconds(one) for one in watched], time.monotonic()
                await doing
                took = time.monotonic() - began
                return [
                    seconds(one) - was - took * rate
                    for one, was, rate in zip(watched, before, idle, strict=True)
                ]

            idle = [0.0] * len(watched)
            idle = [one / IDLE for one in await used(asyncio.sleep(IDLE))]
            found = await used(drive.play(cards))
            a_card = [1000 * one / len(drive.counted.answers) for one in found]
            of_bots, of_server = a_card[:processes], sum(a_card[processes:])
            return Cost(max(of_bots), sum(of_bots), of_server, 1000 * max(idle[:processes]))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds for a card")
    parser.add_argument("--cards", type=int, default=8, help="that are counted at each table")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=WAYS)
    given = parser.parse_args()
    if postgres.programs() is None:
        print(postgres.WHY_NOT)
        return
    carried = {}
    for way in given.ways:
        for processes in (1, 2, 4):
            found = await cost(way, processes, given.tables, given.pace, given.cards)
            print(
                f"{way}, {processes}: a card costs the busiest {found.busiest:.1f} ms, all "
                f"{found.of_all:.1f} ms, the server {found.of_server:.1f} ms; a second without any costs a "
                f"process {found.idle:.0f} ms",
                flush=True,
            )
            carried[way, processes] = given.pace * (1000 - found.idle) / found.busiest
    for (way, processes), tables in carried.items():
        print(f"tables-{way}-{processes} {tables:.0f}")


if __name__ == "__main__":
    asyncio.run(main())
