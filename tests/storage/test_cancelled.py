"""Whoever works with the storage may be cancelled at any moment: the process lives, no thread is left behind,
and nothing is half done.

A moment is a call of a function of ours or of a library's, on whatever thread: the machine's speed does not
change it.
"""

from __future__ import annotations

import asyncio
import gc
import random
import shutil
import sqlite3
import sys
import threading
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any, Final

import pytest

from bot.clocks import cancelled
from storage.engine import Migration, migrations
from storage.errors import DatabaseClosed
from storage.ports.patience import through
from storage.ports.storage import StorageError
from storage.sqlite.as_it_is import FileAsItIs
from storage.sqlite.database import Database
from storage.sqlite.file import PART, is_whole
from storage.store import Store
from tests.each import mostly_long
from tests.storage.conformance.test_recounting import counted, deals, filled
from tests.storage.conftest import Clock
from tests.storage.test_opening import let_end
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.happenings import inside

MOMENTS: Final = 50
AGAIN_WITHIN: Final = 200
"""The calls among which a second cancellation is drawn."""
BEFORE: Final = 11
"""The schema of the file that is brought up to date."""

Work = Callable[[], Awaitable[object]]
Scene = Callable[[Path], AsyncIterator[Work]]


class Moments:
    """Counts calls on all threads that begin in the meantime. At some of them a task is cancelled."""

    def __init__(self) -> None:
        self.passed = 0
        self._count = count()
        self._at: tuple[int, ...] = ()
        self._cancel = threading.Event().set

    def __call__(self, _frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.passed = next(self._count)
            if self.passed in self._at:
                self._cancel()

    async def until_cancelled(self, work: Work, *at: int) -> None:
        """Do the work, and cancel it at these moments of it."""
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work())
        self._cancel = lambda: loop.call_soon_threadsafe(task.cancel)  # type: ignore[assignment]
        self._count, self._at = count(), at
        await asyncio.wait([task])
        self._at = ()
        if not task.cancelled():
            await task


@contextmanager
def moments() -> Iterator[Moments]:
    told = Moments()
    threading.setprofile(told)
    sys.setprofile(told)
    try:
        yield told
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def named(folder: Path, pattern: str) -> list[Path]:
    return [*folder.glob(pattern)]


@asynccontextmanager
async def recount(folder: Path) -> AsyncIterator[Work]:
    clock = Clock()
    async with Store.open(folder / "tables.sqlite3", now=clock) as store:
        await filled(store, clock)
        before = await inside(store, counted)

        async def work() -> None:
            await inside(store, lambda db: db.execute("UPDATE deed SET count = 7"))
            await store.checks.check_projections(deals, unhurried=False)

        yield work
        await store.checks.check_projections(deals, unhurried=False)
        assert await inside(store, counted) == before


@asynccontextmanager
async def backup(folder: Path) -> AsyncIterator[Work]:
    target, clock = folder / "backup.sqlite3", Clock()
    async with Store.open(folder / "tables.sqlite3", now=clock) as store:
        await filled(store, clock)

        async def work() -> None:
            target.unlink(missing_ok=True)
            await store.backup(target, unhurried=False)

        yield work
        assert not target.with_name(target.name + PART).exists()
        if target.exists():
            async with Store.open(target, as_it_is=True) as made:
                assert len((await made.checks.verify_chains()).whole) == 3


