"""What is stored and wanted of a table by each way to begin one, and by what happens beside its play."""

from __future__ import annotations

from math import inf

import pytest

from bot.errors import NoSuchTable
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from bot.tables import open_table
from bot.tables.open_table import Alert, OpenTable, Point
from bot.tables.service import Tables
from rules.calls import Play
from rules.refusals import Why
from rules.seats import Person
from rules.table.requests import Adjourn, CutPack, Join, Leave, Start
from rules.view import Alone
from storage.ports.records import NOWHERE, Place, Slot, SlotKey, Stream, TableId, UserId
from storage.ports.storage import StorageError
from storage.store import Store
from tests.bot.counters import Clock, Listener
from tests.refusing import refusing
from tests.trials.stage.happenings import slots_cannot_be_stored

ANNA, BORIS, CLARA, DAVID = (UserId(number) for number in (101, 102, 103, 104))
PLACE, ELSEWHERE = Place(1, 11), Place(2, 22)


class Room:
    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.listener = store, Clock(), Listener()
        self.tables = Tables(store.streams, ChanceSource("kept"), self.clock)
        self.tables.followers.append(self.listener)

    async def wanted(self, table: OpenTable) -> dict[str, int]:
        """The slots that are out of date, each with the version that it must show."""
        return {
            str(slot.key.slot): slot.wanted for slot in await self.store.slots.of_stream(table.id) if slot.due
        }

    async def log(self, table: OpenTable) -> list[tuple[int, str, Person | None, float]]:
        kept = await self.store.streams.load(table.id, whole=True)
        assert kept is not None
        return [(one.version, type(one.event).__name__, one.actor, one.at) for one in kept.events]

    async def begun(self) -> OpenTable:
        """Four are seated, and the pack is to be cut."""
        table = await self.tables.open_table(PLACE, "biritch", {})
        for user in (ANNA, BORIS, CLARA, DAVID):
            await self.tables.act(table.id, user, Join())
        return await self.tables.act(table.id, ANNA, Start())


@pytest.fixture
def room(store: Store) -> Room:
    return Room(store)


async def test_who_opens_a_table_has_its_first_chair_and_is_shown_it_with_the_room(room: Room) -> None:
    now = room.clock()
    table = await room.tables.open_table(PLACE, "vint", {}, opener=ANNA, by=Key("900", now))
    (anna,) = table.people
    kept = await room.store.streams.load(table.id)
    assert kept is not None and kept.stream == Stream(table.id, "table", PLACE, 2, True, now)
    assert kept.people == table.people == {anna: ANNA} and kept.newcomers == {ANNA}
    assert await room.log(table) == [(1, "Opened", anna, now), (2, "Joined", anna, now)]
    assert await room.wanted(table) == {"lobby:0": 2, f"hand:{anna.alias}": 2} == table.wants
    done = await room.store.streams.done("900")
    assert done is not None and (done.table, done.version) == (table.id, 2)
    assert await room.store.streams.going_on("table") == (table.id,)
    assert [*room.tables.newcomers] == [ANNA] and room.listener.told == [(table.id, 2)]


async def test_a_table_that_nobody_opens_has_no_people_and_one_message(room: Room) -> None:
    table = await room.tables.open_table(PLACE, "biritch", {})
    assert await room.log(table) == [(1, "Opened", None, room.clock())]
    assert table.people == {} and await room.wanted(table) == {"lobby:0": 1}


async def test_a_table_played_alone_is_dealt_at_once_and_has_no_message_and_nothing_goes_on_at_it(
    room: Room,
) -> None:
    now = room.clock()
    table = await room.tables.open_alone(
        ANNA, "biritch", {}, Alone(), cut=CutPack(20, "7"), by=Key("900", now)
    )
    (anna,) = table.people
    log = await room.log(table)
    names = [name for _, name, _, _ in log]
    assert names[:3] == ["Opened", "PlayedAlone", "Joined"] and names[-1] == "CardsDealt"
    assert {(actor, at) for _, _, actor, at in log} == {(anna, now)}
    assert table.place == NOWHERE and await room.store.slots.of_stream(table.id) == () and table.wants == {}
    assert (
        await room.store.streams.going_on("table") == () and await room.store.streams.done("900") is not None
    )
    kept = await room.store.streams.load(table.id)
    assert kept is not None and kept.people == {anna: ANNA} and {*kept.seeds} == {1} == {*table.seeds}
    assert table.state.cut is not None and (table.state.cut.at, table.state.cut.salt) == (20, "7")
    again = await room.tables.open_alone(
        ANNA, "biritch", {}, Alone(), cut=CutPack(20, "7"), by=Key("900", now)
    )
    assert again is table


async def test_somebodys_tables_are_those_to_which_they_belong_the_ones_in_channels_first(room: Room) -> None:
    alone = await room.tables.open_alone(ANNA, "biritch", {}, Alone(), cut=CutPack(20, ""))
    here = await room.tables.open_table(PLACE, "biritch", {}, opener=ANNA)
    left = await room.tables.open_table(ELSEWHERE, "biritch", {}, opener=ANNA)
    await room.tables.act(left.id, BORIS, Join())
    await room.tables.act(left.id, ANNA, Leave())
    assert [one.id for one in await room.tables.tables_of(ANNA)] == [here.id, alone.id]
    assert [one.id for one in await room.tables.tables_of(BORIS)] == [left.id]
    assert await room.tables.tables_of(CLARA) == []


