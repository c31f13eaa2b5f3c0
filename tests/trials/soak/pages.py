"""People who play at the pages of their table in browsers without a window, while the process is killed.

Each has one page, which connects again when its socket is cut, and sends what was not answered once more with
the same key, as the page's script does. All else they do, and all that is looked at in the end, is as for
people who play in Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
from aiohttp import ClientSession, CookieJar

from playground.browser import link_in
from playground.people import Person
from tests.trials.simulation.people import Act, Table
from tests.trials.stage.browsers import Browser, Page
from tests.trials.stage.guard import Hangs
from tests.trials.stage.playing import Done, Move

CUT: Final = (aiohttp.ClientError, AssertionError, OSError, Hangs, TimeoutError)
"""What a browser meets where the process is gone."""
AGAIN: Final = 0.1
"""Seconds until it tries again."""
FIRST_KEY: Final = 10**18
"""Keys of presses are numbers here, that of no interaction."""
MOVES: Final = ("play", "call", "cut")


class AtPage:
    """One person's page, whatever becomes of its socket."""

    def __init__(self, desk: Browser, path: str, keys: Any) -> None:
        self._desk, self._path, self._keys = desk, path, keys
        self._page: Page | None = None
        self._waiting = dict[str, tuple[str, asyncio.Future[bool]]]()
        self.reconnected = 0

    async def stay(self) -> None:
        """For ever."""
        while True:
            with suppress(*CUT):
                async with self._desk.opens(self._path) as page:
                    await self._hears(page)
            self._page = None
            self.reconnected += 1
            await asyncio.sleep(AGAIN)

    async def _hears(self, page: Page) -> None:
        await page.hears()
        self._page = page
        for key, (custom_id, _) in self._waiting.items():
            await page.presses(custom_id, key=key)
        while True:
            for key in page.told["done"]:
                if (asked := self._waiting.pop(key, None)) is not None:
                    asked[1].set_result(not page.told["note"])
            await page.hears()

    async def presses(self, custom_id: str) -> tuple[int, bool]:
        """Until it is answered: the number of its key, and whether it was not refused."""
        number = next(self._keys)
        answered = asyncio.get_running_loop().create_future()
        self._waiting[str(number)] = custom_id, answered
        if self._page is not None:
            with suppress(*CUT):
                await self._page.presses(custom_id, key=str(number))
        return number, await answered

    def moves(self) -> list[str]:
        """What may be called and played, as it stands there."""
        page = self._page
        found = (
            [one for verb in MOVES for one in page.offers(verb, playable=True)] if page is not None else []
        )
        return [one for one in found if page is not None and f'data-press="{one}" aria-' not in page.html]


@dataclass
class PagesTable(Table):
    """The same table, at which everybody plays on a page."""

    pages: dict[str, AtPage] = field(default_factory=dict)
    _keys: Any = field(default_factory=lambda: count(FIRST_KEY))
    address: str = ""

    async def _sit_down(self) -> None:
        await super()._sit_down()
        for person in self.people:
            if person.key not in self.pages:
                self.pages[person.key] = await self._opened(person)

    async def _opened(self, person: Person) -> AtPage:
        jar = await self._jars.enter_async_context(ClientSession(cookie_jar=CookieJar(unsafe=True)))
        desk = Browser(self.address, jar)
        while True:
            link = link_in(await person.slash("table page", channel=self.channel))
            with suppress(*CUT):
                if link is not None:
                    page = AtPage(desk, await desk.sits(link.partition("#")[2]), self._keys)
                    self._staying.append(asyncio.create_task(page.stay()))
                    return page
            await asyncio.sleep(AGAIN)

    async def _of(self, person: Person) -> Move | None:
        moves = self.pages[person.key].moves() if person.key in self.pages else []
        return Move(person, self.choices.choice(moves), None) if moves else None

    async def _move_made(self, move: Move) -> bool:
        number, accepted = await self.pages[move.person.key].presses(move.what)
        answer: Any = SimpleNamespace(interaction_id=number, texts=[], accepted=accepted)
        self.done.append(Done(move, answer, accepted))
        self.acts.append(Act(move.person.key, move.person.id, move.what, number, accepted))
        return accepted

    @asynccontextmanager
    async def with_browsers(self) -> AsyncIterator[None]:
        async with self._jars:
            try:
                yield
            finally:
                for task in self._staying:
                    task.cancel()
                await asyncio.gather(*self._staying, return_exceptions=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._jars, self._staying = AsyncExitStack(), list[asyncio.Task[None]]()
