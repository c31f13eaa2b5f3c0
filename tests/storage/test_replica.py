"""A server with a synchronous replica that takes its place: what was acknowledged is there."""

from __future__ import annotations

import asyncio

import pytest

from bot.ports.records import ServerUrl
from storage.store import Store
from tests import postgres
from tests.storage.happenings import TABLE, opened, played

SOON = 0.5
"""Seconds in which an append that waits for nobody has ended."""


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
