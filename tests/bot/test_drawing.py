"""What is drawn for whom: each message of a table from the slot in which it stands, on a real database."""

from __future__ import annotations

import pytest

from bot.discord_api.scheduler import Urgency
from bot.messages.drawing import Drawing, Marks, TableBoard, names_at
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable, panel
from bot.tables.service import Tables
from rules.calls import Content, Declare, Play
from rules.cards import Suit, parse_card
from rules.seats import Person, Seat
from rules.table.requests import Adjourn, CutPack, Join, Leave, Start
from screens.screen import Row, Screen, Text
from storage.ports.records import Place, Slot, SlotKey, SlotKind, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.drawn import at
from tests.trials.stage.played import goes_on

ANNA, BORIS, CLARA, DAVID, IVAN = (UserId(number) for number in (101, 102, 103, 104, 105))
FOUR = (ANNA, BORIS, CLARA, DAVID)
TABLE, OTHER = TableId("7f3a9c01"), TableId("00000001")
QUEEN, KING = parse_card("QH"), parse_card("KH")


def text(screen: Screen | None) -> str:
    assert screen is not None
    return "\n".join(part.markdown for part in screen.parts if isinstance(part, Text))


def verbs(screen: Screen | None) -> set[str]:
    assert screen is not None
    rows = [part for part in screen.parts if isinstance(part, Row)]
    return {button.id.partition(":")[0] for row in rows for button in row.buttons if not button.disabled}


class Room:
    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, Clock()
        self.tables = Tables(store.streams, ChanceSource("drawn"), self.clock)
        readers = Readers(Preferences(store.preferences, store.people), lambda _: None)
        self.outbox = Outbox(store.slots)
        self.drawing = Drawing(self.tables, 14, readers, self.outbox, newcomers=self.tables.newcomers)

    async def seated(self, *users: UserId) -> OpenTable:
        table = await self.tables.open_table(Place(1, 11), "biritch", {})
        for user in users or FOUR:
            await self.tables.act(table.id, user, Join())
        return table

    async def playing(self) -> OpenTable:
        """Hearts are trumps, and West is to lead."""
        table = await self.seated()
        await self.tables.act(table.id, ANNA, Start())
        await self.tables.act(table.id, at(table, Seat.EAST), CutPack(26, ""))
        await self.tables.act(table.id, at(table, Seat.SOUTH), Declare(Suit.HEARTS))
        for seat in (Seat.WEST, Seat.EAST):
            await self.tables.act(table.id, at(table, seat), Content())
        return table

    async def drawn(self, table: OpenTable, name: str, *, live: bool = True) -> Screen | None:
        return await self.drawing.draw(table, Slot.of_name(name), live=live)

    async def panel(self, table: OpenTable, user: UserId, *, live: bool = True) -> Screen:
        person = table.person(user)
        assert person is not None
        screen = await self.drawing.draw(table, panel(person), live=live)
        assert screen is not None
        return screen

    async def stands(self, table: OpenTable, slot: Slot, channel: int, message: int) -> None:
        (state,) = [one for one in await self.store.slots.of_stream(table.id) if one.key.slot == slot]
        await self.store.slots.note_slots([state.as_shown(table.version, "", channel, message)])
        self.outbox.drop_slots(table.id)
        await self.outbox.load_slots(table.id)


@pytest.fixture
async def room(store: Store) -> Room:
    return Room(store)


# Marks


def test_the_second_tap_on_a_card_plays_it_and_a_tap_on_another_marks_that_one() -> None:
    marks = Marks()
    assert marks.marked_card(ANNA, TABLE, 1) is None and not marks.is_second_tap(ANNA, 1)
    assert not marks.tapped(ANNA, TABLE, 1, QUEEN, 1)
    assert marks.marked_card(ANNA, TABLE, 1) == QUEEN
    assert not marks.tapped(ANNA, TABLE, 1, KING, 2) and marks.marked_card(ANNA, TABLE, 1) == KING
    assert not marks.tapped(ANNA, TABLE, 1, KING, 2), "the same tap, delivered again"
    assert marks.tapped(ANNA, TABLE, 1, KING, 3) and marks.is_second_tap(ANNA, 3)
    assert (
        marks.marked_card(ANNA, TABLE, 1) is None
        and not marks.is_second_tap(ANNA, 2)
        and not marks.is_second_tap(BORIS, 3)
    )
    assert not marks.tapped(ANNA, TABLE, 1, KING, 4), "a mark plays once"


