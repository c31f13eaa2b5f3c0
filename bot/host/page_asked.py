"""Whether browsers find the page of a table: ``biritch check`` asks at ``PAGE_ADDRESS``, as they do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, NamedTuple

import aiohttp
from yarl import URL

from bot.cannot_start import cannot_start
from bot.host.metrics import check_can_listen
from bot.settings import BadSetting, page_set
from screens.words import host_checks

ANSWER: Final = 5.0
"""Seconds to wait for an answer, which may come by way of a tunnel."""
TRIED: Final = "/live"
"""Where the page opens a socket for anybody, and closes it."""
MISDIRECTED: Final = 421


class Told(NamedTuple):
    """What was found, and whether it keeps people from playing there."""

    told: str
    fault: bool
    note: bool = False


async def page_found(known: Mapping[str, str], *, runs: bool) -> AsyncIterator[Told]:
    """What is to be said of the page: nothing where there is none. Whether it is found can only be told while
    a bot runs."""
    try:
        listens, address = page_set(known)
    except BadSetting:  # of which the settings tell
        return
    if listens is None or address is None:
        return
    url = URL(address)
    if url.scheme == "http" and not _is_this_machine(url.host or ""):
        yield Told(host_checks.PAGE_IS_PLAIN, fault=False, note=True)
    if not runs:
        try:
            await check_can_listen(listens, "PAGE")
        except BadSetting as wrong:
            yield Told(cannot_start(wrong), fault=True)
        yield Told(host_checks.PAGE_UNTRIED, fault=False, note=True)
        return
    fault = await _fault(url)
    yield Told(fault or host_checks.PAGE_FINE, fault=fault is not None)


async def _fault(address: URL) -> str | None:
    """Why a browser would not find the page there, or could not play."""
    origin = str(address.origin())
    timeout = aiohttp.ClientTimeout(total=ANSWER)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        try:
            async with session.get(origin, allow_redirects=False) as answer:
                policy = answer.headers.get("Content-Security-Policy", "")
                if answer.status == MISDIRECTED:
                    return host_checks.page_host_lost(origin)
                if answer.status != 200 or "frame-ancestors 'none'" not in policy:
                    return host_checks.page_elsewhere(origin, answer.status)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            return host_checks.page_unreachable(origin, type(error).__name__)
        try:
            async with session.ws_connect(origin + TRIED, headers={"Origin": origin}):
                return None
        except (aiohttp.ClientError, OSError, TimeoutError):
            return host_checks.page_without_sockets(origin)


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
