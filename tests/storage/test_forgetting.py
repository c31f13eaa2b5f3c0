"""Somebody with many rows is forgotten in slices; a process may be killed at each, and others act in
between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.challenges import Challenge, Challenged
from rules.seats import Person, Seat, Side
from storage import people
from storage.ports.records import (
    Admission,
    Append,
    Attempt,
    Contest,
    DatabaseAddress,
    ServerUrl,
    TableId,
    UserId,
)
from storage.sqlite import database
from storage.sqlite.connections import emptied
from storage.store import Store
from tests.storage.conftest import Clock, both
from tests.storage.spoiling import change
from tests.trials.stage.guard import HANGS_AFTER, guarded
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    all_wait,
    begin_at_table,
    begun,
    contents,
    inside,
    no_deals,
    opened,
    played,
    reckoned,
    rows,
)

PEOPLE = {one: UserId(9000 + user) for one, user in USERS.items()}
STEPS = 3 + 2 + 1 + 9 + 1 + 3 + 2 + 2 + 1
"""Of one row each: Anna has been at two tables, and each kind of rows is asked for once in vain; one rating,
with a partner who came later; eight lines of boards, alone and with Clara, of all time, a year, a month and a
season; two results, a deal and a challenge. What is left goes at the end."""


class Killed(Exception):
    """The process ends here, before a slice is stored."""


class Slices:
    """Of one row each, and somebody is forgotten. Before one of them something happens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, happens: Callable[[int, Any], object]) -> None:
        self.begun = 0
        self._happens = happens
        monkeypatch.setattr(people, "FEW", 0)
        monkeypatch.setattr(people, "SLICE", 1)
        monkeypatch.setattr(people, "BETWEEN_SLICES", 0.0)
        monkeypatch.setattr(people, "SLICES", tuple(map(self._watched, people.SLICES)))
        monkeypatch.setattr(people, "delete_rest", self._watched(people.delete_rest))

    def _watched(self, slice_of: Callable[..., Any]) -> Callable[..., Any]:
        def work(db: Any, *given: Any, **named: Any) -> Any:
            self.begun += 1
            self._happens(self.begun, db)
            return slice_of(db, *given, **named)

        return work


def killed_at(step: int) -> Callable[[int, Any], None]:
    def happens(number: int, _: Any) -> None:
        if number == step:
            raise Killed

    return happens


def never(_: int, __: Any) -> None:
    """Nothing happens."""


async def two_rubbers(store: Store, clock: Clock, turn: int = 0) -> None:
    """All four have played two rubbers at different tables. Anna has begun a deal and a challenge."""
    for number, table in enumerate((TABLE, OTHER)):
        clock.time += 60
        events = [OPENED, begun(), reckoned(1, Side.NS, 10 + number)]
        new = Append(TableId(f"{table}{turn}"), 0, events, place=HERE, people=PEOPLE)
        await store.streams.append(new)  # type: ignore[arg-type]
    anna, now, deal = PEOPLE[ANNA], clock.time, f"c{turn}"
    await store.contests.add_contest(Contest(deal, "biritch", Seat.EAST, "good", bytes(32), now))
    await begin_at_table(store, Attempt(TableId(f"{deal}-t"), deal, anna, "", now, None, None, ()))
    await store.slots.remember_dm(anna, 777)
    assert await challenged(store, clock, f"f{turn}") is Admission.DONE


async def challenged(store: Store, clock: Clock, name: str) -> Admission:
    now = clock.time
    places = (
        Challenged(PEOPLE[ANNA], now, now, True),
        Challenged(UserId(7000 + int(name[1:])), now, None, False),
    )
    called = Challenge(name, "biritch", "easy", now, 5, 6, True, places)
    return await store.challenges.begin_challenge(called, [])


async def traces(store: Store, user: UserId) -> Sequence[str]:
    """The tables in which a user is anywhere."""
    found = await inside(store, rows)
    texts = {str(user), f"user:{user}", f"forgetting:{user}"}
    return [name for name, of in found.items() if any(user in row or texts.intersection(row) for row in of)]


