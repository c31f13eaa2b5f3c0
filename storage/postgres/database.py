"""The engine for a PostgreSQL server: several sessions that write and several that read, each on its own
thread.

Writers of one row wait for each other, and the second sees what the first has committed. A transaction that
the server has undone runs again. If the connection is lost during a commit, its work runs again too, until it
succeeds: it finds what it did by its idempotency key or by the version of its stream, and reports that to its
caller.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import LifoQueue
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from storage.engine import Breath, Look, Migration, Rider, Step, Work, migrations, unheard
from storage.errors import (
    CannotOpen,
    DatabaseClosed,
    DatabaseFailed,
    DatabaseMissing,
    NoSuchDatabase,
    NoSuchRole,
    NotLetIn,
    NotPermitted,
    PasswordMissing,
    PasswordWrong,
    ServerAway,
    code_meaning,
    code_of,
)
from storage.ports.patience import CURRENT_PATIENCE, Patience, StorageAway, patience_to_read
from storage.ports.records import ServerUrl
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread, run_to_end
from storage.postgres.session import (
    CONNECT_WITHIN,
    NothingHappened,
    Session,
    Unknown,
    bring_up_to_date,
    check_rights,
    last_step,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

WRITERS: Final = 8
READERS: Final = 2
"""Sessions that only read, so that a list or a load waits for no write."""
START_WITHIN: Final = 30.0
"""Seconds for which a start tries to reach its server: both may have been started at once. Time for which the
process itself stood still does not count, as no try takes longer than connecting to each server may."""
LOOKED_WITHIN: Final = 3.0
"""The same for a command that only looks at a database, and for each try of it: its host waits at a terminal,
and is told that the server is away."""
PATIENCE: Final = 10.0
"""Seconds for which work waits for a session, and for which it is tried again while it has not happened. Who
presses waits less long."""
LET_END: Final = 0.75
"""Seconds that a stop leaves to running work."""
BROKEN_OFF: Final = 0.75
"""Seconds that it leaves to the server, once that was asked to break the work off."""
FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 1.0
"""Seconds between two tries; each pause is twice as long as the one before."""
LOST: Final = "08006"
"""The code for a lost connection."""


class Postgres:
    """An open database on a server. Work given to it runs on the thread of a session."""

    has_peers = True

    def __init__(
        self, url: ServerUrl, steps: Sequence[Migration], *, may_begin: bool, as_it_is: bool
    ) -> None:
        self._url = url
        self._steps = steps
        self._may_begin, self._as_it_is = may_begin, as_it_is
        self.begun = False
        self.schema = 0
        self.gone = asyncio.Event()
        self.rider: Callable[[], Rider | None] = lambda: None
        self._open = False
        self._closing = threading.Event()
        self._under_way: set[Future[Any]] = set()
        self._riding: set[asyncio.Task[None]] = set()
        parameters = _parameters(url)
        if as_it_is:
            parameters["connect_timeout"] = str(int(LOOKED_WITHIN))
        servers = str(parameters.get("host", "")).count(",") + 1
        self._longest_try = CONNECT_WITHIN * servers
        self._writers = _Threads(WRITERS, "writer", parameters)
        self._readers = _Threads(READERS, "reader", parameters)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: ServerUrl,
        steps: Sequence[Migration] | None = None,
        *,
        may_begin: bool = True,
        as_it_is: bool = False,
    ) -> AsyncIterator[Postgres]:
        """Open the database at this URL, bring it up to date, and close it in any case. If it is empty, ours
        is created in it if ``may_begin``. With ``as_it_is`` neither happens. Raises CannotOpen, NotDurable,
        DatabaseMissing, ForeignDatabase, NewerDatabase.
        """
        steps = migrations("postgres") if steps is None else steps
        database = cls(url, steps, may_begin=may_begin, as_it_is=as_it_is)
        try:
            await asyncio.wrap_future(database._writers.submit(database._open_session))
            database._open = True
            yield database
        finally:
            await run_to_end(database._close_sessions())

    async def write(self, work: Work[T], *, once: bool = False) -> T:
        self._check_open()
        self._let_ride()
        return await self._run_write(work, CURRENT_PATIENCE.get(), once=once)

    async def write_beside(self, work: Work[T]) -> T:
        """A plain write, which has a session of its own; nobody's patience ends it."""
        self._check_open()
        return await self._run_write(work, None, once=False)

    async def fill_rows(self, work: Work[T]) -> T:
        """By COPY, which is no statement of a pipeline."""
        self._check_open()
        future = self._writers.submit(
            lambda session: self._run_attempt(lambda: session.write(work, piped=False), once=True)
        )
        return await _result(future, None)

    async def read(self, work: Work[T]) -> T:
        return await self._run_read(self._readers, work)

    async def read_durably(self, work: Work[T]) -> T:
        """Run by a session that writes, because it may have to wait for a replica, as a commit does."""
        return await self._run_read(self._writers, work, durably=True)

    async def _run_read(self, threads: _Threads, work: Work[T], *, durably: bool = False) -> T:
        self._check_open()
        patience = patience_to_read()
        return await _result(
            threads.submit(
                lambda session: self._run_attempt(
                    lambda: session.read(work, durably=durably, limited=patience is not None), patience
                )
            ),
            patience,
        )

    async def read_in_turn(self, work: Work[T]) -> T:
        if before := [asyncio.wrap_future(one) for one in list(self._under_way)]:
            for one in before:
                one.add_done_callback(_looked_at)
            patience = CURRENT_PATIENCE.get()
            _, left = await asyncio.wait(before, timeout=None if patience is None else patience.left)
            if left and patience is not None and patience.give_up():
                raise StorageAway
        return await self.read_durably(work)

    async def erase(self, work: Work[T]) -> T:
        """A plain write. The server overwrites deleted data when it reuses the space, and keeps it in its own
        log until that is discarded; both are up to the host."""
        return await self.write(work, once=True)

    async def check_writable(self) -> None:
        await self.read(lambda db: check_rights(db, self._url, self._steps, self.schema))

    async def examine(self, breath: Breath) -> None:
        """Nothing: a server has sums of its pages."""

    async def drop_copies(self, before: float) -> None:
        """Nothing: there is none beside a server."""

    async def backup(self, target: Path, look: Look[T], *, unhurried: bool, step: Step = unheard) -> T:
        """Not for a server, which has backups of its own; ``storage.copying`` makes a file of it."""
        raise CannotOpen(target, "a database on a server is copied with biritch copy")

    def _check_open(self) -> None:
        if not self._open:
            raise DatabaseClosed(self._url)

    async def _run_write(self, work: Work[T], patience: Patience | None, *, once: bool) -> T:
        asked = object()

        def attempted(session: Session) -> T:
            if patience is None:
                return self._run_attempt(lambda: session.write(work), once=once)
            try:
                return self._run_attempt(
                    lambda: session.write(work, lambda: patience.may_commit(asked), limited=True),
                    patience,
                    once=once,
                )
            finally:
                patience.commit_is_over(asked)

        future = self._writers.submit(attempted)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return await _result(future, patience)

    def _let_ride(self) -> None:
        """Write what need not be waited for together with the next write: the server syncs both at once."""
        if (rider := self.rider()) is not None:
            # short-lived: it tells the rider of its end
            task = asyncio.create_task(self._ride(rider), name="riding")
            self._riding.add(task)
            task.add_done_callback(self._riding.discard)

    async def _ride(self, rider: Rider) -> None:
        is_stored = False
        try:
            with suppress(StorageError):
                await self._run_write(rider.work, None, once=False)  # nobody waits for it
                is_stored = True
        finally:
            rider.tell(is_stored)

    def _run_attempt(
        self, run: Callable[[], T], patience: Patience | None = None, *, once: bool = False
    ) -> T:
        """Run the work on a thread. Returns its result once it is known whether it was committed. Raises
        DatabaseFailed."""
        until = time.monotonic() + PATIENCE
        for pause in _pauses():
            try:
                return run()
            except Unknown as unknown:
                fault = _as_database_failed(unknown.__cause__)
                if once:
                    raise fault from None
                until = float("inf")
            except NothingHappened as nothing:
                fault = _as_database_failed(nothing.__cause__)
                if time.monotonic() > until or (patience is not None and patience.is_over):
                    raise fault from None
            except (psycopg.Error, UnicodeDecodeError) as error:
                raise _as_database_failed(error) from None
            if self._closing.wait(pause):
                raise fault
        raise AssertionError

    def _open_session(self, session: Session) -> None:
        """Connect, and inspect the database or bring it up to date. Runs on a thread."""
        left = min(START_WITHIN, LOOKED_WITHIN) if self._as_it_is else START_WITHIN
        for pause in _pauses():
            began = time.monotonic()
            try:
                session.connect()
                if self._as_it_is:
                    self.schema = session.read(lambda db: last_step(db, self._url, self._steps))
                    if self.schema == 0:
                        session.read(lambda db: check_rights(db, self._url, self._steps, 0))
                        raise DatabaseMissing(self._url, None)
                    return
                found = session.change_schema(
                    lambda db: bring_up_to_date(db, self._url, self._steps, may_begin=self._may_begin)
                )
                self.begun, self.schema = found == 0, self._steps[-1].number
                return
            except (psycopg.Error, NothingHappened, Unknown) as error:
                fault = error if isinstance(error, psycopg.Error) else error.__cause__
                left -= min(time.monotonic() - began, self._longest_try) + pause
                if left < 0 or not _may_pass(error):
                    raise _not_opened(self._url, fault) from None
                level = logging.DEBUG if self._as_it_is else logging.WARNING
                log.log(level, "the database server cannot be reached yet: %s", _connection_failure(fault))
            if self._closing.wait(pause):
                break
        raise CannotOpen(self._url, "it was closed")

    async def _close_sessions(self) -> None:
        """Close the sessions once all running work has ended or given up. What a server holds up is broken
        off, since nobody waits for it any more."""
        self._open = False
        self._closing.set()
        ending = asyncio.ensure_future(self._ended())  # short-lived: it is waited for here
        for within, break_off in ((LET_END, Session.cancel_statement), (BROKEN_OFF, Session.hang_up)):
            await asyncio.wait([ending], timeout=within)
            if not ending.done():
                await asyncio.gather(*(one._on_each(break_off) for one in (self._readers, self._writers)))
        await ending

    async def _ended(self) -> None:
        if self._riding:
            await asyncio.wait(self._riding)
        for threads in (self._readers, self._writers):
            await run_in_thread(threads.close)


