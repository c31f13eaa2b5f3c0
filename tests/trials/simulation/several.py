"""A world of several processes of the bot, on a simulated PostgreSQL server with a synchronous replica.

All that a world has, but for its disk. Discord tells each process of its own shards, or in some worlds one
that is drawn, right or wrong. Each message that a process writes by the bot's token is compared with the
leases.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from simloop._net import _current_host

from bot.discord_api.rest import HttpWire, Reply
from playground.calls import Kind, route_of
from storage.cluster import Cluster
from storage.ports.records import DatabaseAddress, ServerUrl
from tests.trials.simulation.blows import BLOWS
from tests.trials.simulation.checking import Finding
from tests.trials.simulation.driver import stand_ins
from tests.trials.simulation.loop import on
from tests.trials.simulation.pair import Pair
from tests.trials.simulation.plan import Plan, Strike
from tests.trials.simulation.strikes import RESTARTS
from tests.trials.simulation.world import DISCORD, TOLD, Result, World

SERVERS: Final = "servers"
URL: Final = ServerUrl("postgresql://biritch@one,two/biritch")
HOLDER: Final = "SELECT owner FROM lease WHERE table_id = (SELECT table_id FROM stream WHERE open = 1)"
WRITES: Final = (Kind.CREATE, Kind.EDIT, Kind.DELETE)
SLOW: Final = 50.0
"""How many times as long a slow disk of a server takes."""
ONCE: Final = "only the process that holds the lease writes"


class Process:
    """One of several, life after life."""

    def __init__(self, number: int) -> None:
        self.number, self.lives = number, 0
        self.running: asyncio.Task[None] | None = None
        self.stopping = asyncio.Event()
        self.comes_back = False

    @property
    def name(self) -> str:
        """Of its life."""
        return f"bot-{self.number}-{self.lives}"


class Several(World):
    """A world of several processes while it runs. Since they are never idle, its people are quick."""

    longest_away = 20.0
    thinks = (0.3, 2.5)
    told = TOLD | {"08006"}
    """Besides, a server that cannot be reached."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        super().__init__(plan, folder)
        self.servers = Random(f"servers {plan.seed}")
        self.pair = Pair(folder, self.servers, lambda coming: on(self.loop, SERVERS, lambda: coming))
        self.processes = [Process(number) for number in range(plan.processes)]
        self.chosen = self.processes[0]
        self._names: dict[str, str] = {}
        """Of the processes, by what they call themselves in the database."""
        self._looks: tuple[Path, sqlite3.Connection] | None = None

    # ------------------------------------------------------------------ the processes

    @property
    def database(self) -> DatabaseAddress:
        return URL

    def copied(self) -> DatabaseAddress:
        return URL

    @property
    def bot(self) -> str:
        """The name of the process that is struck."""
        return self.chosen.name

    def choose(self, strike: Strike) -> None:
        self.chosen = self.processes[strike.drawn % len(self.processes)]

    async def begin(self) -> None:
        self.loop.net.host(SERVERS)
        await self.pair.start()
        for process in self.processes:
            self._start(process)
        if self.plan.scattered:
            numbers = Random(f"deliveries {self.plan.seed}")

            def drawn(count: int) -> Sequence[int]:
                return [numbers.randrange(count) for _ in range(numbers.randint(1, 2))] if count else []

            self.ground.gateway.delivered_to = drawn

    def _start(self, process: Process) -> None:
        process.lives += 1
        process.running = on(self.loop, process.name, lambda: self._lived_by(process))

    async def _lived_by(self, process: Process) -> None:
        process.stopping = asyncio.Event()
        shards = f"{process.number}/{len(self.processes)}"
        if not await self._served(process.stopping, process.name, SHARDS=shards):
            self.bring_back(process)

    def kill(self, left: dict[str, bytes] | None = None) -> None:
        self.end(self.chosen)

    def end(self, process: Process) -> None:
        """As ``kill -9`` does, unless it is gone."""
        if process.name not in self.loop.dead:
            self.loop.kill(process.name)
            self.pair.hang_up(process.name)

    def come_back(self, seconds: float = RESTARTS) -> None:
        self.bring_back(self.chosen, seconds)

    def bring_back(self, process: Process, seconds: float = RESTARTS) -> None:
        if not process.comes_back:
            process.comes_back = True
            on(self.loop, DISCORD, lambda: self._after(process, seconds))

    async def _after(self, process: Process, seconds: float) -> None:
        await asyncio.sleep(seconds)
        process.comes_back = False
        self._start(process)

    @property
    def away(self) -> float:
        return self.longest_away

    async def stop(self) -> None:
        await self._stopped([self.chosen])

    async def finish(self) -> None:
        await self._stopped(self.processes)

    async def _stopped(self, processes: Sequence[Process]) -> None:
        running = [one.running for one in processes if one.running is not None]
        for one in processes:
            one.stopping.set()
        await asyncio.wait(running, timeout=60.0)

    @property
    def _is_up(self) -> bool:
        return all(one.name not in self.loop.dead for one in self.processes)

    @property
    def _runs(self) -> bool:
        return any(one.name not in self.loop.dead for one in self.processes)

    # ------------------------------------------------------------------ the rest

    async def struck(self, strike: Strike) -> Callable[[], bool]:
        if strike.kind not in BLOWS:
            return await super().struck(strike)
        met = await BLOWS[strike.kind](self, Random(strike.drawn))
        return lambda: met is None or met.used > 0

    def in_background(self, coming: Coroutine[Any, Any, None]) -> None:
        on(self.loop, SERVERS, lambda: coming)

    def slow_disk(self, least: float = 0.0, most: float = 0.0) -> None:
        super().slow_disk()
        if hasattr(self, "pair"):
            self.pair.leader.slow = SLOW if most else 1.0

    def _mend(self) -> None:
        super()._mend()
        self.pair.mend()

    def run(self) -> Result:
        for module, name, stand_in in stand_ins(self.pair, _current_host.get):
            setattr(module, name, stand_in)
        self._hear_of_leases()
        return super().run()

    def _hear_of_leases(self) -> None:
        """Learn who calls itself what, and compare each message that a process writes with the leases."""
        join, request = Cluster.join, HttpWire.request

        async def joined(cluster: Cluster, lasts: float, *, serves: bool = True) -> None:
            await join(cluster, lasts, serves=serves)
            self._names[cluster.me] = _current_host.get()

        async def requested(
            wire: HttpWire, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
        ) -> Reply:
            self._judge(method, path)
            return await request(wire, method, path, body, headers)

        Cluster.join = joined  # type: ignore[assignment, method-assign]
        HttpWire.request = requested  # type: ignore[assignment, method-assign]

    def _judge(self, method: str, path: str) -> None:
        route = route_of(method, path)
        if not hasattr(self, "table") or route.kind not in WRITES:
            return
        if route.channel_id not in (self.table.channel, *(one.dm for one in self.table.people)):
            return
        ((owner,),) = self.looked(HOLDER) or [(None,)]
        writer = _current_host.get()
        if owner is None or self._names.get(owner) != writer:
            holder = self._names.get(owner or "", "nobody")
            seen = f"{route.kind.name} by {writer} while {holder} holds it, at {self.loop.time():.2f} s"
            self.findings.append(Finding(ONCE, seen))

    def looked(self, statement: str) -> list[Any]:
        path = self.pair.leader.path
        if self._looks is None or self._looks[0] != path:
            self._looks = path, sqlite3.connect(path, isolation_level=None)
        return self._looks[1].execute(statement).fetchall()
