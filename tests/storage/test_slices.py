"""What takes long is written in slices: whoever acts meanwhile waits for one of them at most."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from rules.seats import Side
from storage import engine, ratings, recounting
from storage.engine import Slices
from storage.ports.records import Append, TableId, UserId
from storage.store import Store
from tests.storage.conformance.test_ratings import board, rated_pairs, ratings_of
from tests.storage.conftest import Clock, both
from tests.storage.spoiling import change
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
    HERE,
    OPENED,
    OTHER,
    begun,
    no_deals,
    opened,
    played,
    reckoned,
)

VERSION = "SELECT version FROM stream WHERE table_id = ?1"


class Between:
    """Lets something happen as soon as the first slice is being written."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        work: Any,
        owner: Any = ratings.Lines,
        writes: str = "put_lines",
    ) -> None:
        self.seen: list[int] = []
        self.asked: list[str] = []
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        loop, put, waits = asyncio.get_running_loop(), getattr(owner, writes), list[Any]()

        async def happens() -> None:
            self.done.set_result(await work())

        def watched(lines: Any, db: Any, *args: Any, **named: Any) -> Any:
            found = db.execute(VERSION, (OTHER,)).fetchone()[0]
            if not waits:
                waits.append(asyncio.run_coroutine_threadsafe(happens(), loop))
            elif len(self.seen) == 1 and not isinstance(db, sqlite3.Connection):
                waits[0].result(HANGS_AFTER)  # on a server it may be under way
                found = db.execute(VERSION, (OTHER,)).fetchone()[0]
            self.seen.append(found)
            return put(lines, Noting(db, self.asked), *args, **named)

        monkeypatch.setattr(owner, writes, watched)
        monkeypatch.setattr(sys.modules[owner.__module__], "ROWS_AT_A_TIME", 2)


class Noting:
    """A connection that notes what it is asked."""

    def __init__(self, db: Any, asked: list[str]) -> None:
        self._db, self._asked = db, asked

    def execute(self, sql: str, *parameters: Any) -> Any:
        self._asked.append(sql)
        return self._db.execute(sql, *parameters)


async def test_long_work_pauses_after_a_tenth_of_a_second_for_a_multiple_of_what_its_slices_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Slices of 60 ms (of which 50 count, since they may have waited for others), 40, 20, 10 and 5."""
    moments = iter([1, 1.06, 2, 2.04, 3, 3.02, 4, 4.01, 5, 5.005])
    pauses, sliced = list[float](), Slices(rest=150.0)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(engine, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    loop = asyncio.get_running_loop()
    for number in range(5):
        slice_of_it = loop.create_future()
        slice_of_it.set_result(number)
        assert await sliced(slice_of_it) == number
    assert pauses == [pytest.approx(0.11 * 150)]


@both
async def test_an_act_of_somebody_else_is_stored_between_two_slices_of_forgetting(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    await opened(store, OTHER)
    between = Between(monkeypatch, lambda: store.streams.append(Append(OTHER, 1, [played()])))
    await store.people.forget(UserId(301))
    await store.checks.rate_late()
    assert between.done.result() == 2
    assert between.seen == [1, 2, 2], "five pairs are rated otherwise: two, two and one"


@both
async def test_a_rubber_that_ends_between_two_slices_is_rated_too_and_the_forgotten_stay_so(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    await opened(store, OTHER, begun())
    clock.time += 60
    between = Between(
        monkeypatch, lambda: store.streams.append(Append(OTHER, 2, [reckoned(1, Side.EW, 300)]))
    )
    await store.people.forget(UserId(301))
    await store.checks.rate_late()
    assert between.done.result() == 3
    lines = await board(store)
    assert 301 not in {one.user for one in lines} and len(lines) == 6 + 2
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    assert await board(store) == lines


@both
async def test_a_rubber_that_ends_before_the_last_is_rated_behind_its_act_and_in_slices(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by the clock of another process, which is behind."""
    await rated_pairs(store, clock)
    before = await board(store)
    await opened(store, OTHER)
    clock.time -= 330
    people = {ANNA: UserId(301), CLARA: UserId(401), BORIS: UserId(300), DMITRI: UserId(400)}
    late = [OPENED, begun(), reckoned(1, Side.NS, 500)]
    await store.streams.append(Append(TableId("late"), 0, late, place=HERE, people=people))  # type: ignore[arg-type]
    assert ratings_of(await board(store)) == ratings_of(before)
    between = Between(monkeypatch, lambda: store.streams.append(Append(OTHER, 1, [played()])))
    await store.checks.rate_late()
    assert between.done.result() == 2 and between.seen[:2] == [1, 2]
    after = await board(store)
    assert ratings_of(after) != ratings_of(before)
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    assert await board(store) == after


async def spoilt(store: Store) -> None:
    """Each row of a leaderboard and of the rating is not what the log comes to."""
    for statement in ("UPDATE standing SET won = 77", "UPDATE rating SET mu = 77"):
        await change(store, statement)


@both
async def test_an_act_is_stored_between_two_slices_of_a_count_and_no_slice_reads_the_whole_server(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    await opened(store, OTHER)
    await spoilt(store)
    acts = partial(store.streams.append, Append(OTHER, 1, [played()]))
    between = Between(monkeypatch, acts, recounting.Recount, "mend")
    mended = (await store.checks.check_projections(no_deals, unhurried=False)).mended
    assert between.done.result() == 2 and between.seen[:2] == [1, 2]
    assert mended[HERE.guild] > 40
    assert {sql.split()[0] for sql in between.asked} == {"UPDATE", "SELECT", "INSERT"}
    assert {sql for sql in between.asked if sql.startswith("SELECT")} == {ratings.IS_KNOWN}


@both
@pytest.mark.parametrize("happens", ["a rubber ends", "somebody is forgotten"])
async def test_what_happens_between_two_slices_of_a_count_is_counted_once(
    store: Store, clock: Clock, happens: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    before = await board(store)
    await opened(store, OTHER, begun())
    await spoilt(store)
    clock.time += 60
    rubber = Append(OTHER, 2, [reckoned(1, Side.EW, 300)])
    work = (
        partial(store.streams.append, rubber)
        if "ends" in happens
        else partial(store.people.forget, UserId(303))
    )
    Between(monkeypatch, work, recounting.Recount, "mend")
    await store.checks.check_projections(no_deals, unhurried=False)
    monkeypatch.undo()
    after = await board(store)
    pairs = {(one.user, one.partner) for one in after}
    if "ends" in happens:
        assert len(after) == len(before) + 2
    else:
        assert 303 not in {user for pair in pairs for user in pair} and len(after) == len(before) - 1
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    assert await board(store) == after
