"""A session with a PostgreSQL server, opened when it is needed and reopened when it is lost. Knows psycopg;
knows no table.

The functions of plain SQL are written for SQLite: ``to_postgres`` turns their statements into those of
PostgreSQL. A session brings the schema up to date, and checks that the database is ours and that its server
is durable.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from socket import SHUT_RDWR, socket
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from storage import seals
from storage.copying import TABLES
from storage.engine import APPLICATION_ID, Connection, Migration, Work
from storage.errors import (
    CannotOpen,
    DatabaseMissing,
    ForeignDatabase,
    NewerDatabase,
    NotDurable,
    NotPermitted,
    ServerTooOld,
)
from storage.ports.patience import StorageAway
from storage.ports.records import ServerUrl

T = TypeVar("T")

CONNECT_WITHIN: Final = 5
"""Seconds for which connecting may take."""
CANCEL_WITHIN: Final = 0.5
"""Seconds for which asking the server to break off a statement may take."""
DEFAULTS: Final = {
    "application_name": "biritch",
    "target_session_attrs": "read-write",  # of several hosts the one that accepts writes, never a replica
    "connect_timeout": str(CONNECT_WITHIN),
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Settings for a session unless the URL has others: with them a server that has vanished is noticed."""

logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # its warnings quote rows

_WRITING: Final = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_READING: Final = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
LOCK_WITHIN: Final = 2.0
"""Seconds for which a statement waits for what others have locked, whatever the server's own limit is: less
than whoever presses waits. It is tried again for as long as somebody waits for it."""
STATEMENT_WITHIN: Final = 2.5
"""Seconds for which a statement may run that somebody waits for. What nobody waits for may take long."""
_SETTINGS: Final = "SET client_min_messages = warning; SET statement_timeout = 0; SET lock_timeout = {}"
_LIMITED: Final = "SET LOCAL statement_timeout = {}"
_UNLIMITED: Final = b"SET LOCAL statement_timeout = 0"
"""Before a commit, whose wait for a replica is none of a statement's."""
_WAITS_ITS_TURN: Final = b"SET LOCAL lock_timeout = 0"
"""Of several processes one changes the schema, and the others wait until it has."""
_VOUCH: Final = b"""
    SELECT pg_logical_emit_message(true, 'biritch', '')
    WHERE current_setting('synchronous_standby_names') <> ''
"""
"""A transaction that writes to the write-ahead log and to no table, for servers with synchronous replicas.
Its commit waits until they have the log up to this point; the commit of a transaction that has written
nothing does not wait."""
_WAIT: Final = "SyncRepWaitForLSN"
"""The server's function that waits for the replicas. A commit whose wait is cancelled is still valid; the
server adds a warning."""


class NothingHappened(Exception):
    """The transaction was undone, or never begun, for a reason outside the work. It may run again."""


class Unknown(Exception):
    """The connection was lost during the commit: it may have happened or not."""


