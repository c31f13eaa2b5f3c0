"""A simulated PostgreSQL server: its connections, transactions, locks and log. SQLite keeps the rows.

What it promises is what a real one does, of what ``storage.postgres`` rests on; ``tests/simulation`` asks the
same of both. Who writes where another has written waits for the end of that transaction; each statement sees
what was committed before it. A commit is in the log of this server before the replica is waited for, and is
seen by nobody until that wait is over. SQLite takes one writer at a time: what a transaction has written is
undone at the end of each request, and done again, since nobody else may have written there, for the next one
and when all may see it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.pq import TransactionStatus

from tests.trials.simulation import dialect
from tests.trials.simulation.dialect import Spoken, given, spoken

SYNC: Final = (0.0002, 0.004)
"""Seconds that the disk takes to keep a commit."""


class Statement(NamedTuple):
    """What a client asks."""

    sql: bytes
    parameters: Sequence[tuple[Any, ...]]
    """One row, or as many as it is run for."""


@dataclass
class Result:
    """What a statement came to."""

    status: str
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    count: int = -1
    columns: Any = None


@dataclass
class Reply:
    """The results of the statements up to the first that failed."""

    results: list[Result]
    state: TransactionStatus
    error: psycopg.Error | None = None
    unwaited: bool = False
    """Whether the server warns that a wait for the replica was cancelled."""
    lost: bool = False
    """Whether the server has ended the connection after it."""


class Done(NamedTuple):
    """A statement that has changed rows, with the moment at which the clock was asked, and that at which its
    transaction began."""

    sql: str
    parameters: tuple[Any, ...]
    moment: float
    begun: float


_REFUSED: Final = {
    "SQLITE_CONSTRAINT_FOREIGNKEY": psycopg.errors.ForeignKeyViolation,
    "SQLITE_CONSTRAINT_CHECK": psycopg.errors.CheckViolation,
    "SQLITE_CONSTRAINT_NOTNULL": psycopg.errors.NotNullViolation,
}
"""What refuses a row; else it is there already."""

Change = tuple[Done, ...]
"""What one transaction has in the log; nothing if it changed no row."""


class Blow(Enum):
    """What ends a wait."""

    CANCEL = auto()  # pg_cancel_backend
    TERMINATE = auto()  # pg_terminate_backend


class Terminated(Exception):
    """The connection has been ended by the server."""


class Node:
    """One server. Its rows are in a file; its log is kept as it is, since worlds are short."""

    def __init__(
        self,
        path: Path,
        numbers: Random,
        told: Callable[[Backend], None],
        before: Node | None = None,
    ) -> None:
        """``told`` is called with each connection whose commit is in the log. It follows the one ``before``,
        a copy of whose rows it has."""
        self.path, self.numbers, self.told = path, numbers, told
        self.log: list[Change] = list(before.log) if before is not None else []
        self.unseen: set[int] = set(before.unseen) if before is not None else set()
        """The changes of the log that are not in the file, by their positions."""
        self.on_replica = 0
        """Of the log, how much the replica is known to have."""
        self.up, self.lost = True, False
        self.logged = asyncio.Event()
        """Set with each change that the replica lacks."""
        self.backends: list[Backend] = []
        self.locks: dict[str, Lock] = {}
        self._waits: list[tuple[int, asyncio.Future[None]]] = []
        self.slow = 1.0
        """How many times as long its disk takes."""

    async def sync(self) -> None:
        await asyncio.sleep(self.slow * self.numbers.uniform(*SYNC))

    def replay(self) -> None:
        """Have all of the log in the file, as a server that has followed another one, or begins anew."""
        moment = begun = 0.0
        raw = dialect.connected(self.path, lambda: moment, lambda: begun)
        raw.execute("BEGIN")
        for position in sorted(self.unseen):
            for sql, parameters, moment, begun in self.log[position - 1]:  # noqa: B007  # its clocks ask
                raw.execute(sql, parameters)
        raw.execute("COMMIT")
        raw.close()
        self.unseen.clear()

    def logs(self, change: Change) -> int:
        """The position of a change in the log."""
        self.log.append(change)
        self.unseen.add(len(self.log))
        return len(self.log)

    def has(self, position: int) -> None:
        """The replica says that it has the log up to there."""
        self.on_replica = max(self.on_replica, position)
        for at, waiting in self._waits:
            if at <= self.on_replica and not waiting.done():
                waiting.set_result(None)
        self._waits = [one for one in self._waits if not one[1].done()]

    @property
    def waiting(self) -> list[Backend]:
        """The connections whose commits wait for the replica."""
        return [one for one in self.backends if one.position]

    def replicated(self, position: int) -> asyncio.Future[None]:
        """Done once the replica has the log up to there."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if position <= self.on_replica:
            waiting.set_result(None)
        else:
            self._waits.append((position, waiting))
            self.logged.set()
        return waiting

    def end_hung(self, seconds: float) -> int:
        """Ends those that have locked something, and have been asked nothing for so long; how many."""
        before = asyncio.get_running_loop().time() - seconds
        hung = [one for one in self.backends if one.has_locked and not one.serving and one.answered < before]
        for one in hung:
            one.end()
        return len(hung)

    def lock(self, name: str) -> Lock:
        return self.locks.setdefault(name, Lock())

    def crash(self) -> None:
        """All its processes end. What is in its log counts, though nobody has seen it yet."""
        self.up = False
        for backend in list(self.backends):
            backend.crash()
        self._waits.clear()
        self.locks.clear()
        self.replay()