async def test_the_newest_message_of_a_table_is_kept_in_sight_for_an_hour_after_an_act(room: Room) -> None:
    table, in_sight = await room.tables.open_table(PLACE, "biritch", {}), room.tables.busy_in
    lobby = SlotKey(table.id, Slot.of_name("lobby:0"))
    assert in_sight(PLACE.channel) == lobby and in_sight(ELSEWHERE.channel) is None
    room.clock.time += 3599
    assert in_sight(PLACE.channel) == lobby
    room.clock.time += 1
    assert in_sight(PLACE.channel) is None
    for user in (ANNA, BORIS, CLARA, DAVID):
        await room.tables.act(table.id, user, Join())
    await room.tables.act(table.id, ANNA, Start())
    assert in_sight(PLACE.channel) == SlotKey(table.id, Slot.of_name("table:1"))
    await room.tables.act(table.id, None, Adjourn())
    assert in_sight(PLACE.channel) is None


async def test_somebodys_panels_are_drawn_anew_in_every_channel_and_nobody_elses(room: Room) -> None:
    table = await room.begun()
    other = await room.tables.open_table(ELSEWHERE, "biritch", {}, opener=ANNA)
    alone = await room.tables.open_alone(ANNA, "biritch", {}, Alone(), cut=CutPack(20, ""))
    room.listener.told.clear()
    await room.tables.redraw_panels(ANNA)
    for each in (table, other):
        person = each.person(ANNA)
        assert person is not None and each.redraw == {open_table.panel(person)}
    assert alone.redraw == set()
    assert sorted(room.listener.told) == sorted([(table.id, table.version), (other.id, other.version)])


async def test_an_alert_is_a_message_of_its_own_and_the_next_takes_back_the_one_before(room: Room) -> None:
    table = await room.begun()
    (waited,) = table.waiting
    other = next(person for person in table.people if person != waited)
    table.wants.clear()
    room.listener.told.clear()
    first, second = int(room.clock()), int(room.clock()) + 60
    await room.tables.alert(table.id, waited, private=False)
    slot = Slot.of_name(f"alert:{waited.alias}:{first}")
    assert table.alerts == {waited: Alert(waited.alias, first, False)}
    assert table.wants == {slot: table.version} and table.redraw == set()
    assert (await room.wanted(table))[slot] == table.version
    room.clock.time += 60
    await room.tables.alert(table.id, waited, private=True)
    assert table.alerts == {waited: Alert(waited.alias, second, True)} and table.redraw == {slot}
    assert f"alert-dm:{waited.alias}:{second}" in await room.wanted(table)
    assert len(room.listener.told) == 2
    await room.tables.alert(table.id, other, private=False)  # for them it does not wait
    assert [*table.alerts] == [waited] and len(room.listener.told) == 2


async def test_who_is_late_is_shown_once_with_the_room_and_every_panel(room: Room) -> None:
    table = await room.begun()
    (waited,) = table.waiting
    room.listener.told.clear()
    room.clock.time += 179
    await room.tables.grow_late(table.id)
    assert table.late == frozenset() == table.redraw and room.listener.told == []
    room.clock.time += 1
    for _ in range(2):
        await room.tables.grow_late(table.id)
        assert table.late == {table.seat_of(waited)} and len(room.listener.told) == 1
    assert table.redraw == {Slot.of_name("table:1"), *map(open_table.panel, table.people)}


async def test_how_long_somebody_is_waited_for_is_as_the_table_has_arranged(room: Room) -> None:
    """Minutes while the bot is connected, or days; never where nobody is to sit in, or the server has no
    robots."""
    now, tables = room.clock(), room.tables
    minute, day = 60.0, 24 * 3600.0
    for options, late, abandoned in (
        ({}, 3 * minute, 1000.0),
        ({"absent": "10"}, 10 * minute, 1000.0),
        ({"absent": "off"}, inf, 1000.0),
        ({"pace": "days"}, 3 * day, 4 * day),
        ({"pace": "days", "absent": "off"}, inf, 14 * day),
    ):
        table = await tables.open_table(PLACE, "biritch", options)
        for user in (ANNA, BORIS, CLARA, DAVID):
            await tables.act(table.id, user, Join())
        await tables.act(table.id, ANNA, Start())
        (waited,) = table.waiting
        assert tables.waiting.late_at(table, waited) == now + late, options
        assert tables.waiting.abandoned_at(table, 1000.0) == now + abandoned, options
        assert tables.waiting.abandoned_at(table, 90 * day) == now + 90 * day
        await tables.close(table.id)
    room.clock.time += 50
    tables.connected()
    room.clock.time += 50
    table = await room.begun()
    (waited,) = table.waiting
    room.clock.time += 30
    assert tables.waiting.since(table) == tables.waiting.since(table, waited) == now + 100
    tables.connected()
    assert tables.waiting.since(table) == tables.waiting.since(table, waited) == now + 130


