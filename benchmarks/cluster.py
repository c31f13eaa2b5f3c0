"""Four processes on a PostgreSQL server with a synchronous replica, struck again and again while people play.

``python -m benchmarks.cluster [BLOWS] [--local]``, 200 if it is not said. There are four tables, each in a
server of another process's shard, and a press is delivered one to four times, to processes chosen by lot,
right or wrong. Each blow strikes a process (killed, stopped, or frozen for longer than a lease) or the
database server: killed and started again, frozen, or lost with its disk, so that the replica takes its place
and is given a new replica; also while the replica has been away for some seconds. What is asked: whether
every act that was acknowledged is stored once, whether every table went on within ten seconds (those of the
frozen server are not counted), and whether the screens show what is stored.

With ``--local`` the server acknowledges what its replica does not yet have (``synchronous_commit=local``):
the run then loses acts, and must fail.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final

from benchmarks.cluster_checked import Kept, kept, lost, wrong
from playground.answers import Answer
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Person
from playground.process import BotProcess
from playground.reading import buttons
from tests import postgres
from tests.playing.evening import FOUR, QUICK, Done, Evening, Move

PROCESSES: Final = 4
FROZEN: Final = 6.5
"""Seconds, longer than a lease."""
AWAY: Final = 2.0
"""Seconds for which a replica is away before its leader is lost."""
STARTS_WITHIN: Final = 120.0
"""Seconds in which a process has started, on a machine that is busy with other things."""
LONG: Final = 10.0
"""Seconds within which a table must go on."""
STILL: Final = 60.0
"""Seconds after which a table is given up."""
RESTS: Final = "Play goes on in the hands"
BETWEEN: Final = 0.4
"""Seconds between two moves at a table: the processes are not to be busy all the time."""
MOVES: Final = 2
"""At each table after each blow."""


class Sitting(Evening):
    """A table at which people move until they are told to stop."""

    moved = 0
    waited: list[float]

    refused: set[int]
    """Interactions whose answer said why not. It is looked at as it arrives: the message may be drawn anew,
    by another process, before the person who pressed has read it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refused, self.waited = set(), []
        self.ground.world.answered.append(self._hear)

    def _hear(self, interaction: int) -> None:
        answer = Answer(self.ground.world, self.ground.world.interactions[interaction], 0.0)
        if any(text.startswith("> ") for text in answer.texts[:1]):
            self.refused.add(interaction)

    async def do(self, move: Move) -> Done:
        done = await super().do(move)
        if done.accepted and done.answer.interaction_id in self.refused:
            done = self.done[-1] = replace(done, accepted=False)
        return done

    @property
    def rests(self) -> bool:
        """Whether the table's message shows no cards, since there are too many to show."""
        return RESTS in self.room_text

    def due(self) -> list[Person]:
        return self.people if self.rests else super().due()

    async def start(self) -> None:
        """Begin a rubber. The answer may come from a process that met it already begun by the same press."""
        lobby = self.room["id"]
        await self.people[0].press(self.room, self.to_start, anyway=True)
        await self.until(lambda: self.room["id"] != lobby and buttons(self.room))

    async def play(self, struck: Callable[[], str], away: Callable[[], float]) -> None:
        """``away`` is how many seconds the only server has hung so far: nobody can go on meanwhile. Raises
        TimeoutError if the table stands still."""
        while True:
            began, before = time.monotonic(), away()
            while not await self._moved():
                if time.monotonic() > began + STILL:
                    raise TimeoutError(f"{self.channel} stands still after {struck()}\n{self.picture()}")
            took = time.monotonic() - began - (away() - before)
            self.waited.append(took)
            self.moved += 1
            if took > LONG:
                print(f"{self.channel}: {took:.1f} s after {struck()}\n{self.picture()}", flush=True)
            await asyncio.sleep(BETWEEN)

    async def _moved(self) -> bool:
        """Whether a move was made and shown."""
        before = self.room_text
        try:
            move = await self._move_unless(lambda: self.to_start != "")
            if move is None:
                await self.start()
                return True
            done = await self.do(move)
            if done.accepted:
                await self.until(lambda: self.room_text != before or self.rests, STILL)
            return done.accepted
        except TimeoutError:
            return self.room_text != before

    def picture(self) -> str:
        """What stands there, to see why nobody goes on."""
        room = self.room_text
        hands = [
            f"{one.name}: {[button.custom_id for button in buttons(self.panel(one))]}" for one in self.due()
        ]
        last = [f"{one.move.what} {one.answer!r}" for one in self.done[-3:]]
        return "\n".join([room, *hands, *last])


