"""Score sheets in the store: streams of their own kind, and the projections made from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, Share
from rules.seats import BySeat, BySide, Person, Seat, Side
from rules.sheet.events import DealEntered, DealTakenBack, NextBegun, SheetOpened, SheetRubberBegun
from rules.sheet.page import Told
from rules.table.events import RULES_REVISION, Closed, RubberReckoned
from storage.ports.records import (
    Append,
    DatabaseAddress,
    KeptSheet,
    Place,
    Ranked,
    Slot,
    SlotKey,
    StoredScore,
    Stream,
    TableId,
    UserId,
)
from storage.ports.storage import UnknownEvent
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    HERE,
    TABLE,
    USERS,
    inside,
    no_deals,
    opened,
    rows,
)

SHEET = TableId("0b00f1e2")


CLAY = Person("clay")


WITH_DUMMY = SheetOpened("dummy_whist", (), BySeat(ANNA, BORIS, ANNA, CLARA), (Seat.NORTH,), (), ANNA)


DEAL = DealEntered(
    RULES_REVISION,
    Told(BySide(9, 4)),
    (Entry(Line.ODD_TRICKS, Side.NS, 3, Column.BELOW, 3, 1),),
)


PEOPLE = {person: USERS[person] for person in (ANNA, BORIS, CLARA)}


async def sheet(store: Store, event: SheetOpened = WITH_DUMMY) -> int:
    guests = {CLAY: "Old Mr. Clay"} if event.guests else {}
    return await store.streams.append(
        Append(
            SHEET,
            0,
            [event],
            place=HERE,
            people=PEOPLE,
            guests=guests,
            actor=ANNA,
            slots=(Slot.of_name("sheet:1"),),
        )
    )


def won(number: int, value: int) -> RubberReckoned:
    """Anna, who has Dummy, has won from the two others."""
    shares = (Share(ANNA, Side.NS, 2), Share(BORIS, Side.EW), Share(CLARA, Side.EW))
    bonus = Entry(Line.RUBBER, Side.NS, 2, Column.BONUS, 1, 2)
    result = RubberResult(number, Side.NS, value, BySide(value, 0), BySide(2, 0), bonus, shares, "")
    return RubberReckoned(RULES_REVISION, result)


async def test_a_channel_holds_a_table_and_a_sheet_and_neither_is_taken_for_the_other(store: Store) -> None:
    await opened(store)
    await sheet(store)
    assert [one.table for one in await store.streams.all_open("table")] == [TABLE]
    assert [one.table for one in await store.streams.open_of_user("table", USERS[ANNA])] == [TABLE]
    (only,) = await store.streams.all_open("sheet")
    assert (only.table, only.place, only.version) == (SHEET, HERE, 1)


async def test_a_closed_sheet_is_not_listed_as_open(store: Store) -> None:
    await sheet(store)
    await store.streams.append(Append(SHEET, 1, [Closed("agreed")], actor=ANNA))
    assert await store.streams.all_open("sheet") == ()
    assert await store.streams.verify_chain(SHEET) == 2


async def test_a_sheets_slots_are_wanted_and_due_like_a_tables(store: Store) -> None:
    await sheet(store)
    await store.streams.append(
        Append(SHEET, 1, [SheetRubberBegun(1, "dummy_whist", ()), DEAL], slots=(Slot.of_name("sheet:1"),))
    )
    (slot,) = await store.slots.due_slots()
    assert (slot.key, slot.wanted) == (SlotKey(SHEET, Slot.of_name("sheet:1")), 3)


async def test_a_player_with_dummy_wins_twice_what_each_adversary_loses(store: Store) -> None:
    await sheet(store)
    await store.streams.append(Append(SHEET, 1, [SheetRubberBegun(1, "dummy_whist", ()), DEAL]))
    await store.streams.append(Append(SHEET, 3, [won(1, 8)]))
    a, b, c = (USERS[one] for one in (ANNA, BORIS, CLARA))
    assert (await store.standings.leaderboard(HERE.guild, "dummy_whist")).lines == (
        Ranked(a, 1, 1, 16),
        Ranked(b, 1, 0, -8),
        Ranked(c, 1, 0, -8),
    )


async def test_a_forgotten_user_is_off_their_score_sheets_too(store: Store) -> None:
    await sheet(store)
    assert await store.people.forget(USERS[BORIS]) == (SHEET,)
    assert BORIS not in await store.streams.users_of(SHEET)


async def test_a_place_and_an_event_open_a_sheet_only_once(store: Store) -> None:
    await sheet(store)
    with pytest.raises(ValueError):
        await store.streams.append(Append(SHEET, 0, [], place=Place(1, 2)))
    assert await store.streams.users_of(SHEET) == {one: UserId(user) for one, user in PEOPLE.items()}


WITH_A_GUEST = SheetOpened("whist_modern", (), BySeat(ANNA, BORIS, CLAY, CLARA), (), (CLAY,), ANNA)


async def test_a_sheet_is_read_as_it_was_written_and_its_chain_holds(
    where: DatabaseAddress, clock: Clock
) -> None:
    async with Store.open(where, now=clock) as store:
        await sheet(store)
        clock.time += 7.5
        begun = SheetRubberBegun(1, "dummy_whist", ())
        await store.streams.append(Append(SHEET, 1, [begun, DEAL], actor=BORIS, key="press"))
        await store.streams.append(Append(SHEET, 3, [DealTakenBack()]))
    async with Store.open(where) as store:
        stored = await store.streams.read_sheet(SHEET)
        assert [one.event for one in stored] == [WITH_DUMMY, begun, DEAL, DealTakenBack()]
        assert [one.actor for one in stored] == [ANNA, BORIS, BORIS, None]
        assert [one.at - stored[0].at for one in stored] == [0, 7.5, 7.5, 7.5]
        assert await store.streams.verify_chain(SHEET) == 4
        assert [one.version for one in await store.streams.read_sheet(SHEET, 3)] == [4]
        with pytest.raises(UnknownEvent):
            await store.streams.read(SHEET)


async def test_all_that_is_kept_of_a_sheet_is_read_at_once(store: Store, clock: Clock) -> None:
    await sheet(store, WITH_A_GUEST)
    await opened(store)
    began = clock.time
    clock.time += 5
    await store.streams.append(Append(SHEET, 1, [DEAL], actor=BORIS))
    kept = KeptSheet(
        stream=Stream(SHEET, "sheet", HERE, 2, True, began + 5),
        people=PEOPLE,
        guests={CLAY: "Old Mr. Clay"},
        events=(StoredScore(1, WITH_A_GUEST, ANNA, began), StoredScore(2, DEAL, BORIS, began + 5)),
        lost=False,
    )
    assert await store.streams.load_sheet(SHEET) == kept
    await inside(store, lambda db: db.execute("UPDATE slot SET posts = 2"))
    assert await store.streams.load_sheet(SHEET) == replace(kept, lost=True)
    assert (
        await store.streams.load_sheet(TABLE) is None
        and await store.streams.load_sheet(TableId("none")) is None
    )
    assert await store.streams.load(SHEET) is None and await store.streams.load_evening(SHEET) is None


async def test_an_event_of_a_sheet_that_these_rules_cannot_read_is_named(store: Store) -> None:
    await sheet(store)
    await store.streams.append(Append(SHEET, 1, [DEAL]))
    later = RULES_REVISION + 1
    await inside(store, lambda db: db.execute(f"UPDATE event SET revision = {later} WHERE version = 2"))
    with pytest.raises(UnknownEvent) as unknown:
        await store.streams.read_sheet(SHEET)
    assert unknown.value.args == (SHEET, 2, "deal_entered", later)


async def test_a_guests_name_is_kept_outside_the_log(store: Store) -> None:
    await sheet(store, WITH_A_GUEST)
    assert await store.streams.guests_of(SHEET) == {CLAY: "Old Mr. Clay"}
    assert CLAY not in await store.streams.users_of(SHEET)
    bodies = await inside(store, lambda db: db.execute("SELECT body FROM event").fetchall())
    assert "Clay" not in str(bodies)


async def test_the_projections_of_sheets_are_rebuilt_to_the_same_bytes(store: Store, clock: Clock) -> None:
    """The first rubber is confirmed when the second is half written, and under another game's name nothing
    is found."""
    await sheet(store)
    await store.streams.append(Append(SHEET, 1, [SheetRubberBegun(1, "dummy_whist", ()), DEAL]))
    clock.time += 600
    await store.streams.append(Append(SHEET, 3, [NextBegun(2), SheetRubberBegun(2, "dummy_whist", ()), DEAL]))
    clock.time += 600
    await store.streams.append(Append(SHEET, 6, [won(1, 8)]))
    before = await inside(store, rows)
    assert before["rubber"][0][:4] == (SHEET, 1, HERE.guild, "dummy_whist")
    await store.checks.rebuild_projections(no_deals)
    assert {**await inside(store, rows), "counted": before["counted"]} == before
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == ()
