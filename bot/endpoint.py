"""The HTTP endpoint for those who watch the bot: ``/metrics`` for Prometheus, ``/health`` for a supervisor.

It is off unless the setting METRICS says where it listens. Neither page says anything of people or cards.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Final, Protocol

from aiohttp import web

from bot.measures import Measures
from bot.settings import BadSetting

LOOK: Final = 0.5
"""Seconds between two looks at how late the event loop is."""


class Watched(Protocol):
    """What is watched: the bot, in the life that it has now."""

    @property
    def measures(self) -> Measures: ...
    @property
    def healthy(self) -> bool: ...
    @property
    def damaged(self) -> Collection[str]: ...


class Endpoint:
    """``watched`` is None until the bot is there."""

    def __init__(self) -> None:
        self.watched: Watched | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, at: tuple[str, int] | None) -> AsyncIterator[Endpoint]:
        """Listening at this address, or nowhere. Raises BadSetting if that address cannot be had."""
        endpoint = cls()
        if at is None:
            yield endpoint
            return
        application = web.Application()
        application.router.add_get("/metrics", endpoint._metrics)
        application.router.add_get("/health", endpoint._health)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        looking = asyncio.create_task(endpoint._look(), name="loop lag")
        try:
            try:
                await web.TCPSite(runner, *at).start()
            except OSError as fault:
                raise _not_free(fault) from None
            yield endpoint
        finally:
            looking.cancel()
            await runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        if self.watched is None:
            return web.Response(status=503)
        # the version of the text format is part of its content type
        headers = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(text=self.watched.measures.text(), headers=headers)

    async def _health(self, _: web.Request) -> web.Response:
        """200 while the bot is connected to Discord and can store, else 503. How many tables are damaged
        changes nothing of that: the others go on."""
        healthy = self.watched is not None and self.watched.healthy
        damaged = len(self.watched.damaged) if self.watched is not None else 0
        return web.json_response({"healthy": healthy, "damaged": damaged}, status=200 if healthy else 503)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            if self.watched is not None:
                self.watched.measures.lag.took(max(0.0, loop.time() - due))


async def try_out(at: tuple[str, int]) -> None:
    """Raises BadSetting if nothing can listen at this address."""
    try:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, *at)
    except OSError as fault:
        raise _not_free(fault) from None
    server.close()
    await server.wait_closed()


def _not_free(fault: OSError) -> BadSetting:
    number = fault.errno or 0  # negative where the name of the address is not known
    reason = os.strerror(number) if number > 0 else fault.strerror or type(fault).__name__
    return BadSetting("METRICS", f"an address that is free on this machine ({reason})")
