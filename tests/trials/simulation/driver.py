"""What ``psycopg`` is to a session, in a simulated world: connections to a simulated pair of servers.

As in a pipeline of the library's, statements are sent when a result is read, or the block ends. Everything
here runs within fibres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from storage.postgres import database, session
from tests.trials.simulation.fibres import Event, Sessions, until
from tests.trials.simulation.pair import Pair, lost
from tests.trials.simulation.server import Backend, Result, Statement

_UNWAITED: Final = SimpleNamespace(source_function="SyncRepWaitForLSN")
"""The warning of a commit whose wait was cancelled."""


class Connection:
    """In place of ``psycopg.Connection``, as far as sessions use it."""

    def __init__(self, pair: Pair, client: str) -> None:
        self.closed, self.client = False, client
        self.adapters = SimpleNamespace(register_dumper=lambda *_: None)
        self._pair = pair
        self._backend: Backend = until(pair.connect(client))
        self._state = TransactionStatus.IDLE
        self._noticed: list[Callable[[Any], None]] = []
        self._sent: list[tuple[Cursor, Statement]] = []
        self._piped = False

    @property
    def info(self) -> SimpleNamespace:
        state = TransactionStatus.UNKNOWN if self.closed else self._state
        return SimpleNamespace(transaction_status=state)

    def add_notice_handler(self, noticed: Callable[[Any], None]) -> None:
        self._noticed.append(noticed)

    def cursor(self) -> Cursor:
        return Cursor(self)

    def execute(self, sql: str | bytes, parameters: Sequence[Any] | None = None) -> Cursor:
        cursor = Cursor(self)
        self.send(cursor, Statement(_bytes(sql), [tuple(parameters or ())]))
        return cursor

    def send(self, cursor: Cursor, statement: Statement) -> None:
        if self.closed:
            raise lost("the connection is closed")
        self._sent.append((cursor, statement))
        if not self._piped:
            self.flush()

    @contextmanager
    def pipeline(self) -> Iterator[Pipeline]:
        self._piped = True
        try:
            yield Pipeline(self)
        except BaseException:
            with suppress(psycopg.Error):
                self.flush()
            raise
        else:
            self.flush()
        finally:
            self._piped = False

    def flush(self) -> None:
        """Have the server run what was sent. Raises the error of the first statement that failed."""
        sent, self._sent = self._sent, []
        if not sent or self.closed:
            return
        try:
            reply = until(self._pair.ask(self._backend, [statement for _, statement in sent]))
        except psycopg.Error:
            self.close()
            raise
        self._state = reply.state
        for (cursor, _), result in zip(sent, reply.results, strict=False):
            cursor.result = result
        if reply.unwaited:
            for noticed in self._noticed:
                noticed(_UNWAITED)
        if reply.lost:
            self.close()
            raise lost("the server has closed the connection")
        if reply.error is not None:
            raise reply.error

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._pair.close(self._backend)


class Pipeline:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def sync(self) -> None:
        self._connection.flush()


class Cursor:
    """In place of ``psycopg.Cursor``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.result: Result | None = None
        self._read = 0

    @property
    def statusmessage(self) -> str | None:
        return self.result.status if self.result is not None else None

    @property
    def rowcount(self) -> int:
        return self.result.count if self.result is not None else -1

    @property
    def description(self) -> Any:
        return self.result.columns if self.result is not None else None

    def executemany(self, sql: str | bytes, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.send(self, Statement(_bytes(sql), [tuple(row) for row in rows]))

    def fetchone(self) -> Any:
        rows = self.fetchall(1)
        return rows[0] if rows else None

    def fetchall(self, most: int | None = None) -> list[Any]:
        if self.result is None:
            self._connection.flush()
        if self.result is None:
            raise psycopg.errors.PipelineAborted("a statement before it has failed")
        begun, end = self._read, len(self.result.rows)
        self._read = end if most is None else min(end, begun + most)
        return self.result.rows[begun : self._read]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


def _bytes(sql: str | bytes) -> bytes:
    return sql.encode() if isinstance(sql, str) else sql


def stand_ins(pair: Pair, client: Callable[[], str]) -> Sequence[tuple[object, str, object]]:
    """What to put where, so that the storage finds these servers, whatever its URL says. ``client`` tells
    which process asks."""

    def connect(**_parameters: Any) -> Connection:
        return Connection(pair, client())

    return (
        (session, "psycopg", SimpleNamespace(**{**vars(psycopg), "connect": connect})),
        (database, "_Threads", Sessions),
        (database, "threading", SimpleNamespace(Event=Event)),
    )
