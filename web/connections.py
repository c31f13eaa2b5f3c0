"""The connections of the page's server: how many there may be, of one address and in all.

A connection that says nothing costs those who open it nothing, and here a file descriptor, of which the
database and Discord need some too. One that has not asked for anything in time is cut off, and where there
are too many the oldest such goes before anybody is refused.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from aiohttp.web_protocol import RequestHandler
from aiohttp.web_server import Server

ASKS_WITHIN: Final = 10.0
"""Seconds until a new connection has asked for something."""
LOOKS: Final = 5
"""Turns of the loop in which that may still be read, where all has stood still for as long."""
KEPT_IDLE: Final = 75.0
"""Seconds for which one is kept open after an answer: what stands before a page uses it again."""
OF_ADDRESS: Final = 100
"""The most from one address; those of proxies that are believed have no such limit."""
IN_ALL: Final = 4096
NETWORK: Final = 64
"""Bits of an address of version 6 that one household has: it may choose all others."""


def most_connections() -> int:
    """Half of the file descriptors that the process may have, at most."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(IN_ALL, soft // 2) if soft != resource.RLIM_INFINITY else IN_ALL


class Connections:
    """Counts the connections of one server, and cuts off those that are too many."""

    def __init__(self, believed: Callable[[str], bool]) -> None:
        """``believed`` tells of an address whether it is that of a proxy."""
        self._believed, self._within = believed, ASKS_WITHIN
        self._of_address, self._in_all = OF_ADDRESS, most_connections()
        self._open = dict[asyncio.BaseTransport, str]()
        self._silent = OrderedDict[asyncio.BaseTransport, asyncio.Handle]()

    def watch(self, server: Server) -> None:
        """From now on the connections of this server are counted."""
        made, lost = server.connection_made, server.connection_lost

        def counted(handler: RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            self.connection_made(transport)

        def not_counted_now(handler: RequestHandler, exc: BaseException | None = None) -> None:
            if handler.transport is not None:
                self.connection_lost(handler.transport)
            lost(handler, exc)

        server.connection_made, server.connection_lost = counted, not_counted_now  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Cuts it off where it is one too many."""
        peer = transport.get_extra_info("peername")
        address = household(str(peer[0])) if peer else ""
        self._open[transport] = address
        loop = asyncio.get_running_loop()
        self._silent[transport] = loop.call_later(self._within, self._cut_off, transport)
        if [*self._open.values()].count(address) > self._of_address and not self._believed(address):
            loop.call_soon(transport.abort)  # the library begins its work first
        elif len(self._open) > self._in_all:
            oldest = next(iter(self._silent))
            assert isinstance(oldest, asyncio.Transport)
            self.connection_lost(oldest)
            loop.call_soon(oldest.abort)

    def _cut_off(self, transport: asyncio.Transport, looks: int = LOOKS) -> None:
        """Unless it has asked after all."""
        if not looks:
            transport.abort()
        elif transport in self._silent:
            again = asyncio.get_running_loop().call_soon(self._cut_off, transport, looks - 1)
            self._silent[transport] = again

    def has_asked(self, transport: asyncio.BaseTransport | None) -> None:
        """It stays for as long as the answer takes, or the page is open."""
        if transport is not None and (timer := self._silent.pop(transport, None)) is not None:
            timer.cancel()

    def connection_lost(self, transport: asyncio.BaseTransport) -> None:
        self.has_asked(transport)
        self._open.pop(transport, None)

    def __len__(self) -> int:
        return len(self._open)


def household(address: str) -> str:
    """The address, or the network of one that has chosen it freely."""
    found = _address_of(address)
    if found is None:
        return address
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(IPv6Network((int(found) >> NETWORK << NETWORK, NETWORK)))


def is_among(networks: Collection[IPv4Network | IPv6Network], asker: str) -> bool:
    """Whether an address, or the network of a household, is in one of these."""
    address = _address_of(asker.partition("/")[0])
    return address is not None and any(address in network for network in networks)


def _address_of(text: str) -> IPv4Address | IPv6Address | None:
    """None of what is no address. One of version 4 may be written as one of version 6."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
