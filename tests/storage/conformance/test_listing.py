"""Which tables and score sheets are listed, and in which order."""

from __future__ import annotations

import pytest

from rules.evening.events import EveningOpened
from rules.evening.plan import Kind
from rules.seats import BySeat, Person
from rules.sheet.events import SheetOpened
from rules.table.events import Closed, Event
from storage.ports.records import Append, Place, Slot, SlotKey, SlotState, Stream, TableId, UserId
from storage.store import Store
from tests.evenings import plan
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import ANNA, BORIS, CLARA, DMITRI, OPENED, USERS, played

FOUR = BySeat(ANNA, BORIS, CLARA, DMITRI)


SHEET = SheetOpened("biritch", (), FOUR, (), (), ANNA)


A, B, C, D, E = (TableId(f"{letter}0") for letter in "abcde")


START = 1_700_000_000.0


async def begin(
    store: Store, table: TableId, guild: int, opener: Person | None, *people: Person, sheet: bool = False
) -> None:
    sitting = {person: USERS[person] for person in people or ((opener,) if opener is not None else ())}
    event = SHEET if sheet else OPENED
    await store.streams.append(Append(table, 0, [event], place=Place(guild, 7), people=sitting, actor=opener))


@pytest.fixture
async def listed(store: Store, clock: Clock) -> Store:
    """Streams begun ten seconds apart: tables d0, c0 and a0, then sheets e0 and b0. Ten seconds later c0 is
    closed, and after ten more a card is played at d0."""
    await begin(store, D, 2, ANNA, ANNA, BORIS)
    for table, guild, opener, others in ((C, 1, ANNA, ()), (A, 1, BORIS, (ANNA,))):
        clock.time += 10
        await begin(store, table, guild, opener, opener, *others)
    for sheet in (E, B):
        clock.time += 10
        await begin(store, sheet, 1, ANNA, *FOUR, sheet=True)
    clock.time += 10
    await happens(store, C, Closed("agreed"))
    clock.time += 10
    await happens(store, D, played())
    return store


async def happens(store: Store, table: TableId, event: Event) -> None:
    await store.streams.append(Append(table, 1, [event]))


async def test_open_tables_and_sheets_are_listed_by_their_ids_with_place_version_and_last_time(
    listed: Store,
) -> None:
    tables = [(one.table, one.place, one.version, one.at) for one in await listed.streams.all_open("table")]
    assert tables == [(A, Place(1, 7), 1, START + 20), (D, Place(2, 7), 2, START + 60)]
    assert await listed.streams.all_open("sheet") == (
        Stream(B, "sheet", Place(1, 7), 1, True, START + 40),
        Stream(E, "sheet", Place(1, 7), 1, True, START + 30),
    )
    assert await listed.streams.find_stream(D) == Stream(D, "table", Place(2, 7), 2, True, START + 60)


async def test_an_evening_is_listed_to_those_who_belong_to_it_while_it_is_open(
    store: Store, clock: Clock
) -> None:
    people = {ANNA: USERS[ANNA], BORIS: USERS[BORIS]}
    await store.streams.append(
        Append(B, 0, [EveningOpened(plan(Kind.PAIRS), ())], place=Place(1, 7), people=people)
    )
    await begin(store, A, 1, ANNA)
    evening = Stream(B, "evening", Place(1, 7), 1, True, clock.time)
    assert (
        await store.streams.open_of_user("evening", USERS[ANNA])
        == await store.streams.open_of_user("evening", USERS[BORIS])
        == (evening,)
    )
    assert await store.streams.open_of_user("evening", USERS[CLARA]) == ()
    await happens(store, B, Closed("over"))
    assert await store.streams.open_of_user("evening", USERS[ANNA]) == ()


async def test_what_goes_on_by_itself_is_late_once_its_last_event_is_older_than_a_moment(
    store: Store, clock: Clock
) -> None:
    began = clock.time
    for table, goes_on in ((C, True), (B, False), (A, True)):
        await store.streams.append(Append(table, 0, [OPENED], place=Place(1, 7), goes_on=goes_on))
        clock.time += 10
    late = [Stream(table, "table", Place(1, 7), 1, True, began + at) for table, at in ((C, 0), (A, 20))]
    assert await store.checks.late(began) == ()
    assert await store.checks.late(began + 20) == (late[0],)
    assert await store.checks.late(began + 20.001) == tuple(late)
    await store.streams.append(Append(C, 1, [Closed("agreed")], goes_on=True))
    assert await store.checks.late(began + 100) == (late[1],)


