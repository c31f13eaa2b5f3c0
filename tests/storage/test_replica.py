"""A server with a synchronous replica that takes its place: what was acknowledged is there.

A commit whose wait for the replica is cut off counts on the leader, and only there: everybody sees it, and it
is lost with the leader's disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from storage.engine import Connection
from storage.errors import DatabaseFailed
from storage.ports.records import Append, Done, ServerUrl
from storage.ports.storage import AlreadyDone
from storage.store import Store
from tests.trials.stage import postgres
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.happenings import TABLE, opened, played

WAITING = """
    SELECT count(*), max(xact_start) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND application_name = 'biritch' AND xact_start > '{after}'
"""
KEYS = "SELECT key FROM seen"
CANCEL, TERMINATE = "pg_cancel_backend", "pg_terminate_backend"


@pytest.fixture
def pair() -> Iterator[postgres.Pair]:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.pair() as pair:
        yield pair


@pytest.mark.parametrize("local", [False, True])
async def test_an_act_that_was_acknowledged_is_lost_with_the_servers_disk_only_if_it_waited_for_no_replica(
    local: bool,
) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.pair(local=local) as pair:
        async with Store.open(ServerUrl(pair.url)) as store:
            await opened(store)
            await asyncio.to_thread(pair.catch_up)
            await asyncio.to_thread(pair.replica.kill)
            acting = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()], key="act")))
            await (asyncio.wait([acting]) if local else wait_for_the_replica(pair, 1, acting))
            acknowledged_early = acting.done()
            await asyncio.to_thread(pair.fail_over)
            assert await acting == 2
            assert (await store.streams.done("act") is None) is acknowledged_early is local
            assert await store.streams.verify_chain(TABLE) == (1 if local else 2)


def restart(pair: postgres.Pair) -> None:
    pair.leader.kill()
    pair.leader.start()


@pytest.mark.parametrize(
    "cut",
    [lambda pair: pair.cut(CANCEL), lambda pair: pair.cut(TERMINATE), restart],
    ids=["cancelled", "terminated", "restarted"],
)
async def test_an_act_whose_wait_for_the_replica_is_cut_off_is_not_acknowledged_and_is_done_at_the_new_leader(
    pair: postgres.Pair, cut: Callable[[postgres.Pair], object]
) -> None:
    """Also where what waits in its stead is cut off."""
    async with Store.open(ServerUrl(pair.url)) as store:
        await opened(store)
        async with replica_away(pair):
            acting = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()], key="act")))
            began = await wait_for_the_replica(pair, 1, acting)
            for _ in range(2):
                await asyncio.to_thread(cut, pair)
                began = await wait_for_the_replica(pair, 1, acting, after=began)
                assert await asyncio.to_thread(pair.leader.execute, KEYS) == [("act",)]
                assert not acting.done()
            await asyncio.to_thread(pair.fail_over)
            assert await acting == 2
            assert await store.streams.done("act") == Done(TABLE, 2)
            assert await store.streams.verify_chain(TABLE) == 2


async def test_whoever_finds_an_act_that_the_replica_lacks_tells_of_it_once_the_replica_has_it(
    pair: postgres.Pair,
) -> None:
    """The same press at another process, looked up there, and the table loaded there: each answers somebody.
    What is not there needs no replica's word."""
    url = ServerUrl(pair.url)
    async with Store.open(url) as store, Store.open(url) as other:
        await opened(store)
        async with replica_away(pair):
            acting = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()], key="act")))
            began = await wait_for_the_replica(pair, 1, acting)
            async with guarded("what is not there"):
                assert await other.streams.done("another act") is None
            await asyncio.to_thread(pair.cut, TERMINATE)
            await wait_for_the_replica(pair, 1, acting, after=began)
            telling: list[asyncio.Task[Any]] = [
                acting,
                asyncio.create_task(other.streams.done("act")),
                asyncio.create_task(other.streams.load(TABLE)),
                asyncio.create_task(other.streams.append(Append(TABLE, 1, [played()], key="act"))),
            ]
            await wait_for_the_replica(pair, len(telling), *telling, after=began)
            assert not [task for task in telling if task.done()]
        first, done, loaded, again = await asyncio.gather(*telling, return_exceptions=True)
    assert isinstance(first, AlreadyDone) and isinstance(again, AlreadyDone)
    assert (first.version, done, loaded.stream.version) == (2, Done(TABLE, 2), 2)  # type: ignore[union-attr]


async def test_a_write_that_finds_nothing_left_to_do_waits_for_what_did_it(pair: postgres.Pair) -> None:
    async with Store.open(ServerUrl(pair.url)) as store:
        await store.preferences.set_choices("user:1", {"cards": "letters"})
        async with replica_away(pair):
            resetting = asyncio.create_task(store.preferences.set_choices("user:1", {"cards": None}))
            began = await wait_for_the_replica(pair, 1, resetting)
            await asyncio.to_thread(pair.cut, TERMINATE)
            await wait_for_the_replica(pair, 1, resetting, after=began)
            assert not resetting.done()
            await asyncio.to_thread(pair.fail_over)
            await resetting
            assert await store.preferences.choices("user:1") == {}


async def test_work_that_must_run_once_and_whose_wait_was_cut_off_says_that_it_cannot_know(
    pair: postgres.Pair,
) -> None:
    runs = 0

    def work(db: Connection) -> None:
        nonlocal runs
        runs += 1
        db.execute("UPDATE counted SET revision = revision + 1")

    async with Store.open(ServerUrl(pair.url)) as store, replica_away(pair):
        writing = asyncio.create_task(store._database.write(work, once=True))
        began = await wait_for_the_replica(pair, 1, writing)
        await asyncio.to_thread(pair.cut, CANCEL)
        await wait_for_the_replica(pair, 1, writing, after=began)
        await asyncio.to_thread(pair.cut, TERMINATE)
        with pytest.raises(DatabaseFailed) as failed:
            async with guarded("the end of the work"):
                await writing
    assert failed.value.outside and runs == 1


@asynccontextmanager
async def replica_away(pair: postgres.Pair) -> AsyncIterator[None]:
    """Runs to the end, or until it has become the leader."""
    await asyncio.to_thread(pair.catch_up)
    await asyncio.to_thread(pair.replica.kill)
    try:
        yield
    finally:  # whatever still waits for it would hold up the end of a store
        if not pair.replica.runs:
            await asyncio.to_thread(pair.replica.start)


async def wait_for_the_replica(
    pair: postgres.Pair, count: int, *tasks: asyncio.Task[Any], after: object = "-infinity"
) -> object:
    """Returns once so many sessions do, in transactions begun after this moment; when the last was begun. Or
    once one of the tasks has not waited."""
    began = after

    async def waiting() -> bool:
        nonlocal began
        if any(task.done() for task in tasks):
            return True
        asked = WAITING.format(after=after)
        ((found, last),) = await asyncio.to_thread(pair.leader.execute, asked)
        began = last if found == count else after
        return bool(found == count)

    await until(waiting, f"{count} waits for the replica")
    return began