@asynccontextmanager
async def migration(folder: Path) -> AsyncIterator[Work]:
    before, path = folder / "before.sqlite3", folder / "tables.sqlite3"
    async with Database.open(before, migrations()[:BEFORE]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (11, 22, 0)"))

    async def work() -> None:
        shutil.copy(before, path)
        async with Store.open(path):
            pass

    yield work
    assert not named(folder, f"*{PART}")
    async with Store.open(path) as store:
        assert store.up_to_date
        assert await inside(store, lambda db: db.execute("SELECT * FROM dm").fetchall()) == [(11, 22, 0)]


@asynccontextmanager
async def check(folder: Path) -> AsyncIterator[Work]:
    path, clock = folder / "tables.sqlite3", Clock()
    async with Store.open(path, now=clock) as store:
        await filled(store, clock)

    async def work() -> None:
        async with Store.open(path, as_it_is=True) as looked_at:
            await looked_at.checks.verify_chains()

    yield work
    async with Store.open(path):  # nobody holds it
        pass


@asynccontextmanager
async def copy(folder: Path) -> AsyncIterator[Work]:
    path, target, clock = folder / "tables.sqlite3", folder / "copy.sqlite3", Clock()
    async with Store.open(path, now=clock) as store:
        await filled(store, clock)

    async def work() -> None:
        for one in named(folder, f"{target.name}*"):
            one.unlink()
        async with Store.open(path, as_it_is=True) as source, Store.open(target) as copied:
            await source.copy_to(copied)

    yield work
    if target.exists():
        async with Store.open(target) as copied:
            assert len(await inside(copied, lambda db: db.execute("SELECT 1 FROM stream").fetchall())) in (
                0,
                3,
            )


SCENES: Final = {one.__name__: one for one in (recount, backup, migration, check, copy)}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
@pytest.mark.parametrize("seed", mostly_long(["fixed", "drawn"], short=["fixed"]))
async def test_work_that_is_cancelled_at_any_moment_leaves_no_thread_and_nothing_half_done(
    scene: Any, seed: str, tmp_path: Path
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what earlier tests have left
        gc.collect()
    complaints, threads = list[dict[str, Any]](), set(threading.enumerate())
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    number = random.randrange(10**6) if seed == "drawn" else 0
    sys.stdout.write(f"seed {number}\n")
    with moments() as told:
        async with scene(tmp_path) as work:
            await told.until_cancelled(work)
            last = told.passed
            drawn = [0, last // 2, last - 1]
            if seed == "drawn":
                drawn = random.Random(number).choices(range(last), k=MOMENTS)
            for at in drawn:
                await told.until_cancelled(work, at)
    gc.collect()
    theirs = {one for one in set(threading.enumerate()) - threads if not one.name.startswith("asyncio_")}
    let_end(theirs)
    assert complaints == [] and not any(one.is_alive() for one in theirs)


ENDLESS: Final = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


async def reads(path: Path, begun: Event) -> None:
    def work(db: Any) -> None:
        begun.set()
        db.execute(ENDLESS).fetchone()

    async with FileAsItIs.open(path) as file:
        await file.read(work)


async def backs_up(path: Path, begun: Event) -> None:
    def work(db: Any, *_: object) -> None:
        begun.set()
        db.execute(ENDLESS).fetchone()

    async with Database.open(path) as database:
        await database.backup(path.with_name("backup.sqlite3"), work, unhurried=False)


async def migrates(path: Path, begun: Event) -> None:
    begun.set()  # nothing tells how far a migration is
    step = Migration(migrations()[-1].number + 1, f"CREATE TABLE counts AS {ENDLESS};")
    async with Database.open(path, [*migrations(), step]):
        pass


@pytest.mark.parametrize("work", [reads, backs_up, migrates])
async def test_work_that_would_last_for_ever_ends_when_nobody_waits_for_it(
    work: Callable[[Path, Event], Coroutine[Any, Any, None]], tmp_path: Path
) -> None:
    """A stop must not take as long as the check of a large file."""
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path):
        pass
    begun = Event()
    waiting = asyncio.create_task(work(path, begun))
    await until(begun.is_set, "the work")
    waiting.cancel()
    async with guarded("what would last for ever"):
        await asyncio.wait([waiting])
    assert waiting.cancelled() and not named(tmp_path, "*backup*")
    async with Store.open(path) as store:  # nobody holds it, and it is as it was
        assert store.up_to_date


async def test_an_act_that_a_closed_storage_refuses_is_no_fault_once_its_caller_has_gone(
    tmp_path: Path,
) -> None:
    """A stop cancels whoever acts in the background; their act goes on alone."""
    complaints, closed = list[dict[str, Any]](), asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    ended = list[BaseException]()
    async with Store.open(tmp_path / "tables.sqlite3") as store:

        async def act() -> None:
            await closed.wait()
            try:
                await store.checks.verify_chains()
            except StorageError as refused:
                ended.append(refused)
                raise

        acting = asyncio.create_task(through(act()))
        await asyncio.sleep(0)
        await cancelled([acting])
    closed.set()
    await until(lambda: ended, "the refusal")
    await asyncio.sleep(0)
    del acting
    gc.collect()
    assert [type(one) for one in ended] == [DatabaseClosed] and complaints == []


async def test_a_check_that_is_interrupted_finds_no_damage(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "tables.sqlite3"):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        assert is_whole(db)
        db.set_progress_handler(lambda: 1, 1)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            is_whole(db)
