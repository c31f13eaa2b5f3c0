"""The simulated PostgreSQL servers do what real ones do: each scenario is tried on both.

They tell the same of commits that wait for the replica, of those whose wait is cut off, of what is seen
meanwhile, and of what is there when another server leads.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import psycopg
import pytest

from storage.cluster import END_HUNG
from storage.postgres.session import to_postgres
from tests.trials.simulation.driver import Connection
from tests.trials.simulation.fibres import in_fibre
from tests.trials.simulation.pair import Pair
from tests.trials.simulation.server import Blow
from tests.trials.stage import postgres
from tests.trials.stage.guard import HANGS_AFTER, guarded, until

T = TypeVar("T")

MADE = "CREATE TABLE held (id bigint NOT NULL PRIMARY KEY, version bigint NOT NULL)"
ADD = b"INSERT INTO held (id, version) VALUES ($1, 1)"
GROW = b"UPDATE held SET version = version + 1 WHERE id = $1 AND version = $2"
SEEN = b"SELECT version FROM held WHERE id = $1"
SHARE = b"SELECT version FROM held WHERE id = $1 FOR SHARE"
VOUCH = b"SELECT pg_logical_emit_message(true, 'biritch', '')"
BEGIN, COMMIT, ROLLBACK = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", b"COMMIT", b"ROLLBACK"
CANCEL, TERMINATE = "pg_cancel_backend", "pg_terminate_backend"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = '{}'"
SOON = 0.3
"""Seconds in which a statement that waits for nobody has ended."""


class Client:
    """A connection, each statement of which gives its rows, how many rows it has changed, or an error."""

    def __init__(self, raw: Any, run: Callable[[Callable[[], Any]], Coroutine[Any, Any, Any]]) -> None:
        self.raw, self._run = raw, run
        self.warned: list[str] = []
        raw.add_notice_handler(lambda notice: self.warned.append(str(notice.source_function)))

    async def ask(self, sql: bytes, *parameters: int) -> object:
        def asked() -> object:
            try:
                cursor = self.raw.execute(sql, parameters or None)
            except psycopg.Error as error:
                return "lost" if self.raw.closed else type(error).__name__
            words = cursor.statusmessage.split()
            return cursor.fetchall() if words[0] == "SELECT" else words[-1]

        return await self._run(asked)

    def asks(self, sql: bytes, *parameters: int) -> asyncio.Task[object]:
        return asyncio.create_task(self.ask(sql, *parameters))

    async def close(self) -> None:
        await self._run(self.raw.close)


class Servers(Protocol):
    async def client(self) -> Client: ...
    async def part(self) -> None: ...
    async def join(self) -> None: ...
    async def cut(self, how: str, what: str = "SyncRep") -> None: ...
    async def drop(self, client: Client) -> None: ...
    async def restart(self) -> None: ...
    async def fail_over(self) -> None: ...
    async def freeze(self) -> None: ...
    async def thaw(self) -> None: ...
    async def split_off(self, client: Client, *others: Client) -> None: ...
    async def find(self) -> None: ...
    async def waiting(self, what: str) -> int: ...


class Real:
    def __init__(self, pair: postgres.Pair) -> None:
        self._pair = pair
        pair.leader.execute(MADE)

    async def client(self) -> Client:
        def connect() -> Any:
            return psycopg.connect(
                self._pair.leader.url(),
                autocommit=True,
                cursor_factory=psycopg.RawCursor,
                prepare_threshold=None,
            )

        return Client(await asyncio.to_thread(connect), asyncio.to_thread)

    async def part(self) -> None:
        await asyncio.to_thread(self._pair.catch_up)
        await asyncio.to_thread(self._pair.replica.kill)

    async def join(self) -> None:
        await asyncio.to_thread(self._pair.replica.start)

    async def cut(self, how: str, what: str = "SyncRep") -> None:
        ended = f"SELECT {how}(pid) FROM pg_stat_activity WHERE wait_event = '{what}'"
        await asyncio.to_thread(self._pair.leader.execute, ended)

    async def drop(self, client: Client) -> None:
        with socket.socket(fileno=os.dup(client.raw.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    async def restart(self) -> None:
        await asyncio.to_thread(self._pair.leader.kill)
        await asyncio.to_thread(self._pair.leader.start)

    async def fail_over(self) -> None:
        await asyncio.to_thread(self._pair.fail_over)

    async def freeze(self) -> None:
        await asyncio.to_thread(self._pair.leader.freeze)

    async def thaw(self) -> None:
        await asyncio.to_thread(self._pair.leader.thaw)

    async def split_off(self, client: Client, *others: Client) -> None:
        await asyncio.to_thread(self._pair.split_off)
        for other in others:
            await self.drop(other)

    async def find(self) -> None:
        assert self._pair.old is not None
        await asyncio.to_thread(self._pair.old.kill)

    async def waiting(self, what: str) -> int:
        """At the leader and at one that was split off."""
        leaders = [one for one in (self._pair.leader, self._pair.old) if one is not None and one.runs]
        found = [await asyncio.to_thread(one.execute, WAITING.format(what)) for one in leaders]
        return sum(int(str(count)) for ((count,),) in found)


class Simulated:
    def __init__(self, pair: Pair) -> None:
        self._pair, self._clients = pair, 0

    async def client(self) -> Client:
        self._clients += 1
        name = str(self._clients)
        return Client(await in_fibre(lambda: Connection(self._pair, name)), in_fibre)

    async def part(self) -> None:
        self._pair.part(replica=True)

    async def join(self) -> None:
        self._pair.join()

    async def cut(self, how: str, what: str = "SyncRep") -> None:
        for one in self._waiting(what):
            one.strike(Blow.CANCEL if how == CANCEL else Blow.TERMINATE)

    async def drop(self, client: Client) -> None:
        self._pair.drop(client.raw.client)

    async def restart(self) -> None:
        await self._pair.restart(0.05)

    async def fail_over(self) -> None:
        await self._pair.fail_over()

    async def freeze(self) -> None:
        self._pair.freeze()

    async def thaw(self) -> None:
        self._pair.thaw()

    async def split_off(self, client: Client, *others: Client) -> None:
        before = self._pair.leader
        self._split = asyncio.create_task(self._pair.split_off(client.raw.client, HANGS_AFTER))
        await until(lambda: self._pair.leader is not before and self._pair.replica is not None)

    async def find(self) -> None:
        self._pair.mend()
        await self._split

    async def waiting(self, what: str) -> int:
        return len(self._waiting(what))

    def _waiting(self, what: str) -> list[Any]:
        leaders = [one for one in (self._pair.leader, self._pair.old) if one is not None]
        if what == "SyncRep":
            return [one for leader in leaders for one in leader.waiting]
        return [one for leader in leaders for lock in leader.locks.values() for one, _ in lock.waiting]


@asynccontextmanager
async def servers(kind: str) -> AsyncIterator[Servers]:
    if kind == "real":
        if postgres.programs() is None:
            pytest.skip(postgres.WHY_NOT)
        with postgres.pair() as pair:
            yield await asyncio.to_thread(Real, pair)
    else:
        with tempfile.TemporaryDirectory() as folder:
            simulated = Pair(Path(folder), Random(1))
            raw = sqlite3.connect(simulated.leader.path)
            raw.execute(MADE)
            raw.close()
            await simulated.start()
            yield Simulated(simulated)


async def waits(there: Servers, what: str, *tasks: asyncio.Task[object]) -> None:
    """Returns once so many do, for the replica or for others' locks."""

    async def do_wait() -> bool:
        return await there.waiting(what) == len(tasks)

    await until(do_wait)
    assert not any(task.done() for task in tasks)


