"""Which board each kind of message has, and those of an evening."""

from __future__ import annotations

import pytest

from bot.discord_api.scheduler import Urgency
from bot.evenings.service import Evenings, Hindrance, OpenEvening
from bot.messages.drawing import Drawing, SheetBoard, TableBoard
from bot.messages.evening_board import BoardFinder, EveningBoard, reasons_stopped
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.sheets.service import ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.tables.service import Tables
from rules.evening.plan import Kind
from storage.ports.records import Place, Slot, SlotKind, TableId, UserId
from storage.store import Store
from tests.bot.test_score_sheets import FOUR
from tests.evenings import plan

ANNA = UserId(11)
OF_A_TABLE = {SlotKind.LOBBY, SlotKind.DEAL, SlotKind.PANEL, SlotKind.ALERT, SlotKind.ALERT_IN_PRIVATE}
OF_A_SHEET = {SlotKind.PAGE, SlotKind.NOTICE}


@pytest.fixture
def boards(store: Store) -> BoardFinder:
    tables = Tables(store.streams, ChanceSource("tables"))
    preferences = Preferences(store.preferences, store.people)
    readers = Readers(preferences, lambda _: None)
    return BoardFinder(
        tables,
        ScoreSheets(store.streams, ChanceSource("sheets")),
        Evenings(store.streams, ChanceSource("evenings")),
        Drawing(tables, 14, readers, Outbox(store.slots)),
        preferences,
        readers,
    )


async def evening(boards: BoardFinder) -> OpenEvening:
    return await boards.evenings.open_evening(Place(1, 12), plan(Kind.PAIRS), ANNA)


async def test_every_kind_of_message_has_the_board_of_what_it_is_a_message_of(boards: BoardFinder) -> None:
    table = await boards.tables.open_table(Place(1, 10), "biritch", {})
    sheet = await boards.sheets.open_sheet(Place(1, 11), "biritch", {}, FOUR, ANNA)
    night = await evening(boards)
    for kind in set(SlotKind) - {SlotKind.UNKNOWN}:
        stream, board = (
            (table, TableBoard)
            if kind in OF_A_TABLE
            else (sheet, SheetBoard)
            if kind in OF_A_SHEET
            else (night, EveningBoard)
        )
        found = await boards.board_for(stream.id, kind)
        assert type(found) is board and found.stream is stream, kind
    assert await boards.board_for(TableId("00000000"), SlotKind.UNKNOWN) is None


async def test_an_evenings_own_message_stands_above_its_deals_and_its_end_below_all(
    boards: BoardFinder,
) -> None:
    night = await evening(boards)
    board = await boards.board_for(night.id, SlotKind.EVENING)
    assert board is not None and board.channel == 12
    names = ("evening:0", "evening:1", "evening:12", "evening:final")
    slots = [Slot.of_name(name) for name in names]
    assert sorted(slots, key=board.order, reverse=True) == slots[::-1]
    urgent = [board.urgency(slot, live=True) for slot in slots]
    assert urgent == [Urgency.TABLE, Urgency.RESULT, Urgency.RESULT, Urgency.RESULT]


async def test_a_page_of_a_sheet_stands_in_its_order_and_a_notice_in_none(boards: BoardFinder) -> None:
    sheet = await boards.sheets.open_sheet(Place(1, 11), "biritch", {}, FOUR, ANNA)
    board = await boards.board_for(sheet.id, SlotKind.PAGE)
    assert board is not None
    assert board.order(Slot.of_name("sheet:9")) < board.order(Slot.of_name("sheet:10"))
    assert board.order(Slot.of_name("notice:a1")) == ()
    assert board.urgency(Slot.of_name("notice:a1"), live=False) is Urgency.TABLE


async def test_why_tables_cannot_open_is_told_once_for_all_that_lack_the_same(boards: BoardFinder) -> None:
    night = await evening(boards)
    assert reasons_stopped(night) == []
    here, there = Hindrance(("send_messages",)), Hindrance(("send_messages",), channel=77)
    night.stopped = {3: here, 1: here, 2: there, 4: Hindrance(status=502)}
    itself, themselves = (
        "It opens by itself as soon as it can.",
        "They open by themselves as soon as they can.",
    )
    first, second, third = reasons_stopped(night)
    assert first == (
        f"**Tables 1 and 3 cannot open.** I need these permissions here: Send Messages. {themselves}"
    )
    assert second == (f"**Table 2 cannot open.** I need these permissions in <#77>: Send Messages. {itself}")
    assert third.startswith("**Table 4 cannot open.** ") and third.endswith(itself)
    assert reasons_stopped(night, 2) == [second] and reasons_stopped(night, 5) == []
    (one_of_two,) = reasons_stopped(night, 3)
    assert one_of_two.startswith("**Table 3 cannot open.**")
