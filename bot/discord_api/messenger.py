"""Speaking to Discord with the bot's own token: posting, editing and deleting messages, opening DMs.

Every fault becomes one of the three that ``bot.screen_sync.posting`` knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

from bot.discord_api.layout import laid_out, plain
from bot.screen_sync.posting import MessageGone, NoPlace, TryLater
from screens.screen import Screen

T = TypeVar("T")
Form = Callable[[Screen], discord.ui.LayoutView]
log = logging.getLogger(__name__)

TIME_OUT: Final = 10.0
"""Seconds for one request. The library itself would wait for minutes."""
GONE: Final = {10008: "message", 30046: "old message", 50083: "message in an archived thread"}
NO_PLACE: Final = {
    10003: "channel gone",
    10004: "server gone",
    50001: "no access",
    50013: "no permission",
    50007: "direct messages refused",
    50278: "no server in common",
    160005: "thread locked",
    200000: "blocked by the server's filter",
}
FOR_NOW: Final = frozenset({50001, 50013, 160005})
BAD_FORM: Final = 50035
NO_MENTIONS: Final = discord.AllowedMentions.none()


class DiscordMessenger:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        place = self._client.get_partial_messageable(channel)

        async def sent(form: Form) -> int:
            view = form(screen)
            return (await self._sent(place.send(view=view, nonce=nonce, allowed_mentions=NO_MENTIONS))).id

        try:
            return await _in_some_form(sent)
        except MessageGone as error:
            raise NoPlace("thread archived", for_now=True) from error

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        old = self._client.get_partial_messageable(channel).get_partial_message(message)

        async def edited(form: Form) -> None:
            await self._sent(old.edit(view=form(screen), allowed_mentions=NO_MENTIONS))

        await _in_some_form(edited)

    async def delete(self, channel: int, message: int) -> None:
        await self._sent(self._client.get_partial_messageable(channel).get_partial_message(message).delete())

    async def open_dm(self, user: int) -> int:
        return (await self._sent(self._client.create_dm(discord.Object(user)))).id

    async def _sent(self, request: Awaitable[T]) -> T:
        try:
            return await asyncio.wait_for(request, TIME_OUT)
        except discord.HTTPException as error:
            if error.code in GONE:
                raise MessageGone from error
            if error.code in NO_PLACE:
                raise NoPlace(NO_PLACE[error.code], for_now=error.code in FOR_NOW) from error
            if error.code == BAD_FORM:
                log.error("Discord refused the form of a message: %s", error.text)
                raise _BadForm from error
            log.warning("Discord answered %s (%s)", error.status, error.code)
            raise TryLater from error
        except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited) as error:
            log.warning("Discord could not be reached: %s", type(error).__name__)
            if isinstance(error, TimeoutError):
                # A request that sits out a limit on all requests holds back every other until it is done. It
                # has just been cancelled, and the library would now hold them for ever.
                self._client.http._global_over.set()
            raise TryLater from error


class _BadForm(Exception):
    """Discord refuses the form of a message: a mistake of ours, which must not block a table."""


async def _in_some_form(send: Callable[[Form], Awaitable[T]]) -> T:
    """As it is laid out; where that is too long, or Discord will not have it, plainly."""
    try:
        return await send(laid_out)
    except (_BadForm, ValueError) as error:
        log.error("a message had to be sent plainly: %s", type(error).__name__)
        return await send(plain)