async def a_commit_is_seen_by_nobody_and_answered_to_nobody_before_the_replica_has_it(there: Servers) -> None:
    one, other = await there.client(), await there.client()
    await there.part()
    adding = one.asks(ADD, 1)
    await waits(there, "SyncRep", adding)
    assert await other.ask(SEEN, 1) == []
    await there.join()
    assert await adding == "1"
    assert await other.ask(SEEN, 1) == [(1,)]
    assert not one.warned


async def what_changes_nothing_waits_for_no_replica_but_what_locks_a_row_or_is_in_the_log_does(
    there: Servers,
) -> None:
    one, two, three = [await there.client() for _ in range(3)]
    await one.ask(ADD, 2)
    await there.part()
    assert await one.ask(GROW, 2, 7) == "0"
    assert await one.ask(SEEN, 2) == [(1,)]
    sharing, vouching = two.asks(SHARE, 2), three.asks(VOUCH)
    await waits(there, "SyncRep", sharing, vouching)
    await there.join()
    assert (await sharing, len(str(await vouching)) > 0) == ([(1,)], True)


async def a_commit_whose_wait_is_cancelled_is_answered_with_a_warning_and_lost_with_its_server(
    there: Servers,
) -> None:
    one, other = await there.client(), await there.client()
    await there.part()
    adding = one.asks(ADD, 3)
    await waits(there, "SyncRep", adding)
    await there.cut(CANCEL)
    assert await adding == "1"
    assert one.warned == ["SyncRepWaitForLSN"]
    assert await other.ask(SEEN, 3) == [(1,)]
    await there.fail_over()
    assert await (await there.client()).ask(SEEN, 3) == []


