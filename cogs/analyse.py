"""``/analyse``, and the buttons that ask for the same: what a finished deal could have come to."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import TableId, UserId
from bot.screen_sync.drawing import names_at
from bot.tables.analyses import Looked, Unanalysed
from bot.tables.open_table import OpenTable
from cogs.answers import Asked, answered, conclude, tell_all, think, whisper
from cogs.finding import table_here
from screens.analysis import TO_ALL, analysis_screen, picture_of
from screens.presses import Press
from screens.screen import Screen, without_pictures
from screens.words import analysis as words
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.languages import spoken
from screens.words.refusals import APOLOGY


class AnalyseCommand(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["analyse"])
    @app_commands.describe(deal=OPTION["analysed"])
    async def analyse(
        self, interaction: Asked, deal: app_commands.Range[int, 1, 999_999] | None = None
    ) -> None:
        async with answered(interaction):
            await _look(self._bot, interaction, await table_here(interaction), deal)


async def analyse_pressed(bot: Biritch, interaction: Asked, press: Press) -> None:
    """Answers a button that asks for an analysis, for the presser alone or for all."""
    await _look(bot, interaction, TableId(press.table), press.at, to_all=press.what == TO_ALL)


async def _look(
    bot: Biritch, interaction: Asked, table_id: TableId, deal: int | None, *, to_all: bool = False
) -> None:
    """Answers with the analysis of a finished deal, the last of the table if ``deal`` is None."""
    table = await bot.services.tables.get(table_id)
    done = await bot.services.analyses.finished(table, deal)
    if isinstance(done, Unanalysed):
        await whisper(interaction, refused(done, deal))
        return
    sat = table.person(UserId(interaction.user.id)) in done.seats
    shown = bot.services.analyses.is_shown(table.id, done.deal.number)
    if to_all and (shown or not sat):
        await whisper(interaction, words.SHOWN_ALREADY() if sat else words.ONLY_WHO_SAT())
        return
    if to_all:
        await interaction.response.defer()
    else:
        await think(interaction)
    looked = await bot.services.analyses.look(table, done)
    if isinstance(looked, Unanalysed):
        await whisper(interaction, refused(looked, deal))
    elif to_all:
        await _show_to_all(bot, interaction, table, looked)
    else:
        screen = await _screen(table, looked, to_show=sat and not shown and interaction.guild_id is not None)
        await conclude(interaction, screen, without_pictures(screen))


async def _show_to_all(bot: Biritch, interaction: Asked, table: OpenTable, looked: Looked) -> None:
    """Once for a deal, unless Discord refuses it; the button then leaves the presser's own message."""
    analyses, deal = bot.services.analyses, looked.done.deal.number
    if not analyses.shown_first(table.id, deal):
        await whisper(interaction, words.SHOWN_ALREADY())
        return
    with spoken(await bot.services.languages.of_room(table.place.guild)):
        screen = await _screen(table, looked)
    try:
        await tell_all(interaction, screen)
    except Exception:
        analyses.not_shown(table.id, deal)
        raise
    screen = await _screen(table, looked)
    with suppress(discord.HTTPException):
        await conclude(interaction, screen, without_pictures(screen))


def refused(why: Unanalysed, deal: int | None) -> str:
    match why:
        case Unanalysed.NO_SOLVER:
            return words.NO_SOLVER()
        case Unanalysed.NO_WORKERS:
            return words.NO_WORKERS()
        case Unanalysed.NOT_OVER:
            return words.NO_DEAL_YET() if deal is None else words.not_over(deal)
        case Unanalysed.NOT_DONE:
            return words.NOT_DONE()
        case Unanalysed.FAULT:
            return APOLOGY()


async def _screen(table: OpenTable, looked: Looked, *, to_show: bool = False) -> Screen:
    """In the language that is set, its picture too. With ``to_show`` it has a button that shows it to all."""
    done, at = looked.done, looked.done.at(table)
    return analysis_screen(
        done.deal,
        done.seats,
        looked.found,
        await asyncio.to_thread(picture_of, done.deal, looked.found, at),
        names_at(table),
        at=at,
        table_id=table.id if to_show else "",
    )


async def setup(bot: Biritch) -> None:
    await bot.add_cog(AnalyseCommand(bot))