async def test_what_would_be_refused_is_known_before_it_is_done_and_what_is_asked_for_changes_nothing(
    room: Room,
) -> None:
    table = await room.begun()
    version, pack = table.version, table.state.pack
    with refusing(Why.RUBBER_HAS_BEGUN):
        await room.tables.check_request(table.id, ANNA, Start())
    assert pack is not None
    (waited,) = table.waiting
    await room.tables.check_request(table.id, table.people[waited], CutPack(20, ""), Point(1))
    with pytest.raises(NoSuchTable):
        await room.tables.check_request(TableId("00000000"), ANNA, Start())
    assert table.version == version and table.state.pack is pack


async def test_a_table_that_moves_takes_its_panels_along_and_leaves_its_alerts_behind(room: Room) -> None:
    table = await room.begun()
    (waited,) = table.waiting
    await room.tables.alert(table.id, waited, private=False)
    (alert,) = table.alerts.values()
    table.wants.clear()
    room.listener.told.clear()
    await room.tables.show_again(table.id, PLACE.channel)
    assert room.listener.told == [] and table.alerts
    await room.tables.move(table.id, 12)
    panels = [*map(open_table.panel, table.people)]
    assert table.place == Place(1, 12) and table.wants == dict.fromkeys(panels, table.version)
    assert table.redraw == {alert.slot} and table.alerts == {} and table.reread
    assert {*map(str, panels)} <= {*await room.wanted(table)}
    assert room.listener.told == [(table.id, table.version)]


async def test_a_table_that_has_moved_is_shown_there_though_its_panels_could_not_be_asked_for(
    room: Room,
) -> None:
    table = await room.begun()
    table.wants.clear()
    room.listener.told.clear()
    async with slots_cannot_be_stored(room.store):
        with pytest.raises(StorageError):
            await room.tables.move(table.id, 12)
    assert table.place == Place(1, 12) and table.reread
    assert room.listener.told == [(table.id, table.version)]
    assert table.redraw >= {*map(open_table.panel, table.people)}


async def test_of_two_alerts_that_stand_after_a_restart_the_later_counts_and_the_other_is_taken_back(
    room: Room,
) -> None:
    table = await room.begun()
    (waited,) = table.waiting
    alerts = []
    for _ in range(2):
        await room.tables.alert(table.id, waited, private=False)
        alerts.append(table.alerts[waited])
        room.clock.time += 60
    slots = [one.slot for one in alerts]
    for message, slot in enumerate(slots[::-1], 77):
        (state,) = [one for one in await room.store.slots.of_stream(table.id) if one.key.slot == slot]
        await room.store.slots.note_slots([state.as_shown(table.version, "", PLACE.channel, message)])
    again = await Tables(room.store.streams, ChanceSource("again"), room.clock).get(table.id)
    assert again.alerts == {waited: alerts[1]} and again.redraw == {slots[0]}


async def test_an_alert_of_which_the_process_that_took_the_act_knew_nothing_is_taken_back_after_a_restart(
    room: Room,
) -> None:
    """Another process had posted it, and has been killed before it heard of the act."""
    table = await room.begun()
    (waited,) = table.waiting
    await room.tables.alert(table.id, waited, private=True)
    alert = table.alerts.pop(waited)
    (state,) = [one for one in await room.store.slots.of_stream(table.id) if one.key.slot == alert.slot]
    await room.store.slots.note_slots([state.as_shown(table.version, "", 5, 77)])
    await room.tables.act(table.id, table.people[waited], CutPack(20, ""))
    again = await Tables(room.store.streams, ChanceSource("again"), room.clock).get(table.id)
    assert waited not in again.waiting
    assert again.alerts == {} and again.redraw == {alert.slot}


async def test_where_the_machines_clock_was_ahead_at_a_start_all_tables_are_looked_at_once_discords_is_known(
    room: Room,
) -> None:
    """Else an alert, or the robot for somebody absent, would come as much too late."""
    table = await room.begun()
    (waited,) = table.waiting
    room.clock.time += 5000
    tables = Tables(room.store.streams, ChanceSource("ahead"), room.clock)
    tables.followers.append(room.listener)
    again = await tables.get(table.id)
    assert tables.waiting.since(again, waited) == room.clock.time
    room.clock.time -= 4990
    room.listener.told.clear()
    tables.connected()
    assert tables.waiting.since(again, waited) == room.clock.time
    assert room.listener.told == [(table.id, table.version)]
    room.clock.time += 60
    tables.connected()
    assert len(room.listener.told) == 1


async def test_a_deal_that_has_just_been_dealt_is_between_two_deals_until_somebody_calls(room: Room) -> None:
    table = await room.begun()
    assert table.moment.between
    (waited,) = table.waiting
    await room.tables.act(table.id, table.people[waited], CutPack(20, ""))
    assert table.moment.between
    (caller,) = table.waiting
    option = table.view(table.people[caller]).options[0]
    assert not isinstance(option, Play)
    await room.tables.act(table.id, table.people[caller], option)
    assert table.moment.between is False
