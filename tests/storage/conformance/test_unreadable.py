"""What an engine can no longer read costs the one table or server whose it is, and is never quoted. The
simulated servers read whatever they hold."""

from __future__ import annotations

import traceback

import pytest

from rules.cards import PACK
from rules.seats import Side
from storage.errors import DatabaseFailed
from storage.ports.records import Append, Decayed, Place, Slot, TableId
from storage.ports.storage import BrokenChain, DamagedRows
from storage.store import Store
from tests.storage.conformance.test_terms import DAY, reasoned
from tests.storage.conftest import Clock, both
from tests.storage.spoiling import unreadable
from tests.trials.stage.happenings import (
    ANNA,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    no_deals,
    opened,
    played,
    reckoned,
)

pytestmark = both


async def two_tables(store: Store) -> None:
    """Seven events at one table, one at the other."""
    await opened(store, TABLE, begun(), *map(played, PACK[:5]), slots=[Slot.of_name("table:1")], actor=ANNA)
    await opened(store, OTHER)


def told(fault: BaseException) -> str:
    """All that a log would show of an error."""
    return "".join(traceback.format_exception(fault)) + repr(fault)


@pytest.mark.parametrize("version", [1, 4, 7])
async def test_an_event_that_cannot_be_read_is_named_be_it_the_first_or_the_last(
    store: Store, version: int
) -> None:
    await two_tables(store)
    async with unreadable(store, "event", "body", f"table_id = '{TABLE}' AND version = {version}"):
        for asked in (store.streams.load(TABLE), store.streams.read_deal(TABLE, 1)):
            with pytest.raises(BrokenChain) as broken:
                await asked
            assert broken.value.args == (TABLE, version) and "quotes" not in told(broken.value)
        with pytest.raises(DatabaseFailed) as failed:
            await store.streams.read(TABLE)
        assert failed.value.unreadable and "quotes" not in told(failed.value)
        assert await store.checks.verify_chains() == ({OTHER: 1}, {TABLE: version})
        assert await store.streams.load(OTHER) is not None
    assert await store.streams.verify_chain(TABLE) == 7


async def test_streams_are_listed_without_their_times_while_one_of_these_cannot_be_read(
    store: Store, clock: Clock
) -> None:
    await two_tables(store)
    await store.streams.append(Append(OTHER, 1, [played()], goes_on=True))
    streams, anna = store.streams, USERS[ANNA]
    async with unreadable(store, "event", "at", f"table_id = '{TABLE}' AND version = 7"):
        for listed in (await streams.all_open("table"), await streams.open_of_user("table", anna)):
            assert [(one.table, one.version, one.at) for one in listed] == [(TABLE, 7, 0.0), (OTHER, 2, 0.0)]
        assert await streams.open_places("table") == ((TABLE, HERE), (OTHER, HERE))
        assert await streams.going_on("table") == (OTHER,)
        assert await streams.opened_by("table", anna) == (TABLE,)
        known = (await store.people.known(anna))["tables and score sheets"]
        assert [(one["table"], one["acts"], one["last act"]) for one in known] == [
            (TABLE, None, None),
            (OTHER, None, None),
        ]
        with pytest.raises(BrokenChain) as broken:
            await streams.load(TABLE)
        assert broken.value.args == (TABLE, 7)
        other = await streams.load(OTHER)
        assert other is not None and other.stream.at == clock.time
    assert [one.at for one in await streams.all_open("table")] == [clock.time] * 2


async def test_a_table_of_which_a_message_cannot_be_read_says_so_and_no_other_does(store: Store) -> None:
    await two_tables(store)
    async with unreadable(store, "slot", "digest", f"table_id = '{TABLE}'"):
        with pytest.raises(DamagedRows) as damaged:
            await store.streams.load(TABLE)
        assert damaged.value.args == (TABLE, "rows")
        assert await store.streams.load(OTHER) is not None
        assert await store.checks.verify_chains() == ({TABLE: 7, OTHER: 1}, {})


async def test_a_table_whose_events_cannot_be_dated_keeps_no_other_from_its_term(
    store: Store, clock: Clock
) -> None:
    last = TableId("the last")
    for table in (TABLE, OTHER, last):
        await opened(store, table)
        await reasoned(store, table, 1, 1, 2)
    clock.time += 366 * DAY
    async with unreadable(store, "event", "at", f"table_id = '{OTHER}' AND version = 2"):
        with pytest.raises(DatabaseFailed) as failed:
            await store.checks.drop_details(365)
        assert failed.value.unreadable
    deals = {table: [await store.streams.reasons(table, deal) for deal in (1, 2)] for table in (TABLE, last)}
    assert deals == {TABLE: [{}, {}], last: [{}, {}]}
    assert await store.streams.reasons(OTHER, 1) == {2: "1 1"}
    assert await store.checks.drop_details(365) == (2, 0)


@pytest.mark.parametrize(
    ("table", "column", "lost", "damaged"),
    [
        ("event", "body", f"table_id = '{TABLE}' AND version = 4", {TABLE: 4}),
        ("rubber_share", "points", f"table_id = '{TABLE}'", {}),
    ],
)
async def test_rows_of_one_server_that_cannot_be_read_keep_no_other_from_being_counted_again(
    store: Store, table: str, column: str, lost: str, damaged: dict[TableId, int]
) -> None:
    there, elsewhere = TableId("c0ffee"), Place(HERE.guild + 1, 9)
    rubber = begun(), reckoned(1, Side.NS, 40), begun(2)
    await opened(store, TABLE, *rubber)
    await store.streams.append(Append(there, 0, [OPENED, *rubber], place=elsewhere, people=USERS))
    spoilt = f"UPDATE rating SET mu = mu + 1 WHERE guild = {elsewhere.guild}"
    await inside(store, lambda db: db.execute(spoilt))
    async with unreadable(store, table, column, lost):
        checked = await store.checks.check_projections(no_deals, unhurried=False)
        assert (checked.mended, checked.damaged) == ({elsewhere.guild: 2}, damaged)


async def test_sealed_rows_that_cannot_be_read_are_told_of_by_their_table_and_others_as_ever(
    store: Store,
) -> None:
    await store.preferences.set_choices("user:1", {"language": "fr"})
    await store.contests.frequents(HERE.guild, USERS[ANNA])
    await inside(store, lambda db: db.execute("UPDATE regular SET seal = NULL"))
    async with unreadable(store, "preference", "value", "owner = 'user:1'"):
        decayed = [Decayed("regular", f"{HERE.guild} {USERS[ANNA]}"), Decayed("rows", "preference")]
        assert sorted(await store.checks.decayed()) == decayed