def test_a_mark_is_of_one_person_at_one_deal_of_one_table() -> None:
    marks = Marks()
    marks.tapped(ANNA, TABLE, 1, QUEEN, 1)
    assert [marks.marked_card(*one) for one in ((BORIS, TABLE, 1), (ANNA, OTHER, 1), (ANNA, TABLE, 2))] == [
        None
    ] * 3
    assert not marks.tapped(BORIS, TABLE, 1, QUEEN, 2)
    assert not marks.tapped(ANNA, TABLE, 2, QUEEN, 3) and marks.marked_card(ANNA, TABLE, 1) is None
    assert not marks.tapped(ANNA, OTHER, 2, QUEEN, 4) and marks.marked_card(ANNA, OTHER, 2) == QUEEN


# The table's message


async def test_a_table_is_drawn_though_somebody_in_a_chair_was_forgotten(room: Room) -> None:
    """Who is alerted there may be the same."""
    table = await room.playing()
    west = table.person(at(table, Seat.WEST))
    assert west is not None
    await room.tables.alert(table.id, west, private=False)
    (alert,) = table.alerts.values()
    assert await room.drawing.draw(table, alert.slot, live=True) is not None
    del table.people[west]
    assert "**somebody** · to lead" in text(await room.drawing.draw(table, Slot(SlotKind.DEAL, 1)))
    assert await room.drawing.draw(table, alert.slot, live=True) is None


# Panels


async def test_a_panel_shows_the_hand_and_at_rest_nothing_that_the_next_card_makes_untrue(
    room: Room,
) -> None:
    table = await room.playing()
    west, north = at(table, Seat.WEST), at(table, Seat.NORTH)
    live, resting = await room.panel(table, west), await room.panel(table, west, live=False)
    assert "play" in verbs(live) and "play" not in verbs(resting)
    assert "to follow it here, press **My hand**" in text(resting)
    assert f"<t:{int(table.at)}:" in text(resting) and "<#11>" in text(resting)
    assert "First deal: " in text(live), "none of them has sat through a deal"
    room.tables.newcomers.pop(west)
    assert "First deal: " not in text(await room.panel(table, west))
    slot = panel(table.person(west) or Person(""))
    assert "elsewhere" not in text(live) + text(resting)
    room.outbox.out_of_reach.add(SlotKey(table.id, slot))
    for live_too in (True, False):
        told = text(await room.panel(table, west, live=live_too))
        assert "A hand that you opened elsewhere no longer follows the play." in told
        assert "elsewhere" not in text(await room.panel(table, north, live=live_too))


async def test_the_table_at_rest_shows_no_card_of_the_trick_that_goes_on(room: Room) -> None:
    table = await room.playing()
    west = at(table, Seat.WEST)
    await room.tables.act(table.id, west, table.view(west).options[0])
    live, resting = [await room.drawn(table, "table:1", live=live) for live in (True, False)]
    assert "plays dummy" in text(live) and "plays dummy" not in text(resting)


async def test_a_marked_card_is_shown_to_its_person_alone_and_only_in_its_deal(room: Room) -> None:
    table = await room.playing()
    west = at(table, Seat.WEST)
    option = table.view(west).options[0]
    assert isinstance(option, Play)
    before = await room.panel(table, west)
    room.drawing.marks.tapped(west, table.id, 2, option.card, 1)
    assert (await room.panel(table, west)).digest == before.digest
    room.drawing.marks.tapped(west, table.id, 1, option.card, 2)
    assert "is marked" in text(await room.panel(table, west))
    for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
        assert "is marked" not in text(await room.panel(table, at(table, seat)))


async def test_who_belongs_to_an_adjourned_table_is_told_how_it_goes_on_and_nobody_else(room: Room) -> None:
    table = await room.playing()
    await room.tables.act(table.id, None, Adjourn())
    for live in (True, False):
        told = await room.panel(table, at(table, Seat.WEST), live=live)
        assert text(told).startswith("### The table is adjourned") and "14 days" in text(told)
        assert verbs(told) == {"leave", "close"}
    assert text(room.drawing.hand_screen(table, ANNA, "A note.")).startswith("> A note.")
    assert "adjourned" not in text(room.drawing.hand_screen(table, IVAN)).partition("\n")[0]


async def test_a_panel_of_somebody_who_has_been_forgotten_is_drawn_no_more(room: Room) -> None:
    table = await room.playing()
    west = table.person(at(table, Seat.WEST))
    assert west is not None
    table.people = {person: user for person, user in table.people.items() if person != west}
    assert await room.drawing.draw(table, panel(west)) is None
    assert names_at(table)(west) == "somebody"


# The channel


async def test_a_lobby_is_shown_until_its_rubber_begins_and_then_that_it_has_begun(room: Room) -> None:
    table = await room.seated()
    lobby = await room.drawn(table, "lobby:0")
    assert {"join", "start"} <= verbs(lobby)
    assert text(lobby) == text(room.drawing.table_screen(table)) and "A note." not in text(lobby)
    assert "A note." in text(room.drawing.table_screen(table, "A note."))
    await room.tables.act(table.id, ANNA, Start())
    begun = await room.drawn(table, "lobby:0")
    assert not {"join", "start"} & verbs(begun) and text(begun) != text(lobby)