@both
async def test_a_kill_at_any_slice_leaves_nobody_half_forgotten_after_the_next_start(
    where: DatabaseAddress, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is as if they had been forgotten at once, and nobody else is."""
    for step in range(1, STEPS + 1):
        async with Store.open(where, now=clock) as store:
            await two_rubbers(store, clock, step)
            others = await traces(store, PEOPLE[BORIS])
            with monkeypatch.context() as patched:
                slices = Slices(patched, killed_at(step))
                with pytest.raises(Killed):
                    await store.people.forget(PEOPLE[ANNA])
                assert slices.begun == step and "preference" in await traces(store, PEOPLE[ANNA])
        async with Store.open(where, now=clock) as store:
            assert await traces(store, PEOPLE[ANNA]) == [], step
            assert await traces(store, PEOPLE[BORIS]) == others
            assert await store.people.end_forgetting() == () == await store.checks.decayed()


async def test_slices_leave_what_one_transaction_leaves(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = []
    for few, steps in ((1000, 0), (0, STEPS)):
        clock = Clock()
        async with Store.open(path.with_name(f"{few}.sqlite3"), now=clock) as store:
            await two_rubbers(store, clock)
            with monkeypatch.context() as patched:
                slices = Slices(patched, never)
                patched.setattr(people, "FEW", few)
                await store.people.forget(PEOPLE[ANNA])
                assert slices.begun == steps
            found = await inside(store, rows)
            assert await store.checks.decayed() == ()
            drawn = ("contest", "attempt")  # their keys, and so their marks
            left.append(
                {
                    name: [
                        [one for one in row if name not in drawn or not isinstance(one, bytes)] for row in of
                    ]
                    for name, of in found.items()
                }
            )
    assert left[0] == left[1]


@both
async def test_an_act_of_somebody_else_is_stored_between_any_two_slices(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two_rubbers(store, clock)
    acted = TableId("acted")
    await store.streams.append(Append(acted, 0, [OPENED], place=HERE))
    loop, acting, seen = asyncio.get_running_loop(), list[Any](), list[int]()

    def happens(number: int, db: Any) -> None:
        """What was asked for in the slice before is stored by now; on a server it may be under way."""
        if acting and store._database.has_peers:
            acting[-1].result(HANGS_AFTER)
        seen.append(db.execute("SELECT version FROM stream WHERE table_id = ?1", (acted,)).fetchone()[0])
        act = store.streams.append(Append(acted, number, [played()]))
        acting.append(asyncio.run_coroutine_threadsafe(act, loop))

    Slices(monkeypatch, happens)
    async with guarded("the forgetting"):
        await store.people.forget(PEOPLE[ANNA])
    assert seen == [*range(1, STEPS + 1)]
    assert await traces(store, PEOPLE[ANNA]) == []


@both
async def test_who_comes_back_before_they_are_forgotten_to_the_end_is_somebody_new(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever brings them back first ends what a kill of another process has left."""
    await two_rubbers(store, clock)
    anna, now = PEOPLE[ANNA], clock.time
    back, deal = TableId("back"), Contest("c8", "biritch", Seat.EAST, "good", bytes(32), now)
    await store.contests.add_contest(deal)
    await store.streams.append(Append(back, 0, [OPENED], place=HERE))
    ways: Sequence[tuple[Callable[[], Any], list[str]]] = (
        (lambda: store.streams.append(Append(back, 1, [played()], people={Person("z9"): anna})), ["person"]),
        (lambda: begin_at_table(store, Attempt(back, "c8", anna, "", now, None, None, ())), ["attempt"]),
        (lambda: challenged(store, clock, "f8"), ["challenged"]),
    )
    for comes_back, there in ways:
        with monkeypatch.context() as patched:
            Slices(patched, killed_at(3))
            with pytest.raises(Killed):
                await store.people.forget(anna)
        assert "preference" in await traces(store, anna)
        await comes_back()
        assert await traces(store, anna) == there
        assert await store.people.end_forgetting() == ()
        assert await traces(store, anna) == there


async def test_another_process_goes_on_with_what_one_that_was_killed_has_left(
    url: ServerUrl, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Store.open(url, now=clock) as one, Store.open(url, now=clock) as other:
        await two_rubbers(one, clock)
        with monkeypatch.context() as patched:
            Slices(patched, killed_at(2))
            with pytest.raises(Killed):
                await one.people.forget(PEOPLE[ANNA])
        assert await other.people.end_forgetting() == (PEOPLE[ANNA],)
        assert await traces(one, PEOPLE[ANNA]) == []


@both
async def test_two_who_end_it_at_once_leave_what_is_played_after_it(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is behind finds that there is nothing to do, though somebody new has the number by then."""
    await two_rubbers(store, clock)
    await inside(store, lambda db: people.begin_forgetting(db, PEOPLE[ANNA]))
    await store.people.end_forgetting()
    await store.streams.append(Append(TableId("new"), 0, [OPENED], place=HERE, people=PEOPLE))
    await inside(store, lambda db: people.delete_rest(db, PEOPLE[ANNA], clock.time))
    assert (await store.streams.users_of(TableId("new")))[ANNA] == PEOPLE[ANNA]


@both
async def test_what_is_counted_while_somebody_is_forgotten_is_found_right(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the others, who are to be rated without her."""
    await two_rubbers(store, clock)
    for step, amiss in ((2, {HERE.guild: 1}), (3, {}), (8, {})):
        with monkeypatch.context() as patched:
            Slices(patched, killed_at(step))
            with pytest.raises(Killed):
                await store.people.forget(PEOPLE[ANNA])
        assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == amiss


async def test_a_mark_that_has_decayed_has_nobody_else_forgotten(path: Path, clock: Clock) -> None:
    async with Store.open(path, now=clock) as store:
        await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, people=PEOPLE))
        await inside(store, lambda db: people.begin_forgetting(db, PEOPLE[ANNA]))
        await change(store, f"UPDATE preference SET owner = 'forgetting:{PEOPLE[BORIS]}'")
    async with Store.open(path, now=clock) as store:
        assert {ANNA, BORIS, CLARA, DMITRI} == set(await store.streams.users_of(TABLE))
        assert [one.table for one in await store.checks.decayed()] == ["preference", "list", "list"]


async def test_after_a_slice_others_are_left_alone_for_a_moment(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments, loop = list[float](), asyncio.get_running_loop()
    Slices(monkeypatch, lambda *_: moments.append(loop.time()))
    async with Store.open(path, clock) as store:
        await two_rubbers(store, clock)
        monkeypatch.setattr(people, "BETWEEN_SLICES", 0.02)
        await store.people.forget(PEOPLE[ANNA])
    waits = [later - before for before, later in pairwise(moments)]
    full = STEPS - len(people.SLICES)  # each kind is asked for once in vain
    assert sum(wait >= 0.02 for wait in waits) >= full


async def test_a_slice_shares_the_commit_of_somebody_else(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait for no commit but their own."""
    await opened(store)
    monkeypatch.setattr(database, "QUIET", HANGS_AFTER)
    said = list[str]()
    await inside(store, lambda db: db.set_trace_callback(said.append))
    beside = asyncio.create_task(store._database.write_beside(lambda db: db.execute(people.FORGET_DM, (5,))))
    await all_wait()
    await store.streams.append(Append(TABLE, 1, [played()]))
    await beside
    assert said.count("COMMIT") == 1
    assert any(one.startswith("DELETE FROM dm") for one in said)
    monkeypatch.setattr(database, "QUIET", 0.0)
    await store._database.write_beside(lambda db: db.execute(people.FORGET_DM, (5,)))
    assert said.count("COMMIT") == 2, "nobody writes: it has a commit of its own"
    await inside(store, lambda db: db.set_trace_callback(None))


async def test_what_slices_write_is_moved_into_the_file_by_no_commit_of_an_act(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CAUGHT_UP_EVERY", 2)
    user = UserId(0x1234_5678_9ABC_DEF)
    await inside(store, emptied)
    there = list[bool]()
    for _ in range(2):
        await store._database.write_beside(partial(people.remember_dm, user=user, channel=5))
        there.append(int(user).to_bytes(8, "big") in contents(path))
    assert there == [False, True]
