"""Who is behind a pseudonym, where a stream stands, and which messages: what has decayed is noticed."""

from __future__ import annotations

import pytest

from storage.ports.records import Append, DealCount, DealShare, Decayed, Place, Slot, SlotKey, SlotState
from storage.ports.storage import DamagedRows
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
from tests.trials.stage.happenings import ANNA, BORIS, HERE, OTHER, TABLE, USERS, inside, opened, played

pytestmark = of_many_cases

SHOWN = SlotState(
    SlotKey(TABLE, Slot.of_name("table:1")), 1, 1, "a digest", 200, 2**60, 3, 2, 1_700_000_000.5, "forbidden"
)


async def shown(store: Store) -> None:
    """Two tables with two messages each, of which one stands."""
    for table in (TABLE, OTHER):
        await opened(store, table, slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")])
        await store.slots.note_slots([SHOWN._replace(key=SlotKey(table, Slot.of_name("table:1")))])


async def change(store: Store, statement: str) -> None:
    assert await inside(store, lambda db: db.execute(statement).rowcount) == 1


@pytest.mark.parametrize(
    "decayed",
    [
        "UPDATE person SET user_id = 11 + 1024 WHERE table_id = '7f3a9c' AND alias = 'a1'",
        "UPDATE person SET user_id = NULL WHERE table_id = '7f3a9c' AND alias = 'a1'",
        "UPDATE person SET alias = 'a3' WHERE table_id = '7f3a9c' AND alias = 'a1'",
        "UPDATE person SET seal = NULL WHERE table_id = '7f3a9c' AND alias = 'a1'",
        "UPDATE person SET seal = (SELECT seal FROM person WHERE table_id = 'b01d22' AND alias = 'a1') "
        "WHERE table_id = '7f3a9c' AND alias = 'a1'",
    ],
)
async def test_a_pseudonym_that_leads_to_somebody_else_is_noticed_at_its_table_alone(
    store: Store, decayed: str
) -> None:
    await shown(store)
    await change(store, decayed)
    for asked in (store.streams.load(TABLE), store.streams.users_of(TABLE)):
        with pytest.raises(DamagedRows) as damaged:
            await asked
        assert damaged.value.args == (TABLE, "people")
    assert await store.streams.users_of(OTHER) == USERS


async def test_who_is_forgotten_leaves_no_seal_by_which_they_could_be_found(store: Store) -> None:
    await shown(store)
    await store.people.forget(USERS[ANNA])
    assert ANNA not in await store.streams.users_of(TABLE)
    found = "SELECT count(*) FROM person WHERE user_id IS NULL AND seal IS NULL"
    assert await inside(store, lambda db: db.execute(found).fetchone()) == (2,)


@pytest.mark.parametrize(
    "decayed",
    [
        *(
            "name = 'table:3'",
            "shown = 0",
            "digest = 'a_digest'",
            "channel = 201",
            "message = 1",
            "posts = 2",
        ),
        *("tries = 0", "not_before = 1", "parked = NULL", "parked = ''", "seal = NULL", "shown = NULL"),
    ],
)
async def test_a_message_of_which_something_else_is_stored_is_forgotten_and_asked_for_again(
    store: Store, decayed: str
) -> None:
    await shown(store)
    sound = await store.slots.of_stream(OTHER)
    assert len(sound) == 2
    await change(store, f"UPDATE slot SET {decayed} WHERE table_id = '7f3a9c' AND name = 'table:1'")
    assert [one.key.slot for one in await store.slots.of_stream(TABLE)] == ["hand:a1"]
    kept = await store.streams.load(TABLE)
    assert kept is not None and kept.lost and [one.key.slot for one in kept.slots] == ["hand:a1"]
    await store.streams.renew(TABLE, Slot.of_name("table:1"), Slot.of_name("hand:a1"))
    assert set(await store.slots.of_stream(TABLE)) == {
        SlotState(SlotKey(TABLE, Slot.of_name("table:1")), 1),
        SlotState(SlotKey(TABLE, Slot.of_name("hand:a1")), 1),
    }
    kept = await store.streams.load(TABLE)
    assert kept is not None and not kept.lost
    assert await store.slots.of_stream(OTHER) == sound


async def test_a_message_that_is_due_and_not_known_any_more_has_its_table_looked_at(store: Store) -> None:
    await shown(store)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("hand:a1")]))
    await change(store, "UPDATE slot SET name = 'hbnd:a1' WHERE table_id = '7f3a9c' AND name = 'hand:a1'")
    assert {one.key.table for one in await store.slots.due_slots()} == {TABLE, OTHER}


