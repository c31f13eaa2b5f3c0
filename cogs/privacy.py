"""``/privacy``: what the bot keeps of a person, as a sentence and as a file, and that it forgets them."""

from __future__ import annotations

from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import UserId
from cogs.answers import Asked, answered, whisper
from screens.words import privacy as words
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION

SURE = [app_commands.Choice(name=words.YES.english, value="yes")]


class PrivacyCommands(commands.GroupCog, group_name="privacy", group_description=TEXT["privacy"]):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["privacy show"])
    async def show(self, interaction: Asked) -> None:
        async with answered(interaction):
            known = await self._bot.services.privacy.known(UserId(interaction.user.id))
            await whisper(interaction, words.shown(known))

    @app_commands.command(description=TEXT["privacy export"])
    async def export(self, interaction: Asked) -> None:
        async with answered(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            body = await self._bot.services.privacy.file(UserId(interaction.user.id))
            try:
                await interaction.followup.send(
                    words.FILE(),
                    file=discord.File(BytesIO(body.encode()), "biritch.json"),
                    ephemeral=True,
                )
            except discord.Forbidden:
                await whisper(interaction, words.NO_FILE())

    @app_commands.command(description=TEXT["privacy forget"])
    @app_commands.describe(sure=OPTION["sure"])
    @app_commands.choices(sure=SURE)
    async def forget(self, interaction: Asked, sure: str) -> None:
        """The choice is the confirmation; there is no other."""
        async with answered(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await self._bot.services.privacy.forget(UserId(interaction.user.id))
            await whisper(interaction, words.FORGOTTEN())


async def setup(bot: Biritch) -> None:
    await bot.add_cog(PrivacyCommands(bot))