class Lock:
    """What one transaction holds, and others wait for in turn."""

    def __init__(self) -> None:
        self.holder: Backend | None = None
        self.waiting: deque[tuple[Backend, asyncio.Future[None]]] = deque()

    def take(self, backend: Backend) -> asyncio.Future[None]:
        """Done once it is held."""
        coming: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((backend, coming))
        self._next()
        return coming

    def release(self, backend: Backend) -> None:
        """It is not held by this one any more, nor waited for."""
        self.waiting = deque(one for one in self.waiting if one[0] is not backend)
        if self.holder is backend:
            self.holder = None
            self._next()

    def _next(self) -> None:
        while self.holder is None and self.waiting:
            backend, coming = self.waiting.popleft()
            if not coming.done():
                self.holder = backend
                coming.set_result(None)

    def holds_up(self, backend: Backend) -> bool:
        """Whether its holder waits, itself or through others, for what this one holds."""
        seen, holder = set[Backend](), self.holder
        while holder is not None and holder not in seen:
            if holder is backend:
                return True
            seen.add(holder)
            holder = holder.awaits.holder if holder.awaits is not None else None
        return False


class Backend:
    """The server's process for one connection."""

    def __init__(self, node: Node, client: str) -> None:
        self.node, self.client = node, client
        self.state = TransactionStatus.IDLE
        self.position = 0
        """In the log, of a commit that waits for the replica."""
        self.alone = False
        """Whether the client has gone."""
        self.ended = False
        self.serving: asyncio.Task[Any] | None = None
        self.answered = 0.0
        """When it has last answered."""
        self._raw = dialect.connected(node.path, lambda: self._moment, lambda: self._begun)
        self._moment = self._begun = 0.0
        self._done: list[Done] = []
        self._locks: dict[str, Lock] = {}
        self._reads = False
        self.awaits: Lock | None = None
        self._logs = False
        self._wait: asyncio.Future[None] | None = None
        self._blow: Blow | None = None
        self._unwaited = False
        node.backends.append(self)

    @property
    def has_locked(self) -> bool:
        return bool(self._locks)

    async def run(self, statements: Sequence[Statement]) -> Reply:
        """Run them one after the other."""
        reply = Reply([], self.state)
        self._unwaited = False
        try:
            for one in statements:
                reply.results.append(await self._run(one))
        except psycopg.Error as error:
            reply.error = error
            if self.state is TransactionStatus.INTRANS:
                self.state = TransactionStatus.INERROR
        except Terminated:
            self.end()
            reply.lost = True
        self._suspend()
        self.answered = asyncio.get_running_loop().time()
        reply.state, reply.unwaited = self.state, self._unwaited
        return reply

    async def _run(self, one: Statement) -> Result:
        word = one.sql.split(None, 1)[0].upper()
        match word:
            case b"SET":
                return Result("SET")
            case b"BEGIN":
                self.state = TransactionStatus.INTRANS
                self._begun = asyncio.get_running_loop().time()
                self._reads = b"READ ONLY" in one.sql
                if self._reads:
                    self._raw.execute("BEGIN")
                return Result("BEGIN")
            case b"COMMIT":
                return Result(await self._commit())
            case b"ROLLBACK":
                self._undo()
                return Result("ROLLBACK")
            case _:
                pass
        if self.state is TransactionStatus.INERROR:
            raise psycopg.errors.InFailedSqlTransaction("the transaction has failed")
        if implicit := self.state is TransactionStatus.IDLE:
            self._begun = asyncio.get_running_loop().time()
        try:
            result = await self._answer(spoken(one.sql), one.parameters)
        except psycopg.Error:
            if implicit:
                self._undo()
            raise
        if implicit:
            await self._commit()
        return result

    async def _answer(self, said: Spoken, parameters: Sequence[tuple[Any, ...]]) -> Result:
        taken = [name for name in said.locks if name not in self._locks]
        for name in taken:
            await self._take(name)
        self._logs = self._logs or said.logs
        if said.verb != "SELECT" or self._done:
            self._resume()
        self._moment = asyncio.get_running_loop().time()
        result = Result(said.verb, count=0)
        for row in parameters:
            if said.ends_hung:
                result.rows = [(True,)] * self.node.end_hung(*row)
                continue
            if said.known is not None:
                result.rows = said.known(row)
                result.count += len(result.rows)
                continue
            self._execute(said, given(row), result)
        if said.verb != "SELECT":
            result.status = f"{said.verb} {result.count}"
            if not result.count:
                for name in taken:
                    self._locks.pop(name).release(self)
        return result

    def _execute(self, said: Spoken, row: tuple[Any, ...], result: Result) -> None:
        try:
            before = self._raw.execute(said.before, row[:1]).fetchall() if said.before else None
            cursor = self._raw.execute(said.sql, row)
            rows = cursor.fetchall()
        except sqlite3.IntegrityError as error:
            raise _REFUSED.get(error.sqlite_errorname, psycopg.errors.UniqueViolation)(str(error)) from None
        result.rows = before if before is not None else rows
        result.columns = cursor.description
        changed = len(rows) if said.verb == "SELECT" or rows else max(0, cursor.rowcount)
        result.count += changed
        if said.noted:
            self._done += [Done(said.noted, tuple(one), self._moment, self._begun) for one in rows]
        elif changed and said.verb != "SELECT":
            self._done.append(Done(said.sql, row, self._moment, self._begun))

    async def _commit(self) -> str:
        if self.state is TransactionStatus.INERROR:
            self._undo()
            return "ROLLBACK"
        blow = None
        if self._done or self._logs:
            self._suspend()
            await self.node.sync()
            self.position = self.node.logs(tuple(self._done))
            self._blow = None
            self._wait = self.node.replicated(self.position)
            self.node.told(self)
            await self._wait
            self._wait, blow = None, self._blow
        self._seen()
        if blow is not None:
            self._unwaited = True
        if blow is Blow.TERMINATE:
            raise Terminated
        return "COMMIT"

    def _seen(self) -> None:
        """All see what this transaction has done."""
        if self._done:
            self._resume()
            self._raw.execute("COMMIT")
        self.node.unseen.discard(self.position)
        self._undo()

    def _undo(self) -> None:
        self._reads = False
        self._suspend()
        self.state = TransactionStatus.IDLE
        self._done, self._logs, self.position = [], False, 0
        for lock in self._locks.values():
            lock.release(self)
        self._locks.clear()

    def _suspend(self) -> None:
        """Let others write."""
        if not self.ended and not self._reads and self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def _resume(self) -> None:
        """Have it written again what was, and may be done more."""
        if not self._raw.in_transaction:
            self._raw.execute("BEGIN IMMEDIATE")
            for one in self._done:
                self._moment = one.moment
                self._raw.execute(one.sql, one.parameters)

    async def _take(self, name: str) -> None:
        """Wait for other transactions. Raises DeadlockDetected, QueryCanceled, Terminated."""
        lock = self.node.lock(name)
        if lock.holds_up(self):
            raise psycopg.errors.DeadlockDetected(name)
        turn = lock.take(self)
        if not turn.done():
            self._suspend()
            self._blow, self._wait, self.awaits = None, turn, lock
            await turn
            self._wait = self.awaits = None
            if self._blow is not None:
                lock.release(self)
                self._struck()
        self._locks[name] = lock

    def _struck(self) -> None:
        if self._blow is Blow.TERMINATE:
            raise Terminated
        raise psycopg.errors.QueryCanceled("cancelled")

    def strike(self, blow: Blow) -> None:
        """As ``pg_cancel_backend`` or ``pg_terminate_backend`` do to a connection that waits; one that does
        nothing is only ended."""
        if self._wait is not None and not self._wait.done():
            self._blow = blow
            self._wait.set_result(None)
        elif blow is Blow.TERMINATE and self.serving is None:
            self.end()

    def left(self) -> None:
        """The client has gone. That is noticed when nothing is waited for any more."""
        self.alone = True
        if self.serving is None:
            self.end()

    def end(self) -> None:
        """Its transaction is undone, and it is gone."""
        if not self.ended:
            self._undo()
            self.ended = True
            self._close()

    def crash(self) -> None:
        """As the server ends."""
        if self.serving is not None:
            self.serving.cancel()
        if not self.ended:
            self._reads = False
            self._suspend()
            self.ended = True
            self._close()

    def _close(self) -> None:
        self._raw.close()
        self.node.backends.remove(self)