async def test_a_deal_that_is_over_is_shown_as_its_result_with_the_hands_and_its_rubber_with_the_sheet(
    room: Room,
) -> None:
    """One person and three robots; the rubber ends with the table."""
    table = await room.seated(ANNA)
    await room.tables.act(table.id, ANNA, Start())
    await room.tables.act(table.id, None, CutPack(26, ""))
    going_on = await room.drawn(table, "table:1")
    assert "hand" in verbs(going_on)
    while table.state.last_number < 1:
        await goes_on(room.tables, table, ANNA)
    result = await room.drawn(table, "table:1")
    assert "hand" not in verbs(result) and "more" in verbs(result)
    assert "Deal 1" in text(result)
    await room.tables.close(table.id)
    assert await room.drawn(table, "table:7") is not None, "closed in the middle of it"


async def test_an_alert_leads_to_the_message_at_which_its_person_plays(room: Room) -> None:
    table = await room.playing()
    west = table.person(at(table, Seat.WEST))
    assert west is not None
    name = f"alert:{west.alias}:{int(room.clock())}"
    assert await room.drawn(table, name) is None
    await room.tables.alert(table.id, west, private=False)
    assert "(https://discord.com/channels/1/11)" in text(await room.drawn(table, name))
    await room.stands(table, Slot.of_name("table:1"), 11, 77)
    alert = await room.drawn(table, name)
    assert "(https://discord.com/channels/1/11/77)" in text(alert) and verbs(alert) == {"hand"}
    assert alert is not None and alert.pings == at(table, Seat.WEST)
    room.clock.time += 60
    await room.tables.alert(table.id, west, private=True)
    assert await room.drawn(table, name) is None
    await room.stands(table, panel(west), 5, 78)
    private = await room.drawn(table, f"alert-dm:{west.alias}:{int(room.clock())}")
    assert "(https://discord.com/channels/@me/5/78)" in text(private) and "<#11>" in text(private)


async def test_what_no_table_has_is_not_drawn(room: Room) -> None:
    with pytest.raises(ValueError, match="sheet:1"):
        await room.drawn(await room.seated(), "sheet:1")


# The board


async def test_how_urgent_each_message_of_a_table_is_and_which_will_never_change_again(room: Room) -> None:
    table = await room.playing()
    board = TableBoard(table, room.drawing)
    west, north = (table.person(at(table, seat)) for seat in (Seat.WEST, Seat.NORTH))
    assert west is not None and north is not None
    now, before, lobby = Slot.of_name("table:1"), Slot.of_name("table:0"), Slot.of_name("lobby:0")
    assert [board.urgency(slot, live=True) for slot in (now, before, panel(west), panel(north))] == [
        Urgency.TABLE,
        Urgency.RESULT,
        Urgency.DUE_PANEL,
        Urgency.PANEL,
    ]
    assert board.urgency(panel(north), live=False) is Urgency.UPKEEP
    assert [board.is_due(slot) for slot in (now, panel(west), panel(north))] == [False, True, False]
    assert [board.is_final(slot) for slot in (now, lobby, panel(west))] == [False, True, False]
    assert board.order(lobby) < board.order(now) and board.order(panel(west)) == ()
    await room.tables.act(table.id, at(table, Seat.WEST), table.view(at(table, Seat.WEST)).options[0])
    assert board.urgency(panel(west), live=False) is Urgency.UPKEEP
    assert board.urgency(panel(west), live=True) is Urgency.PANEL
    (waited,) = table.waiting
    await room.tables.alert(table.id, waited, private=False)
    (alert,) = table.alerts.values()
    gone = Slot.of_name(f"alert:{waited.alias}:1")
    assert [board.urgency(slot, live=True) for slot in (alert.slot, gone)] == [Urgency.TABLE, Urgency.RESULT]
    assert not board.is_final(alert.slot) and board.order(alert.slot) == ()
    assert board.channel == 11
    await room.tables.act(table.id, None, Adjourn())
    assert board.channel is None
    await room.tables.resume(table.id)
    await room.tables.close(table.id)
    assert board.is_final(panel(west)) and not board.is_final(alert.slot)


async def test_who_waits_for_a_chair_is_told_of_the_table_and_who_has_left_is_shown_no_hand(
    room: Room,
) -> None:
    table = await room.playing()
    await room.tables.act(table.id, IVAN, Join())
    waiting = room.drawing.hand_screen(table, IVAN, "A note.")
    assert "A note." in text(waiting) and "<#11>" in text(waiting) and "play" not in verbs(waiting)
    await room.tables.act(table.id, IVAN, Leave())
    assert "play" not in verbs(room.drawing.hand_screen(table, IVAN))
