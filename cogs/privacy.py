"""``/privacy``: what the bot keeps of a person, as a sentence and as a file, and that it forgets them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from cogs.answers import Asked, answered, hand_over, think, whisper
from ports.records import UserId
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
            await think(interaction)
            body = await self._bot.services.privacy.file(UserId(interaction.user.id))
            await hand_over(interaction, words.FILE(), {"biritch.json": body})

    @app_commands.command(description=TEXT["privacy forget"])
    @app_commands.describe(sure=OPTION["sure"])
    @app_commands.choices(sure=SURE)
    async def forget(self, interaction: Asked, sure: str) -> None:
        """The choice is the confirmation; there is no other."""
        async with answered(interaction):
            await think(interaction)
            await self._bot.services.privacy.forget(UserId(interaction.user.id))
            await whisper(interaction, words.FORGOTTEN())
