"""``python -m bot``: reads the settings, runs the bot, and says in one sentence why it could not.
``python -m bot --shards 0-3/16`` is one process of several on one PostgreSQL database.
The command ``biritch run`` does the same, and ``bot.host.command`` has what else a host may want.

Where Discord cannot be reached the bot waits and tries again; what a host must mend ends it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import yarl

from bot.app import Biritch
from bot.cannot_start import cannot_start
from bot.endpoint import Endpoint
from bot.host.backups import Daily
from bot.host_log import HostLog
from bot.ports.errors import StorageError, UnknownEvent
from bot.settings import BadSetting, Settings, backups_folder, load
from bot.streams.chance import ChanceSource
from bot.streams.retry_delays import LAST, pauses
from bot.tables.counting import counts
from screens.words import hosting as words
from storage import errors as stored
from storage.store import Store

log = logging.getLogger("bot")

CLOSING: Final = 8.0
"""Seconds for all that a stop waits for; service managers kill after ten. The library alone might wait half a
minute for a gateway to answer its farewell."""
BAD_TOKEN: Final = 4004
"""Discord's code for closing a gateway connection whose token it does not know."""


def main() -> int:
    """The exit status: 0 after a clean stop, 2 where a setting or the database forbids a start, 3 where
    Discord refuses the token, 4 where the database was taken away while the bot ran. Starting again helps
    with neither 2 nor 3."""
    shards = {"SHARDS": sys.argv[2]} if sys.argv[1:2] == ["--shards"] and len(sys.argv) == 3 else {}
    try:
        settings = load({**os.environ, **shards}, Path(".env"))
    except BadSetting as wrong:
        print(cannot_start(wrong), file=sys.stderr)
        return 2
    logging.basicConfig(level=settings.log_level, handlers=[HostLog(sys.stderr, as_json=settings.log_json)])
    # At DEBUG the library logs whole requests: other people's cards and the tokens of interactions.
    for name in ("discord", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(settings.log_level, logging.INFO))
    try:
        asyncio.run(run(settings))
    except BadSetting as wrong:
        print(cannot_start(wrong), file=sys.stderr)
        return 2
    except StorageError as fault:
        print(cannot_start(fault), file=sys.stderr)
        return 4 if isinstance(fault, stored.DatabaseGone) else 2
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as refusal:
        print(cannot_start(refusal), file=sys.stderr)
        return 3
    return 0


async def run(settings: Settings, chance: ChanceSource | None = None) -> None:
    """Runs until SIGTERM or SIGINT; ``chance`` is for tests.

    Raises BadSetting, StorageError or LoginFailure where the bot cannot start or go on.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
    sys.set_int_max_str_digits(0)  # a chain of contres has no end, nor have the points that it makes
    if settings.api is not None:
        discord.http.Route.BASE = settings.api
    if settings.gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
    loop = asyncio.get_running_loop()
    loop.set_default_executor(_Threads())
    stopping = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)
    async with AsyncExitStack() as stack:
        opening = asyncio.create_task(
            stack.enter_async_context(Store.open(settings.database, may_begin=settings.new_database))
        )
        await _first(stopping, or_done=opening)  # a server may be long in coming
        if not opening.done():
            opening.cancel()
            await asyncio.wait([opening])
            return
        store = await opening
        if store.begun:
            log.warning(words.BEGUN, settings.database)
        await store.forget_old_keys()
        await _count_again(store)
        await stack.enter_async_context(_backups(settings, store))
        endpoint = await stack.enter_async_context(Endpoint.open(settings.metrics))
        wait = pauses()
        while not stopping.is_set():
            began = loop.time()
            bot = endpoint.watched = Biritch(settings, store, chance)
            try:
                await _serve(bot, settings, store, stopping)
            except _UNREACHABLE as fault:
                if (reason := _why_unreachable(fault)) is None:
                    raise
                log.warning(words.UNREACHABLE, reason)
            if loop.time() - began > LAST:
                wait = pauses()
            await _first(stopping, within=next(wait))


@asynccontextmanager
async def _backups(settings: Settings, store: Store) -> AsyncIterator[None]:
    """Has backups made every day and on SIGUSR1, also while Discord is away."""
    folder = settings.backups or backups_folder(settings.database)
    daily = Daily(store, settings.database, folder, daily=settings.backups is not None)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, daily.ask)
    making = asyncio.create_task(daily.run(), name="backups")
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)


async def _count_again(store: Store) -> None:
    """Counts leaderboards and statistics from the log if an earlier version of the bot counted them last."""
    try:
        if await store.rebuild_projections(counts, if_due=True):
            log.info("leaderboards and statistics are counted anew")
    except UnknownEvent as fault:
        log.error("leaderboards and statistics cannot be counted anew: %r", fault)


async def _serve(bot: Biritch, settings: Settings, store: Store, stopping: asyncio.Event) -> None:
    """One life of the bot, from its login until it is stopped or can do no more."""
    running = asyncio.create_task(bot.start(settings.token.told()))
    try:
        await _first(stopping, store.gone, or_done=running)
    finally:
        running.cancel()
        (ended,) = await asyncio.gather(running, return_exceptions=True)
        closing = asyncio.create_task(bot.close())
        await asyncio.wait([closing], timeout=CLOSING)
    if store.gone.is_set():
        raise stored.DatabaseGone(settings.database)
    if isinstance(ended, Exception) and not stopping.is_set():
        raise ended


async def _first(
    *events: asyncio.Event, or_done: asyncio.Task[Any] | None = None, within: float | None = None
) -> None:
    """Waits until one of these has happened, or for so many seconds."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(
        [*waiting, *([or_done] if or_done else [])], timeout=within, return_when="FIRST_COMPLETED"
    )
    for one in waiting:
        one.cancel()


_UNREACHABLE: Final = (
    ConnectionError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
)


def _why_unreachable(fault: Exception) -> str | None:
    """What keeps Discord from us, where it may pass; None for what would be the same next time."""
    match fault:
        case discord.ConnectionClosed(code=code):
            if code == BAD_TOKEN:
                raise discord.LoginFailure from fault
            return f"connection closed, {code}"
        case discord.HTTPException(status=status):
            return f"status {status}" if status == 429 or status >= 500 else None
        case OSError(strerror=str(reason)):
            return reason
        case _:
            return type(fault).__name__


class _Threads(ThreadPoolExecutor):
    """Threads for what would block the loop. The end of the process does not wait for them: a look-up of an
    address can take a minute where there is no network."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    status = main()
    logging.shutdown()
    sys.stdout.flush()
    os._exit(status)  # without waiting for threads; everything has been closed
