"""Whether a channel stands and can be seen: from what the gateway has told, or by asking Discord."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.adjourning import Finding
from bot.discord_api.rest import Rest
from bot.ports.records import Place

log = logging.getLogger(__name__)

TIME_OUT: Final = 10.0
"""Seconds for one request."""
GONE: Final = frozenset({10003, 10004, 50001})
"""Discord's codes for an unknown channel, an unknown server, and one that the bot may not see."""


class DiscordPlaces:
    def __init__(self, client: discord.Client, rest: Rest) -> None:
        self._client = client
        self._rest = rest

    def known(self, place: Place) -> Finding:
        guild = self._client.get_guild(place.guild)
        channel = guild.get_channel_or_thread(place.channel) if guild is not None else None
        if guild is None or guild.unavailable or channel is None:
            return Finding.UNKNOWN
        try:
            visible = guild.me is not None and channel.permissions_for(guild.me).view_channel
        except discord.ClientException:  # a thread whose channel is not known
            visible = False
        return Finding.STANDS if visible else Finding.UNKNOWN

    async def ask(self, place: Place) -> Finding:
        guild = self._client.get_guild(place.guild)
        waits = not self._client.is_ready() or self._rest.is_shut_out
        if waits or (guild is not None and guild.unavailable):
            return Finding.UNKNOWN
        try:
            await asyncio.wait_for(self._client.http.get_channel(place.channel), TIME_OUT)
        except discord.HTTPException as error:
            if error.code in GONE:
                return Finding.GONE
            log.warning("Discord answered %s (%s) when asked for a channel", error.status, error.code)
            return Finding.UNKNOWN
        except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited) as error:
            log.warning("Discord could not be asked for a channel: %s", type(error).__name__)
            return Finding.UNKNOWN
        return Finding.STANDS
