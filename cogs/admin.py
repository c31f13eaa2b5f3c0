"""``/admin``, for those who own the application or are of its team: how the bot is, and what they order it to
do.

Discord offers the command in the host's own server alone (the setting HOST_SERVER), to members who may manage
it. Whether somebody is the host is asked of Discord each time: a team may have lost them.
"""

from __future__ import annotations

import platform
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.client.servers import HostUnknown
from bot.errors import AppRefused, AppWhy
from bot.host.orders import ABOUT_SOMEBODY, Does, Order, OrderRefused, number_in
from bot.host.version import VERSION
from cogs.answers import conclude, hand_over, think
from cogs.errors import answered
from cogs.interactions import Asked
from screens.parts import BRASS
from screens.parts import text as written
from screens.screen import Screen
from screens.words import host_orders
from screens.words.commands import HOSTS_COMMAND
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.host_checks import Overview, overview_text, versions
from storage.ports.records import UserId

LATE: Final = 600.0
"""Seconds after which a table that should go on by itself counts as stuck."""
ORDERS: Final = [
    app_commands.Choice(name=name, value=f"{does} {kind}") for name, does, kind in host_orders.CHOICES
]
MOST_SHOWN: Final = 3800
"""Characters of an answer; what is longer is a file."""


class AdminCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=HOSTS_COMMAND)
    @app_commands.describe(order=OPTION["order"], whom=OPTION["whom"], text=OPTION["order_text"])
    @app_commands.choices(order=ORDERS)
    @app_commands.default_permissions(manage_guild=True)
    async def admin(
        self, interaction: Asked, order: str | None = None, whom: str = "", text: str = ""
    ) -> None:
        async with answered(interaction):
            await think(interaction)
            await self._check_host(interaction)
            if order is None:
                told, name = overview_text(await _overview(self._bot)), ""
            else:
                told, name = await self._order_given(order, whom, text)
            if name or len(told) > MOST_SHOWN:
                await hand_over(interaction, host_orders.AS_FILE, {name or "admin.txt": told})
            else:
                await conclude(interaction, Screen((written(told),), BRASS))

    async def _check_host(self, interaction: Asked) -> None:
        """Raises AppWhy.NOT_THE_HOST, AppWhy.HOST_UNKNOWN."""
        try:
            is_host = await self._bot.services.servers.is_host(UserId(interaction.user.id))
        except HostUnknown:
            raise AppRefused(AppWhy.HOST_UNKNOWN) from None
        if not is_host:
            raise AppRefused(AppWhy.NOT_THE_HOST)

    async def _order_given(self, order: str, whom: str, text: str) -> tuple[str, str]:
        """What the host is told, and the name of the file in which that is; empty for none. In which of the
        two options something is typed does not matter."""
        named, _, kind = order.partition(" ")
        does = Does(named)
        try:
            number = 0
            if does in ABOUT_SOMEBODY and (whom or text):
                number = number_in(whom or text)
            given = Order(does, kind, number, text or whom)
            told = await self._bot.services.carrying.give_order(given)
        except OrderRefused as refusal:
            return refusal.why, ""
        return told, f"{number}.json" if does is Does.EXPORT else ""


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
    if bot.host_server:
        await bot.add_cog(AdminCommands(bot), guild=discord.Object(bot.host_server))