class Session:
    """One connection at a time, for one thread at a time."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = {**DEFAULTS, **parameters}
        self._raw: psycopg.Connection[Any] | None = None
        self._unwaited = False  # whether a wait for the replicas was cancelled

    def connect(self) -> psycopg.Connection[Any]:
        """The connection; a new one if there is none. Raises psycopg.OperationalError."""
        if self._raw is None or self._raw.closed:
            self._raw = psycopg.connect(**self._parameters, autocommit=True, cursor_factory=psycopg.RawCursor)
            self._raw.adapters.register_dumper(int, Int8Dumper)  # else each size of integer prepares anew
            self._raw.add_notice_handler(self._noticed)
            try:
                self._raw.execute(_SETTINGS.format(int(1000 * LOCK_WITHIN)))
            except BaseException:
                self.close()  # none works on without them: it would wait for ever for what is locked
                raise
        return self._raw

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None

    def cancel_statement(self) -> None:
        """Ask the server to break off what this session is doing. Called on any thread."""
        with suppress(psycopg.Error):
            if (raw := self._raw) is not None:
                raw.cancel_safe(timeout=CANCEL_WITHIN)

    def hang_up(self) -> None:
        """Shut the connection, so that work that waits for the server finds it lost. Called on any thread."""
        with suppress(psycopg.Error, OSError):
            if (raw := self._raw) is not None:
                with socket(fileno=os.dup(raw.fileno())) as line:
                    line.shutdown(SHUT_RDWR)

    def write(
        self,
        work: Work[T],
        may_commit: Callable[[], bool] = lambda: True,
        *,
        limited: bool = False,
        piped: bool = True,
    ) -> T:
        """Run the work in a transaction. Returns its result once the transaction is committed and the
        synchronous replicas have it. If it may no longer be committed then, it is undone; raises StorageAway.
        ``limited`` if somebody waits for it: no statement then runs for long. Where it is not ``piped`` each
        statement is waited for, and the work may use ``Adapter.copy_rows``.

        Work that changes nothing, or raises an error of ours, depends on what others have written: it returns
        once the replicas have that. Each of its statements sees what others have committed before it, so two
        writers of one row wait for each other. Raises NothingHappened, Unknown, and psycopg.Error for what
        would fail again.
        """
        try:
            result, changed = self._transaction(_WRITING, work, may_commit, limited=limited, piped=piped)
        except (
            psycopg.errors.ReadOnlySqlTransaction
        ) as error:  # it has become a replica: another server leads now
            self.close()
            raise NothingHappened from error
        except (psycopg.Error, NothingHappened, Unknown, StorageAway):
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

    def read(self, work: Work[T], *, durably: bool = False, limited: bool = False) -> T:
        """Run work that only reads; all its statements see the same moment. With ``durably``, if it finds
        anything, the synchronous replicas have what it saw. Raises NothingHappened and psycopg.Error."""
        try:
            result, _ = self._transaction(_READING, work, limited=limited)
        except Unknown as error:
            raise NothingHappened from error.__cause__
        if durably and result is not None:
            self._vouch()
        return result

    def change_schema(self, work: Work[T]) -> T:
        """As ``write``, for work whose statements may be scripts, and without waiting for replicas."""
        result, _ = self._transaction(_WRITING, work, scripts=True)
        return result

    def _transaction(
        self,
        begin: bytes,
        work: Work[T],
        may_commit: Callable[[], bool] = lambda: True,
        *,
        scripts: bool = False,
        limited: bool = False,
        piped: bool = True,
    ) -> tuple[T, bool]:
        """The result of the work, and whether it has changed any row."""
        committing = self._unwaited = False
        try:
            raw = self.connect()
            with raw.pipeline() if piped and not scripts else nullcontext() as pipeline:
                raw.execute(begin)
                if limited:
                    raw.execute(_LIMITED.format(int(1000 * STATEMENT_WITHIN)))
                if scripts:
                    raw.execute(_WAITS_ITS_TURN)
                db = Adapter(raw, pipeline)
                result = work(db)
                if not may_commit():
                    raise StorageAway
                if limited:
                    raw.execute(_UNLIMITED)
                committing = True
                ended = raw.execute(b"COMMIT")
            if ended.statusmessage != "COMMIT":
                raise psycopg.errors.InFailedSqlTransaction("rolled back")
        except psycopg.Error as error:
            undone = self._failed
            lost = self._undo()
            if isinstance(error, _UNPREPARED):
                self.close()
            if committing and not undone and (lost or isinstance(error, psycopg.errors.QueryCanceled)):
                raise Unknown from error
            if lost or isinstance(error, _AGAIN):
                raise NothingHappened from error
            raise
        except BaseException:
            self._undo()
            raise
        return result, db.any_changed

    def _vouch(self) -> None:
        """Wait until the synchronous replicas have everything that this connection has seen. Another
        connection would not do: it may lead to a server that has become the leader since. Raises
        NothingHappened if the connection is lost."""
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
        """Whether the server is waiting for the end of a transaction that it will not commit."""
        raw = self._raw
        return raw is not None and raw.info.transaction_status is TransactionStatus.INERROR

    def _undo(self) -> bool:
        """Roll back. Returns whether the connection has been lost; it is then reopened when it is next
        needed."""
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


_UNPREPARED: Final = psycopg.errors.InvalidSqlStatementName
"""The library takes a statement as prepared, though an earlier failure has kept the server from it."""
_AGAIN: Final = (
    _UNPREPARED,
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
)


_CHANGES: Final = re.compile("INSERT|UPDATE|DELETE|COPY").match


class Adapter:
    """A connection as ``storage.engine`` defines it.

    Statements are sent without waiting for the results of those before them, which saves round trips to a
    distant server. A result is waited for when it is read. Its error is raised there or at the next result
    that is read, at the latest at the commit.
    """

    def __init__(self, raw: psycopg.Connection[Any], pipeline: psycopg.Pipeline | None) -> None:
        self._raw = raw
        self._pipeline = pipeline
        self._sent: list[psycopg.Cursor[Any]] = []

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Answer:
        cursor = self._raw.execute(to_postgres(sql), parameters or None)
        self._sent.append(cursor)
        return Answer(cursor, self._pipeline)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        cursor = self._raw.cursor()
        cursor.executemany(to_postgres(sql), rows)
        self._sent.append(cursor)

    def copy_rows(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        """By COPY. Only where nothing is sent ahead of its results."""
        cursor = self._raw.cursor()
        with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)
        self._sent.append(cursor)

    @property
    def any_changed(self) -> bool:
        """Whether any row was written, changed or deleted; waits for all results."""
        return any(one.rowcount > 0 and _CHANGES(one.statusmessage or "") for one in self._sent)


class Answer:
    """The result of a statement, waited for when it is read."""

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
def to_postgres(sql: str) -> bytes:
    """A statement for SQLite as one for PostgreSQL: ``?1`` becomes ``$1``, and hints are dropped."""
    return re.sub(r"\?(\d+)", r"$\1", re.sub(r"\bINDEXED BY \w+", "", sql)).encode()


log = logging.getLogger(__name__)

IN_TURN: Final = "SELECT pg_advisory_xact_lock(?1)"
OURS: Final = "SELECT to_regclass('biritch') IS NOT NULL"
NUMBER: Final = "SELECT schema FROM biritch"
ANY_TABLE: Final = """
    SELECT EXISTS (
        SELECT 1 FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
    )
