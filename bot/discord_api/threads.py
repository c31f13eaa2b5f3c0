"""Threads for the tables of an evening."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot.evenings.rooms import NoRoom
from bot.ports.records import Place, UserId

log = logging.getLogger(__name__)

IDLE: Final = 1440
"""Minutes without a message after which Discord archives a thread."""
TIME_OUT: Final = 60.0
"""Seconds for one request. The library waits for rate limits by itself."""
GONE: Final = frozenset({10003, 50001})
"""Discord's codes for a channel that is gone, or that the bot may not see."""
NOT_THERE: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who has left the server, or deleted their account."""


class DiscordThreads:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def standing(self, place: Place) -> Mapping[str, int]:
        async with _asking():
            told = await self._client.http.get_active_threads(place.guild)
        mine = self._client.user.id if self._client.user is not None else None
        return {
            one["name"]: int(one["id"])
            for one in told["threads"]
            if int(one["parent_id"]) == place.channel and int(one["owner_id"]) == mine
        }

    async def begin(self, place: Place, name: str, *, private: bool) -> int:
        async with _asking():
            told = await self._client.http.start_thread_without_message(
                place.channel,
                name=name,
                auto_archive_duration=IDLE,
                type=12 if private else 11,  # a private or a public thread
                invitable=not private,
            )
        return int(told["id"])

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        for user in people:
            async with _asking(though=NOT_THERE):
                await self._client.http.add_user_to_thread(room, user)

    async def end(self, room: int) -> None:
        async with _asking(though=GONE):
            await self._client.http.edit_channel(room, archived=True)


@asynccontextmanager
async def _asking(*, though: frozenset[int] = frozenset()) -> AsyncIterator[None]:
    """Raises NoRoom for whatever Discord refuses or does not answer, but for refusals with these codes."""
    try:
        async with asyncio.timeout(TIME_OUT):
            yield
    except discord.HTTPException as error:
        if error.code in though:
            return
        log.warning("Discord answered %s (%s) when asked for a thread", error.status, error.code)
        raise NoRoom from error
    except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited) as error:
        log.warning("Discord could not be asked for a thread: %s", type(error).__name__)
        raise NoRoom from error
