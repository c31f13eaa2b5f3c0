"""Four processes on a PostgreSQL server with a synchronous replica, struck again and again while people play.

``python -m tests.trials.cluster [BLOWS]``, 200 if it is not said. There are four tables, each in a server of
another process's shard, and a press is delivered one to four times, to processes chosen by lot, right or
wrong. One process has a clock an hour ahead. Each blow strikes a process (killed, stopped, or frozen longer
than a lease) or the database server: killed and started again, frozen, or lost with its disk, so that the
replica takes its place and is given a new replica; also while the replica has been away for some seconds, and
after acts that wait for it meanwhile have been cut off. What is asked: whether every act that was
acknowledged is stored once, by whom and as it was pressed; whether every table went on within ten seconds
(those of the frozen server are not counted); whether the screens show what is stored, after each blow and at
the end, and never showed a hand that nobody held; whether only the process with the lease wrote; and whether
nobody was alerted early. Discord's limits are on.

Two runs must fail. With ``--local`` the server acknowledges what its replica does not have
(``synchronous_commit=local``). With ``--without-confirm`` a process tells of what it finds in the database
before the replica has it; ``--only "acts cut off"`` strikes only the blow that shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final

from playground.process import BotProcess
from storage.ports.records import TableId, database_at
from storage.store import Store
from tests.trials.cluster import checked
from tests.trials.cluster.checked import Kept
from tests.trials.cluster.tables import LONG, Sitting, seat
from tests.trials.cluster.watched import Leases, WatchedGround, places, without_lease
from tests.trials.stage import postgres
from tests.trials.stage.playing import QUICK
from tests.trials.stage.processes import ends_as_interrupted

PROCESSES: Final = 4
AHEAD: Final = 3
"""The process whose clock is an hour ahead."""
FROZEN: Final = 6.5
"""Seconds of a freeze: longer than a lease."""
AWAY: Final = 2.0
"""Seconds for which a replica is away before its leader is lost."""
HANGING: Final = 1.0
"""Seconds in which people press while the replica is away, before the connections are dropped. A press is
answered within three seconds, or not at all."""
TOLD: Final = 1.5
"""Seconds from then until the leader is lost, in which somebody could be told wrongly that the act is
done."""
STARTS_WITHIN: Final = 120.0
"""Seconds in which a process has started, on a machine that is busy with other things."""
MOVES: Final = 2
"""At each table after each blow."""
CUT_OFF: Final = "acts cut off"
CUTS: Final = ("pg_terminate_backend", "pg_cancel_backend")


class Soak:
    """A playground, its processes and its tables."""

    def __init__(
        self,
        ground: WatchedGround,
        tables: Sequence[Sitting],
        bots: Sequence[BotProcess],
        pair: postgres.Pair,
        store: Store,
        leases: Leases,
        only: str,
    ) -> None:
        self.ground, self.tables, self.bots, self.pair = ground, tables, bots, pair
        self.store, self.leases = store, leases
        self.random = Random(1886)
        self.looks = 0
        self.untrue: list[str] = []
        self.lost: dict[int, str] = {}
        """Interactions that were acknowledged and not stored, with the blow after which they were missed."""
        self._missed_from = dict.fromkeys((table.channel for table in tables), 0)
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
            CUT_OFF: (5, self._cut_off),
        }
        if only:
            self._kinds = {only: self._kinds[only]}

    def _delivered_to(self, count: int) -> list[int]:
        return [self.random.randrange(count) for _ in range(self.random.randint(1, 4))] if count else []

    async def strike(self) -> None:
        weights = [weight for weight, _ in self._kinds.values()]
        (blow,) = self.random.choices(list(self._kinds), weights)
        self.blows[blow] += 1
        self.last = f"{sum(self.blows.values())}: {blow}"
        await self._kinds[blow][1]()
        await self._go_on()
        await asyncio.gather(*map(self._look, self.tables))

    async def _look(self, table: Sitting) -> None:
        """Let a table rest until its screens show what is stored."""
        table_id = self.leases.tables[table.channel]
        async with table.turn:
            self.looks += 1
            until = time.monotonic() + LONG
            while True:
                now = await checked.standing(self.store, table_id)
                if not (found := list(checked.wrong(table, now))):
                    break
                if time.monotonic() > until:
                    self.untrue += [f"after {self.last}: {sentence}" for sentence in found]
                    break
                await asyncio.sleep(0.2)
            await self._miss(table, table_id)

    async def _miss(self, table: Sitting, table_id: TableId) -> None:
        done = await checked.keys(self.store, table_id)
        for one in table.done[self._missed_from[table.channel] :]:
            if one.accepted and one.answer.interaction_id not in done:
                self.lost[one.answer.interaction_id] = self.last
        self._missed_from[table.channel] = len(table.done)

    async def _go_on(self) -> None:
        """Make some moves at each table."""
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

    async def _cut_off(self) -> None:
        """Cut off acts that wait. Their commits wait for a replica that is away; the connections are dropped,
        or the waits cancelled, so that the leader counts them; then the leader is lost."""
        await asyncio.to_thread(self.pair.replica.kill)
        await asyncio.sleep(HANGING)
        await asyncio.to_thread(self.pair.cut, self.random.choice(CUTS))
        await asyncio.sleep(TOLD)
        await asyncio.to_thread(self.pair.fail_over)


@asynccontextmanager
async def playing(soak: Soak) -> AsyncIterator[None]:
    """Play at the tables meanwhile. A table that stands still ends this with ``ExceptionGroup``."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(table.play(lambda: soak.last, lambda: soak.away)) for table in soak.tables]
        tasks.append(group.create_task(soak.leases.run()))
        while not soak.leases.looks:
            await asyncio.sleep(0.1)
        yield
        for table in soak.tables:
            await table.turn.acquire()  # so that no press is under way, of which nobody would know
        for task in tasks:
            task.cancel()


