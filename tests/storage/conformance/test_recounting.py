"""Everything is counted again beside whatever goes on: rows that have decayed are put right, others stay."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from rules.seats import Person, Side
from rules.table.events import RULES_REVISION
from storage.engine import Part
from storage.events import START, link
from storage.ports.records import Append, Checked, DealCount, DealShare, Place, Slot, Stored, TableId, UserId
from storage.ports.storage import UnknownEvent
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.conftest import Clock
from tests.storage.spoiling import change, leads_nowhere
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
        # the only rows of a server in which nobody has played
        ("UPDATE rating SET guild = 13 WHERE guild = 101", 4),
        ("UPDATE result SET guild = 13 WHERE guild = 101 AND user_id = 33", 2),
        ("UPDATE deed SET guild = 13 WHERE guild = 101 AND deed = 'declared H'", 2),
        ("UPDATE best_deal SET guild = 13 WHERE guild = 101", 2),
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


async def test_a_player_who_is_not_found_leaves_what_is_counted_as_it_is_and_the_table_is_named(
    store: Store, clock: Clock, engine: str, caplog: pytest.LogCaptureFixture
) -> None:
    missing = "DELETE FROM person WHERE table_id = 'b01d22' AND alias = 'a1'"
    if leads_nowhere(engine, missing):
        pytest.skip("the simulated servers keep every reference")
    await filled(store, clock)
    before = await inside(store, counted)
    assert await change(store, missing) == 1
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({}, {OTHER: 0}) and store.checks.damaged == {OTHER: 0}
    assert await inside(store, counted) == before
    assert caplog.messages == [
        "what is counted of server 100 stays as it is: DamagedRows('b01d22', 'people')"
    ]


@pytest.mark.parametrize(
    ("decayed", "servers"), [("guild = 777", {100, 777}), ("channel = channel + 1", {100})]
)
async def test_a_table_that_stands_elsewhere_than_it_was_put_leaves_what_is_counted_of_its_server_as_it_is(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture, decayed: str, servers: set[int]
) -> None:
    """Also of the server in which it is no longer found: its rubbers would be taken for too many."""
    await filled(store, clock)
    before = await inside(store, counted)
    await inside(store, lambda db: db.execute(f"UPDATE stream SET {decayed} WHERE table_id = '{OTHER}'"))
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({}, {OTHER: 0})
    assert await inside(store, counted) == before
    assert set(caplog.messages) == {
        f"what is counted of server {server} stays as it is: DamagedRows('b01d22', 'place')"
        for server in servers
    }


async def test_a_table_whose_deals_these_rules_cannot_count_is_named_with_the_event_that_they_cannot_read(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(store, clock)

    def later(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        if table == OTHER:
            raise UnknownEvent(OTHER, 5, "a later kind", 99)
        return deals(table, stored)

    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(later, unhurried=False)
    assert checked.damaged == store.checks.damaged == {OTHER: 5}
    assert caplog.messages == [
        "the deals of table b01d22 cannot be counted: UnknownEvent('b01d22', 5, 'a later kind', 99)"
    ]


async def test_an_actor_who_is_not_among_the_people_of_their_table_leaves_what_is_counted_as_it_is(
    store: Store, clock: Clock, engine: str, caplog: pytest.LogCaptureFixture
) -> None:
    missing = "DELETE FROM person WHERE alias = 'z9'"
    if leads_nowhere(engine, missing):
        pytest.skip("the simulated servers keep every reference")
    await filled(store, clock)
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    guest = Person("z9")
    await store.streams.append(
        Append(TABLE, table.version, [played()], people={guest: UserId(99)}, actor=guest)
    )
    assert (await store.checks.check_projections(deals, unhurried=False)).damaged == {}

    assert await change(store, missing) == 1
    with caplog.at_level(logging.ERROR):
        assert (await store.checks.check_projections(deals, unhurried=False)).damaged == {TABLE: 0}
    assert caplog.messages == [
        "what is counted of server 100 stays as it is: DamagedRows('7f3a9c', 'people')"
    ]


async def test_a_row_that_has_left_its_rubber_is_put_back(store: Store, clock: Clock, engine: str) -> None:
    share = "UPDATE rubber_share SET number = 3 WHERE alias = 'c3' AND table_id = 'b01d22'"
    rubber = "UPDATE rubber SET number = 9 WHERE table_id = '7f3a9c' AND number = 2"
    if leads_nowhere(engine, share):
        pytest.skip("the simulated servers keep every reference")
    await filled(store, clock)
    before = await inside(store, counted)

    for left in (share, rubber):
        assert await change(store, left) == 1
    assert (await store.checks.check_projections(deals, unhurried=False)).mended == {HERE.guild: 4}
    assert await inside(store, counted) == before


async def test_messages_that_belong_to_no_table_are_told_of_and_forgotten_and_the_others_stay(
    store: Store, engine: str
) -> None:
    if engine != "sqlite":
        pytest.skip("a server keeps every reference, and finds each row by its key")
    for table, names in ((TABLE, ("table:1", "lobby:1")), (OTHER, ("table:1",))):
        slots = [Slot.of_name(name) for name in names]
        await store.streams.append(Append(table, 0, [OPENED], place=HERE, people=USERS, slots=slots))
    kept = await store.slots.of_stream(TABLE)
    assert await change(store, f"UPDATE slot SET table_id = 'none' WHERE table_id = '{OTHER}'") == 1
    assert await store.checks.check_projections(no_deals, unhurried=False) == Checked({}, {}, misplaced=1)
    assert await store.checks.check_projections(no_deals, unhurried=False) == Checked({}, {})
    assert await store.slots.of_stream(TABLE) == await store.slots.due_slots() == kept
    await store.streams.want(OTHER, Slot.of_name("table:1"))
    assert [one.key.slot for one in await store.slots.of_stream(OTHER)] == ["table:1"]