class Soak:
    """A playground, its processes and its tables."""

    def __init__(
        self, ground: Playground, tables: Sequence[Sitting], bots: Sequence[BotProcess], pair: postgres.Pair
    ) -> None:
        self.tables, self.bots, self.pair = tables, bots, pair
        self.random = Random(1886)
        self.blows: Counter[str] = Counter()
        self.last = "the start"
        self.away = 0.0
        ground.gateway.delivered_to = self._delivered_to
        self._kinds: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "process killed": (4, self._kill),
            "process stopped": (2, self._stop),
            "process frozen": (3, self._freeze),
            "server killed": (2, self._kill_server),
            "server frozen": (1, self._freeze_server),
            "server lost": (2, self._lose_server),
            "server lost and a process killed": (1, self._lose_both),
            "server lost, its replica away": (2, self._lose_server_alone),
        }

    def _delivered_to(self, count: int) -> list[int]:
        return [self.random.randrange(count) for _ in range(self.random.randint(1, 4))] if count else []

    async def strike(self) -> None:
        weights = [weight for weight, _ in self._kinds.values()]
        (blow,) = self.random.choices(list(self._kinds), weights)
        self.blows[blow] += 1
        self.last = f"{sum(self.blows.values())}: {blow}"
        await self._kinds[blow][1]()
        await self._go_on()

    async def _go_on(self) -> None:
        """Some moves at each table."""
        goals = [table.moved + MOVES for table in self.tables]
        while any(table.moved < goal for table, goal in zip(self.tables, goals, strict=True)):
            await asyncio.sleep(0.05)

    async def _kill(self) -> None:
        bot = self.random.choice(self.bots)
        bot.kill()
        await bot.dead()
        await self._go_on()
        await bot.start(timeout=STARTS_WITHIN)

    async def _stop(self) -> None:
        bot = self.random.choice(self.bots)
        await bot.stop()
        await self._go_on()
        await bot.start(timeout=STARTS_WITHIN)

    async def _freeze(self) -> None:
        bot = self.random.choice(self.bots)
        bot.freeze()
        await asyncio.sleep(FROZEN)
        bot.thaw()

    async def _kill_server(self) -> None:
        await asyncio.to_thread(self.pair.leader.kill)
        await asyncio.to_thread(self.pair.leader.start)

    async def _freeze_server(self) -> None:
        self.pair.leader.freeze()
        await asyncio.sleep(FROZEN)
        self.pair.leader.thaw()
        self.away += FROZEN

    async def _lose_server(self) -> None:
        await asyncio.to_thread(self.pair.fail_over)

    async def _lose_both(self) -> None:
        bot = self.random.choice(self.bots)
        bot.kill()
        await asyncio.gather(bot.dead(), self._lose_server())
        await self._go_on()
        await bot.start(timeout=STARTS_WITHIN)

    async def _lose_server_alone(self) -> None:
        await asyncio.to_thread(self.pair.replica.kill)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(self.pair.fail_over)


