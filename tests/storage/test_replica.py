"""A server with a synchronous replica that takes its place: what was acknowledged is there.

A commit whose wait for the replica is cut off counts on the leader, and only there: everybody sees it, and it
is lost with the leader's disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.ports.errors import AlreadyDone
from bot.ports.records import Done, ServerUrl
from storage.store import Store
from tests import postgres
from tests.storage.happenings import TABLE, opened, played

SOON = 0.5
"""Seconds in which an append that waits for nobody has ended."""
WITHIN = 20.0
"""Seconds after which these tests stop waiting, and fail."""
WAITING = """
    SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'biritch'
"""
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
            acting = asyncio.create_task(store.append(TABLE, 1, [played()], key="act"))
            await asyncio.wait([acting], timeout=None if local else SOON)
            acknowledged_early = acting.done()
            await asyncio.to_thread(pair.fail_over)
            assert await acting == 2
            assert (await store.done("act") is None) is acknowledged_early is local
            assert await store.verify_chain(TABLE) == (1 if local else 2)


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
    async with Store.open(ServerUrl(pair.url)) as store:
        await opened(store)
        await asyncio.to_thread(pair.catch_up)
        await asyncio.to_thread(pair.replica.kill)
        acting = asyncio.create_task(store.append(TABLE, 1, [played()], key="act"))
        await wait_for_the_replica(pair, 1, acting)
        await asyncio.to_thread(cut, pair)
        await is_visible(pair, "SELECT 1 FROM seen WHERE key = 'act'")
        await wait_for_the_replica(pair, 1, acting)
        assert not acting.done()
        await asyncio.to_thread(pair.fail_over)
        assert await acting == 2
        assert await store.done("act") == Done(TABLE, 2)
        assert await store.verify_chain(TABLE) == 2


async def test_whoever_finds_an_act_that_the_replica_lacks_tells_of_it_once_the_replica_has_it(
    pair: postgres.Pair,
) -> None:
    """The same press at another process, looked up there, and the table loaded there: each answers somebody.
    What is not there needs no replica's word."""
    url = ServerUrl(pair.url)
    async with Store.open(url) as store, Store.open(url) as other:
        await opened(store)
        await asyncio.to_thread(pair.catch_up)
        await asyncio.to_thread(pair.replica.kill)
        acting = asyncio.create_task(store.append(TABLE, 1, [played()], key="act"))
        await wait_for_the_replica(pair, 1, acting)
        assert await other.done("another act") is None
        await asyncio.to_thread(pair.cut, TERMINATE)
        await is_visible(pair, "SELECT 1 FROM seen WHERE key = 'act'")
        telling: list[asyncio.Task[Any]] = [
            acting,
            asyncio.create_task(other.done("act")),
            asyncio.create_task(other.load(TABLE)),
            asyncio.create_task(other.append(TABLE, 1, [played()], key="act")),
        ]
        await wait_for_the_replica(pair, len(telling), *telling)
        assert not [task for task in telling if task.done()]
        await asyncio.to_thread(pair.replica.start)
        async with asyncio.timeout(WITHIN):
            first, done, loaded, again = await asyncio.gather(*telling, return_exceptions=True)
        assert isinstance(first, AlreadyDone) and isinstance(again, AlreadyDone)
        assert (first.version, done, loaded.stream.version) == (2, Done(TABLE, 2), 2)


async def test_a_write_that_finds_nothing_left_to_do_waits_for_what_did_it(pair: postgres.Pair) -> None:
    async with Store.open(ServerUrl(pair.url)) as store:
        await store.choose("user:1", {"cards": "letters"})
        await asyncio.to_thread(pair.catch_up)
        await asyncio.to_thread(pair.replica.kill)
        resetting = asyncio.create_task(store.choose("user:1", {"cards": None}))
        await wait_for_the_replica(pair, 1, resetting)
        await asyncio.to_thread(pair.cut, TERMINATE)
        await is_visible(pair, "SELECT 1 WHERE NOT EXISTS (SELECT FROM preference)")
        await wait_for_the_replica(pair, 1, resetting)
        assert not resetting.done()
        await asyncio.to_thread(pair.fail_over)
        await resetting
        assert await store.choices("user:1") == {}


async def wait_for_the_replica(pair: postgres.Pair, count: int, *tasks: asyncio.Task[Any]) -> None:
    """Returns once so many sessions do, or one of the tasks has not waited."""
    async with asyncio.timeout(WITHIN):
        while not any(task.done() for task in tasks):
            if await asyncio.to_thread(pair.leader.execute, WAITING) == [(count,)]:
                return
            await asyncio.sleep(0.02)


async def is_visible(pair: postgres.Pair, asked: str) -> None:
    async with asyncio.timeout(WITHIN):
        while not await asyncio.to_thread(pair.leader.execute, asked):
            await asyncio.sleep(0.02)
