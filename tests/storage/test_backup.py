"""A backup is made beside whatever goes on: it is of one moment, and nobody waits for it."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from storage.engine import Breath, Ended
from storage.errors import DatabaseFailed
from storage.ports.records import Append
from storage.sqlite.file import PART
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER, until
from tests.trials.stage.happenings import ANNA, TABLE, USERS, contents, inside, opened, played


async def large(store: Store) -> None:
    """A table in a file that takes several steps of a backup."""
    await opened(store)
    for number in range(4):
        await store.preferences.set_choices(f"user:{number}", {"notes": "x" * 2**20})


@pytest.fixture
def let_go(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Every backup waits after its first step until this is set."""
    event, breathe = threading.Event(), Breath.__call__

    def held(breath: Breath) -> None:
        assert event.wait(HANGS_AFTER)
        breathe(breath)

    monkeypatch.setattr(Breath, "__call__", held)
    return event


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


async def making(store: Store, target: Path) -> asyncio.Task[object]:
    """A backup that has been begun."""
    task: asyncio.Task[object] = asyncio.create_task(store.backup(target))
    part = target.with_name(target.name + PART)
    await until(lambda: part.exists() and part.stat().st_size, "the first step")
    return task


async def test_acts_are_stored_while_a_backup_is_made_which_holds_what_came_before_it(
    store: Store, tmp_path: Path, let_go: threading.Event
) -> None:
    target = tmp_path / "copy.sqlite3"
    await large(store)
    backup = await making(store, target)
    for version in range(1, 6):
        assert (
            await store.streams.append(Append(TABLE, version, [played()], key=f"k{version}")) == version + 1
        )
        assert await store.streams.load(TABLE) is not None
    let_go.set()
    await backup
    async with Store.open(target) as copy:
        assert await copy.streams.verify_chain(TABLE) == 1
        assert len(await copy.preferences.choices("user:3")) == 1
    assert await store.streams.verify_chain(TABLE) == 6


async def test_who_is_forgotten_while_a_backup_is_made_is_in_no_log_after_it(
    store: Store, path: Path, tmp_path: Path, let_go: threading.Event
) -> None:
    """The backup holds them, as those before it do; what goes on being written does not."""
    user = USERS[ANNA]
    await large(store)
    await store.slots.remember_dm(user, 2**40 + 7)
    backup = await making(store, tmp_path / "copy.sqlite3")
    await store.people.forget(user)
    let_go.set()
    await backup
    mark = (2**40 + 7).to_bytes(6)
    assert mark in contents(tmp_path / "copy.sqlite3")
    assert mark not in contents(path) + contents(path.with_name(f"{path.name}-wal"))


async def test_a_backup_that_is_given_up_ends_at_its_next_step_and_leaves_nothing(
    store: Store, tmp_path: Path, let_go: threading.Event
) -> None:
    await large(store)
    before = names(tmp_path)
    backup = await making(store, tmp_path / "copy.sqlite3")
    backup.cancel()
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.wait([backup])
    assert backup.cancelled()
    assert names(tmp_path) == before
    await store.backup(tmp_path / "copy.sqlite3", unhurried=False)


def test_long_work_pauses_after_each_slice_for_a_multiple_of_the_time_that_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slice takes two milliseconds or more of the processor's time."""
    times, pauses = iter([0.5, 0.501, 0.5035, 0.504, 0.506, 0.507]), list[float]()
    monkeypatch.setattr(time, "thread_time", lambda: next(times))
    breath = Breath(rest=4.0)
    monkeypatch.setattr(breath, "_pause", pauses.append)
    for _ in range(6):
        breath()
    assert pauses == [pytest.approx(0.014), pytest.approx(0.01)]
    breath.over.set()
    with pytest.raises(Ended):
        breath()


def test_a_pause_ends_at_once_when_the_work_is_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is stopped waits for it. Of a slice of 50 ms it would last for some hours here."""
    times = iter([0.5, 0.55])
    monkeypatch.setattr(time, "thread_time", lambda: next(times))
    breath = Breath(rest=1e6)
    with ThreadPoolExecutor(1) as worker:
        worker.submit(breath).result()
        pausing = worker.submit(breath)
        breath.break_off()
        pausing.exception(HANGS_AFTER)
    with pytest.raises(Ended):
        breath()


def test_long_work_that_goes_on_on_another_thread_pauses_for_its_own_slices_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each thread has a clock of its own, and may have worked for others in between: one that has read for
    days is far ahead of one that has just begun."""
    clocks, pauses = threading.local(), list[float]()
    monkeypatch.setattr(time, "thread_time", lambda: clocks.now)
    breath = Breath(rest=4.0)
    monkeypatch.setattr(breath, "_pause", pauses.append)

    def at(moment: float) -> None:
        clocks.now = moment
        breath()

    with ThreadPoolExecutor(1) as young, ThreadPoolExecutor(1) as old:
        for thread, moment in ((young, 1.0), (old, 5000.0), (old, 5000.001), (young, 1.5)):
            thread.submit(at, moment).result()
        assert pauses == []
        young.submit(at, 1.5015).result()
        assert pauses == [pytest.approx(0.01)]
        for moment in (6000.0, 6400.0):
            old.submit(at, moment).result()
    assert pauses[1:] == [pytest.approx(0.2)], "it has worked for others, too"


@contextmanager
def no_more_files() -> Iterator[None]:
    """This process may open no file besides those that it has open."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = [int(one) for one in os.listdir("/proc/self/fd")]  # noqa: PTH208
    free = next(number for number in count() if number not in opened)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="Linux tells which files are open")  # noqa: PTH112
async def test_a_backup_that_can_open_no_file_says_so_as_any_other_fault(
    store: Store, tmp_path: Path
) -> None:
    await opened(store)
    with no_more_files(), pytest.raises(DatabaseFailed) as failed:
        await store.backup(tmp_path / "copy.sqlite3", unhurried=False)
    assert failed.value.outside
    await store.backup(tmp_path / "copy.sqlite3", unhurried=False)


async def test_a_backup_is_made_though_the_log_cannot_be_emptied_after_it(
    store: Store, tmp_path: Path
) -> None:
    """What is in it then is moved some time."""

    def refused(action: int, what: str | None, *_: object) -> int:
        is_that = action == sqlite3.SQLITE_PRAGMA and what == "wal_checkpoint"
        return sqlite3.SQLITE_DENY if is_that else sqlite3.SQLITE_OK

    await opened(store)
    await inside(store, lambda db: db.set_authorizer(refused))
    assert await store.backup(tmp_path / "copy.sqlite3", unhurried=False) == {}
    await inside(store, lambda db: db.set_authorizer(None))
