"""The buttons of score sheets."""

from __future__ import annotations

from bot.ports.records import TableId, UserId
from bot.services import Services
from bot.sheets.service import Turn
from cogs.answers import Asked, key_of, show, whisper
from cogs.score_pad import ScorePads, choose_deal, open_pad
from rules.sheet.requests import CloseSheet, Confirm, Next, Reject, SheetRequest, TakeBack
from screens.sheet_presses import ScorePress
from screens.words import scorebook as words


async def score_pressed(interaction: Asked, press: ScorePress, services: Services, pads: ScorePads) -> None:
    """Shows the whole page or a pad, or does what the button says if the page is still as it was drawn."""
    sheet_id = TableId(press.sheet)
    match press.verb:
        case "show":
            sheet = await services.sheets.get(sheet_id)
            await show(interaction, await services.drawing.full_page(sheet, press.rubber))
        case "enter":
            pads.forget(interaction)
            await open_pad(interaction, services.sheets, sheet_id)
        case "correct":
            await choose_deal(interaction, services.sheets, sheet_id, press.rubber)
        case _:
            await _write(interaction, press, sheet_id, services)


async def _write(interaction: Asked, press: ScorePress, sheet_id: TableId, services: Services) -> None:
    request, note = _requested(press)
    turn = Turn(press.rubber, press.turn)
    user, key = UserId(interaction.user.id), key_of(interaction)
    sheet = await services.sheets.act(sheet_id, user, request, turn=turn, key=key)
    await whisper(interaction, note or words.closing_note(closed=sheet.closed))


def _requested(press: ScorePress) -> tuple[SheetRequest, str]:
    match press.verb:
        case "undo":
            return TakeBack(), words.TAKEN_BACK()
        case "confirm":
            return Confirm(press.rubber), words.CONFIRMED()
        case "next":
            return Next(), words.NEXT_PAGE()
        case "close":
            return CloseSheet(), ""  # what it comes to is seen afterwards
    return Reject(press.rubber), words.REJECTED()
