"""Four processes on one server, struck again and again while people play.

``python -m benchmarks.cluster [BLOWS]``, 200 if it is not said. Each blow strikes one process, or the
database server: killed, stopped, or frozen for longer than a lease. A press is delivered one to four times,
to processes chosen by lot, right or wrong. What is asked: whether every act that was acknowledged is stored
once, how long a table stood still, and whether anything in Discord is doubled or out of date.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import quantiles
from typing import Final

from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Person
from playground.process import BotProcess
from playground.reading import buttons
from tests import postgres
from tests.playing.book import Book, book
from tests.playing.evening import QUICK, Evening

PROCESSES: Final = 4
FROZEN: Final = 7.0
"""Seconds, longer than a lease."""
LONG: Final = 10.0
"""Seconds within which a table must go on."""
STILL: Final = 60.0
"""Seconds after which a table is given up."""
BLOWS: Final = ("kill", "kill", "stop", "freeze", "server")


class Sitting(Evening):
    """A table at which somebody may have been alerted: the newest message is then no hand."""

    def panels(self, person: Person) -> list[Json]:
        return [one for one in super().panels(person) if buttons(one)]


class Soak:
    """A playground, its processes and its table."""

    def __init__(self, table: Evening, bots: Sequence[BotProcess], server: postgres.Server) -> None:
        self.table, self.bots, self.server = table, bots, server
        self.random = Random(1886)
        self.blows: Counter[str] = Counter()
        self.waits: list[float] = []
        self.last = ""
        table.ground.gateway.delivered_to = self._delivered_to

    def _delivered_to(self, count: int) -> list[int]:
        return [self.random.randrange(count) for _ in range(self.random.randint(1, 4))] if count else []

    async def move(self) -> None:
        """One move, and what it waited for."""
        began, before = time.monotonic(), self.table.room_text
        while time.monotonic() < began + STILL:
            try:
                done = await self.table.do(await self.table.move())
                if done.accepted:
                    await self.table.until_changed(before, STILL)
                    break
            except TimeoutError:
                continue
        took = time.monotonic() - began
        self.waits.append(took)
        if took > LONG:
            print(f"{took:.1f} s after {self.last}", flush=True)

    async def strike(self) -> None:
        blow, bot = self.random.choice(BLOWS), self.random.choice(self.bots)
        self.blows[blow] += 1
        self.last = blow
        match blow:
            case "kill":
                bot.kill()
                await bot.dead()
                await self.move()
                await bot.start()
            case "stop":
                await bot.stop()
                await self.move()
                await bot.start()
            case "freeze":
                bot.freeze()
                thawing = asyncio.create_task(self._thaw(bot))
                await self.move()
                await thawing
            case _:
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)

    async def _thaw(self, bot: BotProcess) -> None:
        await asyncio.sleep(FROZEN)
        bot.thaw()


async def run(kills: int) -> int:
    if postgres.programs() is None:
        print(postgres.WHY_NOT)
        return 1
    with postgres.alone(on_disk=True) as server:
        async with Playground.open(limits=Limits().unmetered(), database=server.url()) as ground:
            bots = [
                await ground.start_bot({**QUICK, "SHARDS": f"{number}/{PROCESSES}"})
                for number in range(PROCESSES)
            ]
            table = Sitting(ground, Random(7))
            await table.sit_down()
            await table.start()
            soak = Soak(table, bots, server)
            for _ in range(kills):
                await soak.strike()
                for _ in range(3):
                    if table.to_start:
                        await table.start()
                    await soak.move()
            faults = [line for bot in bots for line in bot.log.splitlines() if " ERROR " in line]
            await asyncio.sleep(2)
            for bot in bots:
                await bot.stop()
            done = [one for one in table.done if one.accepted]
            asked = tuple(one.answer.interaction_id for one in done)
            kept = await book(ground.database, ground.guild, asked)
            return told(soak, kept, asked, faults)


def told(soak: Soak, kept: Book, asked: Sequence[int], faults: Sequence[str]) -> int:
    lost = len(set(asked) - kept.kept)
    versions = [one.version for one in kept.events]
    titles = soak.table.titles()
    doubled = len(titles) - len(set(titles))
    due = [slot.key.name for slot in kept.slots if slot.due]
    late = [one for one in soak.waits if one > LONG]
    percentiles = quantiles(soak.waits, n=100)
    print(
        f"blows {dict(soak.blows)}; acts {len(asked)}, events {len(versions)}, findings {len(kept.findings)}"
    )
    middle, most = percentiles[49], max(soak.waits)
    print(f"a move took {middle:.2f} s (median), {percentiles[98]:.2f} s (p99), {most:.2f} s (the longest)")
    for name, figure in (
        ("acknowledged acts lost", lost),
        ("messages doubled", doubled),
        ("messages out of date", len(due)),
        ("moves that took more than ten seconds", len(late)),
        ("errors logged", len(faults)),
    ):
        print(f"{name} {figure} goal 0 {'ok' if not figure else 'short'}")
    for line in faults[:10]:
        print(line)
    return int(bool(lost or doubled or due or late))


if __name__ == "__main__":
    sys.exit(asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200)))