async def test_a_stream_whose_own_message_could_not_be_shown_is_hidden_with_the_reason(store: Store) -> None:
    names = {A: "table:1", B: "hand:a1", C: "alert:a1:7", D: "lobby:0", E: "lobby:1"}
    for table, name in names.items():
        await store.streams.append(Append(table, 0, [OPENED], place=Place(1, 7), slots=[Slot.of_name(name)]))
    parked = [
        SlotState(SlotKey(table, Slot.of_name(name)), 1).as_parked(f"why {table}")
        for table, name in names.items()
        if table != E
    ]
    await store.slots.note_slots(parked)
    assert await store.checks.hidden() == {A: "why a0", D: "why d0"}
    await happens(store, D, Closed("agreed"))
    assert await store.checks.hidden() == {A: "why a0"}


async def test_a_closed_table_is_found_by_its_id_alone(listed: Store) -> None:
    closed = await listed.streams.find_stream(C)
    assert closed is not None and not closed.open and closed.version == 2
    assert await listed.streams.find_stream(TableId("f0")) is None


async def test_a_user_is_listed_the_open_tables_or_sheets_to_which_they_belong(listed: Store) -> None:
    assert [one.table for one in await listed.streams.open_of_user("table", USERS[ANNA])] == [A, D]
    assert [one.table for one in await listed.streams.open_of_user("table", USERS[BORIS])] == [A, D]
    assert [one.table for one in await listed.streams.open_of_user("sheet", USERS[CLARA])] == [B, E]
    assert (
        await listed.streams.open_of_user("table", USERS[CLARA])
        == await listed.streams.open_of_user("sheet", UserId(99))
        == ()
    )


async def test_places_are_listed_with_the_last_used_last(listed: Store) -> None:
    assert await listed.streams.open_places("table") == ((A, Place(1, 7)), (D, Place(2, 7)))
    assert await listed.streams.open_places("sheet") == ((E, Place(1, 7)), (B, Place(1, 7)))


async def test_streams_are_counted_by_kind_and_server_while_they_are_open(listed: Store) -> None:
    counts = [
        await listed.streams.count_open(kind, guild) for kind in ("table", "sheet") for guild in (1, 2, 3)
    ]
    assert counts == [1, 1, 0, 2, 0, 0]


async def test_a_stream_is_opened_by_the_actor_of_its_first_event(listed: Store) -> None:
    """Anna sits at a0 and Boris at d0, but each opened the other; what nobody opened is nobody's."""
    assert await listed.streams.opened_by("table", USERS[ANNA]) == (D,)
    assert await listed.streams.opened_by("table", USERS[BORIS]) == (A,)
    assert await listed.streams.opened_by("sheet", USERS[ANNA]) == (B, E)
    await begin(listed, TableId("f0"), 1, None, ANNA)
    assert await listed.streams.opened_by("table", USERS[ANNA]) == (D,)
    await listed.streams.append(Append(TableId("f0"), 1, [played()], actor=ANNA))
    assert await listed.streams.opened_by("table", USERS[ANNA]) == (D,)


async def test_what_goes_on_by_itself_is_listed_with_the_last_used_first(store: Store, clock: Clock) -> None:
    for table, goes_on in ((A, True), (B, False), (C, True), (D, True)):
        clock.time += 10
        await store.streams.append(Append(table, 0, [OPENED], place=Place(1, 7), goes_on=goes_on))
    assert await store.streams.going_on("table") == (D, C, A)
    await store.streams.append(Append(D, 1, [played()], goes_on=False))
    await store.streams.append(Append(B, 1, [played()], goes_on=True))
    await store.streams.append(Append(C, 1, [Closed("agreed")], goes_on=True))
    assert await store.streams.going_on("table") == (B, A) and await store.streams.going_on("sheet") == ()
