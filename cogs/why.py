"""``/why`` and ``/hint``: what robots thought in a deal that is over, and what one would do now."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import UserId
from bot.tables.open_table import OpenTable
from cogs.answers import Asked, answered, show, whisper
from cogs.finding import table_here
from screens.why import hint
from screens.words.analysis import NO_DEAL_YET
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION


class WhyCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self._tables = bot.services.tables
        self._drawing = bot.services.drawing

    @app_commands.command(description=TEXT["why"])
    @app_commands.describe(deal=OPTION["analysed"])
    async def why(self, interaction: Asked, deal: app_commands.Range[int, 1] | None = None) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            if deal is None and table.state.last is None:
                await whisper(interaction, NO_DEAL_YET())
                return
            await show(interaction, await self._drawing.why(table.id, deal or table.state.last_number))

    @app_commands.command(description=TEXT["hint"])
    async def hint(self, interaction: Asked) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            await whisper(interaction, await hinted(self.bot, table, UserId(interaction.user.id)))


async def hinted(bot: Biritch, table: OpenTable, user: UserId) -> str:
    """The hint. Raises a Refusal if there is none."""
    view, answer = await bot.services.hints.hint(table, user)
    return hint(view, answer)


async def setup(bot: Biritch) -> None:
    await bot.add_cog(WhyCommands(bot))
