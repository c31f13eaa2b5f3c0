"""The buttons of score sheets, and how whoever writes on one is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.app import Biritch
from bot.presenter.scorebook import full_screen
from bot.score_presses import ScorePress
from bot.scorebooks import NoName, NoSuchSheet, PageTurned, SheetError, SheetHere, Turn
from bot.scoreshowing import names_on
from bot.wordings import scorebook as words
from cogs.answers import Asked, answered, key_of, show, whisper
from rules.score_errors import ScoreError
from rules.scoring import Confirm, Reject, ScoreAsk, TakeBack
from storage.records import TableId, UserId

_SENTENCES: Final = {
    NoSuchSheet: words.NO_SHEET,
    SheetHere: words.SHEET_HERE,
    PageTurned: words.PAGE_TURNED,
    NoName: words.NO_NAME,
}


@asynccontextmanager
async def written(interaction: Asked) -> AsyncIterator[None]:
    """Whatever is refused inside is told to the person who asked, in one sentence."""
    async with answered(interaction):
        try:
            yield
        except ScoreError as refusal:
            await whisper(interaction, words.refused(refusal))
        except SheetError as refusal:
            await whisper(interaction, _SENTENCES[type(refusal)])


async def score_pressed(bot: Biritch, interaction: Asked, press: ScorePress) -> None:
    """A button of a sheet: done if the page is still as it was drawn."""
    async with written(interaction):
        sheet = TableId(press.sheet)
        if press.verb == "show":
            kept = await bot.scorebooks.get(sheet)
            number = min(press.rubber, len(kept.sheet.view.pages))
            await show(interaction, full_screen(kept.sheet.view, number, names_on(kept)))
            return
        ask, note = _asked(press)
        turn = Turn(press.rubber, press.turn)
        await bot.scorebooks.act(sheet, UserId(interaction.user.id), ask, turn=turn, key=key_of(interaction))
        await whisper(interaction, note)


def _asked(press: ScorePress) -> tuple[ScoreAsk, str]:
    match press.verb:
        case "undo":
            return TakeBack(), words.TAKEN_BACK
        case "confirm":
            return Confirm(press.rubber), words.CONFIRMED
    return Reject(press.rubber), words.REJECTED
