"""Hands the date of every HTTP answer of Discord's to the clock that keeps Discord's time."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from bot.streams.discord_clock import DiscordClock


def dates_for(clock: DiscordClock) -> aiohttp.TraceConfig:
    """What the library is given to watch its requests with."""

    async def sent(_: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        context.sent = clock.elapsed()

    async def received(
        _: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        date = end.response.headers.get("Date")
        if date is not None:
            clock.dated(date, context.sent, clock.elapsed())

    watched = aiohttp.TraceConfig()
    watched.on_request_start.append(sent)
    watched.on_request_end.append(received)
    return watched
