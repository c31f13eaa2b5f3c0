"""People at the table of a world who open pages of it, too: they look and press there, leave them open, and
close them.

They ask for a link in Discord. The page has one name, whichever process runs; between two of them nobody
answers there. While people see their pages their panels rest; before everybody rests they put them away.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from aiohttp import ClientSession, ClientTimeout, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult

from playground.browser import link_in
from playground.errors import NotThere
from playground.people import Person
from tests.trials.cluster.tables import cards_on
from tests.trials.simulation.people import APOLOGY, Act, Table
from tests.trials.stage.at_page import CUT, FIRST_KEY, AtPage
from tests.trials.stage.browsers import Browser
from tests.trials.stage.playing import Done, Move

NAME: Final = "cards"
PORT: Final = 8090
ADDRESS: Final = f"http://{NAME}:{PORT}"
AWAY: Final = (1.0, 90.0)
"""Seconds for which somebody has no page open."""
OPEN: Final = (20.0, 600.0)
"""Seconds for which they leave one open."""
AGAIN: Final = 3.0
"""Seconds until a page whose socket was cut tries to connect again."""
ANSWERED: Final = 15.0
"""Seconds after which somebody expects no answer to their press any more."""
TIME_OUT: Final = ClientTimeout(total=20.0)
PRESSES: Final = 0.8
"""How often they play on their page while it is open, and not in Discord."""
LOOKS: Final = 0.03
"""How often, of all seconds, they look at what else there is."""
TURNS: Final = 0.02
"""How often they take the page up, or put it away."""
LATER: Final = 0.5
"""How often they open the page that they had closed, and do not ask for another link."""


class Leads(AbstractResolver):
    """The name of the page leads to the process that runs now."""

    def __init__(self, runs_at: Callable[[], str]) -> None:
        self._runs_at = runs_at

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host != NAME or not (address := self._runs_at()):
            raise OSError("nobody is there")
        flags = socket.AI_NUMERICHOST
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET,
                "proto": 0,
                "flags": flags,
            }
        ]

    async def close(self) -> None:
        """There is nothing to close."""


@dataclass
class Paged(Table):
    """The same table, at which some have pages."""

    with_pages: int = 0
    """How many of them: not all, since somebody must see in Discord that the table goes on."""
    runs_at: Callable[[], str] = str
    """The address of the process that runs; empty where there is none."""
    pages: dict[str, AtPage] = field(default_factory=dict)
    _keys: Iterator[int] = field(default_factory=lambda: count(FIRST_KEY))

    async def rubber(self, deals: int | None) -> None:
        try:
            await super().rubber(deals)
        finally:
            for life in self._lives:
                life.cancel()
            ends = await asyncio.gather(*self._lives, return_exceptions=True)
        for fault in ends:
            if not isinstance(fault, asyncio.CancelledError | None):
                raise fault

    def __post_init__(self) -> None:
        super().__post_init__()
        self._lives = list[asyncio.Task[None]]()

    async def _sit_down(self) -> None:
        await super()._sit_down()
        self._lives += [asyncio.create_task(self._live(one)) for one in self.people[: self.with_pages]]

    async def _live(self, person: Person) -> None:
        """One page after the other."""
        draw, path = Random(f"page {self.choices.random()}"), ""
        connector = TCPConnector(resolver=Leads(self.runs_at), use_dns_cache=False)
        async with ClientSession(connector=connector, timeout=TIME_OUT) as jar:
            desk = Browser(ADDRESS, jar)
            while True:
                await asyncio.sleep(draw.uniform(*AWAY))
                if not self.resting and (draw.random() > LATER or not path):
                    path = await self._sits(person, desk)
                if not self.resting and path:
                    page = AtPage(desk, path, self._keys, AGAIN)
                    path = path if await self._stays(person, page, draw) else ""

    async def _sits(self, person: Person, desk: Browser) -> str:
        """The path of their page, by a new link; empty if there was none, or it led nowhere."""
        with suppress(*CUT, NotThere):
            link = link_in(await person.slash("table page", channel=self.channel))
            if link is not None:
                path = await desk.sits(link.partition("#")[2])
                self.looked["page: sit down"] += 1
                return path
        return ""

    async def _stays(self, person: Person, page: AtPage, draw: Random) -> bool:
        """For a while; False if its session is over."""
        loop = asyncio.get_running_loop()
        end, in_front = loop.time() + draw.uniform(*OPEN), draw.random() < 0.5
        staying, self.pages[person.key] = asyncio.create_task(page.stay()), page
        self.looked["page: open"] += 1
        try:
            while loop.time() < end and not staying.done():
                in_front = in_front is not (draw.random() < TURNS)
                await page.shows(seen=in_front and not self.resting)
                await asyncio.sleep(1.0)
                looks = page.offers("last", "score", "menu", "close") if draw.random() < LOOKS else []
                if looks and not self.resting:
                    _, was_done = await page.presses(draw.choice(looks), ANSWERED)
                    self.looked["page: look"] += was_done
        finally:
            del self.pages[person.key]
            self.apologies += [note for note in page.notes if APOLOGY in note]
            is_over = staying.done()
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
        self.looked["page: close"] += 1
        return not is_over

    async def stale_parts(self) -> list[str]:
        """What stands on somebody's open page otherwise than on one that is opened now."""
        pages = list(self.pages.items())
        return [f"{name}: {part}" for name, page in pages for part in await page.stale_parts()]

    async def _of(self, person: Person) -> Move | None:
        page = self.pages.get(person.key)
        moves = page.moves() if page is not None and self.choices.random() < PRESSES else []
        return Move(person, self.choices.choice(moves), None) if moves else await super()._of(person)

    async def _move_made(self, move: Move) -> bool:
        if move.message is not None:
            return await super()._move_made(move)
        if (page := self.pages.get(move.person.key)) is None:  # they have just closed it
            return False
        number, accepted = await page.presses(move.what, ANSWERED)
        answer: Any = SimpleNamespace(interaction_id=number, texts=[], accepted=accepted)
        self.done.append(Done(move, answer, accepted))
        self.acts.append(Act(move.person.key, move.person.id, move.what, number, accepted, at_page=True))
        return accepted

    async def _try_a_strange_card(self, person: Person) -> None:
        """A panel that rests does not tell which cards are theirs."""
        if cards_on(self.panel(person)):
            await super()._try_a_strange_card(person)