async def run(given: argparse.Namespace) -> int:
    until = time.monotonic() + 60 * given.minutes
    if postgres.programs() is None:
        print(postgres.WHY_NOT)
        return 1
    command = (sys.executable, "-m", "tests.trials.cluster.bot")
    settings = {**QUICK, **({"WITHOUT_CONFIRM": "1"} if given.without_confirm else {})}
    with postgres.pair(local=given.local) as pair:
        async with WatchedGround.open(database=pair.url, command=command) as ground:
            assert isinstance(ground, WatchedGround)
            ground.calls.on = False
            tables = ground.tables = [seat(ground, shard, PROCESSES) for shard in range(PROCESSES)]
            bots = [
                await ground.start_bot(
                    {
                        **settings,
                        "SHARDS": f"{number}/{PROCESSES}",
                        "PROCESS": str(number),
                        "CLOCK_AHEAD": "3600" if number == AHEAD else "0",
                    },
                    timeout=STARTS_WITHIN,
                )
                for number in range(PROCESSES)
            ]
            for table in tables:
                await table.sit_down()
                await table.start()
            async with Store.open(database_at(pair.url)) as store:
                soak = Soak(ground, tables, bots, pair, store, Leases(pair.url), given.only)
                still = ""
                try:
                    async with playing(soak):
                        for number in range(given.blows):
                            if time.monotonic() > until:
                                break
                            await soak.strike()
                            if number % 10 == 9:
                                moves = sum(table.moved for table in tables)
                                print(f"{number + 1} blows, {moves} moves, {len(soak.lost)} lost", flush=True)
                except* TimeoutError as group:
                    still = "\n".join(map(repr, group.exceptions))
                faults = [line for bot in bots for line in bot.log.splitlines() if " ERROR " in line]
                await asyncio.sleep(3)
                for bot in bots:
                    await bot.stop()
                if still:
                    print(still)
                if given.keep is not None:
                    for number, bot in enumerate(bots):
                        (given.keep / f"process-{number}.log").write_text(bot.log)
                found = [
                    await checked.kept(store, soak.leases.tables[table.channel], table) for table in tables
                ]
                return told(soak, found, faults, still)


def told(soak: Soak, tables: Sequence[Kept], faults: Sequence[str], still: str) -> int:
    waits = [wait for table in soak.tables for wait in table.waited]
    late = [wait for wait in waits if wait > LONG]
    untrue = list(soak.untrue)
    for table, one in zip(soak.tables, tables, strict=True):
        untrue += checked.wrong(table, one.standing)
    ids = soak.leases.tables
    shown_in = {place: ids[table.channel] for table in soak.tables for place in places(table)}
    judged, strange = without_lease(soak.ground.writes, soak.leases.looks, shown_in)
    print(f"blows {sum(soak.blows.values())}: {dict(soak.blows)}")
    acts = sum(len(checked.accepted(table)) for table in soak.tables)
    shown = sum(len(table.shown) for table in soak.tables)
    print(f"acts {acts}, events {sum(one.events for one in tables)}")
    print(f"looks at the screens of a table {soak.looks}, hands that were shown {shown}")
    print(f"writes by the bot's token {len(soak.ground.writes)}, of which {judged} could be judged")
    print(f"calls that came too fast {dict(soak.ground.calls.too_fast)}")
    percentiles = quantiles(waits, n=100)
    print(
        f"a move took {percentiles[49]:.2f} s (median), {percentiles[98]:.2f} s (p99), "
        f"{max(waits):.2f} s (the longest)"
    )
    lost = [sentence for one in tables for sentence in one.lost]
    altered = [sentence for one in tables for sentence in one.altered]
    unheld = [sentence for one in tables for sentence in one.unheld]
    short = 0
    for name, figure in (
        ("acknowledged acts lost", len(lost)),
        ("acts doubled", sum(one.doubled for one in tables)),
        ("acts stored otherwise than pressed", len(altered)),
        ("hands shown that nobody held", len(unheld)),
        ("findings in finished deals", sum(one.findings for one in tables)),
        ("messages out of date", sum(len(one.due) for one in tables)),
        ("screens that say what is not stored", len(untrue)),
        ("writes without the lease", len(strange)),
        ("alerts that came early", len(soak.ground.early)),
        ("moves that took more than ten seconds", len(late)),
        ("tables that stood still", int(bool(still))),
        ("errors logged", len(faults)),
    ):
        print(f"{name} {figure} goal 0 {'ok' if not figure else 'short'}")
        short += figure
    if soak.lost:
        print(f"the first were lost after {next(iter(soak.lost.values()))}")
    told = (*untrue, *altered[:20], *unheld[:20], *map(repr, strange[:20]), *soak.ground.early[:20])
    for line in (*told, *faults[:20], *lost):
        print(line)
    return int(bool(short))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("blows", type=int, nargs="?", default=200)
    parser.add_argument("--local", action="store_true", help="must fail: acts are acknowledged too early")
    parser.add_argument(
        "--without-confirm", action="store_true", help="must fail: so are those that are found"
    )
    parser.add_argument("--only", default="", help="strike only this blow")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no blow after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the logs of the processes")
    given = parser.parse_args()
    ends_as_interrupted()
    return asyncio.run(run(given))


if __name__ == "__main__":
    sys.exit(main())