class _Threads:
    """A fixed number of threads. Each piece of work runs on one of them, with a session that nobody else uses
    meanwhile."""

    def __init__(self, count: int, name: str, parameters: dict[str, Any]) -> None:
        self._executor = ThreadPoolExecutor(count, thread_name_prefix=f"postgres-{name}")
        self._idle: LifoQueue[Session] = LifoQueue()
        self._sessions = [Session(parameters) for _ in range(count)]
        for session in self._sessions:
            self._idle.put(session)

    def submit(self, work: Callable[[Session], T]) -> Future[T]:
        return self._executor.submit(self._run, work)

    def close(self) -> None:
        self._executor.shutdown()
        for session in self._sessions:
            session.close()

    async def _on_each(self, do: Callable[[Session], None]) -> None:
        """Do this with all sessions, also those at work."""
        await asyncio.gather(*(run_in_thread(do, session) for session in self._sessions))

    def _run(self, work: Callable[[Session], T]) -> T:
        session = self._idle.get_nowait()  # there are as many sessions as threads
        try:
            return work(session)
        finally:
            self._idle.put(session)


async def _result(future: Future[T], patience: Patience | None) -> T:
    """Run the work on a thread and return its result. Raises DatabaseFailed if it could not be started in
    time, and StorageAway if somebody waits for it who waits no longer, unless it is being committed."""
    waiting = asyncio.wrap_future(future)
    try:
        await asyncio.wait([waiting], timeout=PATIENCE if patience is None else patience.left)
    except asyncio.CancelledError:
        waiting.cancel()
        raise
    if not waiting.done() and patience is not None and patience.give_up():
        waiting.add_done_callback(_looked_at)
        future.cancel()
        raise StorageAway
    if not waiting.done() and future.cancel():
        raise DatabaseFailed(LOST, "no session was free: the server does not answer those before")
    return await waiting


