"""Open pages: what each is sent, and what it may press.

A page follows its table: every change is told to it, drawn for its person, at most once in a while, and one
push is under way at a time. Who is slow gets the newest state, with the news since the last that they have
acknowledged. A press is taken only if one of the last two screens sent to that page offered it. What takes
long, as an analysis, is waited for beside the play.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from math import inf
from typing import Any, Final

from aiohttp import WSMsgType
from aiohttp import web as http

from bot.app import Biritch
from bot.clocks import cancelled
from bot.discord_api.layout import Document
from bot.errors import MomentPassed
from bot.streams.open_stream import Key, Recent
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable
from cogs.pages import LONG_SENTENCE, HandedOver, PageAnswers, PagePress, answer_as_interaction
from cogs.refusals import worded
from cogs.registry import PressValues
from rules.errors import Refusal
from rules.view import SeatView
from screens.presses import Press, read_as
from screens.screen import CardStyle, Form, Picture, Screen, Text, Undrawn
from screens.words.languages import ENGLISH, spoken
from screens.words.names import ON_PAPER, Speech
from screens.words.refusals import APOLOGY, NOT_SAVED
from storage.ports.records import PageKey, TableId, UserId
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread
from web.heard import NO_NEWS, News, news_of
from web.names import PageNames
from web.pressing import Looking, PressAnswer, answer_act, beyond_table, is_act
from web.sheet import COMMAND, Offers, Shown, people_named, text_of
from web.shown import CLOSE, MENU, PageContent, draw_page, menu_screen

log = logging.getLogger(__name__)

# Seconds
PUSHED_EVERY: Final = 0.05  # between two pushes to one page, at least
SENT_WITHIN: Final = 10.0  # for one push
HEARD_WITHIN: Final = 3.0  # for which a push waits until the one before it is acknowledged
PING_EVERY: Final = 25.0
LOOK_WITHIN: Final = 2.0  # that the presses after a look wait for its answer
CLOSED_WITHIN: Final = 2.0  # that a browser has to take what is still on its way to a page that is closed

# The most
MESSAGE_BYTES: Final = 4096  # of a message from a page
MOST_LOOKS: Final = 3  # of one page that may be under way
MOST_PRESSES_WAITING: Final = 8  # of one page, to be answered
MOST_MESSAGES: Final = 50  # of one page between two pushes to it: one for each push, and its presses
MOST_SHOWN: Final = 16  # pictures and files that are kept for the pages of one session
SESSIONS_SHOWN: Final = 256  # for which they are kept: those whose pages were drawn last
ANSWERS_KEPT: Final = 5_000  # for pages that come back, and ask again for what had not arrived

PRESS_KEY: Final = re.compile(r"[A-Za-z0-9-]{8,40}")


class Nonsense(Exception):
    """A page has sent something that none of ours sends."""


def read_json(sent: str | bytes) -> Any:
    """What a browser has sent. Raises ValueError, also where it is nested deeper than can be read."""
    try:
        return json.loads(sent)
    except RecursionError:
        raise ValueError from None


class OpenPage:
    def __init__(self, pages: Pages, session: PageKey, address: str, way: asyncio.Transport) -> None:
        """``address`` is where it is open, ``way`` what its socket is sent by. Its person has just been asked
        after."""
        self._pages, self.session, self.address, self._way = pages, session, address, way
        self._socket = http.WebSocketResponse(
            heartbeat=PING_EVERY, max_msg_size=MESSAGE_BYTES, compress=False
        )
        self.asked = pages.bot.now()
        """When it was last asked whether its person may look, in seconds since 1970."""
        self._looking, self._notes = Looking(), dict[PressAnswer, str]()
        self._language = ENGLISH  # of what it was sent
        self._wake, self._heard = asyncio.Event(), asyncio.Event()
        self._is_stale, self._acting = True, 0
        self._sheets, self._newest = 0, 0  # how many were asked for, and the first that may still open
        self._is_asked = False  # whether its socket still leads here: any push answers
        self._sent: deque[tuple[int, Offers, SeatView]] = deque(maxlen=2)
        self._known: SeatView | None = None  # that of the last push which the page acknowledged
        self._number, self._pushed_at = 0, -inf
        self._news_in = 0  # the number of the push that has what the host has people told, until acknowledged
        self._is_over = False
        self._messages = 0  # since the last push
        self._done: PagePress | None = None  # the last act that says at which moment, until offered again
        self._answered: list[str] = []  # the keys of presses, to be told with the next push
        self._presses: asyncio.Queue[tuple[PagePress, str]] = asyncio.Queue(MOST_PRESSES_WAITING)
        self._looks = set[asyncio.Task[None]]()  # that are under way

    def mark_stale(self) -> None:
        """Something that it shows may have changed. What its own press has changed is told with the answer
        to that."""
        self._is_stale = True
        if not self._acting:
            self._wake.set()

    async def close(self, code: int = 1001) -> None:
        """A browser that takes nothing any more is cut off, also where the library has given up before."""
        asyncio.get_running_loop().call_later(CLOSED_WITHIN, self._way.abort)
        with suppress(TimeoutError, OSError, RuntimeError):
            async with asyncio.timeout(CLOSED_WITHIN):
                await self._socket.close(code=code)

    async def serve(self, request: http.Request) -> http.WebSocketResponse:
        """Until the page is closed, by whichever end."""
        await self._socket.prepare(request)
        self._wake.set()
        # short-lived: they end with the page, and are waited for below
        working = [asyncio.create_task(self._feed()), asyncio.create_task(self._answer_presses())]
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
            await cancelled(working)
            asyncio.get_running_loop().call_later(CLOSED_WITHIN, self._way.abort)
            self._is_over = True
            await self._tell_again()
        return self._socket

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
                self._known = next((view for sent, _, view in self._sent if sent == number), self._known)
                if number >= self._news_in:
                    self._news_in = 0
                if self._sent and self._sent[-1][0] == number:
                    self._heard.set()
            case {"press": str(custom_id), "values": list(values), "key": str(key)}:
                fields = message.get("fields", [])
                if not PRESS_KEY.fullmatch(key) or not isinstance(fields, list):
                    raise Nonsense
                press = PagePress(custom_id, _strings(values), tuple(map(_strings, fields)))
                if custom_id == CLOSE:
                    self._close_sheet(key)
                else:
                    self._presses.put_nowait((press, key))
            case {"seen": bool(seen)}:
                self._note_seen(seen)
                self._is_asked = True
                self._wake.set()
            case _:
                raise Nonsense

    async def _tell_again(self) -> None:
        """What the host has people told is told another time where this page has not said to have it."""
        if self._news_in or self._looking.has_news:
            self._news_in, self._looking.has_news = 0, False
            with suppress(StorageError):
                await self._pages.bot.services.carrying.tell_again(self.session.user)

    def _close_sheet(self, key: str) -> None:
        """At once, whatever is being answered, and that does not open it again."""
        self._looking.sheet = None
        self._newest = self._sheets + 1
        self._answered.append(key)
        self.mark_stale()

    def _note_seen(self, seen: bool) -> None:
        """Whether it lies in front, as it says itself."""
        on_pages, whose = self._pages.bot.services.on_pages, (self.session.table, self.session.user)
        if seen:
            on_pages.page_seen(self, *whose, self._pages.bot.now())
        else:
            on_pages.page_hidden(self, *whose)

    # What it presses

    async def _answer_presses(self) -> None:
        """One after the other. A look that takes long goes on beside those after it."""
        while True:
            sent, key = await self._presses.get()
            if len(self._looks) >= MOST_LOOKS:
                await asyncio.wait(self._looks, return_when=asyncio.FIRST_COMPLETED)
            look = SUPERVISOR.run_once(self._answer(sent, key), "page-press", self.session.table)
            for looks in (self._looks, self._pages.looks):
                looks.add(look)
                look.add_done_callback(looks.discard)
            await asyncio.wait((look,), timeout=None if self._act_in(sent) else LOOK_WITHIN)

    def _act_in(self, sent: PagePress) -> Press | None:
        """The press, if it is an act at this page's table."""
        press = read_as(Press, sent.custom_id)
        return press if press is not None and is_act(press, self.session.table) else None

    async def _answer(self, sent: PagePress, named: str) -> None:
        answer = PressAnswer(self._looking)
        with spoken(self._language):
            try:
                await self._act_on_press(sent, f"page:{self.session.handle}:{named}", answer)
            except Refusal as refusal:
                if sent != self._done:  # else it was tapped once more before its answer was seen
                    speech = Speech.at_table(self._sent[-1][2].table) if self._sent else ON_PAPER
                    self._note_sentence(answer, worded(refusal, speech))
            except StorageError as fault:
                log.exception("a press on a page of table %s failed", self.session.table)
                self._note_sentence(answer, (NOT_SAVED if fault.outside else APOLOGY)())
            except Exception:
                log.exception("a press on a page of table %s failed", self.session.table)
                self._note_sentence(answer, APOLOGY())
        answer.over.set()
        self._answered.append(named)
        if self._is_over:
            await self._tell_again()
        self.mark_stale()

    async def _act_on_press(self, sent: PagePress, named: str, answer: PressAnswer) -> None:
        """Raises a Refusal."""
        bot, session = self._pages.bot, self.session
        key = Key(named, bot.now())
        offered = (of.get(sent.custom_id) for _, of, _ in self._sent)
        found = next((one for one in offered if one and one.takes(sent.values, sent.fields)), None)
        if found is None:  # it may have been sent once more, since its answer did not arrive
            if (before := self._pages.answers.get(named)) is not None:
                await self._give_again(before, answer)
            elif not await bot.services.tables.was_done(key):
                raise MomentPassed
            return
        self._pages.answers[named] = answer
        if (press := self._act_in(sent)) is not None:
            given = PressValues(int.from_bytes(sha256(named.encode()).digest()[:7]), sent.values)
            self._acting += 1
            try:
                with bot.answering():
                    await answer_act(bot, session.user, press, given, key, self._looking)
            finally:
                self._acting -= 1
            self._done = sent if press.point is not None else None
            return
        table = await bot.services.tables.get(session.table)
        self._sheets += 1
        lay = partial(self._lay_sheet, table, self._sheets)
        if sent.custom_id == MENU:
            lay(menu_screen(table))
            return
        by = PageAnswers(bot, session, table, self._looking.pressed_on, lay, partial(self._tell, lay, answer))
        asked = sent.values[0] if sent.custom_id == COMMAND else sent._replace(form=found.form)
        await answer_as_interaction(bot, session, table, named, asked, by)

    # How it is answered

    def _lay_sheet(self, table: OpenTable, number: int, sheet: Screen | Form | HandedOver) -> None:
        """Unless one that was asked for after it lies there, or was closed: an answer may come late."""
        if number < self._newest:
            return
        self._looking.sheet, self._newest = sheet, number
        if isinstance(sheet, Screen):
            panel = self._pages.bot.services.drawing.hand_screen(table, self.session.user)
            self._looking.sheet = beyond_table(sheet, panel, table.id)
        self.mark_stale()

    def _tell(self, lay: Callable[[Screen], None], answer: PressAnswer, sentence: str) -> None:
        """As news or, if it is long, as something to read; with the push in which the press is answered."""
        if len(sentence) > LONG_SENTENCE:
            lay(Screen((Text(sentence),)))
        else:
            self._note_sentence(answer, sentence)

    def _note_sentence(self, answer: PressAnswer, sentence: str) -> None:
        answer.note = self._notes[answer] = sentence

    async def _give_again(self, before: PressAnswer, answer: PressAnswer) -> None:
        """What a press came to on a page that has lost its connection, once that is known."""
        self._sheets += 1
        number = self._sheets
        await before.over.wait()
        self._note_sentence(answer, before.note)
        if number >= self._newest:
            self._newest, looking = number, before.looking
            self._looking.sheet, self._looking.pressed_on = looking.sheet, looking.pressed_on

    # What it is sent

    async def _feed(self) -> None:
        """Ends where nothing can be drawn or sent; the page is closed then, and comes back by itself."""
        shown = None
        try:
            while True:
                await self._wake.wait()
                await self._until_ready()
                self._wake.clear()
                before = shown
                if shown is None or self._is_stale:
                    self._is_stale, done, has_news = False, self._done, self._looking.has_news
                    shown = await self._pages.page_content(self.session, self._looking)
                    if has_news:
                        self._news_in, self._looking.has_news = self._number + 1, False
                    if done and done is self._done and done.custom_id in shown.offers:
                        self._done = None  # a card that went back, or was only marked, is still to be played
                html = shown.html_since(before) if shown is not before else ""
                if html or self._notes or self._answered or self._is_asked:
                    await self._push(shown, html)
        except (OSError, RuntimeError, Refusal, StorageError) as fault:
            log.info("a page of table %s is closed: %s", self.session.table, type(fault).__name__)
        except Exception:
            log.exception("a page of table %s could not be drawn", self.session.table)
        await self.close()

    async def _push(self, shown: PageContent, html: str) -> None:
        """In the first line all but the markup, of which there are some parts or the whole."""
        self._number, self._language = self._number + 1, shown.language
        self._messages, self._is_asked = 0, False
        with spoken(shown.language):
            said = dict.fromkeys(filter(None, self._notes.values()))
            note = text_of(" ".join(said), shown.called).striptags()
            news = self._news_on(shown)
        told = {"number": self._number, "note": note, "done": self._answered, **news._asdict()}
        self._notes, self._answered = {}, []
        self._heard.clear()
        self._sent.append((self._number, shown.offers, shown.view))
        line = json.dumps(told, ensure_ascii=False)
        try:
            async with asyncio.timeout(SENT_WITHIN):
                await self._socket.send_str(f"{line}\n{html}", compress=False)
        except TimeoutError:
            await self.close()
        self._pushed_at = asyncio.get_running_loop().time()

    def _news_on(self, shown: PageContent) -> News:
        """What may have been talked over is read aloud again. What passes by is shown once: a socket loses no
        push."""
        before, now = self._sent[-1][2] if self._sent else None, shown.view
        if self._known is None or self._known is now:
            return NO_NEWS
        news = news_of(self._known, now, shown.called, shown.names)
        if before is self._known:
            return news
        passing = news_of(before, now, shown.called, shown.names)
        return news._replace(moments=passing.moments, turn=passing.turn)

    async def _until_ready(self) -> None:
        """It is sent nothing at once after a push, nor before it has acknowledged that or had the time to."""
        loop = asyncio.get_running_loop()
        if (rest := self._pushed_at + PUSHED_EVERY - loop.time()) > 0:
            await asyncio.sleep(rest)
        if not self._heard.is_set() and self._number:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._pushed_at + HEARD_WITHIN):
                    await self._heard.wait()


