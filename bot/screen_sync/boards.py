"""Tables and score sheets as ``Posting`` sees them: what is drawn in each of their slots, and for whom."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ports.records import TableId, UserId
from bot.screen_sync.drawing import Drawing
from bot.sheets import slots as sheet_slots
from bot.sheets.open_sheet import OpenSheet
from bot.sheets.service import ScoreSheets
from bot.tables import slots as table_slots
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from screens.screen import Screen


@dataclass(frozen=True, slots=True)
class TableBoards:
    tables: Tables
    drawing: Drawing

    def owns(self, slot: str) -> bool:
        return table_slots.is_of_table(slot)

    async def get(self, stream_id: TableId) -> TableBoard:
        return TableBoard(await self.tables.get(stream_id), self.tables, self.drawing)


@dataclass(frozen=True, slots=True)
class TableBoard:
    table: OpenTable
    tables: Tables
    drawing: Drawing

    @property
    def id(self) -> TableId:
        return self.table.id

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def channel(self) -> int | None:
        return None if self.table.adjourned else self.table.place.channel

    def is_private(self, slot: str) -> bool:
        return table_slots.is_panel(slot)

    def owner(self, slot: str) -> UserId | None:
        person = self.table.panel_owner(slot)
        return self.table.people[person] if person is not None else None

    async def draw(self, slot: str) -> Screen | None:
        return await self.drawing.draw(self.table, slot)

    async def posted(self, slot: str) -> None:
        await self.tables.panel_posted(self.table, slot)


@dataclass(frozen=True, slots=True)
class SheetBoards:
    sheets: ScoreSheets
    drawing: Drawing

    def owns(self, slot: str) -> bool:
        return sheet_slots.is_page(slot) or sheet_slots.is_notice(slot)

    async def get(self, stream_id: TableId) -> SheetBoard:
        return SheetBoard(await self.sheets.get(stream_id), self.drawing)


@dataclass(frozen=True, slots=True)
class SheetBoard:
    sheet: OpenSheet
    drawing: Drawing

    @property
    def id(self) -> TableId:
        return self.sheet.id

    @property
    def version(self) -> int:
        return self.sheet.version

    @property
    def channel(self) -> int | None:
        return None if self.sheet.adjourned else self.sheet.place.channel

    def is_private(self, slot: str) -> bool:
        return sheet_slots.is_notice(slot)

    def owner(self, slot: str) -> UserId | None:
        person = self.sheet.reader(slot)
        return self.sheet.people[person] if person is not None else None

    async def draw(self, slot: str) -> Screen | None:
        private = sheet_slots.is_notice(slot)
        return self.drawing.notice(self.sheet) if private else self.drawing.page(self.sheet, slot)

    async def posted(self, slot: str) -> None:
        """Nothing to note."""
