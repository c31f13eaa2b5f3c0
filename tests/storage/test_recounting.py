"""Everything is counted again beside whatever goes on: rows that have decayed are put right, others stay."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from ports.records import Append, DealCount, DealShare, Place, Stored, TableId, UserId
from ports.storage import UnknownEvent
from rules.seats import Side
from storage.store import Store
from tests.storage.conftest import Clock, both
from tests.storage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    reckoned,
    rows,
)

PROJECTIONS = ("rubber", "rubber_share", "standing", "rating", "result", "deed", "best_deal")
DEAL = DealCount(
    "biritch", 1, (DealShare(ANNA, 24, ("deal", "declared H")), DealShare(BORIS, -24, ("deal",)))
)
ELSEWHERE = Place(HERE.guild + 1, 900)


def deals(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
    """One finished deal at each table, at the time of its second event."""
    return [(DEAL, stored[1].at)]


async def filled(store: Store, clock: Clock) -> None:
    """Two tables in one server and one in another: two rubbers, one and one, and a deal at each."""
    for table, place, count in ((TABLE, HERE, 2), (OTHER, HERE, 1), (TableId("c0ffee"), ELSEWHERE, 1)):
        clock.time += 60
        await store.append(Append(table, 0, [OPENED], place=place, people=USERS))
        await store.append(Append(table, 1, [begun()], deal=DEAL))
        for number in range(1, count + 1):
            clock.time += 60
            at = number * 2
            await store.append(Append(table, at, [reckoned(number, Side.NS, 50 * number), begun(number + 1)]))


def counted(db: Any) -> dict[str, list[tuple[Any, ...]]]:
    found = rows(db)
    return {name: found[name] for name in PROJECTIONS}


@both
async def test_what_was_counted_as_it_ended_is_what_is_counted_again(store: Store, clock: Clock) -> None:
    await filled(store, clock)
    before = await inside(store, counted)
    assert all(before.values())
    checked = await store.check_projections(deals, unhurried=False)
    assert checked == type(checked)({}, {})
    assert await inside(store, counted) == before


@both
@pytest.mark.parametrize(
    ("spoiled", "count"),
    [
        ("UPDATE rubber SET value = '51' WHERE table_id = '7f3a9c' AND number = 1", 1),
        ("UPDATE rubber SET guild = 7 WHERE table_id = '7f3a9c' AND number = 1", 1),
        ("UPDATE rubber_share SET points = '-1', won = 0 WHERE alias = 'a1' AND table_id = 'b01d22'", 1),
        ("UPDATE standing SET points = '9' || points WHERE period = 'all' AND board = 'persons'", 8),
        ("UPDATE standing SET user_id = user_id + 1024 WHERE board = 'pairs' AND guild = 100", 12),
        ("UPDATE standing SET place = '1' WHERE user_id = 11 AND period = 'all' AND board = 'persons'", 2),
        ("UPDATE standing SET guild = 13 WHERE user_id = 22 AND period = 'all' AND guild = 101", 4),
        ("DELETE FROM standing WHERE guild = 100 AND board = 'persons' AND period = 'all'", 4),
        ("UPDATE rating SET mu = mu + 1 WHERE user_id = 11", 2),
        ("UPDATE result SET points = '0' WHERE user_id = 33", 4),
        ("UPDATE deed SET count = count + 4 WHERE user_id = 11 AND deed = 'deal'", 2),
        ("UPDATE best_deal SET deal = 3", 2),
        ("DELETE FROM best_deal", 2),
    ],
)
async def test_rows_that_have_decayed_are_put_right_and_counted(
    store: Store, clock: Clock, spoiled: str, count: int
) -> None:
    await filled(store, clock)
    before = await inside(store, counted)
    await inside(store, lambda db: db.execute(spoiled))
    assert await inside(store, counted) != before
    checked = await store.check_projections(deals, unhurried=False)
    assert sum(checked.mended.values()) == count and not checked.damaged
    assert await inside(store, counted) == before
    assert (await store.check_projections(deals, unhurried=False)).mended == {}


async def test_a_row_that_has_left_its_rubber_is_put_back(store: Store, clock: Clock) -> None:
    await filled(store, clock)
    before = await inside(store, counted)

    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("UPDATE rubber_share SET number = 3 WHERE alias = 'c3' AND table_id = 'b01d22'")
        db.execute("UPDATE rubber SET number = 9 WHERE table_id = '7f3a9c' AND number = 2")
        db.execute("PRAGMA foreign_keys = ON")

    await inside(store, decay)
    assert (await store.check_projections(deals, unhurried=False)).mended == {HERE.guild: 4}
    assert await inside(store, counted) == before


async def test_a_player_who_is_not_found_leaves_what_is_counted_as_it_is_and_the_table_is_named(
    store: Store, clock: Clock
) -> None:
    await filled(store, clock)
    before = await inside(store, counted)

    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DELETE FROM person WHERE table_id = 'b01d22' AND alias = 'a1'")
        db.execute("PRAGMA foreign_keys = ON")

    await inside(store, decay)
    checked = await store.check_projections(deals, unhurried=False)
    assert (checked.mended, set(checked.damaged)) == ({}, {OTHER})
    assert await inside(store, counted) == before


async def test_a_table_whose_deals_these_rules_cannot_count_is_named_with_the_event_that_they_cannot_read(
    store: Store, clock: Clock
) -> None:
    await filled(store, clock)

    def later(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        if table == OTHER:
            raise UnknownEvent(OTHER, 5, "a later kind", 99)
        return deals(table, stored)

    checked = await store.check_projections(later, unhurried=False)
    assert checked.damaged == store.damaged == {OTHER: 5}


async def test_a_server_with_a_table_that_cannot_be_read_stays_as_it_is_and_the_table_is_named(
    store: Store, clock: Clock
) -> None:
    """What that table brought could not be counted again."""
    await filled(store, clock)
    await inside(
        store, lambda db: db.execute("UPDATE event SET at = 1 WHERE table_id = 'b01d22' AND version = 3")
    )
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 77"))
    before = await inside(store, counted)
    checked = await store.check_projections(deals, unhurried=False)
    assert checked.damaged == store.damaged == {OTHER: 3}
    assert checked.mended == {ELSEWHERE.guild: 3}
    after = await inside(store, counted)
    assert [row for row in after["deed"] if HERE.guild in row] == [
        row for row in before["deed"] if HERE.guild in row
    ]
    assert {row[-1] for row in after["deed"] if ELSEWHERE.guild in row} == {1}


class Held:
    """Counts deals as ``deals`` does, but waits at the first table until it is let go."""

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()

    def __call__(self, table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        self.reached.set()
        assert self.let_go.wait(10)
        return deals(table, stored)


@both
async def test_what_ends_while_it_is_counted_is_counted_once_and_who_is_forgotten_is_left_out(
    store: Store, clock: Clock
) -> None:
    """Nobody waits for it meanwhile."""
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE standing SET won = won + 1"))
    held = Held()
    counting = asyncio.create_task(store.check_projections(held, unhurried=False))
    assert await asyncio.to_thread(held.reached.wait, 10)
    clock.time += 60
    table = await store.table(TABLE)
    assert table is not None
    await store.append(Append(TABLE, table.version, [reckoned(3, Side.EW, 30), begun(4)]))
    new = TableId("ab12cd")
    await store.append(
        Append(new, 0, [OPENED, begun(), reckoned(1, Side.EW, 9)], place=HERE, people=USERS, deal=DEAL)
    )
    await store.forget(USERS[BORIS])
    assert not counting.done()
    held.let_go.set()
    await counting
    mended = await inside(store, counted)
    await inside(store, lambda db: [db.execute(f"DELETE FROM {name}") for name in reversed(PROJECTIONS)])
    await store.rebuild_projections(deals)
    assert await inside(store, counted) == mended
    assert {row[0] for row in mended["deed"]} == {USERS[ANNA]}


@both
async def test_a_leaderboard_says_that_it_is_being_counted_until_it_has_been(
    store: Store, clock: Clock
) -> None:
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
    held = Held()
    counting = asyncio.create_task(store.rebuild_projections(held, if_due=True))
    assert await asyncio.to_thread(held.reached.wait, 10)
    assert (await store.leaderboard(HERE.guild, "biritch")).counting
    assert (await store.record(HERE.guild, "biritch", UserId(11))).counting
    held.let_go.set()
    assert await counting
    assert not (await store.leaderboard(HERE.guild, "biritch")).counting
    assert not (await store.record(HERE.guild, "biritch", UserId(11))).counting


async def test_a_new_database_has_nothing_to_count(store: Store) -> None:
    assert not await store.is_count_due()
