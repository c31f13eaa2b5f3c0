"""How people are reached, and that they can be forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from ports.records import (
    Append,
    DatabaseAddress,
    DirectMessages,
    Slot,
    SlotKey,
    SlotState,
    Snapshot,
    TableId,
    UserId,
)
from rules.seats import Person, Side
from rules.table.events import Closed
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
    opened,
    played,
    reckoned,
    rows,
)


def everything(path: Path) -> bytes:
    """The bytes of the file and of all files beside it."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


@both
async def test_a_user_never_written_to_has_no_channel_and_has_refused_nothing(store: Store) -> None:
    assert await store.dm(UserId(1)) == DirectMessages(None, refused=False)


@both
async def test_the_channel_of_a_user_is_remembered_through_a_refusal_and_a_reopening(
    where: DatabaseAddress,
) -> None:
    async with Store.open(where) as store:
        await store.remember_dm(UserId(1), 555)
        assert await store.dm(UserId(1)) == DirectMessages(555, refused=False)
        await store.dm_refused(UserId(1))
        await store.dm_refused(UserId(2))
    async with Store.open(where) as store:
        assert await store.dm(UserId(1)) == DirectMessages(555, refused=True)
        assert await store.dm(UserId(2)) == DirectMessages(None, refused=True)
        await store.remember_dm(UserId(1), 556)
        assert await store.dm(UserId(1)) == DirectMessages(556, refused=False)


@both
async def test_a_user_is_met_who_has_taken_part_in_anything_and_was_not_forgotten(store: Store) -> None:
    await opened(store, TABLE)
    await store.remember_dm(UserId(1), 555)
    assert await store.is_met(USERS[ANNA]) and not await store.is_met(UserId(1))
    await store.forget(USERS[ANNA])
    assert not await store.is_met(USERS[ANNA]) and await store.is_met(USERS[BORIS])


@both
async def test_a_deal_that_is_over_counts_as_played_only_where_its_person_was_alone(store: Store) -> None:
    anna, boris, clara = USERS[ANNA], USERS[BORIS], UserId(33)
    over = {"place": HERE, "snapshot": Snapshot(1, 1, "a deal is over")}
    await store.append(Append(TABLE, 0, [OPENED], people={ANNA: anna, BORIS: boris}, **over))  # type: ignore[arg-type]
    assert not await store.has_played(anna) and not await store.has_played(boris)
    await store.append(Append(OTHER, 0, [OPENED], people={ANNA: anna}, **over))  # type: ignore[arg-type]
    await store.append(Append(TableId("5e5e5e"), 0, [OPENED], people={ANNA: clara}, place=HERE))
    assert await store.has_played(anna)
    assert not await store.has_played(boris) and not await store.has_played(clara)


@both
async def test_what_is_kept_of_a_user_says_of_each_table_when_they_acted_and_of_each_rubber_when_it_ended(
    store: Store, clock: Clock
) -> None:
    began = clock.time
    await opened(store, TABLE, begun())
    for version, at in ((2, 60), (3, 90)):
        clock.time = began + at
        await store.append(Append(TABLE, version, [played()], actor=ANNA))
    clock.time = began + 120
    await store.append(Append(TABLE, 4, [reckoned(1, Side.NS, 140)]))
    await opened(store, OTHER, Closed("empty"))
    known = await store.known(USERS[ANNA])
    place = {"kind": "table", "server": "100", "channel": "200", "pseudonym": "a1"}
    assert known["tables and score sheets"] == [
        {"table": TABLE, "open": True, "acts": 2, "first act": began + 60, "last act": began + 90, **place},
        {"table": OTHER, "open": False, "acts": 0, "first act": None, "last act": None, **place},
    ]
    (result,) = known["results"]  # type: ignore[misc]  # plain values for a file
    assert result == {
        "server": "100",
        "game": "biritch",
        "table_id": TABLE,
        "number": 1,
        "ended_at": began + 120,
        "points": "140",  # as text: points have no limit
    }


@both
async def test_forgetting_a_user_deletes_their_id_and_their_panels_and_nothing_else(store: Store) -> None:
    anna = USERS[ANNA]
    await opened(store, TABLE, slots=[Slot.read("hand:a1"), Slot.read("hand:b2"), Slot.read("table:1")])
    await opened(store, OTHER, Closed("empty"))
    await store.remember_dm(anna, 5551)
    await store.remember_dm(USERS[BORIS], 5552)
    await store.note_slots([SlotState(SlotKey(TABLE, Slot.read("hand:a1")), 1).as_shown(1, "x", 5551, 1)])
    await store.note_slots([SlotState(SlotKey(TABLE, Slot.read("hand:b2")), 1).as_shown(1, "x", 5552, 2)])
    assert await store.forget(anna) == (TABLE,)
    assert await store.people(TABLE) == {person: user for person, user in USERS.items() if person != ANNA}
    assert ANNA not in await store.people(OTHER)
    assert await store.dm(anna) == DirectMessages(None, refused=False)
    assert await store.dm(USERS[BORIS]) == DirectMessages(5552, refused=False)
    assert [slot.key.slot for slot in await store.slots(TABLE)] == ["hand:b2", "table:1"]
    assert await store.open_tables_of(anna) == ()
    assert await store.forget(anna) == ()
    assert await store.verify_chain(TABLE) == 1


async def test_no_byte_of_a_forgotten_id_is_left_in_the_files(path: Path) -> None:
    anna = UserId(0x1234_5678_9ABC_DEF)
    async with Store.open(path) as store:
        await opened(store)
        await store.append(Append(TABLE, 1, [played()], people={Person("e5"): anna}))
        await store.remember_dm(anna, 777)
        trace = int(anna).to_bytes(8, "big")
        assert trace in everything(path)
        await store.forget(anna)
        assert trace not in everything(path)
        assert str(int(anna)) not in repr(await inside(store, rows))


async def test_an_id_that_does_not_fit_an_integer_of_the_database_is_refused_with_all_that_came_with_it(
    store: Store,
) -> None:
    await opened(store)
    before = await inside(store, rows)
    with pytest.raises(OverflowError):
        await store.append(Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63)}))
    assert await inside(store, rows) == before
    await store.append(Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63 - 1)}))
    assert (await store.people(TABLE))[Person("e5")] == 2**63 - 1


@both
async def test_a_forgotten_user_who_comes_back_is_somebody_new(store: Store) -> None:
    await opened(store)
    await store.forget(USERS[ANNA])
    await store.append(Append(TABLE, 1, [played()], people={Person("z9"): USERS[ANNA]}))
    people = await store.people(TABLE)
    assert people[Person("z9")] == USERS[ANNA]
    assert ANNA not in people
