"""People who play at the pages of their table in browsers without a window, while the process is killed.

All else they do, and all that is looked at in the end, is as for people who play in Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

from aiohttp import ClientSession, CookieJar

from playground.browser import link_in
from playground.people import Person
from tests.trials.simulation.people import Act, Table
from tests.trials.stage.at_page import AGAIN, CUT, FIRST_KEY, MOVES, AtPage
from tests.trials.stage.browsers import Browser
from tests.trials.stage.playing import Done, Move


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
        page = self.pages.get(person.key)
        moves = page.offers(*MOVES, "agree", "refuse") if page is not None else []
        return Move(person, self.choices.choice(moves), None) if moves else None

    async def _move_made(self, move: Move) -> bool:
        number, accepted = await self.pages[move.person.key].presses(move.what)
        answer: Any = SimpleNamespace(interaction_id=number, texts=[], accepted=accepted)
        self.done.append(Done(move, answer, accepted))
        self.acts.append(Act(move.person.key, move.person.id, move.what, number, accepted, at_page=True))
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
