"""The composition root: the one module that knows the storage, the tables, the followers and Discord."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable
from typing import Final

import discord
import yarl
from discord.ext import commands

from bot import command_list
from bot.clock import Clock
from bot.luck import Luck
from bot.messenger import DiscordMessenger
from bot.pace import Pace
from bot.posting import Posting
from bot.robot_chairs import RobotChairs
from bot.robots.plain import PlainRobot
from bot.services import Services
from bot.settings import Settings
from bot.showing import Showing
from bot.tables import Tables
from storage.store import Store

log = logging.getLogger(__name__)

COGS: Final = ("cogs.presses", "cogs.tables", "cogs.play", "cogs.reference")


class Biritch(commands.AutoShardedBot):
    """The bot. It listens to nothing but interactions; nothing in it is keyed to a shard."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        luck: Luck | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        luck = luck or Luck()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        tables = Tables(store, luck, now)
        showing = Showing(tables)
        pace = Pace(settings.channel_calls)
        posting = Posting(store, tables, DiscordMessenger(self), showing.draw, pace, now)
        self.services = Services(tables, posting, showing, store)
        self._robots = RobotChairs(tables, PlainRobot(), luck, settings.robot_pace)
        self._clock = Clock(tables, luck, settings.cut_seconds, now)

    async def setup_hook(self) -> None:
        """Before the gateway is opened: the doors, and every open table, so that the first press finds it."""
        for cog in COGS:
            await self.load_extension(cog)
        await command_list.bring_up_to_date(self)
        services = self.services
        services.tables.followers += [services.posting, self._robots, self._clock]
        await services.tables.wake()

    async def on_ready(self) -> None:
        self.services.tables.connected()
        log.info("ready")

    async def on_resumed(self) -> None:
        self.services.tables.connected()

    async def close(self) -> None:
        await self._robots.close()
        await self._clock.close()
        await self.services.posting.close()
        await super().close()


async def run(settings: Settings, luck: Luck | None = None) -> None:
    """Runs until SIGTERM or SIGINT; ``luck`` is for tests.

    Raises StorageError, or LoginFailure, where the bot cannot start.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
    sys.set_int_max_str_digits(0)  # a chain of contres has no end, nor have the points that it makes
    if settings.api is not None:
        discord.http.Route.BASE = settings.api
    if settings.gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
    async with Store.open(settings.database) as store:
        await store.forget_old_keys()
        bot = Biritch(settings, store, luck)
        stopping = asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
        async with bot:
            running = asyncio.create_task(bot.start(settings.token.told()))
            stop = asyncio.create_task(stopping.wait())
            await asyncio.wait((running, stop), return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            await bot.close()
            await running