async def a_commit_whose_connection_is_ended_is_seen_by_all_and_lost_with_its_server(there: Servers) -> None:
    one, other = await there.client(), await there.client()
    await there.part()
    adding = one.asks(ADD, 4)
    await waits(there, "SyncRep", adding)
    await there.cut(TERMINATE)
    assert await adding == "lost"
    assert await other.ask(SEEN, 4) == [(1,)]
    vouching = other.asks(VOUCH)
    await waits(there, "SyncRep", vouching)
    await there.fail_over()
    assert await vouching == "lost"
    assert await (await there.client()).ask(SEEN, 4) == []


async def a_commit_that_waits_as_its_server_is_killed_is_there_when_it_comes_back(there: Servers) -> None:
    one = await there.client()
    await there.part()
    adding = one.asks(ADD, 5)
    await waits(there, "SyncRep", adding)
    await there.restart()
    assert await adding == "lost"
    other = await there.client()
    assert await other.ask(SEEN, 5) == [(1,)]
    await there.join()
    assert await other.ask(GROW, 5, 1) == "1"


async def a_server_goes_on_with_a_commit_though_its_client_has_gone(there: Servers) -> None:
    one, other, third = [await there.client() for _ in range(3)]
    await other.ask(ADD, 6)
    await there.part()
    growing = one.asks(GROW, 6, 1)
    await waits(there, "SyncRep", growing)
    await there.drop(one)
    assert await growing == "lost"
    again = other.asks(GROW, 6, 1)
    await waits(there, "transactionid", again)
    assert await there.waiting("SyncRep") == 1
    assert await third.ask(SEEN, 6) == [(1,)]
    await there.join()
    assert await again == "0"
    assert await third.ask(SEEN, 6) == [(2,)]


async def who_writes_the_row_of_another_waits_and_then_sees_what_they_did(there: Servers) -> None:
    one, two = await there.client(), await there.client()
    await one.ask(ADD, 7)
    await one.ask(BEGIN)
    await two.ask(BEGIN)
    assert await one.ask(GROW, 7, 1) == "1"
    assert await two.ask(SEEN, 7) == [(1,)]
    growing = two.asks(GROW, 7, 1)
    await waits(there, "transactionid", growing)
    assert await one.ask(COMMIT) == "COMMIT"
    assert await growing == "0"
    assert await two.ask(SEEN, 7) == [(2,)]
    assert await two.ask(COMMIT) == "COMMIT"


async def a_client_that_hangs_in_a_transaction_is_ended_when_another_asks_and_its_work_undone(
    there: Servers,
) -> None:
    one, two, three, other = [await there.client() for _ in range(4)]
    await one.ask(ADD, 14)
    for client in (one, other):
        await client.ask(BEGIN)
    assert (await one.ask(GROW, 14, 1), await other.ask(SEEN, 14)) == ("1", [(1,)])
    growing = two.asks(GROW, 14, 1)
    await waits(there, "transactionid", growing)
    assert await three.ask(to_postgres(END_HUNG), 60) == []
    while not (
        ended := await three.ask(to_postgres(END_HUNG), 0)
    ):  # a real one may not wait for its client yet
        await asyncio.sleep(0.02)
    assert ended == [(True,)]
    assert await growing == "1"
    assert await one.ask(COMMIT) == "lost"
    assert (await other.ask(SEEN, 14), await other.ask(COMMIT)) == ([(2,)], "COMMIT")