async def test_no_message_is_wanted_as_a_table_will_be_one_day(store: Store) -> None:
    """It would be due for ever."""
    await shown(store)
    await change(store, "UPDATE slot SET wanted = 1 + 65536 WHERE table_id = '7f3a9c' AND name = 'table:1'")
    assert [one.wanted for one in await store.slots.of_stream(TABLE)] == [1, 1]
    assert all(one.wanted == 1 for one in await store.slots.due_slots())


async def test_a_message_that_moves_is_as_sound_as_before(store: Store) -> None:
    await shown(store)
    await store.streams.move(TABLE, HERE.channel + 1)
    moved = {one.key.slot: one for one in await store.slots.of_stream(TABLE)}
    assert moved["hand:a1"].posts == 1 and len(moved) == 2  # type: ignore[index]


@pytest.mark.parametrize(
    "decayed",
    [
        *("channel = channel + 1024", "guild = guild + 1024", "kind = 'sheet'", "seal = NULL"),
        "seal = (SELECT seal FROM stream WHERE table_id = 'b01d22')",
        "channel = guild, guild = channel",
    ],
)
async def test_a_table_that_stands_elsewhere_than_it_was_put_is_noticed_alone(
    store: Store, decayed: str
) -> None:
    await shown(store)
    await change(store, f"UPDATE stream SET {decayed} WHERE table_id = '7f3a9c'")
    for asked in (
        store.streams.load(TABLE),
        store.streams.load_sheet(TABLE),
        store.streams.load_evening(TABLE),
    ):
        with pytest.raises(DamagedRows) as damaged:
            await asked
        assert damaged.value.args == (TABLE, "place")
    other = await store.streams.load(OTHER)
    assert other is not None and other.stream.place == HERE


async def test_a_table_that_stands_elsewhere_than_it_was_put_is_not_moved_from_there(store: Store) -> None:
    """It would be sealed as it has decayed."""
    await shown(store)
    await change(store, "UPDATE stream SET guild = guild + 1024 WHERE table_id = '7f3a9c'")
    slots = await store.slots.of_stream(TABLE)
    with pytest.raises(DamagedRows):
        await store.streams.move(TABLE, HERE.channel + 1)
    assert await store.slots.of_stream(TABLE) == slots
    with pytest.raises(DamagedRows):
        await store.streams.load(TABLE)


async def test_a_table_that_was_moved_or_taken_into_a_server_is_sound_and_goes_on(store: Store) -> None:
    await shown(store)
    await store.streams.move(TABLE, 7, "", 8)
    await store.streams.move(TABLE, 9)
    await store.streams.append(Append(TABLE, 1, [played()]))
    kept = await store.streams.load(TABLE)
    assert kept is not None and kept.stream.place == Place(8, 9) and len(kept.events) == 2


async def test_a_deal_of_somebody_who_is_no_longer_found_is_counted_for_nobody(store: Store) -> None:
    await shown(store)
    before = await store.standings.record(HERE.guild, "biritch", USERS[BORIS])
    await change(store, f"DELETE FROM person WHERE table_id = '{TABLE}' AND alias = '{ANNA.alias}'")
    deal = DealCount("biritch", 1, (DealShare(BORIS, -24, ("deal",)), DealShare(ANNA, 24, ("deal",))))
    with pytest.raises(DamagedRows) as damaged:
        await store.streams.append(Append(TABLE, 1, [played()], deal=deal))
    assert damaged.value.args == (TABLE, "people")
    assert await store.standings.record(HERE.guild, "biritch", USERS[BORIS]) == before


async def test_a_list_of_which_no_row_is_left_is_told_of(store: Store) -> None:
    await store.contests.frequents(HERE.guild, USERS[ANNA])
    await store.contests.frequents(HERE.guild + 1, USERS[BORIS])
    await inside(store, lambda db: db.execute(f"DELETE FROM regular WHERE guild = {HERE.guild}"))
    assert await store.checks.decayed() == (Decayed("list", f"people:{HERE.guild}"),)
