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
from bot.streams.discord_clock import DATE_STEP

log = logging.getLogger(__name__)

IDLE: Final = 1440
"""Minutes without a message after which Discord archives a thread."""
TIME_OUT: Final = 60.0
"""Seconds for one request. The library waits for rate limits by itself."""
GONE: Final = frozenset({10003, 50001})
"""Discord's codes for a channel that is gone, or that the bot may not see."""
PACE: Final = 0.4
"""Seconds between two of these calls. The scheduler knows nothing of them, but leaves three calls a second
for such as these (``bot.screen_sync.buckets``)."""
NOT_THERE: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who has left the server, or deleted their account."""


class DiscordThreads:
    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._turn = asyncio.Lock()
        self._next = 0.0  # when the next call may be made, on the loop's clock

    async def standing(self, place: Place, since: float) -> Mapping[str, int]:
        async with self._asking():
            told = await self._client.http.get_active_threads(place.guild)
        mine = self._client.user.id if self._client.user is not None else None
        return {
            one["name"]: int(one["id"])
            for one in told["threads"]
            if int(one["parent_id"]) == place.channel
            and int(one["owner_id"]) == mine
            and discord.utils.snowflake_time(int(one["id"])).timestamp() > since - DATE_STEP
        }

    async def begin(self, place: Place, name: str, *, private: bool) -> int:
        async with self._asking():
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
            async with self._asking(though=NOT_THERE):
                await self._client.http.add_user_to_thread(room, user)

    async def end(self, room: int) -> None:
        async with self._asking(though=GONE):
            await self._client.http.edit_channel(room, archived=True)

    @asynccontextmanager
    async def _asking(self, *, though: frozenset[int] = frozenset()) -> AsyncIterator[None]:
        """Raises NoRoom if Discord refuses, but for the codes in ``though``, or does not answer."""
        await self._wait()
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

    async def _wait(self) -> None:
        """For the turn of the next call."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(0.0, self._next - loop.time()))
            self._next = loop.time() + PACE
