"""Stands between a store and its PostgreSQL server, and cuts the connection at a commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum, auto

COMMIT = b"COMMIT\x00"
"""The end of the statement, and of what the server answers once it has committed."""


class Cut(Enum):
    """When the connection is cut."""

    NEVER = auto()
    BEFORE = auto()  # the server never hears of the commit
    AFTER = auto()  # it has committed, and its answer is lost
    LATE = auto()  # the answer to every such commit is kept back until it is released


class Proxy:
    """Passes bytes both ways. ``cut`` holds for the next commit of a session that writes only, but for
    ``LATE``."""

    def __init__(self, port: int) -> None:
        self.cut = Cut.NEVER
        self.cuts = 0
        self.spoilt = b""
        """Text that the server is sent once otherwise than it was said, so that it refuses it."""
        self._server_port = port
        self._serving: set[asyncio.Task[None]] = set()
        self.port = 0
        self._released = asyncio.Event()

    def release(self) -> None:
        """Let the answers through that were kept back."""
        self.cut = Cut.NEVER
        self._released.set()

    @classmethod
    @asynccontextmanager
    async def before(cls, port: int) -> AsyncIterator[Proxy]:
        proxy = cls(port)
        listening = await asyncio.start_server(proxy._begin, "127.0.0.1", 0)
        proxy.port = listening.sockets[0].getsockname()[1]
        try:
            yield proxy
        finally:
            listening.close()
            for one in proxy._serving:
                one.cancel()
            await asyncio.gather(*proxy._serving, return_exceptions=True)

    def _begin(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        serving = asyncio.create_task(self._serve(client, to_client))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
        lost, writes = asyncio.Event(), asyncio.Event()
        ways = {
            asyncio.create_task(self._ask(client, to_server, lost, writes)),
            asyncio.create_task(self._answer(server, to_client, lost, writes)),
        }
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            to_client.transport.abort()
            to_server.transport.abort()

    async def _ask(
        self,
        client: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        lost: asyncio.Event,
        writes: asyncio.Event,
    ) -> None:
        while said := await client.read(65536):
            if b"READ WRITE" in said:
                writes.set()
            if COMMIT in said and writes.is_set() and self.cut not in (Cut.NEVER, Cut.LATE):
                cut, self.cut, self.cuts = self.cut, Cut.NEVER, self.cuts + 1
                if cut is Cut.BEFORE:
                    return
                lost.set()
            if self.spoilt and self.spoilt in said:
                said, self.spoilt = said.replace(self.spoilt, bytes(reversed(self.spoilt))), b""
            to_server.write(said)

    async def _answer(
        self,
        server: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        lost: asyncio.Event,
        writes: asyncio.Event,
    ) -> None:
        """Ends once the answer to a commit that is to be lost has come."""
        kept = b""
        while said := await server.read(65536):
            if COMMIT in said and self.cut is Cut.LATE and writes.is_set():
                await self._released.wait()
            if not lost.is_set():
                to_client.write(said)
            elif COMMIT in (kept := kept + said):
                return
