"""The buttons of score sheets, and how whoever writes on one is answered."""

from __future__ import annotations

from bot.app import Biritch
from bot.ports.records import TableId, UserId
from bot.screen_sync.sheet_posting import names_on
from bot.sheets.service import Turn
from cogs.answers import Asked, answered, key_of, show, whisper
from rules.sheet.requests import Confirm, Reject, SheetRequest, TakeBack
from screens.scorebook import full_screen
from screens.sheet_presses import ScorePress
from screens.words import scorebook as words


async def score_pressed(bot: Biritch, interaction: Asked, press: ScorePress) -> None:
    """A button of a sheet: done if the page is still as it was drawn."""
    async with answered(interaction):
        sheet_id = TableId(press.sheet)
        if press.verb == "show":
            sheet = await bot.scorebooks.get(sheet_id)
            number = min(press.rubber, len(sheet.state.view.pages))
            await show(interaction, full_screen(sheet.state.view, number, names_on(sheet)))
            return
        ask, note = _asked(press)
        turn = Turn(press.rubber, press.turn)
        await bot.scorebooks.act(
            sheet_id, UserId(interaction.user.id), ask, turn=turn, key=key_of(interaction)
        )
        await whisper(interaction, note)


def _asked(press: ScorePress) -> tuple[SheetRequest, str]:
    match press.verb:
        case "undo":
            return TakeBack(), words.TAKEN_BACK
        case "confirm":
            return Confirm(press.rubber), words.CONFIRMED
    return Reject(press.rubber), words.REJECTED