@asynccontextmanager
async def playing(tables: Sequence[Sitting], soak: Soak) -> AsyncIterator[None]:
    """While people play at the tables. A table that stands still ends it with ``ExceptionGroup``."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(table.play(lambda: soak.last, lambda: soak.away)) for table in tables]
        yield
        for task in tasks:
            task.cancel()


def seat(ground: Playground, shard: int, random: Random) -> Sitting:
    """A table of four people of its own, in a new server of this shard."""
    while ((guild := ground.world.found(f"Club {shard}")).id >> 22) % PROCESSES != shard:
        time.sleep(0.001)  # a server in which there is no table does no harm
    names = tuple(f"{name}-{shard}" for name in FOUR)
    for name in names:
        user = ground.world.person(guild, name)
        ground.people[name] = Person(ground._crowd, user.name, user.id)
    ground.world.add_member(guild.id, ground.people["ivan"].id)
    return Sitting(ground, random, names, channel=ground.world.create_channel(guild.id, "table").id)


async def run(kills: int, *, within: float, local: bool, keep: Path | None) -> int:
    until = time.monotonic() + within
    if postgres.programs() is None:
        print(postgres.WHY_NOT)
        return 1
    with postgres.pair(local=local) as pair:
        async with Playground.open(limits=Limits().unmetered(), database=pair.url) as ground:
            tables = [seat(ground, shard, Random(shard)) for shard in range(PROCESSES)]
            bots = [
                await ground.start_bot({**QUICK, "SHARDS": f"{number}/{PROCESSES}"}, timeout=STARTS_WITHIN)
                for number in range(PROCESSES)
            ]
            for table in tables:
                await table.sit_down()
                await table.start()
            soak = Soak(ground, tables, bots, pair)
            still = ""
            try:
                async with playing(tables, soak):
                    for number in range(kills):
                        if time.monotonic() > until:
                            break
                        await soak.strike()
                        if number % 10 == 9:
                            print(
                                f"{number + 1} blows, {sum(table.moved for table in tables)} moves",
                                flush=True,
                            )
            except* TimeoutError as group:
                still = "\n".join(map(repr, group.exceptions))
            faults = [line for bot in bots for line in bot.log.splitlines() if " ERROR " in line]
            await asyncio.sleep(3)
            for bot in bots:
                await bot.stop()
            if still:
                print(still)
            if keep is not None:
                for number, bot in enumerate(bots):
                    (keep / f"process-{number}.log").write_text(bot.log)
            return told(soak, await kept(str(ground.database), tables), faults)


def told(soak: Soak, tables: Sequence[Kept], faults: Sequence[str]) -> int:
    waits = [wait for table in soak.tables for wait in table.waited]
    acts = sum(one.accepted for table in soak.tables for one in table.done)
    late = [wait for wait in waits if wait > LONG]
    untrue = [sentence for one in tables for sentence in wrong(one)]
    print(f"blows {sum(soak.blows.values())}: {dict(soak.blows)}")
    print(f"acts {acts}, events {sum(one.events for one in tables)}")
    percentiles = quantiles(waits, n=100)
    print(
        f"a move took {percentiles[49]:.2f} s (median), {percentiles[98]:.2f} s (p99), "
        f"{max(waits):.2f} s (the longest)"
    )
    short = 0
    for name, figure in (
        ("acknowledged acts lost", sum(len(one.lost) for one in tables)),
        ("acts doubled", sum(one.doubled for one in tables)),
        ("findings in finished deals", sum(one.findings for one in tables)),
        ("messages out of date", sum(len(one.due) for one in tables)),
        ("screens that say what is not stored", len(untrue)),
        ("moves that took more than ten seconds", len(late)),
        ("errors logged", len(faults)),
    ):
        print(f"{name} {figure} goal 0 {'ok' if not figure else 'short'}")
        short += figure
    for line in (*untrue, *faults[:20], *(sentence for one in tables for sentence in lost(one))):
        print(line)
    return int(bool(short))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("blows", type=int, nargs="?", default=200)
    parser.add_argument("--local", action="store_true", help="must fail: acts are acknowledged too early")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no blow after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the logs of the processes")
    given = parser.parse_args()
    return asyncio.run(run(given.blows, within=60 * given.minutes, local=given.local, keep=given.keep))


if __name__ == "__main__":
    sys.exit(main())
