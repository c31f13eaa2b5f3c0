"""Open pages: what each is sent, and what it may press.

A page follows its table: every change is told to it, drawn for its person, at most once in a while, and one
push is under way at a time. Who is slow gets the newest state, with the news since the last that they have
acknowledged. A press is taken only if one of the last two screens sent to that page offered it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

from aiohttp import WSMsgType
from aiohttp import web as http
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.app import Biritch
from bot.client.places import DiscordMembers
from bot.errors import MomentPassed, UnknownPress
from bot.messages.drawing import Drawing, names_at
from bot.streams.open_stream import Key, Recent
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable
from cogs.refusals import worded
from rules.errors import Refusal
from rules.frozen import replace
from rules.view import Phase, SeatView
from screens.hand import hand_screen
from screens.presses import Press, read_press
from screens.words import page as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.languages import spoken
from screens.words.names import Speech
from screens.words.refusals import APOLOGY, NOT_SAVED
from storage.ports.records import PageKey, TableId, UserId
from storage.ports.storage import StorageError
from web.cloth import cloth_of
from web.heard import news_of
from web.pressing import Looking, Pressed, answer_press, is_answered
from web.sheet import Called, Offered, Offers, controls_of, sheet_of

log = logging.getLogger(__name__)

PUSHED_EVERY: Final = 0.05
"""Seconds between two pushes to one page, at least."""
SENT_WITHIN: Final = 10.0
"""Seconds for one push."""
HEARD_WITHIN: Final = 3.0
"""Seconds for which a push waits until the one before it is acknowledged."""
PING_EVERY: Final = 25.0
MEMBERSHIP_EVERY: Final = 3600.0
"""Seconds between two questions whether somebody is still a member of the server."""
MEMBERSHIP_AGAIN: Final = 60.0
"""The same after an answer that they are none, or that did not come."""
NAMES_ASKED_AT_ONCE: Final = 2
"""Questions to Discord that may be open at the same time, what somebody is called."""
MESSAGE_BYTES: Final = 4096
"""Bytes of a message from a page."""
MOST_PRESSES_WAITING: Final = 8
"""Presses of one page that may wait to be answered."""
MOST_MESSAGES: Final = 50
"""Messages of one page between two pushes to it: ours sends one for each push, and its presses."""
CLOSED_WITHIN: Final = 2.0
"""Seconds that a browser has to take what is still on its way to a page that is closed."""
PRESS_KEY: Final = re.compile(r"[A-Za-z0-9-]{8,40}")


class Nonsense(Exception):
    """A page has sent something that none of ours sends."""


def read_json(sent: str | bytes) -> Any:
    """What a browser has sent. Raises ValueError, also where it is nested deeper than can be read."""
    try:
        return json.loads(sent)
    except RecursionError:
        raise ValueError from None


class PageContent(NamedTuple):
    """What one page shows now."""

    html: str
    offers: Offers
    view: SeatView


class PageNames:
    """What people are called on pages: as they were heard last or, once for each, as Discord says. In memory
    alone."""

    def __init__(self, bot: Biritch, told: Callable[[OpenTable], None]) -> None:
        self._bot, self._told = bot, told
        self._members = DiscordMembers(bot)
        self._asking: set[UserId] = set()
        self._at_once = asyncio.Semaphore(NAMES_ASKED_AT_ONCE)
        self._called: Recent[UserId, str] = Recent()
        self._asked: Recent[tuple[UserId, int | None], tuple[float, str | None]] = Recent()

    async def is_member(self, user: UserId, guild: int | None) -> bool:
        """Asks Discord, which also says what they are called, unless it has said so within the hour. Where it
        cannot be asked, they are; then, and where they are not, it is asked again after a minute."""
        now = self._bot.now()
        at, name = self._asked.get((user, guild), (-inf, ""))
        if not abs(now - at) < (MEMBERSHIP_EVERY if name else MEMBERSHIP_AGAIN):
            name = await self._members.display_name(user, guild)
            self._asked[user, guild] = now, name
            if name:
                self._called[user] = name
        return name is not None

    def name_of(self, user: UserId) -> str:
        return self._bot.services.readers.last_name(user) or self._called.get(user, "")

    def names_at(self, table: OpenTable) -> Called:
        """The names of those at a table, as far as they are known. Of others Discord is asked, once each and
        beside the drawing, which is done anew when it has answered."""
        for user in table.people.values():
            if not self.name_of(user) and user not in self._called and user not in self._asking:
                self._asking.add(user)
                SUPERVISOR.run_once(self._ask_name(user, table), "page-name", table.id)
        return Called({user: self.name_of(user) for user in table.people.values()}, self._channel_name)

    async def _ask_name(self, user: UserId, table: OpenTable) -> None:
        try:
            async with self._at_once:
                guild = table.place.guild if table.place.is_in_discord else None
                self._called[user] = await self._members.display_name(user, guild) or ""
        finally:
            self._asking.discard(user)
        self._told(table)

    def _channel_name(self, number: int) -> str:
        found = self._bot.get_channel(number)
        return str(getattr(found, "name", "")) or "…"


class OpenPage:
    def __init__(
        self, pages: Pages, session: PageKey, socket: http.WebSocketResponse, way: asyncio.Transport
    ) -> None:
        """``way`` is what the socket is sent by. Its person has just been asked after."""
        self._pages, self.session, self._socket, self._way = pages, session, socket, way
        self.asked = pages.bot.now()
        """When it was last asked whether its person may look, in seconds since 1970."""
        self._looking, self._note = Looking(), ""
        self._wake, self._heard = asyncio.Event(), asyncio.Event()
        self._sent: deque[tuple[int, Offers, SeatView]] = deque(maxlen=2)
        self._known: SeatView | None = None  # that of the last push which the page acknowledged
        self._number = 0
        self._messages = 0  # since the last push
        self._answered: list[str] = []  # the keys of presses, to be told with the next push
        self._presses: asyncio.Queue[tuple[str, tuple[str, ...], str]] = asyncio.Queue(MOST_PRESSES_WAITING)

    def mark_stale(self) -> None:
        """Something that it shows may have changed."""
        self._wake.set()

    async def close(self, code: int = 1001) -> None:
        """Of a browser that takes nothing any more it is cut off."""
        try:
            async with asyncio.timeout(CLOSED_WITHIN):
                await self._socket.close(code=code)
        except TimeoutError:
            self._way.abort()
        except (OSError, RuntimeError):
            pass

    async def serve(self) -> None:
        """Until the page is closed, by whichever end."""
        self._wake.set()
        # short-lived: they end with the page, and are waited for below
        working = [asyncio.ensure_future(one) for one in (self._feed(), self._answer_presses())]
        try:
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT:
                    raise Nonsense
                self._hear(message.data)
        except (Nonsense, asyncio.QueueFull):
            log.info("a page of table %s was closed: it sent what no page of ours sends", self.session.table)
            await self.close(1008)
        finally:
            self._note_seen(False)
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            asyncio.get_running_loop().call_later(CLOSED_WITHIN, self._way.abort)

    def _hear(self, text: str) -> None:
        """Raises Nonsense, QueueFull."""
        self._messages += 1
        if self._messages > MOST_MESSAGES:
            raise Nonsense
        try:
            message = read_json(text)
        except ValueError:
            raise Nonsense from None
        match message:
            case {"heard": int(number)}:
                for sent, _, view in self._sent:
                    if sent == number:
                        self._known = view
                if self._sent and self._sent[-1][0] == number:
                    self._heard.set()
            case {"press": str(custom_id), "values": list(values), "key": str(key)}:
                if not PRESS_KEY.fullmatch(key) or not all(isinstance(one, str) for one in values):
                    raise Nonsense
                self._presses.put_nowait((custom_id, tuple(values), key))
            case {"seen": bool(seen)}:
                self._note_seen(seen)
            case {"sheet": "close"}:
                if self._looking.sheet is not None:
                    self._looking.sheet = None
                    self._wake.set()
            case _:
                raise Nonsense

    def _note_seen(self, seen: bool) -> None:
        """Whether it lies in front, as it says itself."""
        on_pages, whose = self._pages.bot.services.on_pages, (self.session.table, self.session.user)
        if seen:
            on_pages.page_seen(self, *whose, self._pages.bot.now())
        else:
            on_pages.page_hidden(self, *whose)

    # What it presses

    async def _answer_presses(self) -> None:
        while True:
            custom_id, values, key = await self._presses.get()
            language = await self._pages.language(self.session)
            with spoken(language):
                try:
                    await self._act_on_press(custom_id, values, key)
                except Refusal as refusal:
                    self._note = worded(refusal, await self._speech())
                except StorageError as fault:
                    log.exception("a press on a page of table %s failed", self.session.table)
                    self._note = (NOT_SAVED if fault.outside else APOLOGY)()
                except Exception:
                    log.exception("a press on a page of table %s failed", self.session.table)
                    self._note = APOLOGY()
            self._answered.append(key)
            self._wake.set()

    async def _act_on_press(self, custom_id: str, values: tuple[str, ...], key: str) -> None:
        """Raises a Refusal."""
        press = read_press(custom_id)
        if not isinstance(press, Press) or press.table != self.session.table:
            raise UnknownPress
        bot, named = self._pages.bot, f"page:{self.session.handle}:{key}"
        offered = [of.get(custom_id) for _, of, _ in self._sent]
        if not any(one is not None and one.takes(values) for one in offered):
            if await bot.services.tables.was_done(Key(named, bot.now())):
                return  # it was sent once more, since its answer did not arrive
            raise MomentPassed
        salt = int.from_bytes(sha256(named.encode()).digest()[:7], "big")
        with bot.answering():
            pressed = Pressed(press, values, Key(named, bot.now()), salt)
            await answer_press(bot, self.session.user, pressed, self._looking)

    async def _speech(self) -> Speech:
        table = await self._pages.bot.services.tables.get(self.session.table)
        return Speech.at_table(table.state)

    # What it is sent

    async def _feed(self) -> None:
        """Ends where nothing can be drawn or sent; the page is closed then, and comes back by itself."""
        loop, before = asyncio.get_running_loop(), ""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                began = loop.time()
                shown, called = await self._pages.page_content(self.session, self._looking)
                if shown.html != before or self._note or self._answered or not self._sent:
                    news = await self._pages.news(self.session, self._known, shown.view, called)
                    before = shown.html
                    await self._push(shown, news)
                await asyncio.sleep(max(0.0, PUSHED_EVERY - (loop.time() - began)))
        except (OSError, RuntimeError, Refusal, StorageError) as fault:
            log.info("a page of table %s is closed: %s", self.session.table, type(fault).__name__)
        except Exception:
            log.exception("a page of table %s could not be drawn", self.session.table)
        await self.close()

    async def _push(self, shown: PageContent, news: str) -> None:
        self._number += 1
        self._messages = 0
        note, self._note = self._note, ""
        done, self._answered = self._answered, []
        self._heard.clear()
        self._sent.append((self._number, shown.offers, shown.view))
        message = {"number": self._number, "html": shown.html, "news": news, "note": note, "done": done}
        try:
            async with asyncio.timeout(SENT_WITHIN):
                await self._socket.send_str(json.dumps(message, ensure_ascii=False), compress=False)
        except TimeoutError:
            await self.close()
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_WITHIN):
                await self._heard.wait()


class Pages:
    """All open pages of this process. It follows the tables."""

    def __init__(self, bot: Biritch, page_templates: Environment) -> None:
        self.bot, self._templates = bot, page_templates
        self.names = PageNames(bot, self.changed)
        self._open: dict[TableId, set[OpenPage]] = {}

    def changed(self, table: OpenTable) -> None:
        """As a follower of the tables."""
        for page in self._open.get(table.id, ()):
            page.mark_stale()

    @property
    def open_pages(self) -> list[OpenPage]:
        return [page for pages in self._open.values() for page in pages]

    async def serve(self, session: PageKey, socket: http.WebSocketResponse, way: asyncio.Transport) -> None:
        page = OpenPage(self, session, socket, way)
        here = self._open.setdefault(session.table, set())
        here.add(page)
        try:
            await page.serve()
        finally:
            here.discard(page)
            if not here:
                self._open.pop(session.table, None)

    async def language(self, session: PageKey) -> str:
        return (await self.bot.services.readers.person(session.user)).language

    async def page_content(self, session: PageKey, looking: Looking) -> tuple[PageContent, Called]:
        """What a person's page shows of their table now. Raises NoSuchTable, SetAside."""
        table = await self.bot.services.tables.get(session.table)
        called = self.names.names_at(table)
        guild = table.place.guild if table.place.is_in_discord else None
        reader = await self.bot.services.readers.person(session.user, guild)
        with spoken(reader.language):
            page = draw_page(self._templates, self.bot.services.drawing, table, session.user, looking, called)
            return page, called

    async def news(self, session: PageKey, before: SeatView | None, now: SeatView, called: Called) -> str:
        """What is read aloud: what has happened since the view that the page acknowledged last."""
        if before is None:
            return ""
        with spoken(await self.language(session)):
            return news_of(before, now, called)