def _looked_at(future: asyncio.Future[Any]) -> None:
    """The caller learns how the work failed, so nothing is logged here."""
    if not future.cancelled():
        future.exception()


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def _parameters(url: ServerUrl) -> dict[str, Any]:
    """Raises CannotOpen."""
    try:
        return dict(conninfo_to_dict(url.url_with_password()))
    except psycopg.ProgrammingError:  # its text may hold the password
        raise CannotOpen(url, "this is no URL of a PostgreSQL database") from None


def _may_pass(error: BaseException) -> bool:
    """Whether waiting may help: the server cannot be reached, as opposed to one that refuses us."""
    if not isinstance(error, psycopg.OperationalError):
        return not isinstance(error, psycopg.Error)
    if error.pgconn is not None and error.pgconn.needs_password:
        return False
    return "FATAL" not in str(error) or "starting up" in str(error) or "shutting down" in str(error)


def _not_opened(url: ServerUrl, error: BaseException | None) -> CannotOpen:
    """The reason why a server refuses a connection, as an error of ours. For a refused connection libpq gives
    only a message, in the language of the server; one that is not understood is passed on as it is."""
    reason = _connection_failure(error)
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return NotPermitted(url, f"do what the bot needs ({reason})")
    if not isinstance(error, psycopg.OperationalError) or error.sqlstate is not None:
        return CannotOpen(url, reason)
    if error.pgconn is not None and error.pgconn.needs_password:
        return PasswordMissing(url, reason)
    _, refused, said = reason.partition("FATAL:")
    if not refused:
        return ServerAway(url, reason)
    kinds = (kind for words, kind in _REFUSALS if all(one in said for one in words))
    return next(kinds, NotLetIn)(url, said.strip())


_REFUSALS: Final[tuple[tuple[tuple[str, ...], type[CannotOpen]], ...]] = (
    (("password authentication failed",), PasswordWrong),
    (("role ", "does not exist"), NoSuchRole),
    (("database ", "does not exist"), NoSuchDatabase),
)


def _as_database_failed(error: BaseException | None) -> DatabaseFailed:
    """An error of the server as one of ours, without its text."""
    code = code_of(error) or LOST
    return DatabaseFailed(code, code_meaning(code))


def _connection_failure(error: BaseException | None) -> str:
    """Why there is no session, in one line: what the library says about the connection, before any row can
    have been read."""
    code = code_of(error)
    if code is not None or not isinstance(error, psycopg.Error):
        return code_meaning(code or "")
    return next(iter(str(error).splitlines()), "")
