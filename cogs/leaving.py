"""Leaving a table: at once where that costs nobody anything, else after a question."""

from __future__ import annotations

from bot.ports.records import TableId, UserId
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from cogs.answers import Asked, key_of, redraw, show, whisper
from rules.refusals import LeavingCosts
from rules.table.requests import Leave
from screens.leaving import confirmed, leaving_screen, left_screen
from screens.presses import Press
from screens.words.commands import chair_note


async def leave(interaction: Asked, tables: Tables, table_id: TableId) -> None:
    """Answers the command. Raises a Refusal."""
    try:
        await tables.act(table_id, UserId(interaction.user.id), Leave(), key=key_of(interaction))
    except LeavingCosts as refusal:
        await ask_first(interaction, await tables.get(table_id), refusal)
    else:
        await whisper(interaction, chair_note("leave"))


async def ask_first(interaction: Asked, table: OpenTable, refusal: LeavingCosts) -> None:
    """Asks whether they want to leave all the same."""
    await show(interaction, leaving_screen(table.id, table.state.rubbers, refusal.price))


async def leave_confirmed(interaction: Asked, tables: Tables, press: Press) -> None:
    """Answers the button below the question. If it costs something else by now, asks again. Raises a
    Refusal."""
    table = await tables.get(TableId(press.table))
    request = Leave(confirmed(press, table.state.rubbers))
    try:
        await tables.act(table.id, UserId(interaction.user.id), request, key=key_of(interaction))
    except LeavingCosts as refusal:
        await redraw(interaction, leaving_screen(table.id, table.state.rubbers, refusal.price))
    else:
        await redraw(interaction, left_screen(chair_note("leave")))
