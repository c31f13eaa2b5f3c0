"""Posts, edits and deletes messages in Discord, and opens direct messages, with the bot's own token.

Every fault becomes one of the three that ``bot.screen_sync.messenger`` names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

from bot.discord_api.layout import laid_out, plain
from bot.screen_sync.messenger import MessageGone, NoPlace, TryLater
from screens.screen import Screen

T = TypeVar("T")
Form = Callable[[Screen], discord.ui.LayoutView]
log = logging.getLogger(__name__)

TIME_OUT: Final = 10.0
"""Seconds for one request; the library itself would wait for minutes."""
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
PLACE_GONE: Final = frozenset({10003, 10004, 50001})
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
                code = error.code
                gone = code in PLACE_GONE
                raise NoPlace(NO_PLACE[code], for_now=code in FOR_NOW, gone=gone) from error
            if error.code == BAD_FORM:
                log.error("Discord refused the form of a message: %s", error.text)
                raise _BadForm from error
            log.warning("Discord answered %s (%s)", error.status, error.code)
            raise TryLater from error
        except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited) as error:
            log.warning("Discord could not be reached: %s", type(error).__name__)
            if isinstance(error, TimeoutError):
                # While a request waits for the global rate limit, the library holds back every other request
                # until it is done. This one has just been cancelled, so they would be held back for ever.
                self._client.http._global_over.set()
            raise TryLater from error


class _BadForm(Exception):
    """Discord refuses the form of a message: a bug of ours, which must not block a table."""


async def _in_some_form(send: Callable[[Form], Awaitable[T]]) -> T:
    """Sends a screen as it is laid out or, if that is too long or refused by Discord, as plain text."""
    try:
        return await send(laid_out)
    except (_BadForm, ValueError) as error:
        log.error("a message had to be sent plainly: %s", type(error).__name__)
        return await send(plain)
