"""Somebody's page, in a browser without a window, while whatever it is connected to comes and goes.

It connects again when its socket is cut, and sends what was not answered once more with the same key, as the
page's script does.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import aiohttp

from tests.trials.stage.browsers import Browser, Elements, Page, offers_in
from tests.trials.stage.guard import Hangs

CUT: Final = (aiohttp.ClientError, AssertionError, OSError, Hangs, TimeoutError)
"""What a browser meets where the process is gone."""
AGAIN: Final = 0.1
"""Seconds until it tries again."""
FIRST_KEY: Final = 10**18
"""Keys of presses are numbers here, that of no interaction."""
MOVES: Final = ("play", "call", "cut")
PRESSED_IN: Final = ("task", "hand", "acts", "looks", "menu", "below", "over")
"""The parts of a page in which something can be pressed."""
LIE: Final = re.compile(r"head|contract|worth|(seat|spot)-\w+|said|trick|task|own|hand(-of)?|below")
"""The parts that are the same on each page of one person."""
ENDED: Final = 403


class AtPage:
    """One person's page, whatever becomes of its socket."""

    def __init__(self, desk: Browser, path: str, keys: Iterator[int], again: float = AGAIN) -> None:
        self._desk, self._path, self._keys, self._again = desk, path, keys, again
        self._page: Page | None = None
        self._parts = dict[str, str]()
        self._waiting = dict[str, tuple[str, asyncio.Future[bool]]]()
        self._doubtful = set[str]()
        self._is_seen = False
        self.reconnected = 0
        self.notes: list[str] = []
        """What it was told of presses that were not done."""

    async def stay(self) -> None:
        """Until its session is over."""
        while True:
            try:
                async with self._desk.opens(self._path) as page:
                    await self._hears(page)
            except CUT as cut:
                if getattr(cut, "status", None) == ENDED:
                    return
            self._page = None
            self.reconnected += 1
            await asyncio.sleep(self._again)

    async def _hears(self, page: Page) -> None:
        await self._merges(page)
        self._page = page
        if self._is_seen:
            await page.sends({"seen": True})
        for key, (custom_id, _) in self._waiting.items():
            await page.presses(custom_id, key=key)
        while True:
            if page.told["note"]:
                self.notes.append(page.told["note"])
            for key in page.told["done"]:
                if (asked := self._waiting.pop(key, None)) is not None and not asked[1].done():
                    asked[1].set_result(not page.told["note"] and asked[0] not in self._doubtful)
            await self._merges(page)

    async def _merges(self, page: Page) -> None:
        await page.hears()
        at = Elements(page.pushed).at
        if "table" in at:
            self._parts.clear()
        found = (name for name in at if name in PRESSED_IN or LIE.fullmatch(name))
        self._parts |= {name: page.pushed[slice(*at[name])] for name in found}

    async def presses(self, custom_id: str, within: float | None = None) -> tuple[int, bool]:
        """Until it is answered, or for so many seconds: the number of its key, and whether it was not
        refused. Where the same was pressed before, and is not answered yet, that may have done it."""
        number = next(self._keys)
        if custom_id in (pressed for pressed, _ in self._waiting.values()):
            self._doubtful.add(custom_id)
        answered = asyncio.get_running_loop().create_future()
        self._waiting[str(number)] = custom_id, answered
        await self._sends({"press": custom_id, "values": [], "key": str(number)})
        await asyncio.wait((answered,), timeout=within)
        return number, answered.done() and answered.result()

    async def stale_parts(self) -> list[str]:
        """Those that stand otherwise on a page that is opened now; none where no page is open."""
        anew, shown = AtPage(self._desk, self._path, self._keys), dict(self._parts)
        if self._page is not None:
            with suppress(*CUT):
                async with self._desk.opens(self._path) as page:
                    await anew._merges(page)
        return [name for name, html in anew._parts.items() if LIE.fullmatch(name) and shown.get(name) != html]

    async def shows(self, *, seen: bool) -> None:
        """It lies before their eyes from now on, or does not."""
        if seen is not self._is_seen:
            self._is_seen = seen
            await self._sends({"seen": seen})

    async def _sends(self, told: object) -> None:
        if self._page is not None:
            with suppress(*CUT):
                await self._page.sends(told)

    def offers(self, *verbs: str) -> list[str]:
        """What can be pressed, as it stands there."""
        shown = self._parts if self._page is not None else {}
        html = "".join(shown[name] for name in PRESSED_IN if name in shown)
        found = [one for verb in verbs for one in offers_in(html, verb, playable=True)]
        return [one for one in found if f'data-press="{one}" aria-' not in html]

    def moves(self) -> list[str]:
        """What may be called and played."""
        return self.offers(*MOVES)
