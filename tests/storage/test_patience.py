"""Somebody who waits no longer has done nothing, or what they have done is told: on both engines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

import storage.ports.patience
from storage.engine import Connection
from storage.ports.patience import CURRENT_PATIENCE, Patience, PatientLock, StorageAway, stored, through
from storage.ports.records import Append, ServerUrl
from storage.postgres import session
from storage.store import Store
from tests.storage.conftest import both
from tests.trials.stage import postgres
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.happenings import TABLE, opened, played

T = TypeVar("T")
SESSIONS = 10
"""More than either engine has threads."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits no longer does not wait at all."""
    monkeypatch.setattr(storage.ports.patience, "LEAST", 0.0)


async def asked(patience: Patience, work: Callable[[], Awaitable[T]]) -> T:
    """What this comes to for somebody with this patience."""

    async def task() -> T:
        CURRENT_PATIENCE.set(patience)
        return await work()

    return await asyncio.create_task(task())


class Busy:
    """Work that holds a thread of the storage until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go_on = threading.Event()

    def __call__(self, db: Connection) -> None:
        self.begun.release()
        self.go_on.wait()


@asynccontextmanager
async def all_busy(store: Store) -> AsyncIterator[None]:
    """Every thread of the storage has something to do that does not end."""
    busy, database = Busy(), store._database
    works = [
        asyncio.create_task(run(busy)) for _ in range(SESSIONS) for run in (database.write, database.read)
    ]
    for _ in range(3):
        await asyncio.to_thread(busy.begun.acquire)
    try:
        yield
    finally:
        busy.go_on.set()
        await asyncio.gather(*works)


@both
async def test_what_waits_for_its_turn_is_given_up_and_not_done_later(store: Store) -> None:
    await opened(store)
    works: list[Callable[[], Awaitable[Any]]] = [
        lambda: store.streams.append(Append(TABLE, 1, [played()], key="press")),
        lambda: store.preferences.set_choices("user:1", {"alert": "never"}),
        lambda: store.streams.read(TABLE),
        lambda: store.streams.load(TABLE),
        lambda: store.streams.done("press"),
    ]
    async with all_busy(store):
        for work in works:
            patience = Patience(0.0)
            with pytest.raises(StorageAway):
                await asked(patience, work)
            assert patience.is_over and not patience.stored
    assert await store.streams.done("press") is None and len(await store.streams.read(TABLE)) == 1
    assert await store.preferences.choices("user:1") == {}
    assert await store.streams.append(Append(TABLE, 1, [played()], key="press")) == 2


@both
@pytest.mark.parametrize("given_up", [False, True], ids=["read", "given up"])
async def test_what_is_read_quickly_waits_for_no_long_read_while_a_reader_is_free(
    store: Store, given_up: bool
) -> None:
    """Nor for one whose reader has gone, though its thread has not."""
    await opened(store)
    busy, patience = Busy(), Patience(60.0)
    reading = asyncio.create_task(asked(patience, lambda: store._database.read(busy)))
    await asyncio.to_thread(busy.begun.acquire)
    if given_up:
        reading.cancel()
        await asyncio.wait([reading])
    try:
        async with guarded("what is read beside a long read"):
            for _ in range(3):
                read = await asyncio.gather(*(store.streams.read(TABLE) for _ in range(4)))
                assert [len(events) for events in read] == [1] * 4
    finally:
        busy.go_on.set()
        await asyncio.wait([reading])


@both
async def test_who_has_waited_in_vain_once_does_nothing_more(store: Store) -> None:
    await opened(store)
    patience = Patience(60.0)
    assert patience.give_up()
    for work in (
        lambda: store.streams.append(Append(TABLE, 1, [played()], key="press")),
        lambda: store.streams.read(TABLE),
    ):
        with pytest.raises(StorageAway):
            await asked(patience, work)
    assert await store.streams.done("press") is None


@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
async def test_what_hangs_before_its_commit_is_undone_when_it_goes_on(store: Store) -> None:
    """On a server: its threads are many, and what others do does not wait."""
    busy = Busy()

    def work(db: Connection) -> None:
        db.execute("INSERT INTO preference VALUES ('user:1', 'alert', 'never')")
        busy(db)

    patience = Patience(60.0)
    pressing = asyncio.create_task(asked(patience, lambda: store._database.write(work)))
    await asyncio.to_thread(busy.begun.acquire)
    assert patience.give_up()
    busy.go_on.set()
    with pytest.raises(StorageAway):
        await pressing
    assert await store.preferences.choices("user:1") == {}


async def test_what_is_being_committed_is_told_to_be_unsure_once_and_then_what_it_came_to(
    store: Store,
) -> None:
    """In a file others may share the commit, so that nobody can be taken out of it."""
    busy, told = Busy(), list[str]()
    patience = Patience(0.0, lambda: told.append("unsure"))
    pressing = asyncio.create_task(asked(patience, lambda: store.streams.acted(busy)))
    await asyncio.to_thread(busy.begun.acquire)
    with pytest.raises(StorageAway):
        await asked(patience, lambda: store.streams.read(TABLE))
    assert told == ["unsure"] and not patience.is_over
    busy.go_on.set()
    await pressing
    assert patience.stored and told == ["unsure"]


async def test_a_lock_that_is_held_for_the_storage_is_waited_for_no_longer_than_that() -> None:
    lock, patience = PatientLock(), Patience(0.0)
    await asked(patience, lock.acquire)  # it is free
    with pytest.raises(StorageAway):
        await asked(patience, lock.acquire)
    assert patience.is_over
    lock.release()
    assert await lock.acquire()


async def test_what_is_half_done_is_gone_through_with_though_nobody_waits_for_it(store: Store) -> None:
    """A stream that was begun must be in memory too, or another one would be begun beside it."""
    await opened(store)
    go_on, done = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        await store.streams.append(Append(TABLE, 1, [played()], key="press"))
        await go_on.wait()
        assert await store.streams.read(TABLE)
        done.set()

    patience = Patience(60.0)
    pressing = asyncio.create_task(asked(patience, lambda: through(work())))
    await until(lambda: patience.stored)
    patience._seconds = patience._until = 0.0
    again = asyncio.create_task(asked(patience, lambda: through(go_on.wait())))
    with pytest.raises(StorageAway):
        await again
    assert patience.give_up()
    go_on.set()
    await done.wait()
    await pressing


async def test_nothing_is_noted_for_those_who_ask_for_nothing() -> None:
    stored()
    patience = Patience(0.0, is_answered=lambda: True)
    assert patience.left == 0.0
    patience = Patience(2.0)
    assert 0.0 < patience.left <= 2.0


async def test_what_others_hold_locked_on_a_server_holds_no_session_for_longer_than_anybody_waits(
    server: postgres.Server, url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty press while an administrator works on a table. Their acts are refused, and none is done once the
    table is free; meanwhile no session still waits for it."""
    monkeypatch.setattr(session, "LOCK_WITHIN", 0.2)
    async with Store.open(url) as store:
        await opened(store)
        with psycopg.connect(url.url_with_password()) as administrator:
            administrator.execute("LOCK TABLE stream IN ACCESS EXCLUSIVE MODE")
            press = [
                asked(
                    Patience(0.0), partial(store.streams.append, Append(TABLE, 1, [played()], key=str(one)))
                )
                for one in range(20)
            ]
            looks = [asked(Patience(0.0), partial(store.streams.load, TABLE)) for _ in range(5)]
            told = await asyncio.gather(*press, *looks, return_exceptions=True)
            assert {type(one) for one in told} == {StorageAway}
            with psycopg.connect(server.url("postgres"), autocommit=True) as watching:
                await until(lambda: not watching.execute(WAITING).fetchall(), "free sessions")
            administrator.rollback()
        assert len(await store.streams.read(TABLE)) == 1 and await store.streams.done("0") is None
        assert await store.streams.append(Append(TABLE, 1, [played()])) == 2


async def test_a_statement_that_somebody_waits_for_is_broken_off_on_a_server_and_another_is_not(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "STATEMENT_WITHIN", 0.05)

    def slow(db: Connection) -> Any:
        return db.execute("SELECT pg_sleep(0.2)").fetchall()

    one = session.Session(conninfo_to_dict(url.url_with_password()))
    for run in (one.read, one.write):
        for _ in range(2):
            with pytest.raises(session.NothingHappened):
                await asyncio.to_thread(partial(run, slow, limited=True))
            assert await asyncio.to_thread(run, slow), "nobody waits for it"
    one.close()


WAITING = """
    SELECT pid FROM pg_stat_activity WHERE application_name = 'biritch' AND wait_event_type = 'Lock'
"""
