"""Connections that ask for nothing are few, and stand in nobody's way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_network

import pytest
from yarl import URL

from tests.trials.stage.browsers import Browser, browser, link_for, with_door
from tests.trials.stage.club import Club
from tests.trials.stage.guard import guarded, until
from web.connections import household, is_among, most_connections
from web.door import Door

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def lines(desk: Browser) -> AsyncIterator[list[Line]]:
    """Connections by hand, which are closed in the end."""
    opened: list[Line] = []
    try:
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


async def dials(desk: Browser, opened: list[Line]) -> Line:
    at = URL(desk.address)
    opened.append(await asyncio.open_connection(at.host, at.port))
    return opened[-1]


async def is_cut_off(line: Line) -> bool:
    async with guarded("the end of a connection"):
        try:
            return await line[0].read(1) == b""
        except ConnectionError:
            return True


@pytest.fixture
async def door(house: Club) -> AsyncIterator[Door]:
    async with with_door(house) as opened:
        yield opened


async def test_a_connection_that_says_nothing_is_cut_off_and_an_open_page_is_not(
    house: Club, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    async with browser(house) as desk, lines(desk) as opened:
        path = await desk.sits(await link_for(house, house.anna))
        async with desk.opens(path) as page:
            await page.hears()
            assert not door.connections._silent
            monkeypatch.setattr(door.connections, "_within", 0.05)
            silent, half = await dials(desk, opened), await dials(desk, opened)
            half[1].write(b"GET / HTTP/1.1\r\nHost: ")
            assert await is_cut_off(silent) and await is_cut_off(half)
            assert not page.socket.closed
    await until(lambda: len(door.connections) == 0)


async def test_who_has_asked_in_time_is_answered_though_the_machine_stood_still(
    house: Club, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door.connections, "_within", 0.05)
    async with browser(house) as desk, lines(desk) as opened:
        read, write = await dials(desk, opened)
        await until(lambda: door.connections._silent)
        write.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        time.sleep(0.1)  # noqa: ASYNC251 (nobody is served meanwhile)
        assert (await read.readline()).startswith(b"HTTP/1.1 ")


async def test_one_address_has_no_more_connections_than_it_may(
    house: Club, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door.connections, "_of_address", 3)
    async with browser(house) as desk, lines(desk) as opened:
        for _ in range(3):
            await dials(desk, opened)
        await until(lambda: len(door.connections) == 3)
        assert await is_cut_off(await dials(desk, opened))
        assert len(door.connections) == 3
        opened[0][1].close()
        await until(lambda: len(door.connections) == 2)
        assert (await desk.asks("/"))[0] == 200


async def test_a_proxy_that_is_believed_brings_as_many_as_there_may_be(
    house: Club, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door.connections, "_of_address", 1)
    monkeypatch.setattr(door, "_proxies", (ip_network("127.0.0.0/8"),))
    async with browser(house) as desk, lines(desk) as opened:
        for _ in range(5):
            await dials(desk, opened)
        await until(lambda: len(door.connections) == 5)
        assert (await desk.asks("/"))[0] == 200


async def test_where_there_are_too_many_the_oldest_that_asks_for_nothing_goes_and_who_asks_is_answered(
    house: Club, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door.connections, "_in_all", 4)
    await house.playing()
    async with browser(house) as desk, AsyncExitStack() as stack, lines(desk) as opened:
        path = await desk.sits(await link_for(house, house.anna))
        page = await stack.enter_async_context(desk.opens(path))
        await page.hears()
        for _ in range(12):
            await dials(desk, opened)
        await until(lambda: len(door.connections) <= 4)
        assert await is_cut_off(opened[0]) and not page.socket.closed
        assert (await desk.asks(path))[0] == 200


def test_of_the_file_descriptors_half_are_left_to_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for soft, expected in ((256, 128), (1024, 512), (65_536, 4096)):
        monkeypatch.setattr("resource.getrlimit", lambda _, soft=soft: (soft, soft))
        assert most_connections() == expected


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),  # as a proxy writes it that listens at both kinds
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("nonsense", "nonsense"),
    ],
)
def test_all_addresses_that_one_household_may_choose_count_as_one(address: str, counts_as: str) -> None:
    assert household(address) == counts_as
    assert is_among([ip_network("2001:db8::/32")], household(address)) is address.startswith("2001")