def draw_page(
    page_templates: Environment,
    drawing: Drawing,
    table: OpenTable,
    user: UserId,
    looking: Looking,
    called: Called,
) -> PageContent:
    """What one person's page shows of a table, in the language that is set: the cloth while there are cards,
    else the screen that Discord would show; and over it a sheet."""
    view, names = table.view(user), names_at(table)
    marked = drawing.marks.marked_card(user, table.id, table.state.deals)
    cloth, controls, below = None, None, None
    if not view.table.stands_still and not table.adjourned:
        cloth = cloth_of(view, table.id, names, called, marked)
    if cloth is not None:
        level = looking.level
        panel = (
            drawing.hand_screen(table, user)
            if level is None
            else hand_screen(view, table.id, names, level=level)
        )
        controls = controls_of(panel, called, is_answered, but=("play", "hand"))
    else:
        lobby = view.table.phase in (Phase.FORMING, Phase.CLOSED) and table.state.alone is None
        screen = (
            drawing.table_screen(table) if lobby and not table.adjourned else drawing.hand_screen(table, user)
        )
        if view.table.result_stands:
            screen = replace(screen, parts=(*drawing.result_that_stands(table).parts, *screen.parts))
        below = sheet_of(screen, called, is_answered)
    sheet = sheet_of(looking.sheet, called, is_answered) if looking.sheet is not None else None
    html = page_templates.get_template("table.html").render(
        table=table.id,
        game=words_of(view.table.game).name,
        cloth=cloth,
        controls=controls,
        below=below,
        sheet=sheet,
    )
    offers: dict[str, Offered] = {}
    for part in (cloth, controls, below, sheet):
        offers |= part.offers if part is not None else {}
    if cloth is not None:
        offers |= dict.fromkeys((f"last:{table.id}", f"score:{table.id}"), Offered())
    return PageContent(html, offers, view)


def page_templates() -> Environment:
    """The templates of this folder. Everything that is put into one is escaped."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"words": words, "table_words": table_words}
    return environment
