"""Two simulated PostgreSQL servers, of which one leads and the other follows, and the network around them.

A commit is acknowledged once the other has it. If the leader is lost, the other leads with what it has, and
is given a new one to follow it.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg

from tests.trials.simulation import dialect
from tests.trials.simulation.server import Backend, Blow, Node, Reply, Statement

TRAVELS: Final = (0.0001, 0.0015)
"""Seconds that a message takes."""
NOTICED: Final = 15.0
"""Seconds after which a client gives up a server that answers nothing to what was sent, as its
``tcp_user_timeout`` has it; in a third of them it gives up connecting."""
PROMOTED: Final = (0.2, 2.0)
COPIED: Final = (0.3, 4.0)
"""Seconds until the other server leads, and until it is followed by a new one."""

Spawn = Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]


def lost(why: str) -> psycopg.OperationalError:
    return psycopg.OperationalError(why)


class Pair:
    """The servers of one world."""

    def __init__(self, folder: Path, numbers: Random, spawn: Spawn = asyncio.create_task) -> None:
        """``spawn`` begins a task of the servers' own."""
        self._folder, self._made = folder, 0
        self.numbers, self._spawn = numbers, spawn
        path = self._next()
        dialect.make(path)
        self.leader = Node(path, numbers, self._told)
        self.replica: Node | None = None
        self.together = True
        """Whether leader and replica can reach each other."""
        self.old: Node | None = None
        """The leader before, while it is cut off and lives on."""
        self._beside: str = ""
        """The client that is cut off with it."""
        self._found = asyncio.Event()
        """Set when nobody is cut off any more."""
        self._runs = asyncio.Event()
        """Whether the leader does anything."""
        self._runs.set()
        self._stirred = asyncio.Event()
        self.parted: set[str] = set()
        """The clients that cannot reach the servers."""
        self._mended = asyncio.Event()
        self._asked: dict[Backend, tuple[asyncio.Future[Reply], float]] = {}
        """What each connection waits for, and since when."""
        self.logged: list[Callable[[str], None]] = []
        """Told of each client whose commit is in the log, and waits for the replica."""

    async def start(self) -> None:
        self.replica = self._copied()

    def _told(self, backend: Backend) -> None:
        for told in list(self.logged):
            told(backend.client)

    def _next(self) -> Path:
        self._made += 1
        folder = self._folder / f"server-{self._made}"
        folder.mkdir()
        return folder / "rows.sqlite3"

    def _copied(self) -> Node:
        """A new server that follows the leader from now on."""
        path = self._next()
        source, copy = sqlite3.connect(self.leader.path), sqlite3.connect(path)
        source.backup(copy)
        source.close()
        copy.close()
        replica = Node(path, self.numbers, self._told, self.leader)
        self._spawn(self._follow(self.leader, replica))
        return replica

    async def _follow(self, leader: Node, replica: Node) -> None:
        """Bring the leader's log to the replica, and what the replica has to the leader's knowledge."""
        while self.leader is leader:
            if self._is_followed(leader) and len(replica.log) < len(leader.log):
                sent = leader.log[len(replica.log) :]
                await self._travel()
                if self._is_followed(leader):
                    for change in sent:
                        replica.logs(change)
            elif self._is_followed(leader) and leader.on_replica < len(replica.log):
                has = len(replica.log)
                await self._travel()
                if self._is_followed(leader):
                    leader.has(has)
            else:
                await self._stir()
                self._stirred.clear()

    def _is_followed(self, leader: Node) -> bool:
        return self.together and leader.up and leader is not self.old and self._runs.is_set()

    async def _stir(self) -> None:
        leader = self.leader
        leader.logged.clear()
        waits = [asyncio.ensure_future(one.wait()) for one in (self._stirred, leader.logged)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()

    async def _travel(self) -> None:
        await asyncio.sleep(self.numbers.uniform(*TRAVELS))

    # ------------------------------------------------------------------ what clients do

    async def connect(self, client: str) -> Backend:
        """Raises OperationalError."""
        await self._travel()
        if client in self.parted:
            await asyncio.sleep(NOTICED / 3)
            if client in self.parted:
                raise lost("connection timeout expired")
        node = self.old if self.old is not None and client == self._beside else self.leader
        if node is self.old and client != self._beside:
            raise lost("no route to host")
        if not self._runs.is_set() and node is self.leader:
            await asyncio.sleep(NOTICED / 3)
            if not self._runs.is_set():
                raise lost("connection timeout expired")
        if not node.up:
            raise lost("connection refused")
        return Backend(node, client)

    async def ask(self, backend: Backend, statements: Sequence[Statement]) -> Reply:
        """What the server makes of this. Raises OperationalError if the connection is lost meanwhile."""
        coming: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if backend.alone or backend.ended:
            return Reply([], backend.state, lost=True)
        self._asked[backend] = coming, asyncio.get_running_loop().time()
        task = self._spawn(self._served(backend, statements, coming))
        if backend.serving is None:
            backend.serving = task
        return await coming

    async def _served(
        self, backend: Backend, statements: Sequence[Statement], coming: asyncio.Future[Reply]
    ) -> None:
        try:
            await self._passes(backend.client)
            if backend.node is self.leader:
                await self._runs.wait()
            if backend.ended:
                reply = Reply([], backend.state, lost=True)
            else:
                reply = await backend.run(statements)
        except asyncio.CancelledError:  # the server has crashed
            reply = Reply([], backend.state, lost=True)
        finally:
            backend.serving = None
        if backend.alone:
            backend.end()
            return
        await self._passes(backend.client)
        if not coming.done():
            coming.set_result(reply)
        self._asked.pop(backend, None)

    async def _passes(self, client: str) -> None:
        await self._travel()
        while client in self.parted:
            await self._mended.wait()

    def close(self, backend: Backend) -> None:
        """The client has closed this connection, as the server hears if it can."""
        self._spawn(self._closed(backend))

    async def _closed(self, backend: Backend) -> None:
        await self._passes(backend.client)
        backend.left()

    def hang_up(self, client: str) -> None:
        """This client is gone, with all its connections."""
        for backend in self._backends():
            if backend.client == client:
                backend.left()

    def _backends(self) -> list[Backend]:
        return [*self.leader.backends, *(self.old.backends if self.old not in (None, self.leader) else ())]

    # ------------------------------------------------------------------ what befalls the servers

    def part(self, *, replica: bool = False, client: str = "") -> None:
        """The leader cannot reach its replica, or this client neither of them."""
        if replica:
            self.together = False
        if client and client not in self.parted:
            self.parted.add(client)
            self._spawn(self._given_up(client))

    async def _given_up(self, client: str) -> None:
        """A client that cannot reach its server gives up what it has asked for long ago."""
        while client in self.parted:
            await asyncio.sleep(1.0)
            before = asyncio.get_running_loop().time() - NOTICED
            for backend, (coming, asked) in list(self._asked.items()):
                if backend.client == client and asked < before and not coming.done():
                    coming.set_exception(lost("the server does not answer"))

    def join(self) -> None:
        """Leader and replica reach each other."""
        self.together = True
        self._stirred.set()

    def rejoin(self, client: str) -> None:
        """This client reaches the servers."""
        self.parted.discard(client)
        self._mended.set()
        self._mended = asyncio.Event()

    def drop(self, client: str) -> int:
        """This client loses its connections, of which the server hears nothing. How many there were."""
        return self._drop([one for one in self._backends() if one.client == client and not one.alone])

    def _drop(self, dropped: Sequence[Backend]) -> int:
        for backend in dropped:
            backend.left()
            if (asked := self._asked.pop(backend, None)) is not None and not asked[0].done():
                asked[0].set_result(Reply([], backend.state, lost=True))
        return len(dropped)

    def mend(self) -> None:
        """Everybody reaches everybody, and the servers are as quick as they were."""
        self.join()
        self.thaw()
        self._found.set()
        for client in list(self.parted):
            self.rejoin(client)
        self.leader.slow = 1.0

    def cut(self, blow: Blow) -> int:
        """End the waits for the replica. What waits is then committed here alone. How many there were."""
        waiting = [one for one in self._backends() if one.position]
        for backend in waiting:
            backend.strike(blow)
        return len(waiting)

    async def restart(self, seconds: float) -> None:
        """The leader's processes end, and begin anew after a while."""
        leader = self.leader
        leader.crash()
        await asyncio.sleep(seconds)
        if not leader.lost:
            leader.up = True
            self._stirred.set()

    async def fail_over(self) -> None:
        """The leader is lost with its disk. Its replica leads, and is given a new one."""
        replica, before = self.replica, self.leader
        if replica is None:  # the one before is not over
            return
        self.replica = None
        self._lose(before)
        await self._promote(replica)

    async def split_off(self, client: str, seconds: float) -> None:
        """The leader and this client are cut off from all others. Its replica leads these, and is given a new
        one; after a while the one before is found, and ended."""
        replica, before = self.replica, self.leader
        if replica is None or self.old is not None:  # the one before is not over
            return
        self.replica = None
        self.old, self._beside, self._found = before, client, asyncio.Event()
        self._drop([one for one in before.backends if one.client != client and not one.alone])
        await self._promote(replica)
        await asyncio.wait([asyncio.ensure_future(self._found.wait())], timeout=seconds)
        if self.old is before:
            self.old, self._beside = None, ""
            self._lose(before)

    async def _promote(self, replica: Node) -> None:
        await asyncio.sleep(self.numbers.uniform(*PROMOTED))
        replica.replay()
        self.leader = replica
        self._stirred.set()
        self.thaw()  # it is another one that leads
        await asyncio.sleep(self.numbers.uniform(*COPIED))
        self.together = True
        self.replica = self._copied()

    def _lose(self, node: Node) -> None:
        node.crash()
        node.lost = True
        shutil.rmtree(node.path.parent, ignore_errors=True)

    def freeze(self) -> None:
        """The leader does nothing that is asked of it from now on; its system answers for it."""
        self._runs.clear()

    def thaw(self) -> None:
        """It goes on where it stood."""
        self._runs.set()
        self._stirred.set()
