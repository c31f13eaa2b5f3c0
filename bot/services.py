"""All the services that the doors in ``cogs`` are given. ``bot.app`` puts them together."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from bot.ports.storage import Rankings
from bot.screen_sync.drawing import Drawing
from bot.screen_sync.posting import Posting
from bot.sheets.service import ScoreSheets
from bot.tables.analyses import Analyses
from bot.tables.hints import Hints
from bot.tables.service import Tables
from rules.errors import Refusal
from rules.sheet.requests import CloseSheet
from rules.table.requests import CloseTable


@dataclass(frozen=True, slots=True)
class Services:
    tables: Tables
    sheets: ScoreSheets
    posting: Posting
    drawing: Drawing
    rankings: Rankings
    hints: Hints
    analyses: Analyses

    async def channel_deleted(self, channel: int) -> None:
        """Closes what stood in a channel that is no more: nobody could close it from there."""
        table_id, sheet_id = self.tables.in_channel(channel), self.sheets.in_channel(channel)
        if table_id is not None:
            with suppress(Refusal):  # it was closed in the same moment
                await self.tables.act(table_id, None, CloseTable())
        if sheet_id is not None:
            with suppress(Refusal):
                await self.sheets.act(sheet_id, None, CloseSheet())
