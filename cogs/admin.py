"""``/admin``: how the bot is, for the owner of the application."""

from __future__ import annotations

import platform
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import NotTheHost
from bot.version import VERSION
from cogs.answers import Asked, answered, whisper
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.host_admin import Overview, told, versions

LATE: Final = 600.0
"""Seconds after which a table that should go on by itself counts as stuck."""


class AdminCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["admin"])
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def admin(self, interaction: Asked) -> None:
        async with answered(interaction):
            if not await self._bot.is_owner(interaction.user):
                raise NotTheHost
            await whisper(interaction, told(await _overview(self._bot)))


async def _overview(bot: Biritch) -> Overview:
    services, now = bot.services, bot.now()
    late = await services.troubles.late(now - LATE)
    return Overview(
        versions=versions(VERSION, platform.python_version(), discord.__version__),
        tables=len(services.tables.places),
        sheets=len(services.sheets.places),
        servers=len(bot.guilds),
        waiting=bot.calls_waiting,
        late=[(one.table, one.place.channel, int((now - one.at) / 60)) for one in late],
        hidden=[*(await services.troubles.hidden()).items()],
        set_aside=sorted(bot.damaged),
    )


async def setup(bot: Biritch) -> None:
    await bot.add_cog(AdminCommands(bot))