"""
MAY_MAKE_TABLES: Final = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
NAMES: Final = (*TABLES, "process", "lease", "errand", "turn")
"""Our tables, except the one that holds the number of the step."""
CLOSED: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('biritch'))
    AND (oid = to_regclass('biritch') OR relname::text = ANY(?1)) AND NOT (
        has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
        AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')
    )
    ORDER BY relname
"""
"""The tables that the user may not use."""
OTHERS: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('biritch'))
    AND (oid = to_regclass('biritch') OR relname::text = ANY(?1)) AND NOT pg_has_role(relowner, 'USAGE')
    ORDER BY relname
"""
"""The tables that belong to another user, so that no step can change them."""
SETTING: Final = "SELECT current_setting(?1)"

OLDEST: Final = 14
"""The oldest release of PostgreSQL that its makers still supported when the bot was last tested (on 15)."""
DURABLE: Final = ("on", "remote_apply", "remote_write")
"""The values of ``synchronous_commit`` with which a commit is on the disk before anybody hears of it."""


def bring_up_to_date(db: Connection, where: ServerUrl, steps: Sequence[Migration], *, may_begin: bool) -> int:
    """Run the steps that the database has not taken, all in this transaction. Returns the number of the last
    one that it had taken before, 0 if it was empty. Processes that start together do this one after the
    other. Raises NotDurable, DatabaseMissing, ForeignDatabase, NewerDatabase, ServerTooOld, NotPermitted,
    CannotOpen.
    """
    db.execute(IN_TURN, (APPLICATION_ID,))
    found = last_step(db, where, steps)
    if found == 0 and not may_begin:
        raise DatabaseMissing(where, None)
    check_rights(db, where, steps, found)
    for step in steps:
        if step.number > found:
            db.execute(step.script)
    if steps[-1].number >= seals.REFERRED_FROM:
        seals.tell_unsound(db, found)
    return found


def last_step(db: Connection, where: ServerUrl, steps: Sequence[Migration]) -> int:
    """The number of the last step that the database has taken, 0 if it is empty. Reads only. Raises
    NotDurable, ForeignDatabase, NewerDatabase, ServerTooOld, CannotOpen."""
    _check_server(db, where)
    found = _find_last_step(db, where)
    known = max(step.number for step in steps)
    if found > known:
        raise NewerDatabase(where, found, known)
    return found


def check_rights(db: Connection, where: ServerUrl, steps: Sequence[Migration], found: int) -> None:
    """Check that the user may write to all of our tables and take the missing steps. Only reads. Raises
    NotPermitted."""
    missing = any(step.number > found for step in steps)
    if missing and db.execute(MAY_MAKE_TABLES).fetchone() != (True,):
        raise NotPermitted(where, "make tables")
    for query, what in ((CLOSED, "write to"), *([(OTHERS, "change")] if missing else [])):
        if (table := db.execute(query, (list(NAMES),)).fetchone()) is not None:
            raise NotPermitted(where, f"{what} the table {table[0]}")


def _find_last_step(db: Connection, where: ServerUrl) -> int:
    """The number of the last step taken, 0 for an empty database. Raises ForeignDatabase."""
    (ours,) = db.execute(OURS).fetchone()
    if ours:
        (number,) = db.execute(NUMBER).fetchone()
        return int(number)
    (foreign,) = db.execute(ANY_TABLE).fetchone()
    if foreign:
        raise ForeignDatabase(where, 0)
    return 0


def _check_server(db: Connection, where: ServerUrl) -> None:
    """Check the server's release, its durability and its encoding. Raises ServerTooOld, NotDurable if a
    commit may be lost in a crash, CannotOpen if some text cannot be stored."""
    if int(_setting(db, "server_version_num")) < OLDEST * 10_000:
        raise ServerTooOld(where, _setting(db, "server_version"), OLDEST)
    if _setting(db, "fsync") != "on":
        raise NotDurable(where, "fsync")
    if (how := _setting(db, "synchronous_commit")) not in DURABLE:
        log.warning(
            "the server's synchronous_commit is %s, not on: what was answered may be lost if it stops", how
        )
    if (encoding := _setting(db, "server_encoding")) != "UTF8":
        raise CannotOpen(
            where, f"its encoding is {encoding}; make one with createdb --encoding UTF8 --template template0"
        )


def _setting(db: Connection, name: str) -> str:
    (value,) = db.execute(SETTING, (name,)).fetchone()
    return value.decode() if isinstance(value, bytes) else str(value)  # bytes where nobody knows the encoding
