"""The door of the page: an HTTP server of its own in the bot's process, and who is let in.

A link is a person: its token stands in the fragment, is posted when they press, and becomes a cookie that
one address alone asks for. Requests to another host, or from another origin, are refused: the first is how a
page of somebody else's would reach this machine, the second how it would act in a player's name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Final

from aiohttp import web as http
from yarl import URL

from bot.app import Biritch
from bot.clocks import cancelled, is_within
from bot.settings import BadSetting, Settings
from bot.supervisor import sparing_others
from rules.errors import Refusal
from screens.screen import Picture
from screens.words import page as words
from screens.words.languages import language_of, language_spoken, spoken
from screens.words.names import SOMEBODY
from screens.words.refusals import APOLOGY, NOT_SAVED
from storage.ports.records import PageKey
from storage.ports.storage import StorageError
from web.connections import ASKS_WITHIN, KEPT_IDLE, Connections, household, is_among
from web.names import MEMBERSHIP_AGAIN
from web.pages import MESSAGE_BYTES, Pages, read_json
from web.pressing import Looking
from web.sheet import TEMPLATES

log = logging.getLogger(__name__)

FOLDER: Final = Path(__file__).parent
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wav": "audio/wav"}
PAGES_OF: Final = (8, 50)
"""The most pages that are open of one person, and from one address."""
LOOK_EVERY: Final = 4.0
"""Seconds after which a page whose session has ended is closed, at the latest."""
DAYS_30: Final = 30 * 24 * 3600
Handler = Callable[[http.Request], Awaitable[http.StreamResponse]]


class Stranger(Exception):
    """Somebody has no session of this page, or may not look at its table any more."""


class Door:
    """What answers requests."""

    def __init__(self, bot: Biritch, settings: Settings) -> None:
        assert settings.page_address is not None
        self._bot, self._links = bot, bot.services.pages
        self._proxies, address = settings.page_proxies, URL(settings.page_address)
        self._origin, self._is_secure = str(address.origin()), address.scheme == "https"
        self._host = address.authority if address.explicit_port else address.host or ""
        self._static = {path.name: path.read_bytes() for path in (FOLDER / "static").iterdir()}
        self.pages = Pages(bot)
        self.connections = Connections(lambda address: is_among(self._proxies, address))
        sockets = self._origin.replace("http", "ws", 1)
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        self._headers = {
            "Content-Security-Policy": policy,
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        }

    def application(self) -> http.Application:
        app = http.Application(middlewares=[self._guard], client_max_size=MESSAGE_BYTES)
        app.on_response_prepare.append(self._add_headers)
        app.add_routes(
            [
                http.get("/", self._serve_start),
                http.get("/open", self._serve_open),
                http.post("/open", self._use_link),
                http.get("/live", self._serve_try),
                http.get("/t/{table}/{handle}", self._serve_table),
                http.get("/t/{table}/{handle}/live", self._live),
                http.get("/t/{table}/{handle}/shown/{name}", self._serve_shown),
                http.get("/static/{file}", self._file),
            ]
        )
        return app

    @http.middleware
    async def _guard(self, request: http.Request, handler: Handler) -> http.StreamResponse:
        """Refuses another host and another origin, and answers what fails with a sentence."""
        self.connections.has_asked(request.transport)
        with spoken(_language(request)):
            try:
                if request.host.lower() != self._host:
                    raise http.HTTPMisdirectedRequest(text="There is nothing here.\n")
                acts = request.method != "GET" or request.headers.get("Upgrade", "").lower() == "websocket"
                if acts and request.headers.get("Origin") != self._origin:
                    raise http.HTTPForbidden(text="This was asked from elsewhere.\n")
                return await handler(request)
            except http.HTTPException:
                raise
            except (Stranger, Refusal):
                return _page("stranger.html", 403, said=_how_to_get_a_link())
            except StorageError as fault:
                log.warning("a request to the page failed: %s", type(fault).__name__)
                return _page("stranger.html", 503, said=(NOT_SAVED if fault.outside else APOLOGY)())
            except Exception as fault:
                if isinstance(fault, ConnectionError) and _has_gone(request):
                    raise http.HTTPGone from None
                if request.writer.output_size:
                    raise  # of a socket, to which no page can be sent
                log.exception("a request to the page failed")
                return _page("stranger.html", 500, said=APOLOGY())

    async def _add_headers(self, request: http.Request, answer: http.StreamResponse) -> None:
        answer.headers.update(self._headers)

    # What is asked for

    async def _serve_start(self, request: http.Request) -> http.StreamResponse:
        return _page("stranger.html", said=_how_to_get_a_link())

    async def _serve_open(self, request: http.Request) -> http.StreamResponse:
        return _page("open.html")

    async def _use_link(self, request: http.Request) -> http.StreamResponse:
        """Tells whose link it is or, if they ``sit`` down, uses it up and sets their cookie."""
        try:
            async with asyncio.timeout(ASKS_WITHIN):
                told: Any = read_json(await request.read())
        except TimeoutError:
            raise http.HTTPRequestTimeout from None
        except ValueError:
            raise http.HTTPBadRequest from None
        match told:
            case {"token": str(token), "sit": bool(sits)}:
                pass
            case _:
                raise http.HTTPBadRequest
        link = await self._links.whose_link(token)
        if link is not None and not await self._may_look(link):
            return http.json_response({"over": words.LEFT_SERVER()}, status=403)
        if link is not None and not sits:
            name = self.pages.names.name_of(link.user) or SOMEBODY()
            return http.json_response({"says": words.SIT_AS(name=name), "button": words.SIT_DOWN()})
        opened = await self._links.use(token) if link is not None else None
        if opened is None:
            over = words.LINK_IS_OVER(button=words.OPEN_THE_TABLE()).replace("**", "")
            return http.json_response({"over": over}, status=410)
        key = opened.key
        answer = http.json_response({"go": f"/t/{key.table}/{key.handle}"})
        answer.set_cookie(
            self._cookie(key.handle),
            opened.cookie.reveal(),
            max_age=DAYS_30,
            httponly=True,
            samesite="Lax",
            secure=self._is_secure,
        )
        return answer

    async def _serve_table(self, request: http.Request) -> http.StreamResponse:
        session = await self._session(request)
        shown = await self.pages.page_content(session, Looking())
        with spoken(shown.language):
            # what is told while its socket is not let in
            lost = words.TOO_MANY_PAGES() if self._has_most(request, session) else words.RECONNECTING()
            return _page("page.html", body=shown.html, lost=lost)

    async def _serve_shown(self, request: http.Request) -> http.StreamResponse:
        """A picture or a file that a page of this session shows."""
        session = await self._session(request)
        shown = await self.pages.shown(session, request.match_info["name"])
        if shown is None:
            raise http.HTTPNotFound
        if isinstance(shown, Picture):
            return http.Response(body=shown.png, content_type="image/png")
        return http.Response(
            body=shown.text.encode(),
            content_type="text/plain",
            charset="utf-8",
            headers={"Content-Disposition": f'attachment; filename="{shown.name}"'},
        )

    async def _live(self, request: http.Request) -> http.StreamResponse:
        session = await self._session(request)
        if self._has_most(request, session):
            raise http.HTTPTooManyRequests
        return await self.pages.serve(session, self._address(request), request)

    def _address(self, request: http.Request) -> str:
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        return household(asker_behind(self._proxies, request.remote or "", forwarded))

    def _has_most(self, request: http.Request, session: PageKey) -> bool:
        """Whether as many pages as may be are open already, of this person or from where they ask."""
        pages, address = self.pages.open_pages, self._address(request)
        of_person = sum(page.session.user == session.user for page in pages)
        of_address = sum(page.address == address for page in pages)
        return of_person >= PAGES_OF[0] or of_address >= PAGES_OF[1]

    async def _serve_try(self, request: http.Request) -> http.StreamResponse:
        """A socket that is closed at once: by it ``biritch check`` tells whether sockets come through."""
        socket = http.WebSocketResponse(max_msg_size=MESSAGE_BYTES, compress=False)
        await socket.prepare(request)  # raises HTTPBadRequest where no socket is asked for
        await socket.close()
        return socket

    async def _file(self, request: http.Request) -> http.StreamResponse:
        name = request.match_info["file"]
        if name not in self._static:
            raise http.HTTPNotFound
        return http.Response(body=self._static[name], content_type=KINDS[Path(name).suffix], charset="utf-8")

    # Who asks

    async def _session(self, request: http.Request) -> PageKey:
        """The session that the address names and a cookie proves. Raises Stranger where there is none, or its
        person may not look."""
        table, handle = request.match_info["table"], request.match_info["handle"]
        cookie = request.cookies.get(self._cookie(handle))
        session = await self._links.session(cookie, table, handle) if cookie else None
        if session is None or not await self._may_look(session):
            raise Stranger
        return session

    def _cookie(self, handle: str) -> str:
        return f"{'__Host-' if self._is_secure else ''}seat-{handle}"

    async def _may_look(self, key: PageKey) -> bool:
        """Whether this person belongs to the table and, as Discord says, to its server, and neither of the
        two is blocked."""
        try:
            table = await self._bot.services.tables.get(key.table)
        except Refusal:
            return False
        guild = table.place.guild
        if self._bot.services.blocks.is_blocked(key.user, guild) or table.person(key.user) is None:
            return False
        return await self.pages.names.is_member(key.user, guild or None)

    # Who may stay

    async def look_after(self) -> None:
        """For ever. Who may stay is looked after apart, since Discord may take long to tell."""
        await _again_and_again(self.close_ended)

    async def look_after_members(self) -> None:
        await _again_and_again(self.close_left)

    async def close_ended(self) -> None:
        """Closes the pages of sessions that have ended, and those of people or servers that are blocked.
        Raises StorageError."""
        pages, blocks = self.pages.open_pages, self._bot.services.blocks
        live = await self._links.still_live([page.session.digest for page in pages]) if pages else ()
        over = []
        for page in pages:
            place = self._bot.services.tables.places.get(page.session.table)
            is_blocked = blocks.is_blocked(page.session.user, place.guild if place is not None else None)
            if is_blocked or page.session.digest not in live:
                over.append(page)
        await asyncio.gather(*(page.close(1008) for page in over))  # nobody waits for another's browser

    async def close_left(self) -> None:
        """Closes the pages of people who have left the table or its server. Raises StorageError."""
        for page in self.pages.open_pages:
            # not each time: a table that is closed is read for it
            if not is_within(MEMBERSHIP_AGAIN, page.asked, self._bot.now()):
                page.asked = self._bot.now()
                with sparing_others("whether somebody may stay on their page could not be seen"):
                    if not await self._may_look(page.session):
                        await page.close(1008)


async def _again_and_again(close: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        with suppress(StorageError):
            await close()


def asker_behind(proxies: Collection[IPv4Network | IPv6Network], asker: str, forwarded: str) -> str:
    """The address from which somebody asks. Of proxies that are believed it is the one that they name, which
    they put behind whatever the asker has said."""
    named = [one.strip() for one in forwarded.split(",") if one.strip()]
    while named and is_among(proxies, asker):
        asker = named.pop()
    return asker


def _has_gone(request: http.Request) -> bool:
    """Whether its browser reads no answer any more."""
    return request.transport is None or request.transport.is_closing()


def _how_to_get_a_link() -> str:
    return words.NO_SESSION(button=words.OPEN_THE_TABLE()).replace("**", "").replace("`", "")


def _page(name: str, status: int = 200, **given: object) -> http.Response:
    html = TEMPLATES.get_template(name).render(language=language_spoken(), **given)
    return http.Response(text=html, content_type="text/html", status=status)


def _language(request: http.Request) -> str:
    return language_of(request.headers.get("Accept-Language", "en").partition(",")[0].strip() or "en")


@asynccontextmanager
async def open_door(bot: Biritch, settings: Settings) -> AsyncIterator[Door]:
    """The door, while this is open. Raises BadSetting where its address is taken."""
    assert settings.page is not None
    door, tables = Door(bot, settings), bot.services.tables
    runner = http.AppRunner(
        door.application(), access_log=None, shutdown_timeout=1.0, keepalive_timeout=KEPT_IDLE
    )
    await runner.setup()
    assert runner.server is not None
    door.connections.watch(runner.server)
    try:
        try:
            await http.TCPSite(runner, *settings.page).start()
        except OSError as fault:
            raise BadSetting("PAGE", f"an address that is free on this machine ({fault.strerror})") from None
        tables.followers.append(door.pages)
        tables.followers_nowhere.append(door.pages)
        try:
            yield door
        finally:
            tables.followers.remove(door.pages)
            tables.followers_nowhere.remove(door.pages)
            await asyncio.gather(*(page.close() for page in door.pages.open_pages))
            await cancelled(door.pages.looks)
    finally:
        await runner.cleanup()