async def a_transaction_in_which_a_statement_has_failed_runs_no_other_and_cannot_be_committed(
    there: Servers,
) -> None:
    one, two = await there.client(), await there.client()
    await one.ask(ADD, 8)
    await one.ask(BEGIN)
    assert await one.ask(GROW, 8, 1) == "1"
    await two.ask(BEGIN)
    growing = two.asks(GROW, 8, 1)
    await waits(there, "transactionid", growing)
    await there.cut(CANCEL, "transactionid")
    assert await growing == "QueryCanceled"
    assert await one.ask(ADD, 8) == "UniqueViolation"
    for client in (one, two):
        assert await client.ask(SEEN, 8) == "InFailedSqlTransaction"
        assert client.raw.info.transaction_status.name == "INERROR"
    assert await one.ask(COMMIT) == "ROLLBACK"
    assert await two.ask(ROLLBACK) == "ROLLBACK"
    assert await one.ask(SEEN, 8) == [(1,)]


async def what_was_answered_is_there_when_the_other_server_leads_and_what_was_begun_is_not(
    there: Servers,
) -> None:
    one, two = await there.client(), await there.client()
    await one.ask(ADD, 9)
    await two.ask(BEGIN)
    await two.ask(ADD, 10)
    await there.fail_over()
    assert await one.ask(SEEN, 9) == "lost"
    assert await two.ask(COMMIT) == "lost"
    three = await there.client()
    assert (await three.ask(SEEN, 9), await three.ask(SEEN, 10)) == ([(1,)], [])
    assert await three.ask(GROW, 9, 1) == "1"


async def a_leader_that_stands_still_answers_nobody_and_goes_on_where_it_stood(there: Servers) -> None:
    one, two, three = [await there.client() for _ in range(3)]
    await one.ask(ADD, 11)
    await there.part()
    growing = one.asks(GROW, 11, 1)
    await waits(there, "SyncRep", growing)
    await there.freeze()
    await there.join()
    adding, seeing = two.asks(ADD, 12), three.asks(SEEN, 11)
    await asyncio.sleep(SOON)
    assert not any(task.done() for task in (growing, adding, seeing))
    await there.thaw()
    assert (await growing, await adding) == ("1", "1")
    assert await seeing in ([(1,)], [(2,)])
    assert await three.ask(SEEN, 11) == [(2,)]
    assert not one.warned


async def a_leader_that_is_split_off_acknowledges_nothing_while_the_other_leads(there: Servers) -> None:
    beside, other = await there.client(), await there.client()
    await beside.ask(ADD, 13)
    await there.split_off(beside, other)
    assert await other.ask(SEEN, 13) == "lost"
    assert await beside.ask(SEEN, 13) == [(1,)]
    growing = beside.asks(GROW, 13, 1)
    await waits(there, "SyncRep", growing)
    one = await there.client()
    assert await one.ask(SEEN, 13) == [(1,)]
    assert await one.ask(GROW, 13, 1) == "1"
    await asyncio.sleep(SOON)
    assert not growing.done()
    await there.find()
    assert await growing == "lost"
    assert await one.ask(GROW, 13, 2) == "1"


SCENARIOS = (
    a_commit_is_seen_by_nobody_and_answered_to_nobody_before_the_replica_has_it,
    what_changes_nothing_waits_for_no_replica_but_what_locks_a_row_or_is_in_the_log_does,
    a_commit_whose_wait_is_cancelled_is_answered_with_a_warning_and_lost_with_its_server,
    a_commit_whose_connection_is_ended_is_seen_by_all_and_lost_with_its_server,
    a_commit_that_waits_as_its_server_is_killed_is_there_when_it_comes_back,
    a_server_goes_on_with_a_commit_though_its_client_has_gone,
    who_writes_the_row_of_another_waits_and_then_sees_what_they_did,
    a_client_that_hangs_in_a_transaction_is_ended_when_another_asks_and_its_work_undone,
    a_transaction_in_which_a_statement_has_failed_runs_no_other_and_cannot_be_committed,
    what_was_answered_is_there_when_the_other_server_leads_and_what_was_begun_is_not,
    a_leader_that_stands_still_answers_nobody_and_goes_on_where_it_stood,
    a_leader_that_is_split_off_acknowledges_nothing_while_the_other_leads,
)


@pytest.mark.parametrize("kind", ["simulated", "real"])
async def test_the_simulated_servers_do_what_real_ones_do(kind: str) -> None:
    async with servers(kind) as there:
        for scenario in SCENARIOS:
            async with guarded(scenario.__name__):
                await scenario(there)
