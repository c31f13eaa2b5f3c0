"""The bot with its connection to Discord: a life of it after the other, until it is stopped.

Where Discord cannot be reached it waits and tries again. It is imported while the database is being opened.
"""

from __future__ import annotations

import asyncio
import logging
from importlib import import_module
from typing import Final

import aiohttp
import discord
import yarl

from bot.app import COGS, Biritch
from bot.cannot_start import TokenRefused
from bot.client.gateway import REFUSED_FOR_GOOD, Reconnecting
from bot.clocks import LAST, LONGEST_WAIT, first, pauses, retry_after
from bot.discord_api.faults import UnreadableAnswer
from bot.discord_api.rest import TOO_MANY
from bot.host.admin import listening
from bot.host.metrics import Endpoint
from bot.host.upkeep import counting
from bot.settings import Settings
from bot.standby import next_shard, until_taken
from bot.streams.fair_deal import ChanceSource
from robots.search.double_dummy import library
from rules.frozen import replace
from screens.words import hosting as words
from storage import errors as stored
from storage.ports.storage import EVERY, AnyShard
from storage.store import Store

for cog in COGS:  # now, while the database is opened: later they would hold up the loop for half a second
    import_module(cog)

log = logging.getLogger("bot")

CLOSING: Final = 8.0
"""Seconds for all that a stop waits for; service managers kill after ten. The library alone might wait half a
minute for a gateway to answer its farewell."""
CANCEL_AGAIN: Final = 0.2
"""Seconds."""
NOT_GRANTED: Final = 4014
"""Discord's code for closing a gateway connection that asks for what the bot is not granted, for which the
library has an exception without it."""


async def serve(
    settings: Settings, store: Store, stopping: asyncio.Event, chance: ChanceSource | None = None
) -> None:
    """Runs until ``stopping`` is set. Raises BadSetting, StorageError, TokenRefused."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
    # The library takes no addresses: it reads those of its classes, anew for each call. A session is resumed
    # where READY says.
    if settings.api is not None:
        discord.http.Route.BASE = settings.api
    if settings.gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
        Reconnecting.gateway_set = yarl.URL(settings.gateway)
    if library() is None:
        log.warning(words.SOLVER_MISSING)
    loop = asyncio.get_running_loop()
    async with (
        Endpoint.open(settings.metrics, store.try_write) as endpoint,
        counting(store, settings.details_days),
        listening(settings.database, lambda order: bot.services.carrying.give_order(order)),
    ):
        endpoint.health.stops = stopping.is_set
        wait = pauses()
        while not stopping.is_set():
            shards = settings.shards
            if isinstance(shards, AnyShard):
                peers, lasts = store.shared_by(EVERY), settings.lease_seconds
                free = await next_shard(peers, shards, lasts, stopping)
                if free is None:
                    return
                shards = free
            began, least, most = loop.time(), 0.0, LAST
            bot = endpoint.watched = Biritch(replace(settings, shards=shards), store, chance)
            try:
                await _live_once(bot, settings, store, stopping)
            except _UNREACHABLE as fault:
                if (reason := _why_unreachable(fault)) is None:
                    raise
                log.warning(words.UNREACHABLE, reason)
                least = _asked_to_wait(fault)
                if not isinstance(fault, discord.ConnectionClosed):  # it cost none of the day's sessions
                    most = LONGEST_WAIT
            except discord.LoginFailure as refusal:
                raise TokenRefused from refusal
            except discord.PrivilegedIntentsRequired as refusal:
                raise TokenRefused(NOT_GRANTED) from refusal
            if loop.time() - began > LAST:
                wait = pauses()
            await first(stopping, within=max(least, min(next(wait), most)))


async def _live_once(bot: Biritch, settings: Settings, store: Store, stopping: asyncio.Event) -> None:
    """One life of the bot, from its login until it is stopped or can do no more."""
    # short-lived: whoever serves waits for it
    running = asyncio.create_task(bot.start(settings.token.reveal()))
    leases = bot.services.leases
    moves = isinstance(settings.shards, AnyShard) and leases is not None
    try:
        await first(stopping, store.gone, *([leases.given_up] if moves and leases else []), or_done=running)
        if moves and leases is not None and stopping.is_set() and not running.done():
            await until_taken(leases.peers, settings.hand_over_seconds)
    finally:
        while not running.done():  # the library loses a cancellation while it connects a shard anew
            running.cancel()
            await asyncio.wait([running], timeout=CANCEL_AGAIN)
        (ended,) = await asyncio.gather(running, return_exceptions=True)
        closing = asyncio.create_task(bot.close())  # short-lived: it is waited for
        await asyncio.wait([closing], timeout=CLOSING)
    if store.gone.is_set():
        raise stored.DatabaseGone(settings.database)
    if isinstance(ended, Exception) and not stopping.is_set():
        raise ended


_UNREACHABLE: Final = (
    ConnectionError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
    UnreadableAnswer,
)


def _asked_to_wait(fault: Exception) -> float:
    """The seconds for which Discord, or what stands before it, asks not to be asked again."""
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY:
        return retry_after(fault.response.headers)
    return 0.0


def _why_unreachable(fault: Exception) -> str | None:
    """What keeps Discord from us, where it may pass; None for what would be the same next time."""
    match fault:
        case discord.ConnectionClosed(code=code):
            if code in REFUSED_FOR_GOOD:
                raise TokenRefused(code) from fault
            return f"connection closed, {code}"
        case discord.HTTPException(status=status):
            return f"status {status}" if status == 429 or status >= 500 else None
        case OSError(strerror=str(reason)):
            return reason
        case UnreadableAnswer():
            return f"{words.UNREADABLE}, {fault}"
        case _:
            return type(fault).__name__
