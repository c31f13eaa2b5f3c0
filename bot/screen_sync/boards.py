"""Tables and score sheets as ``Posting`` sees them: what is drawn in each of their slots, and for whom."""

from __future__ import annotations

from bot.screen_sync.card_styles import CardStyles
from bot.screen_sync.drawing import Drawing
from bot.screen_sync.scheduler import Urgency
from bot.sheets import service
from bot.sheets.service import OpenSheet, ScoreSheets
from bot.tables import slots as table_slots
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from ports.records import TableId, UserId
from rules.frozen import frozen
from rules.members import Person
from screens.screen import Screen


@frozen
class TableBoards:
    tables: Tables
    drawing: Drawing
    styles: CardStyles

    def owns(self, slot: str) -> bool:
        return table_slots.is_of_table(slot)

    async def get(self, stream_id: TableId) -> TableBoard:
        return TableBoard(await self.tables.get(stream_id), self.tables, self.drawing, self.styles)


@frozen
class TableBoard:
    table: OpenTable
    tables: Tables
    drawing: Drawing
    styles: CardStyles

    @property
    def stream(self) -> OpenTable:
        return self.table

    @property
    def channel(self) -> int | None:
        return self.table.place.channel if self.table.has_place else None

    def is_private(self, slot: str) -> bool:
        return table_slots.is_panel(slot) or table_slots.is_alert_in_private(slot)

    def owner(self, slot: str) -> UserId | None:
        alert = table_slots.alert_of(slot)
        person = self.table.panel_owner(slot) if alert is None else Person(alert.alias)
        return self.table.people.get(person) if person is not None else None

    def is_alert(self, slot: str) -> bool:
        return table_slots.is_alert(slot)

    def order(self, slot: str) -> tuple[int, ...]:
        if self.is_private(slot) or self.is_alert(slot):
            return ()
        return (slot == self._room, int(slot.partition(":")[2]))

    def is_final(self, slot: str) -> bool:
        if self.is_alert(slot):
            return False
        return self.table.closed or not (self.is_private(slot) or slot == self._room)

    def is_due(self, slot: str) -> bool:
        person = self.table.panel_owner(slot)
        return person is not None and table_slots.is_due(self.table.state, person)

    def urgency(self, slot: str, *, live: bool) -> Urgency:
        if self.is_alert(slot):
            return Urgency.TABLE if self.table.stands(slot) else Urgency.RESULT
        if not self.is_private(slot):
            return Urgency.TABLE if slot == self._room else Urgency.RESULT
        if self.is_due(slot):
            return Urgency.DUE_PANEL
        return Urgency.PANEL if live or table_slots.is_between(self.table.state) else Urgency.UPKEEP

    async def draw(self, slot: str, *, live: bool) -> Screen | None:
        owner, guild = self.owner(slot) if self.is_private(slot) else None, self.table.place.guild
        cards = await self.styles.of_server(guild)
        screen = await self.drawing.draw(self.table, slot, live=live, cards=cards)
        if screen is None:
            return None
        if owner is None:
            return screen.with_cards(cards)
        return await self.styles.for_person(screen, owner, guild)

    @property
    def _room(self) -> str:
        return table_slots.room(self.table.state)


@frozen
class SheetBoards:
    sheets: ScoreSheets
    drawing: Drawing
    styles: CardStyles

    def owns(self, slot: str) -> bool:
        return service.is_page(slot) or service.is_notice(slot)

    async def get(self, stream_id: TableId) -> SheetBoard:
        return SheetBoard(await self.sheets.get(stream_id), self.drawing, self.styles)


@frozen
class SheetBoard:
    sheet: OpenSheet
    drawing: Drawing
    styles: CardStyles

    @property
    def stream(self) -> OpenSheet:
        return self.sheet

    @property
    def channel(self) -> int | None:
        return self.sheet.place.channel if self.sheet.has_place else None

    def is_private(self, slot: str) -> bool:
        return service.is_notice(slot)

    def owner(self, slot: str) -> UserId | None:
        person = self.sheet.reader(slot)
        return self.sheet.people[person] if person is not None else None

    def is_alert(self, slot: str) -> bool:
        return False

    def order(self, slot: str) -> tuple[int, ...]:
        return () if self.is_private(slot) else (service.rubber_on(slot),)

    def is_final(self, slot: str) -> bool:
        return self.sheet.closed

    def is_due(self, slot: str) -> bool:
        return False

    def urgency(self, slot: str, *, live: bool) -> Urgency:
        return Urgency.TABLE

    async def draw(self, slot: str, *, live: bool) -> Screen | None:
        reader, guild = self.owner(slot), self.sheet.place.guild
        if reader is not None:
            notice = await self.drawing.notice(self.sheet, reader)
            return await self.styles.for_person(notice, reader, guild)
        return await self.styles.for_room(await self.drawing.page(self.sheet, slot), guild)
