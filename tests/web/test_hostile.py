"""What no browser of a player's does: it reads nothing, or sends what none of our pages would."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp.http_writer import StreamWriter
from yarl import URL

from storage.ports.records import UserId
from tests.trials.stage.browsers import Browser, browser, link_for, with_door
from tests.trials.stage.club import Club
from tests.trials.stage.guard import guarded, until
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
                page.write(look(house, number))
                await until(lambda: is_full(served) or not (served._answered or served._presses.qsize()))
                await until(lambda at=number: is_full(served) or served._number > at)  # type: ignore[arg-type,misc]
            while gave_up and not served._socket.closed:  # the library does not wait at each push
                number += 1
                page.write(look(house, number))
                pushes = served._number
                await until(lambda at=pushes: served._socket.closed or served._number > at)  # type: ignore[misc]
                await asyncio.sleep(0.06)  # as long as a push may take here
            for who in (house.anna, house.boris):
                await house.bot.services.pages.end_all_of(UserId(who.id))
            async with guarded("the look after pages"):
                await door.close_ended()
            await until(lambda: not door.pages.open_pages, "the end of a page that reads nothing")


def look(house: Club, number: int) -> bytes:
    """A press after which much of a page is another."""
    press = f"last:{house.table.id}" if number % 2 else "menu"
    return frame({"press": press, "values": [], "key": f"{number:08}"})


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
    for told in ({"heard": 1}, {"seen": True}):
        async with desk.opens(path) as page:
            await page.hears()
            for _ in range(2 * MOST_MESSAGES + 2):  # a push may come between, as of a name that is known now
                if not page.socket.closed:
                    await page.sends(told)
            assert await page.is_closed() == 1008


async def test_a_body_of_which_nothing_comes_is_given_up(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.door.ASKS_WITHIN", 0.05)
    at = URL(desk.address)
    reader, writer = await asyncio.open_connection(at.host, at.port)
    writer.write(
        f"POST /open HTTP/1.1\r\nHost: {at.authority}\r\nOrigin: {desk.address}\r\n"
        "Content-Length: 100\r\n\r\n{".encode()
    )
    async with guarded("an answer"):
        assert b" 408 " in await reader.readline()
    writer.close()


async def test_neither_the_token_of_a_link_nor_a_cookie_stands_in_a_log_an_address_or_an_answer(
    house: Club, desk: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await house.playing()
    token = await link_for(house, house.anna)
    path = await desk.sits(token)
    (cookie,) = (one.value for one in desk.session.cookie_jar)
    told = [path]
    async with desk.opens(path) as page:
        await page.hears()
        for command in ("help", "me", "play"):
            await page.presses("menu")
            await page.is_answered()
            await page.presses("command", command)
            await page.is_answered()
            told.append(json.dumps(page.told))
        await page.socket.send_str("nonsense")
        assert await page.is_closed() == 1008
    told += [(await desk.asks(path))[1], (await desk.asks("/open"))[1], caplog.text]
    assert len(token) == 22 and len(cookie) == 22
    assert not any(secret in one for one in told for secret in (token, cookie))


async def test_what_is_shown_by_an_address_of_its_own_leads_out_of_no_folder(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    for name in ("..%2f..%2fdoor.py", "%2e%2e", "%00", "a" * 4000, "page.js", "%2fetc%2fpasswd"):
        async with desk.session.get(URL(f"{desk.address}{path}/shown/{name}", encoded=True)) as answer:
            assert answer.status in (400, 403, 404), name


async def test_a_form_with_forged_fields_opens_and_changes_nothing(house: Club, desk: Browser) -> None:
    await house.playing()
    version = house.table.version
    path = await desk.sits(await link_for(house, house.anna))
    async with desk.opens(path) as page:
        await page.hears()
        offered = page.offers("last")[0]
        for number, (custom_id, values, fields) in enumerate(
            (
                (offered, [], [["x"]]),
                ("seats-name:N:", [], [["x"]]),
                ("command", ["admin"], []),
                ("command", ["table close"], []),
                ("command", ["help", "help"], []),
                ("command", [], [["help"]]),
            )
        ):
            forged = {"press": custom_id, "values": values, "fields": fields, "key": f"forged-{number}"}
            await page.sends(forged)
            await page.is_answered()
            assert page.told["note"] and 'id="sheet"' not in page.html, custom_id
        for nonsense in ([1], ["x"], "x", {"a": 1}, [[["x"]]]):
            async with desk.opens(path) as other:
                await other.hears()
                await other.sends({"press": offered, "values": [], "fields": nonsense, "key": "forged-x"})
                assert await other.is_closed() == 1008
    assert house.table.version == version
