"""Counts leaderboards and statistics again from the log: in the running bot every day as a check, and after
an update that counts more; with ``biritch rebuild`` while it is not running. The running bot forgets old
idempotency keys then, so that a database does not grow by them, and not at a start: a machine's clock may be
ahead, and Discord's time is known only later. ``biritch forget`` and ``biritch shrink`` are here too.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from bot.cannot_start import cannot_start
from bot.clocks import LAST, cancelled, pauses
from bot.host.stops import run_unless_stopped
from bot.host.terminal import DONE, FAULT, HowFar, Progress, print_result
from bot.supervisor import SUPERVISOR
from bot.tables.counting import deal_counts
from screens.words import hosting as words
from storage.checks import DETAILS_KEPT
from storage.engine import Breath, Step
from storage.errors import DamagedDatabase, DatabaseFailed, DatabaseInUse, DatabaseMissing
from storage.ports.records import DatabaseAddress, ServerUrl, UserId
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread
from storage.sqlite import room
from storage.store import Store

log = logging.getLogger(__name__)

JOB: Final = "counting"
"""The job that one of several processes on a server does for all of them."""
EVERY: Final = 24 * 3600.0
LOOK: Final = 3600.0
"""Seconds after which a count that has not finished is begun again, by any process."""
AT_FIRST: Final = 1800.0
"""Seconds from a start to the first check."""

TELL: Final = 30.0
"""Seconds between two lines about how far a count is."""


@asynccontextmanager
async def counting(store: Store, details_days: int = DETAILS_KEPT) -> AsyncIterator[None]:
    """Count in the background for as long as the context is open, and delete what has been kept for long
    enough."""

    async def rating() -> None:
        while True:
            await store.checks.rate_late()

    tasks = [
        SUPERVISOR.run_for_ever("counting", Counting(store, details_days=details_days).count_daily),
        SUPERVISOR.run_for_ever("rating", rating),
    ]
    try:
        yield
    finally:
        await cancelled(tasks)


class Counting:
    """Counts in the background, in slices of a few milliseconds with pauses between them."""

    def __init__(
        self,
        store: Store,
        at_first: float = AT_FIRST,
        tell_every: float = TELL,
        details_days: int = DETAILS_KEPT,
    ) -> None:
        self._store, self._at_first, self._tell_every = store, at_first, tell_every
        self._details_days = details_days

    async def count_daily(self) -> None:
        """Count when it is due, until it is cancelled. Where the storage is away, or somebody has locked what
        is counted, it is tried again soon, which is told as a fault only if it lasts."""
        begun = has_turn = False
        retries = pauses()
        while True:
            wait = LOOK
            try:
                if not begun and not await self._store.checks.is_count_due():
                    await asyncio.sleep(self._at_first)
                begun = True
                if has_turn or await self._store.may_do(JOB, LOOK, 0.0):
                    has_turn = True
                    await self.work()
                    await self._store.done_until(JOB, EVERY)
                    wait, has_turn, retries = EVERY, False, pauses()
            except StorageError as fault:
                unreadable = isinstance(fault, DatabaseFailed) and fault.unreadable
                lasts = unreadable or isinstance(fault, DamagedDatabase) or (wait := next(retries)) >= LAST
                log.log(logging.ERROR if lasts else logging.WARNING, words.NOT_COUNTED, cannot_start(fault))
            except Exception:
                log.exception("the count failed")
                has_turn = False
            await asyncio.sleep(wait)

    async def work(self) -> None:
        """What is done every day, once. What fails keeps nothing else from being done; of that the first
        fault is raised then."""
        checks, first = self._store.checks, None
        drop_details = partial(checks.drop_details, self._details_days)
        for step in (
            checks.drop_old_copies,
            self._count_now,
            self._store.streams.forget_old_keys,
            drop_details,
        ):
            try:
                await step()
            except Exception as fault:
                if isinstance(fault, StorageError) and (fault.outside or fault.closed):
                    raise  # the others would meet it too
                first = first or fault
        if first is not None:
            raise first

    async def _count_now(self) -> None:
        await self._store.checks.examine_file()  # what is counted into a damaged file is lost
        far = HowFar()
        telling = SUPERVISOR.run_once(self._log_progress(far), "how far the count is")
        try:
            rebuilt = await self._store.checks.rebuild_projections(
                deal_counts, if_due=True, unhurried=True, step=far.step
            )
        finally:
            telling.cancel()
        if rebuilt:
            log.info(words.REBUILT)
            return
        checked = await self._store.checks.check_projections(deal_counts)
        for guild, rows in checked.mended.items():
            log.error(words.MENDED, guild, rows)
        if checked.misplaced:
            log.error(words.IN_ORDER, checked.misplaced)
        for table, count in Counter(one.table for one in checked.decayed).items():
            log.error(words.DECAYED, table, count)

    async def _log_progress(self, far: HowFar) -> None:
        while True:
            await asyncio.sleep(self._tell_every)
            log.info(words.COUNTED_SO_FAR, far.progress_line)


def rebuild(database: DatabaseAddress) -> int:
    """Count leaderboards and statistics again from the log. Returns the exit status."""

    async def work(store: Store, step: Step) -> str:
        await store.checks.rebuild_projections(deal_counts, step=step)
        return words.REBUILT

    return _run_work(database, partial(_worked, database, work))


def forget_command(database: DatabaseAddress, user: UserId) -> int:
    """Forget a person. Returns the exit status."""

    async def work(store: Store, _: Step) -> str:
        if await store.is_served():  # a bot has their robots take the cards
            raise DatabaseInUse(database)
        tables = await store.people.forget(user)
        await store.checks.rate_forgotten()
        return words.forgotten_note(user, len(tables))

    return _run_work(database, partial(_worked, database, work), words.forget_while_running(user))


def shrink(database: DatabaseAddress) -> int:
    """Have the file of a bot that is not running give back the room of what was deleted. Returns the exit
    status."""
    if isinstance(database, ServerUrl):
        print_result(FAULT, words.shrink_on_server(database))
        return 2
    path = database.absolute()

    async def work(step: Step) -> str:
        async with Store.open(path, may_begin=False):
            pass  # it is brought up to date, and whatever an unclean end left in its log is put into it
        breath = Breath(rest=0.0)
        return words.shrunk(*await run_in_thread(room.shrink, path, breath, step, hasten=breath.break_off))

    return _run_work(path, work)


def _run_work(
    database: DatabaseAddress, work: Callable[[Step], Coroutine[object, object, str]], in_use: str = ""
) -> int:
    """``in_use`` is told where the bot runs, which then does the same."""
    try:
        with Progress() as progress:
            told = run_unless_stopped(work(progress.step))
        print_result(DONE, told)
    except DatabaseMissing:
        print_result(FAULT, words.no_database(database))
        return 2
    except StorageError as fault:
        running = isinstance(fault, DatabaseInUse) and in_use
        print_result(FAULT, running or cannot_start(fault))
        return 2
    return 0


async def _worked(
    database: DatabaseAddress, work: Callable[[Store, Step], Awaitable[str]], step: Step
) -> str:
    async with Store.open(database, may_begin=False) as store:
        return await work(store, step)
