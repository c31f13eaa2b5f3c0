"""The web pages: files, a live feed for each open page, and the routes by which a page acts.

Knows JSON and sockets; the browser decides what is drawn (``playground/pages``).
"""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from playground.errors import Json, PlaygroundError
from playground.gateway import Gateway
from playground.message_forms import EPHEMERAL
from playground.people import Answer, Person
from playground.world import World

_FILES = Path(__file__).parent / "pages"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif"}
_PICTURES |= {".webp": "image/webp"}
_GATHER_SECONDS = 0.02
_LOOK_UP_SECONDS = 2.0
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class _Page:
    """One open page: what has changed since it was last told."""

    def __init__(self, person: Person, opened: int) -> None:
        self.person, self.opened = person, opened
        self.changed: dict[tuple[int, int], None] = {}
        self.shown: set[int] = set()  # the messages that it has been told of
        self.threads: list[Json] = []  # as it was last told
        self.wake = asyncio.Event()


class Pages:
    """Everything under ``/`` that is not Discord's API or gateway."""

    def __init__(
        self, world: World, gateway: Gateway, people: Mapping[str, Person], channels: tuple[int, ...]
    ) -> None:
        self.world, self.gateway, self.people, self.channels = world, gateway, people, channels
        self._pages: set[_Page] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        world.changed.append(self._note_change)
        world.threads_changed.append(self._wake_all)
        gateway.on_ready.append(self._wake_all)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._file_page("index.html")),
            web.get("/as/{name}", self._person_page),
            web.get("/as/{name}/dm", self._person_page),
            web.get("/at/{name}", self._at_table),
            web.get("/pages/{file}", self._static),
            web.get("/cdn/{path:.+}", self._picture),
            web.get("/live/{name}", self._serve_socket),
            web.post("/do/{name}/slash", self._doing(self._slash)),
            web.post("/do/{name}/complete", self._doing(self._complete)),
            web.post("/do/{name}/press", self._doing(self._press)),
            web.post("/do/{name}/choose", self._doing(self._choose)),
            web.post("/do/{name}/submit", self._doing(self._submit)),
            web.post("/do/{name}/say", self._doing(self._say)),
        ]

    async def close(self) -> None:
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    # ------------------------------------------------------------------ files

    def _file_page(self, name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def file_page(_request: web.Request) -> web.StreamResponse:
            return _file(name)

        return file_page

    async def _person_page(self, request: web.Request) -> web.StreamResponse:
        """With ``?locale=fr`` in its address this person's Discord is French from now on."""
        person = self._who(request)
        person.locale = request.query.get("locale", person.locale)
        return _file("person.html")

    async def _at_table(self, request: web.Request) -> web.StreamResponse:
        """Sends somebody's browser to the bot's own page of their table, by the link that they are given in
        this Discord; who sits nowhere yet begins a game alone. ``?locale=fr`` is as in ``_person_page``."""
        person = self._who(request)
        person.locale = request.query.get("locale", person.locale)
        try:
            link = link_in(await person.slash("table page"))
            if link is None:
                await person.slash("play")
                link = link_in(await person.slash("table page"))
        except PlaygroundError as refusal:
            raise web.HTTPConflict(text=f"{refusal}\n") from None
        raise web.HTTPFound(link or f"/as/{person.key}")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["file"]
        if name not in {path.name for path in _FILES.iterdir()}:
            raise web.HTTPNotFound
        return _file(name)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        data = self.world.pictures.picture_at(path)
        if data is None:
            raise web.HTTPNotFound
        kind = _PICTURES.get(Path(path).suffix.lower())
        headers = {
            "Content-Type": kind or "application/octet-stream",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "max-age=3600",
        }
        if kind is None:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, headers=headers)

    # ------------------------------------------------------------------ the live feed

    async def _serve_socket(self, request: web.Request) -> web.WebSocketResponse:
        person = self._who(request)
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        opened = request.query.get("opened", "")
        page = _Page(person, int(opened) if opened.isdecimal() else self.world.snowflake())
        self._pages.add(page)
        self._sockets.add(socket)
        # short-lived: it is cancelled below
        feeding = asyncio.create_task(self._feed(page, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._pages.discard(page)
            self._sockets.discard(socket)
            feeding.cancel()
        return socket

    async def _feed(self, page: _Page, socket: web.WebSocketResponse) -> None:
        with suppress(ConnectionError):
            page.changed.clear()
            await socket.send_str(json.dumps(self._hello(page)))
            was_up, commands = self.gateway.connections > 0, self._command_list(page)
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(page.wake.wait(), _LOOK_UP_SECONDS)
                await asyncio.sleep(_GATHER_SECONDS)
                page.wake.clear()
                changed, page.changed = page.changed, {}
                news = self._threads(page)
                news += [self._news(page, channel, message) for channel, message in changed]
                if (is_up := self.gateway.connections > 0) != was_up:
                    was_up = is_up
                    news.append({"kind": "bot", "up": was_up})
                if (now := self._command_list(page)) != commands:
                    commands = now
                    news.append({"kind": "commands", "commands": commands})
                for one in news:
                    await socket.send_str(json.dumps(one))

    def _hello(self, page: _Page) -> Json:
        person = page.person
        messages = {str(place): self._messages(page, place) for place in (*self.channels, person.dm)}
        channels: list[Json] = [
            {"id": str(one), "name": self.world.get_channel(one).name, "dm": False} for one in self.channels
        ]
        channels.append({"id": str(person.dm), "name": self.world.bot_user.name, "dm": True})
        return {
            "kind": "hello",
            "opened": str(page.opened),
            "me": {"id": str(person.id), "name": person.name, "key": person.key, "locale": person.locale},
            "bot": {"id": str(self.world.bot_user.id), "name": self.world.bot_user.name},
            "up": self.gateway.connections > 0,
            "people": {str(one.id): one.name for one in self.people.values()},
            "channels": channels,
            "commands": self._command_list(page),
            "messages": messages,
            "threads": self._threads(page),
        }

    def _messages(self, page: _Page, place: int) -> list[Json]:
        seen = [self._marked(page, one) for one in page.person.sees(place) if not self._is_gone(page, one)]
        page.shown |= {int(one["id"]) for one in seen}
        return seen

    def _threads(self, page: _Page) -> list[Json]:
        """What has changed of the threads that the reader may see. A thread that is new to the page comes
        with its messages, and one that is gone as ``None``."""
        before = {one["id"]: one for one in page.threads}
        page.threads = self.world.threads_for(page.person.id)
        now = {one["id"]: one for one in page.threads}
        news: list[Json] = [{"kind": "thread", "id": key, "thread": None} for key in before if key not in now]
        for key, thread in now.items():
            if before.get(key) != thread:
                told: Json = {"kind": "thread", "id": key, "thread": thread}
                new = key not in before
                news.append(told | ({"messages": self._messages(page, int(key))} if new else {}))
        return news

    def _command_list(self, page: _Page) -> Json:
        places = (*self.channels, page.person.dm)
        return {str(place): page.person.commands(place) for place in places}

    def _news(self, page: _Page, channel: int, message: int) -> Json:
        shown = self.world.message_json(channel, message)
        if shown is None or self._is_gone(page, shown):
            return {"kind": "gone", "channel_id": str(channel), "id": str(message)}
        new = message not in page.shown
        page.shown.add(message)
        return {
            "kind": "message",
            "message": self._marked(page, shown),
            "rings": new and self.world.rings(page.person.id, channel, message),
        }

    def _marked(self, page: _Page, message: Json) -> Json:
        """With a note whether it mentions the reader."""
        place = int(message["channel_id"]), int(message["id"])
        return message | {"pings": self.world.pings(page.person.id, *place)}

    def _is_gone(self, page: _Page, message: Json) -> bool:
        """Ephemeral messages live as long as the page on which they appeared."""
        ephemeral = bool(message["flags"] & EPHEMERAL)
        return ephemeral and int(message["id"]) < page.opened

    def _note_change(self, channel: int, message: int) -> None:
        exists = self.world.message_json(channel, message) is not None
        for page in self._pages:
            if not exists or self.world.may_see(page.person.id, channel, message):
                page.changed[channel, message] = None
                page.wake.set()

    def _wake_all(self) -> None:
        for page in self._pages:
            page.wake.set()

    # ------------------------------------------------------------------ acting

    def _doing(
        self, act: Callable[[Person, Json], Awaitable[Json]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def do(request: web.Request) -> web.StreamResponse:
            person = self._who(request)
            if request.content_type != "application/json":
                raise web.HTTPUnsupportedMediaType
            try:
                return web.json_response(await act(person, await request.json()))
            except PlaygroundError as refusal:
                return web.json_response({"error": str(refusal)}, status=409)

        return do

    async def _slash(self, person: Person, asked: Json) -> Json:
        options = {
            name: (value["name"], base64.b64decode(value["data"])) if isinstance(value, dict) else value
            for name, value in asked["options"].items()  # a file comes as its name and its bytes
        }
        answer = await person.slash(asked["command"], channel=int(asked["channel"]), options=options, wait=0)
        return _answer_json(answer)

    async def _complete(self, person: Person, asked: Json) -> Json:
        answer = await person.complete(
            asked["command"],
            asked["option"],
            asked["value"],
            channel=int(asked["channel"]),
            options=asked["options"],
        )
        return _answer_json(answer) | {"choices": answer.choices}

    async def _press(self, person: Person, asked: Json) -> Json:
        return _answer_json(await person.press(asked["message"], asked["custom_id"], wait=0))

    async def _choose(self, person: Person, asked: Json) -> Json:
        return _answer_json(
            await person.choose(asked["message"], asked["custom_id"], asked["values"], wait=0)
        )

    async def _submit(self, person: Person, asked: Json) -> Json:
        return _answer_json(await person.submit(int(asked["interaction"]), asked["values"], wait=0))

    async def _say(self, person: Person, asked: Json) -> Json:
        person.say(asked["text"], int(asked["channel"]))
        return {}

    def _who(self, request: web.Request) -> Person:
        person = self.people.get(request.match_info["name"])
        if person is None:
            raise web.HTTPNotFound(text="Nobody of that name plays here.\n")
        return person


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "failed": answer.failed,
        "type": answer.type,
        "interaction": str(answer.interaction_id),
        "modal": answer.modal,
    }


def link_in(answer: Answer) -> str | None:
    """The address that a button of an answer opens."""
    parts: list[Any] = [answer.message]
    while parts:
        match parts.pop():
            case {"url": str(address), "type": 2}:
                return address
            case dict() as one:
                parts += one.get("components") or ()
    return None


def _file(name: str) -> web.Response:
    path = _FILES / name
    headers = {
        "Content-Type": f"{_TYPES[path.suffix]}; charset=utf-8",
        "Content-Security-Policy": _POLICY,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-cache",
    }
    return web.Response(body=path.read_bytes(), headers=headers)