class Pages:
    """All open pages of this process. It follows the tables."""

    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self.names = PageNames(bot, self.changed)
        self._open: dict[TableId, list[OpenPage]] = {}
        self._shown: Recent[bytes, dict[str, tuple[Shown, CardStyle]]] = Recent(SESSIONS_SHOWN)
        self.looks = set[asyncio.Task[None]]()  # under way, also of closed pages: what was asked for is done
        self.answers: Recent[str, PressAnswer] = Recent(ANSWERS_KEPT)  # by the keys of presses

    async def shown(self, session: PageKey, name: str) -> Picture | Document | None:
        """A picture or a file that this session's pages show; None for all others."""
        kept = self._shown.get(session.digest, {})
        one, cards = kept.get(name, (None, CardStyle.FOUR_COLOURS))
        if isinstance(one, Undrawn):
            one = Picture(one.name, await run_in_thread(one.as_png, cards), one.alt)
            kept[name] = one, cards
        return one

    def changed(self, table: OpenTable) -> None:
        """As a follower of the tables."""
        for page in self._open.get(table.id, ()):
            page.mark_stale()

    @property
    def open_pages(self) -> list[OpenPage]:
        return [page for pages in self._open.values() for page in pages]

    async def serve(self, session: PageKey, address: str, request: http.Request) -> http.WebSocketResponse:
        if request.transport is None:  # its browser has gone meanwhile
            raise http.HTTPGone
        page = OpenPage(self, session, address, request.transport)
        here = self._open.setdefault(session.table, [])
        here.append(page)
        try:
            return await page.serve(request)
        finally:
            here.remove(page)
            if not here:
                self._open.pop(session.table, None)

    async def page_content(self, session: PageKey, looking: Looking) -> PageContent:
        """What a person's page shows of their table now. Raises NoSuchTable, SetAside."""
        table = await self.bot.services.tables.get(session.table)
        evening, others = table.state.evening, list[UserId]()
        if isinstance(looking.sheet, Screen):
            others += people_named(looking.sheet)
            if evening is not None:  # a director may choose somebody
                others += (await self.bot.services.evenings.get(TableId(evening.evening))).people.values()
        called = self.names.names_at(table, others)
        reader = await self.bot.services.readers.person(session.user, table.place.guild or None)
        with spoken(reader.language):
            called = called._replace(shown_at=f"/t/{session.table}/{session.handle}", cards=reader.cards)
            page = draw_page(self.bot.services.drawing, table, session.user, looking, called)
        if page.shown:
            kept = {**self._shown.get(session.digest, {}), **page.shown}
            self._shown[session.digest] = dict([*kept.items()][-MOST_SHOWN:])
        return page


def _strings(sent: object) -> tuple[str, ...]:
    """Raises Nonsense."""
    if not isinstance(sent, list) or not all(isinstance(one, str) for one in sent):
        raise Nonsense
    return tuple(sent)
