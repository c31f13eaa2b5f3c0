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
_SETTINGS: Final = "SET client_min_messages = warning; SET statement_timeout = 0; SET lock_timeout = 0"
_VOUCH: Final = b"""
    SELECT pg_logical_emit_message(true, 'biritch', '')
    WHERE current_setting('synchronous_standby_names') <> ''
"""
"""A transaction that is in the write-ahead log and in no table, where there are synchronous replicas. Its
commit waits until they have the log up to there; the commit of one that has written nothing does not wait."""
_WAIT: Final = "SyncRepWaitForLSN"
"""The server's function that waits for the replicas. A commit whose wait is cancelled counts, with a warning
from it."""


class NothingHappened(Exception):
    """The transaction was undone, or never begun, by no fault of the work: it may be run again."""


class Unknown(Exception):
    """The connection was lost while the transaction was being committed: it may have happened."""


class Session:
    """One connection at a time, for one thread at a time."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = {**DEFAULTS, **parameters}
        self._raw: psycopg.Connection[Any] | None = None
        self._unwaited = False  # whether a wait for the replicas was cancelled

    def connect(self) -> psycopg.Connection[Any]:
        """The connection, made anew if there is none. Raises psycopg.OperationalError."""
        if self._raw is None or self._raw.closed:
            self._raw = psycopg.connect(**self._parameters, autocommit=True, cursor_factory=psycopg.RawCursor)
            self._raw.adapters.register_dumper(int, Int8Dumper)  # a statement is prepared once, not by size
            self._raw.add_notice_handler(self._noticed)
            self._raw.execute(_SETTINGS)
        return self._raw

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None

    def write(self, work: Work[T]) -> T:
        """Run the work in a transaction; its result, once that is committed and the synchronous replicas have
        it. Work that changes nothing, or raises an error of ours, rests on what others have written: it ends
        once the replicas have that.

        Its statements see what others have committed before each of them: two writers of one row wait for
        each other. Raises NothingHappened, Unknown, and psycopg.Error for what would fail again.
        """
        try:
            result, changed = self._transaction(_WRITING, work)
        except psycopg.errors.ReadOnlySqlTransaction as error:  # it has become a replica: another one leads
            self.close()
            raise NothingHappened from error
        except (psycopg.Error, NothingHappened, Unknown):
            raise
        except Exception:
            self._vouch()
            raise
        if self._unwaited or not changed:
            try:
                self._vouch()
            except NothingHappened as error:
                if changed:
                    raise Unknown from error.__cause__
                raise
        return result

    def read(self, work: Work[T], *, durably: bool = False) -> T:
        """Run work that only reads; all its statements see the same moment. If ``durably``, and it finds
        anything, the synchronous replicas have what it saw. Raises NothingHappened, and psycopg.Error."""
        try:
            result, _ = self._transaction(_READING, work)
        except Unknown as error:
            raise NothingHappened from error.__cause__
        if durably and result is not None:
            self._vouch()
        return result

    def change_schema(self, work: Work[T]) -> T:
        """The same as ``write`` for work whose statements may be scripts, and without a word of replicas."""
        result, _ = self._transaction(_WRITING, work, scripts=True)
        return result

    def _transaction(self, begin: bytes, work: Work[T], *, scripts: bool = False) -> tuple[T, bool]:
        """What the work comes to, and whether it has changed any row."""
        committing = self._unwaited = False
        try:
            raw = self.connect()
            with nullcontext() if scripts else raw.pipeline() as pipeline:
                raw.execute(begin)
                db = Adapter(raw, pipeline)
                result = work(db)
                committing = True
                ended = raw.execute(b"COMMIT")
            if ended.statusmessage != "COMMIT":
                raise psycopg.errors.InFailedSqlTransaction("rolled back")
        except psycopg.Error as error:
            undone = self._failed
            lost = self._undo()
            if committing and (lost or (isinstance(error, psycopg.errors.QueryCanceled) and not undone)):
                raise Unknown from error
            if lost or isinstance(error, _AGAIN):
                raise NothingHappened from error
            raise
        except BaseException:
            self._undo()
            raise
        return result, db.changed

    def _vouch(self) -> None:
        """Returns once the synchronous replicas have all that this connection has seen. Another connection
        would not do: it may lead to a replica that leads since. Raises NothingHappened if it is lost."""
        while self._raw is not None:
            self._unwaited = False
            try:
                self._raw.execute(_VOUCH)
                if not self._unwaited:
                    return
            except psycopg.errors.QueryCanceled:
                pass
            except psycopg.Error as error:
                if not self._undo():
                    raise
                raise NothingHappened from error
        raise NothingHappened from psycopg.OperationalError("the connection is lost")

    def _noticed(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.source_function == _WAIT:
            self._unwaited = True

    @property
    def _failed(self) -> bool:
        """Whether the server waits for the end of a transaction that it will not commit."""
        raw = self._raw
        return raw is not None and raw.info.transaction_status is TransactionStatus.INERROR

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
    psycopg.errors.QueryCanceled,
)


_CHANGES: Final = re.compile("INSERT|UPDATE|DELETE").match


class Adapter:
    """A connection as ``storage.engine`` has it.

    Statements are sent without waiting for those before them, which saves round trips to a server that is far
    away. What a statement comes to is waited for when it is looked at. Its error is raised there or at the
    next that is looked at, at the latest at the commit.
    """

    def __init__(self, raw: psycopg.Connection[Any], pipeline: psycopg.Pipeline | None) -> None:
        self._raw = raw
        self._pipeline = pipeline
        self._sent: list[psycopg.Cursor[Any]] = []

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Answer:
        cursor = self._raw.execute(plain(sql), parameters or None)
        self._sent.append(cursor)
        return Answer(cursor, self._pipeline)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        cursor = self._raw.cursor()
        cursor.executemany(plain(sql), rows)
        self._sent.append(cursor)

    @property
    def changed(self) -> bool:
        """Once all is answered: whether any row was written, changed or deleted."""
        return any(one.rowcount > 0 and _CHANGES(one.statusmessage or "") for one in self._sent)


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
