"""What is stored and wanted of a score sheet when it is opened, written on, moved and closed."""

from __future__ import annotations

import pytest

from bot.errors import NoSuchSheet, SheetHere
from bot.sheets.service import OpenSheet, ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from rules.seats import Person, Seat
from rules.sheet.errors import SheetWhy
from storage.ports.records import Place, Stream, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock, Listener
from tests.bot.test_score_sheets import FOUR, HEARTS
from tests.refusing import refusing

ANNA, BORIS, IVAN = UserId(11), UserId(22), UserId(55)
HERE, THERE = Place(1, 10), Place(1, 12)


class Desk:
    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.listener = store, Clock(), Listener()
        self.sheets = ScoreSheets(store.streams, ChanceSource("kept"), self.clock)
        self.sheets.followers.append(self.listener)

    async def open(self, place: Place = HERE, keeper: UserId = ANNA) -> OpenSheet:
        return await self.sheets.open_sheet(place, "biritch", {}, FOUR, keeper)

    async def wanted(self, sheet: OpenSheet) -> dict[str, int]:
        return {
            str(slot.key.slot): slot.wanted for slot in await self.store.slots.of_stream(sheet.id) if slot.due
        }

    async def log(self, sheet: OpenSheet) -> list[tuple[int, str, Person | None, float]]:
        kept = await self.store.streams.load_sheet(sheet.id)
        assert kept is not None
        return [(one.version, type(one.event).__name__, one.actor, one.at) for one in kept.events]


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store)


async def test_a_sheet_is_opened_by_its_keeper_with_users_and_guests_and_one_page(desk: Desk) -> None:
    now = desk.clock()
    sitting = {Seat.NORTH: ANNA, Seat.EAST: "Mrs Elsa", Seat.SOUTH: BORIS, Seat.WEST: "Tom"}
    sheet = await desk.sheets.open_sheet(HERE, "biritch", {}, sitting, IVAN, by=Key("900", now))  # type: ignore[arg-type]
    kept = await desk.store.streams.load_sheet(sheet.id)
    assert kept is not None and kept.stream == Stream(sheet.id, "sheet", HERE, 1, True, now)
    keeper = sheet.person(IVAN)
    assert sorted(sheet.people.values()) == [ANNA, BORIS, IVAN] and kept.people == sheet.people
    assert sorted(sheet.guests.values()) == ["Mrs Elsa", "Tom"] and kept.guests == sheet.guests
    assert await desk.log(sheet) == [(1, "SheetOpened", keeper, now)]
    assert sheet.state.view.keeper == keeper
    assert await desk.wanted(sheet) == {"sheet:1": 1} == sheet.wants
    done = await desk.store.streams.done("900")
    assert done is not None and (done.table, done.version) == (sheet.id, 1)
    assert await desk.store.streams.going_on("sheet") == () and desk.listener.told == [(sheet.id, 1)]


async def test_who_wrote_what_and_when_is_stored_and_nobody_for_what_a_moderator_does(desk: Desk) -> None:
    sheet = await desk.open()
    desk.clock.time += 60
    with refusing(SheetWhy.NOT_YOUR_SHEET):
        await desk.sheets.act(sheet.id, IVAN, HEARTS)
    key = Key("901", desk.clock())
    await desk.sheets.act(sheet.id, BORIS, HEARTS, key=key)
    entered = desk.clock()
    desk.clock.time += 60
    await desk.sheets.adjourn(sheet.id)
    _, deal, *_, adjourned = await desk.log(sheet)
    assert deal[0] == 2 and deal[2:] == (sheet.person(BORIS), entered)
    assert adjourned[2:] == (None, desk.clock())
    done = await desk.store.streams.done("901")
    assert done is not None and done.version == adjourned[0] - 1


async def test_an_adjourned_sheet_waits_for_its_end_and_tells_all_who_may_write_on_it(desk: Desk) -> None:
    sheet = await desk.open()
    await desk.sheets.adjourn(sheet.id)
    notices = {f"notice:{person.alias}" for person in sheet.people}
    assert {*await desk.wanted(sheet)} == {"sheet:1", *notices}
    assert await desk.store.streams.going_on("sheet") == (sheet.id,)
    with refusing(SheetWhy.SHEET_IS_ADJOURNED):
        await desk.sheets.adjourn(sheet.id)
    sheet.wants.clear()
    await desk.sheets.resume(sheet.id)
    assert {*map(str, sheet.wants)} == {"sheet:1", *notices}
    assert await desk.store.streams.going_on("sheet") == ()
    with refusing(SheetWhy.SHEET_IS_NOT_ADJOURNED):
        await desk.sheets.resume(sheet.id)


async def test_somebodys_adjourned_sheets_are_those_on_which_they_may_write_the_oldest_first(
    desk: Desk,
) -> None:
    later, older, open_still = [await desk.open(Place(1, channel)) for channel in (10, 11, 12)]
    for sheet in (older, later):
        desk.clock.time += 60
        await desk.sheets.adjourn(sheet.id)
    assert [one.id for one in await desk.sheets.adjourned_of(BORIS)] == [older.id, later.id]
    assert await desk.sheets.adjourned_of(IVAN) == [] and not open_still.adjourned


async def test_a_sheet_is_brought_into_another_channel_of_its_server_unless_one_stands_there(
    desk: Desk,
) -> None:
    sheet, other = await desk.open(), await desk.open(Place(1, 11))
    sheet.reread = False
    await desk.sheets.bring(sheet.id, HERE.channel)
    assert not sheet.reread, "it stands there"
    await desk.sheets.bring(sheet.id, THERE.channel)
    assert sheet.place == THERE and sheet.reread
    assert [desk.sheets.stream_in(channel) for channel in (10, 11, 12)] == [None, other.id, sheet.id]
    with pytest.raises(SheetHere):
        await desk.sheets.bring(sheet.id, 11)
    with pytest.raises(NoSuchSheet):
        await desk.sheets.bring(TableId("00000000"), 10)


async def test_a_closed_sheet_shows_that_it_is_closed_on_its_last_page_and_leaves_its_channel(
    desk: Desk,
) -> None:
    sheet = await desk.open()
    sheet.wants.clear()
    await desk.sheets.close(sheet.id)
    assert sheet.closed and {*map(str, sheet.wants)} == {"sheet:1"}
    assert desk.sheets.stream_in(HERE.channel) is None
    with refusing(SheetWhy.SHEET_IS_CLOSED):
        await desk.sheets.close(sheet.id)
    (*_, last) = await desk.log(sheet)
    assert last[2] is None
