"""Speaking to Discord with the bot's own token: posting, editing and deleting messages, opening DMs.

Every fault becomes one of the three that ``bot.posting`` knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final, TypeVar

import aiohttp
import discord

from bot.layout import laid_out, plain
from bot.posting import MessageGone, NoPlace, TryLater
from bot.screen import Screen

T = TypeVar("T")
log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds for one request. The library itself would wait for minutes."""
GONE: Final = {10008: "message", 30046: "old message"}
NO_PLACE: Final = {
    10003: "channel gone",
    10004: "server gone",
    50001: "no access",
    50013: "no permission",
    50007: "direct messages refused",
    40003: "too many direct messages",
    50278: "no server in common",
    50083: "thread archived",
    160005: "thread locked",
    200000: "blocked by the server's filter",
}
BAD_FORM: Final = 50035
NO_MENTIONS: Final = discord.AllowedMentions.none()


class DiscordMessenger:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        place = self._client.get_partial_messageable(channel)
        try:
            view = laid_out(screen)
            message = await _sent(place.send(view=view, nonce=nonce, allowed_mentions=NO_MENTIONS))
        except _BadForm:
            view = plain(screen)
            message = await _sent(place.send(view=view, nonce=nonce, allowed_mentions=NO_MENTIONS))
        return message.id

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        old = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await _sent(old.edit(view=laid_out(screen), allowed_mentions=NO_MENTIONS))
        except _BadForm:
            await _sent(old.edit(view=plain(screen), allowed_mentions=NO_MENTIONS))

    async def delete(self, channel: int, message: int) -> None:
        await _sent(self._client.get_partial_messageable(channel).get_partial_message(message).delete())

    async def open_dm(self, user: int) -> int:
        return (await _sent(self._client.create_dm(discord.Object(user)))).id


class _BadForm(Exception):
    """Discord refuses the form of a message: a mistake of ours, which must not block a table."""


async def _sent(request: Awaitable[T]) -> T:
    try:
        return await asyncio.wait_for(request, PATIENCE)
    except discord.HTTPException as error:
        if error.code in GONE:
            raise MessageGone from error
        if error.code in NO_PLACE:
            raise NoPlace(NO_PLACE[error.code]) from error
        if error.code == BAD_FORM:
            log.error("Discord refused the form of a message: %s", error.text)
            raise _BadForm from error
        log.warning("Discord answered %s (%s)", error.status, error.code)
        raise TryLater from error
    except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited) as error:
        log.warning("Discord could not be reached: %s", type(error).__name__)
        raise TryLater from error
