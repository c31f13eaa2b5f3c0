"""What no browser of a player's does: it reads nothing, or sends what none of our pages would."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp.http_writer import StreamWriter
from yarl import URL

from storage.ports.records import UserId
from tests.cogs.club import Club
from tests.guard import guarded, until
from tests.web.browsers import Browser, browser, link_for, with_door
from web.pages import MOST_MESSAGES, OpenPage


@asynccontextmanager
async def deaf(desk: Browser, path: str) -> AsyncIterator[asyncio.StreamWriter]:
    """The socket of a page by which nothing is read, with room for next to nothing on its way."""
    at = URL(desk.address)
    assert at.host is not None and at.port is not None
    ours = socket.socket()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    ours.setblocking(False)
    await asyncio.get_running_loop().sock_connect(ours, (at.host, at.port))
    reader, writer = await asyncio.open_connection(sock=ours, limit=1024)
    cookies = "; ".join(f"{one.key}={one.value}" for one in desk.session.cookie_jar)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path}/live HTTP/1.1\r\nHost: {at.authority}\r\nOrigin: {desk.address}\r\nCookie: {cookies}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert b"101" in await reader.readline()
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    yield writer
    writer.transport.abort()


def frame(told: object) -> bytes:
    """A message as a browser masks it, here by zeros."""
    body = json.dumps(told).encode()
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body)]) + bytes(4) + body


@pytest.mark.parametrize("gave_up", [False, True])
async def test_a_page_that_reads_nothing_is_cut_off_and_holds_up_no_other(
    house: Club, monkeypatch: pytest.MonkeyPatch, gave_up: bool
) -> None:
    """Also one to which a push has been given up."""
    for seconds, value in (("GATHERED", 0.0), ("HEARD_WITHIN", 0.0), ("CLOSED_WITHIN", 0.05)):
        monkeypatch.setattr(f"web.pages.{seconds}", value, raising=False)
    await house.playing()
    async with with_door(house) as door, browser(house) as desk, browser(house) as other:
        path = await desk.sits(await link_for(house, house.anna))
        of_boris = await other.sits(await link_for(house, house.boris))
        async with deaf(desk, path) as page, other.opens(of_boris) as beside:
            await beside.hears()
            served = next(one for one in door.pages.open_pages if one.session.user == house.anna.id)
            sent_by: socket.socket = writer_of(served).transport.get_extra_info("socket")  # type: ignore[union-attr]
            sent_by.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            if gave_up:
                monkeypatch.setattr("web.pages.SENT_WITHIN", 0.05)
            number = 0
            while not is_full(served):
                number += 1
                page.write(frame({"press": f"last:{house.table.id}", "values": [], "key": f"{number:08}"}))
                await until(lambda: is_full(served) or not (served._answered or served._presses.qsize()))
                await until(lambda at=number: is_full(served) or served._number > at)  # type: ignore[arg-type,misc]
            if gave_up:
                await until(lambda: served._socket.closed)
            for who in (house.anna, house.boris):
                await house.bot.services.pages.end_all_of(UserId(who.id))
            async with guarded("the look after pages"):
                await door.close_ended()
            await until(lambda: not door.pages.open_pages, "the end of a page that reads nothing")


def is_full(page: OpenPage) -> bool:
    """Whether no more can be sent to it before it has read something."""
    way = writer_of(page).transport
    return way is None or way.get_write_buffer_size() > 2**16


def writer_of(page: OpenPage) -> StreamWriter:
    writer = page._socket._payload_writer
    assert isinstance(writer, StreamWriter)
    return writer


async def test_what_none_of_our_pages_sends_is_refused_without_a_fault(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    headers = {"Origin": desk.address}
    deep = "[" * 2000
    for body, kind in (
        (deep, "application/json"),
        ('{"token": ' + deep, "application/json"),
        ('{"token": "\\ud800", "sit": false}', "application/json"),
        ('{"token": "\\ud800", "sit": true}', "application/json"),
        ('{"token": "a", "sit": true}', "application/json; charset=nothing"),
        ('{"token": "a", "sit": true}', "application/json; charset=hex"),
        ("\udcff".encode(errors="surrogateescape"), "application/json"),
        ("null", ""),
    ):
        given = {**headers, "Content-Type": kind}
        async with desk.session.post(f"{desk.address}/open", data=body, headers=given) as answer:
            assert answer.status in (400, 410, 415), (body[:40], kind)
    handle = path.rpartition("/")[2]
    at = URL(desk.address)
    reader, writer = await asyncio.open_connection(at.host, at.port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {at.authority}\r\nCookie: seat-{handle}=\xff\xfe\r\n\r\n".encode(
            "latin-1"
        )
    )
    assert b" 403 " in await reader.readline()
    writer.close()
    for told in (deep, '{"press": ' + deep, '{"heard": 1e400}', '{"heard": ' + "9" * 4050):
        async with desk.opens(path) as page:
            await page.hears()
            await page.socket.send_str(told)
            assert await page.is_closed() == 1008, told[:40]
    async with desk.opens(path) as page:
        await page.hears()
        await page.presses("last:\ud800", "\ud800")
        await page.is_answered()
        assert page.told["note"]


async def test_a_page_that_sends_more_than_it_is_sent_is_closed(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    for told in ({"heard": 1}, {"sheet": "close"}):
        async with desk.opens(path) as page:
            await page.hears()
            for _ in range(MOST_MESSAGES + 1):
                if not page.socket.closed:
                    await page.sends(told)
            assert await page.is_closed() == 1008
