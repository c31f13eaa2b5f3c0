"""A browser that goes away before it is answered is no fault of anything's, and takes back nothing."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Sequence
from typing import Any

import pytest
from yarl import URL

from bot.host.orders import Does
from rules.challenges import Challenge
from screens.words.refusals import MOMENT_PASSED
from storage.ports.records import UserId
from tests.cogs.hosted import ordered
from tests.trials.stage.browsers import Browser, browser, link_for, with_door
from tests.trials.stage.club import Club
from tests.trials.stage.guard import until
from tests.trials.stage.seen import walk
from tests.web.test_faults import playable
from web.door import Door

SOCKET = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
)
ASKED = {
    "the start": "GET / HTTP/1.1\r\n",
    "a link": "GET /open HTTP/1.1\r\n",
    "a link that is used": "POST /open HTTP/1.1\r\nContent-Length: 500\r\n",
    "a socket that is tried": "GET /live HTTP/1.1\r\n" + SOCKET,
    "a page": "GET {path} HTTP/1.1\r\n",
    "the socket of a page": "GET {path}/live HTTP/1.1\r\n" + SOCKET,
    "a picture": "GET {path}/shown/none.png HTTP/1.1\r\n",
    "a file": "GET /static/page.js HTTP/1.1\r\n",
}


async def goes_away(desk: Browser, asked: str) -> None:
    """At once after it has asked, by a reset."""
    at = URL(desk.address)
    _, writer = await asyncio.open_connection(at.host, at.port)
    cookies = "; ".join(f"{one.key}={one.value}" for one in desk.session.cookie_jar)
    line, _, headers = asked.partition("\r\n")
    writer.write(
        f"{line}\r\nHost: {at.authority}\r\nOrigin: {desk.address}\r\nCookie: {cookies}\r\n"
        f"{headers}\r\n".encode()
    )
    writer.transport.abort()


def test_every_address_is_asked_for(house: Club) -> None:
    routes = Door(house.bot, house._settings).application().router.routes()
    assert sum(route.method != "HEAD" for route in routes) == len(ASKED)


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
async def test_who_goes_away_before_the_answer_leaves_no_error_behind(house: Club, asked: str) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        key = base64.b64encode(os.urandom(16)).decode()
        for _ in range(5):
            await goes_away(desk, asked.format(path=path, key=key))
        async with desk.opens(path) as page:  # it waits for the storage behind those before it
            await page.hears()
            await until(lambda: len(door.connections) <= 2)
    assert not house.errors


async def test_what_somebody_asks_for_is_done_to_its_end_though_they_close_their_page_meanwhile(
    house: Club,
) -> None:
    """A challenge is stored, and then stands in the channel for those who may take it up."""
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        async with desk.opens(path) as page:
            await page.hears()
            await page.presses("menu")
            await page.is_answered()
            house.wire.hangs = f"/channels/{house.room.id}/messages"
            await page.presses("command", "challenge", key="challenged")
            await until(lambda: challenges_of(house))
        await until(lambda: not door.pages.open_pages)
        house.wire.freed.set()
        await until(lambda: not house.bot._answering)
        assert "challenges everybody here" in house.screen().text
        async with desk.opens(path) as page:  # which shows its list no more, and sends what was not answered
            await page.hears()
            await page.presses("command", "challenge", key="challenged")
            await page.is_answered()
            assert page.told["note"] == ""
            await page.presses("command", "challenge")
            await page.is_answered()
            assert page.told["note"] == MOMENT_PASSED()
    assert len(await challenges_of(house)) == 1


@pytest.mark.parametrize("refused", [False, True])
async def test_a_page_that_comes_back_is_told_what_its_press_has_come_to_meanwhile(
    house: Club, refused: bool
) -> None:
    """The sheet, or why there is none; though it asks before that is known."""
    await house.playing()
    posted = f"/channels/{house.room.id}/messages"
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        async with desk.opens(path) as page:
            await page.hears()
            await page.presses("menu")
            await page.is_answered()
            house.wire.hangs = posted
            if refused:
                house.env.inject_error("POST", posted, status=403, code=50013)
            await page.presses("command", "challenge", key="challenged")
            await until(lambda: challenges_of(house))
        await until(lambda: not door.pages.open_pages)
        async with desk.opens(path) as page:
            await page.hears()
            await page.presses("command", "challenge", key="challenged")
            await until(lambda: door.pages.open_pages[0]._looks)
            house.wire.freed.set()
            await page.is_answered()
            assert ("permission" in page.told["note"]) == refused
            assert ("challenges everybody here" in page.html) != refused
    assert len(await challenges_of(house)) == 1


async def test_what_the_host_has_people_told_is_told_again_where_a_page_has_not_said_to_have_it(
    house: Club,
) -> None:
    game = await house.writes(house.anna, "play")
    answer = await house.presses(house.anna, game, "browse")
    shown: Any = answer.message.components
    (address,) = (one["url"] for one in walk(shown) if "url" in one)
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(str(address).partition("#")[2])
        await ordered(house, Does.MAINTENANCE, text="10")
        await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
        for takes_it in (False, True):
            async with desk.opens(path) as page:
                await page.hears()
                while not playable(page):
                    await page.hears()
                await page.presses(playable(page)[0])
                await page.hears(acknowledges=takes_it)
                while not page.told["done"]:
                    await page.hears(acknowledges=takes_it)
                assert "I will be away" in page.html and "Whist on Friday" in page.html
            await until(lambda: not door.pages.open_pages)
    assert await house.bot.services.carrying.news_for(UserId(house.anna.id)) == []


async def challenges_of(house: Club) -> Sequence[Challenge]:
    return await house.store.challenges.challenges_of(UserId(house.anna.id), 0.0)
