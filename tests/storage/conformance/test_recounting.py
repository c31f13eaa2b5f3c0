"""Everything is counted again beside whatever goes on: rows that have decayed are put right, others stay."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from rules.seats import Side
from rules.table.events import RULES_REVISION
from storage.engine import Part
from storage.events import START, link
from storage.ports.records import Append, Checked, DealCount, DealShare, Place, Slot, Stored, TableId
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    no_deals,
    played,
    reckoned,
    rows,
)

pytestmark = of_many_cases

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
        await store.streams.append(Append(table, 0, [OPENED], place=place, people=USERS))
        await store.streams.append(Append(table, 1, [begun()], deal=DEAL))
        for number in range(1, count + 1):
            clock.time += 60
            at = number * 2
            await store.streams.append(
                Append(table, at, [reckoned(number, Side.NS, 50 * number), begun(number + 1)])
            )


def counted(db: Any) -> dict[str, list[tuple[Any, ...]]]:
    found = rows(db)
    return {name: found[name] for name in PROJECTIONS}


async def test_what_was_counted_as_it_ended_is_what_is_counted_again(store: Store, clock: Clock) -> None:
    await filled(store, clock)
    before = await inside(store, counted)
    assert all(before.values())
    checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({}, {})
    assert await inside(store, counted) == before


@pytest.mark.parametrize(
    ("spoiled", "count"),
    [
        ("UPDATE rubber SET value = '51' WHERE table_id = '7f3a9c' AND number = 1", 1),
        ("UPDATE rubber SET guild = 7 WHERE table_id = '7f3a9c' AND number = 1", 1),
        ("UPDATE rubber_share SET points = '-1', won = 0 WHERE alias = 'a1' AND table_id = 'b01d22'", 1),
        ("UPDATE standing SET points = '9' || points WHERE period = 'all' AND board = 'persons'", 8),
        ("UPDATE standing SET user_id = user_id + 1024 WHERE board = 'pairs' AND guild = 100", 16),
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
    checked = await store.checks.check_projections(deals, unhurried=False)
    assert sum(checked.mended.values()) == count and not checked.damaged
    assert await inside(store, counted) == before
    assert (await store.checks.check_projections(deals, unhurried=False)).mended == {}


async def test_a_rubber_that_these_rules_cannot_read_is_named_with_its_event(
    store: Store, clock: Clock
) -> None:
    """The chain is whole: a later release wrote it."""
    await filled(store, clock)
    new = TableId("ab12cd")
    await store.streams.append(Append(new, 0, [OPENED], place=HERE))
    later = RULES_REVISION + 1
    for kind in ("rubber_reckoned", "evening_reckoned"):
        head = link(START, new, 1, kind, "{}", later, None, 7)
        row = (kind, later, head, new)
        await inside(
            store,
            lambda db, row=row: (  # type: ignore[misc]
                db.execute(
                    "UPDATE event SET kind = ?1, body = '{}', revision = ?2, at = 7, hash = ?3, actor = NULL"
                    " WHERE table_id = ?4",
                    row,
                ),
                db.execute("UPDATE stream SET head = ?1 WHERE table_id = ?2", row[2:]),
            ),
        )
        assert await store.streams.verify_chain(new) == 1
        checked = await store.checks.check_projections(deals, unhurried=False)
        assert checked == Checked({}, {new: 1})


async def test_whoever_counts_hears_of_every_stream_as_it_has_been_read(store: Store, clock: Clock) -> None:
    await filled(store, clock)
    heard: list[tuple[Part, int, int]] = []
    assert await store.checks.rebuild_projections(deals, step=lambda *told: heard.append(told))
    assert heard == [(Part.COUNTING, done, 3) for done in (1, 2, 3)]


async def test_more_wrong_rows_than_are_corrected_at_once_are_all_put_right(
    store: Store, clock: Clock
) -> None:
    """Two hundred are corrected in one transaction; 450 deeds are missing."""
    many = DealCount("biritch", 1, (DealShare(ANNA, 24, tuple(f"deed {n}" for n in range(450))),))
    await store.streams.append(Append(TABLE, 0, [OPENED, played()], place=HERE, people=USERS, deal=many))

    def count(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        return [(many, stored[1].at)]

    before = await inside(store, counted)
    assert len(before["deed"]) == 450
    await inside(store, lambda db: db.execute("DELETE FROM deed"))
    assert await store.checks.check_projections(count, unhurried=False) == Checked({HERE.guild: 450}, {})
    assert await inside(store, counted) == before


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
    checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({ELSEWHERE.guild: 3}, {OTHER: 3}) and store.checks.damaged == {OTHER: 3}
    after = await inside(store, counted)
    assert [row for row in after["deed"] if HERE.guild in row] == [
        row for row in before["deed"] if HERE.guild in row
    ]
    assert {row[-1] for row in after["deed"] if ELSEWHERE.guild in row} == {1}


async def test_what_ends_while_it_is_counted_is_counted_too_and_what_does_not_end_holds_nothing_up(
    store: Store, clock: Clock
) -> None:
    """A table that has been counted goes on: first with a card, then with the end of a rubber, and there is
    no rubber to be begun at the other."""
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 77"))
    loop, read, goes_on = asyncio.get_running_loop(), list[TableId](), [played()]

    def count(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        read.append(table)
        if len(read) in (2, 3):  # the other table of the server, and this one once more
            new = Append(TABLE, 6, goes_on) if len(read) == 2 else Append(OTHER, 4, [played()])
            asyncio.run_coroutine_threadsafe(store.streams.append(new), loop).result()
        return deals(table, stored)

    goes_on.append(reckoned(3, Side.EW, 30))  # type: ignore[arg-type]
    assert (await store.checks.check_projections(count, unhurried=False)).damaged == {}
    assert read == [TABLE, OTHER, TABLE, TableId("c0ffee")]
    counts = await inside(store, counted)
    assert (await store.checks.check_projections(deals, unhurried=False)).mended == {}
    assert await inside(store, counted) == counts and len(counts["rubber"]) == 5


async def test_messages_in_their_places_are_counted_as_misplaced_nowhere(store: Store) -> None:
    for table, names in ((TABLE, ("table:1", "lobby:1")), (OTHER, ("table:1",))):
        slots = [Slot.of_name(name) for name in names]
        await store.streams.append(Append(table, 0, [OPENED], place=HERE, people=USERS, slots=slots))
    assert await store.checks.check_projections(no_deals, unhurried=False) == Checked({}, {})
