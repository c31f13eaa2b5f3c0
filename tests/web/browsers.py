"""A browser without a window: an HTTP client with a jar of cookies, and the sockets of its pages."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from simcord.actors import MemberActor
from yarl import URL

from rules.frozen import replace
from tests.cogs.club import Club
from tests.cogs.seen import walk
from tests.guard import guarded
from web.door import Door, open_door


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Page:
    """An open page: what it was sent last."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}
        self._key = 0

    async def hears(self) -> dict[str, Any]:
        """The next push, which it acknowledges."""
        async with guarded("a push"):
            message = await self.socket.receive()
        assert message.type is WSMsgType.TEXT, message
        self.told = json.loads(message.data)
        await self.sends({"heard": self.told["number"]})
        return self.told

    async def hears_until(self, sign: str) -> str:
        """The first push that has this in its HTML or its note."""
        while sign not in self.told.get("html", "") and sign not in self.told.get("note", ""):
            await self.hears()
        return self.html

    async def is_answered(self) -> None:
        """The first push in which a press of its own is answered."""
        await self.hears()
        while not self.told["done"]:
            await self.hears()

    async def sends(self, told: object) -> None:
        await self.socket.send_str(json.dumps(told))

    async def presses(self, custom_id: str, *values: str, key: str = "") -> None:
        self._key += 1
        await self.sends(
            {"press": custom_id, "values": list(values), "key": key or f"key-{id(self)}-{self._key}"}
        )

    @property
    def html(self) -> str:
        return str(self.told["html"])

    def offers(self, verb: str) -> list[str]:
        """The ids with this verb that stand on it."""
        found = re.findall(r'data-press="([^"]+)"', self.html)
        return [unescape(one) for one in found if one.partition(":")[0] == verb]

    async def is_closed(self) -> int | None:
        """Waits until the server closes it; the code."""
        async with guarded("the end of a page"):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code


class Browser:
    def __init__(self, address: str, session: ClientSession) -> None:
        self.address, self.session = address, session

    async def asks(self, path: str, **given: Any) -> tuple[int, str]:
        async with self.session.get(self.address + path, **given) as answer:
            return answer.status, await answer.text()

    async def posts(self, told: object, path: str = "/open", **headers: str) -> tuple[int, Any]:
        given = {"Origin": self.address, **headers}
        async with self.session.post(self.address + path, json=told, headers=given) as answer:
            body = await answer.text()
            return answer.status, json.loads(body) if answer.content_type == "application/json" else body

    async def sits(self, token: str) -> str:
        """Uses a link; the path of the table."""
        status, told = await self.posts({"token": token, "sit": True})
        assert status == 200, told
        return str(told["go"])

    @asynccontextmanager
    async def opens(self, path: str, origin: str | None = None) -> AsyncIterator[Page]:
        """The socket of a page."""
        headers = {"Origin": origin or self.address}
        async with self.session.ws_connect(f"{self.address}{path}/live", headers=headers) as socket:
            yield Page(socket)


@asynccontextmanager
async def with_door(house: Club) -> AsyncIterator[Door]:
    """The door of the bot that runs now, on a real port."""
    address = URL(house.bot.services.pages.address or "")
    assert address.host is not None and address.port is not None
    async with open_door(house.bot, replace(house._settings, page=(address.host, address.port))) as door:
        yield door


@asynccontextmanager
async def browser(house: Club) -> AsyncIterator[Browser]:
    address = house.bot.services.pages.address
    assert address is not None
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        yield Browser(address, session)


async def link_for(house: Club, who: MemberActor) -> str:
    """The token of a link that somebody is given in Discord."""
    answer = await house.types(who, "table page")
    components: Any = answer.message.components
    (address,) = (one["url"] for one in walk(components) if "url" in one)
    return str(address).partition("#")[2]
