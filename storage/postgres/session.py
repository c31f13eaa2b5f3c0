"""A session with a PostgreSQL server, begun when it is needed and again when it is lost. Knows psycopg; knows
no table.

The functions of plain SQL are written as for SQLite: ``plain`` turns a statement of theirs into one of
PostgreSQL's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from storage.engine import Work

T = TypeVar("T")

CONNECT_WITHIN: Final = 5
"""Seconds for which a connection may take to come about."""
DEFAULTS: Final = {
    "application_name": "biritch",
    "target_session_attrs": "read-write",  # of several hosts the one that takes writes: never a replica
    "connect_timeout": str(CONNECT_WITHIN),
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""What a session asks for where the URL says nothing else: so that a server that has vanished is noticed."""

logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # its warnings quote rows

_WRITING: Final = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_READING: Final = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_SETTINGS: Final = "SET client_min_messages = error; SET statement_timeout = 0; SET lock_timeout = 0"


class NothingHappened(Exception):
    """The transaction was undone, or never begun, by no fault of the work: it may be run again."""


class Unknown(Exception):
    """The connection was lost while the transaction was being committed: it may have happened."""


class Session:
    """One connection at a time, for one thread at a time."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = {**DEFAULTS, **parameters}
        self._raw: psycopg.Connection[Any] | None = None

    def connect(self) -> psycopg.Connection[Any]:
        """The connection, made anew if there is none. Raises psycopg.OperationalError."""
        if self._raw is None or self._raw.closed:
            self._raw = psycopg.connect(**self._parameters, autocommit=True, cursor_factory=psycopg.RawCursor)
            self._raw.adapters.register_dumper(int, Int8Dumper)  # a statement is prepared once, not by size
            self._raw.execute(_SETTINGS)
        return self._raw

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None

    def write(self, work: Work[T]) -> T:
        """Run the work in a transaction; its result, once that is committed.

        Its statements see what others have committed before each of them: two writers of one row wait for
        each other. Raises NothingHappened, Unknown, and psycopg.Error for what would fail again.
        """
        try:
            return self._transaction(_WRITING, work)
        except psycopg.errors.ReadOnlySqlTransaction as error:  # it has become a replica: another one leads
            self.close()
            raise NothingHappened from error

    def read(self, work: Work[T]) -> T:
        """Run work that only reads; all its statements see the same moment. Raises NothingHappened, and
        psycopg.Error."""
        try:
            return self._transaction(_READING, work)
        except Unknown as error:
            raise NothingHappened from error.__cause__

    def change_schema(self, work: Work[T]) -> T:
        """The same as ``write`` for work whose statements may be scripts."""
        return self._transaction(_WRITING, work, scripts=True)

    def _transaction(self, begin: bytes, work: Work[T], *, scripts: bool = False) -> T:
        committing = False
        try:
            raw = self.connect()
            with nullcontext() if scripts else raw.pipeline() as pipeline:
                raw.execute(begin)
                result = work(Adapter(raw, pipeline))
                committing = True
                ended = raw.execute(b"COMMIT")
            if ended.statusmessage != "COMMIT":
                raise psycopg.errors.InFailedSqlTransaction("rolled back")
        except psycopg.Error as error:
            lost = self._undo()
            if lost and committing:
                raise Unknown from error
            if lost or isinstance(error, _AGAIN):
                raise NothingHappened from error
            raise
        except BaseException:
            self._undo()
            raise
        return result

    def _undo(self) -> bool:
        """Roll back; whether the connection has been lost. It is then made anew when it is next needed."""
        raw = self._raw
        if raw is None:
            return True
        try:
            if not raw.closed and raw.info.transaction_status is not TransactionStatus.IDLE:
                raw.execute(b"ROLLBACK")
        except psycopg.Error:
            raw.close()
        if raw.closed:
            self.close()
        return self._raw is None


_AGAIN: Final = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
)


class Adapter:
    """A connection as ``storage.engine`` has it.

    Statements are sent without waiting for those before them, which saves round trips to a server that is far
    away. What a statement comes to is waited for when it is looked at. Its error is raised there or at the
    next that is looked at, at the latest at the commit.
    """

    def __init__(self, raw: psycopg.Connection[Any], pipeline: psycopg.Pipeline | None) -> None:
        self._raw = raw
        self._pipeline = pipeline

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Answer:
        return Answer(self._raw.execute(plain(sql), parameters or None), self._pipeline)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        self._raw.cursor().executemany(plain(sql), rows)


class Answer:
    """What a statement comes to, waited for when it is looked at."""

    __slots__ = ("_cursor", "_pipeline")

    def __init__(self, cursor: psycopg.Cursor[Any], pipeline: psycopg.Pipeline | None) -> None:
        self._cursor = cursor
        self._pipeline = pipeline

    @property
    def rowcount(self) -> int:
        self._wait()
        return self._cursor.rowcount

    @property
    def description(self) -> Any:
        self._wait()
        return self._cursor.description

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)

    def _wait(self) -> None:
        if self._pipeline is not None and self._cursor.statusmessage is None:
            self._pipeline.sync()


@cache
def plain(sql: str) -> bytes:
    """A statement of SQLite's as one of PostgreSQL's: ``?1`` is ``$1``, and there are no hints."""
    return re.sub(r"\?(\d+)", r"$\1", re.sub(r"\bINDEXED BY \w+", "", sql)).encode()
