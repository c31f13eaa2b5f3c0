"""A browser without a window: an HTTP client with a jar of cookies, and the sockets of its pages."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from html.parser import HTMLParser
from typing import Any, Final

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from simcord.actors import MemberActor
from yarl import URL

from rules.frozen import replace
from tests.trials.stage.club import Club
from tests.trials.stage.guard import guarded
from tests.trials.stage.seen import walk
from web.door import Door, open_door


class Elements(HTMLParser):
    """Where the elements of some markup that have an id begin and end, by their ids; the outermost of them,
    and others by their depth."""

    VOID: Final = ("input", "hr", "br", "img", "link", "meta")

    def __init__(self, html: str) -> None:
        super().__init__()
        self._open: list[tuple[str, str, int]] = []
        self._lines = [0, *(found.end() for found in re.finditer("\n", html))]
        self.at: dict[str, tuple[int, int]] = {}
        self.outermost: list[str] = []
        self._html = html
        self.feed(html)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            line, column = self.getpos()
            self._open.append((tag, dict(attrs).get("id") or "", self._lines[line - 1] + column))

    def handle_endtag(self, tag: str) -> None:
        opened, name, begin = self._open.pop()
        assert opened == tag, (opened, tag)
        line, column = self.getpos()
        if name:
            assert name not in self.at, name
            self.at[name] = begin, self._html.index(">", self._lines[line - 1] + column) + 1
        if not self._open:
            self.outermost.append(name)


def merged(html: str, fresh: str) -> str:
    """A page in which each of these elements stands in place of that with the same id."""
    parts = Elements(fresh)
    for name in parts.outermost:
        begin, end = parts.at[name]
        if name == "table":
            return fresh[begin:end]
        was = Elements(html).at[name]
        html = html[: was[0]] + fresh[begin:end] + html[was[1] :]
    return html


def offers_in(html: str, verb: str, *, playable: bool = False) -> list[str]:
    """The ids with this verb that stand on a page; of cards those alone that are ``playable``, if asked."""
    found = re.findall(r'data-press="([^"]+)"', html)
    point, cards = re.search(r'data-point="([^"]+)"', html), r'<button id="c-(..)"([^>]*)>'
    if point is not None:
        played = [of for of in re.findall(cards, html) if not (playable and "aria-disabled" in of[1])]
        found += [point[1] + card for card, _ in played]
    return [unescape(one) for one in found if one.partition(":")[0] == verb]


class Page:
    """An open page: what it was sent last, and the markup that has come of it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}
        self.pushed = ""  # the markup of the last push
        self.size = 0  # of the last push, in bytes
        self._html, self._to_merge = "", list[str]()
        self._key = 0

    @property
    def html(self) -> str:
        to_merge, self._to_merge = self._to_merge, []
        for fresh in to_merge:
            self._html = merged(self._html, fresh)
        return self._html

    async def hears(self, *, acknowledges: bool = True) -> dict[str, Any]:
        """The next push."""
        async with guarded("a push"):
            message = await self.socket.receive()
        assert message.type is WSMsgType.TEXT, message
        first, _, self.pushed = message.data.partition("\n")
        self.told, self.size = json.loads(first), len(message.data.encode())
        self._to_merge.append(self.pushed)
        if acknowledges:
            await self.sends({"heard": self.told["number"]})
        return self.told

    async def hears_until(self, sign: str) -> str:
        """The first push that has this in its HTML or its note."""
        while sign not in self.html and sign not in self.told.get("note", ""):
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

    def offers(self, verb: str, *, playable: bool = False) -> list[str]:
        return offers_in(self.html, verb, playable=playable)

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
