"""What a page of a table costs: ``python -m lab.speed.page [--cards N] [--pages N]``.

Four people play so many cards at a table by their hands in direct messages, and then as many on four pages in
browsers without a window, which acknowledge what they are sent as browsers do. The bot is a process of its
own; its processor time is read, and its memory before and after so many further pages are open.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``SHOWN_MS``: milliseconds from a press until the other three pages have the card, of 99 in a hundred;
* ``CARD_MS``, ``PAGES_OVER_PANELS``: processor time of a card with four pages open, while the messages in
  Discord rest, and over that with none;
* ``PUSH_BYTES``: of the longest push, uncompressed;
* ``PAGE_KIB``: memory of an open page;
* ``CALLS``: calls of Discord's interface for a card that is not the last of its deal, and ``CALLS_IN_ALL``:
  with those for results and what follows them;
* ``FIRST_PAINT_MS``: milliseconds from asking for the page until a browser without a window shows it, on a
  processor that it slows down four times: the median; nothing where there is no browser;
* ``LINES_PY`` and so on: of what the page is made of.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from aiohttp import ClientSession, CookieJar

from lab.speed import processor
from lab.speed.figures import figure, percentile
from lab.speed.filling import put_emoji
from lab.speed.memory import resident
from lab.speed.press import cards, everybody_pressed, seated, still, to_play
from playground.browser import link_in
from playground.ground import BOT, Playground
from playground.limits import Limits
from playground.process import BotProcess
from tests.trials.stage.browsers import Browser, Page
from tests.trials.stage.chromium import BROWSER, FLAGS, PHONE

SHOWN: float = 100.0
OVER: float = 0.6
BYTES: float = 8_000
KIB: float = 60.0
PAINTED: float = 500.0
SLOWED, LOOKS = 4, 9
"""How many times slower the processor is for the browser, and how often the page is opened there."""
LAST = 51
"""So many cards lie before the last of a deal."""
NEXT = ("call", "cut", "start", "agree")
"""What is pressed where no card is to be played."""


class Four:
    """The pages of four people at one table."""

    def __init__(self, pages: list[Page], ground: Playground) -> None:
        self.pages, self.longest = pages, 0
        self.cards, self.calls = 0, 0  # within deals, and the calls of Discord that they made
        self._ground, self._calls_before = ground, len(ground.calls)
        self._pressed = set[tuple[Page, str]]()  # a result stays until all have gone on from it
        self._changed = asyncio.Condition()
        self._laid: dict[Page, str] = dict.fromkeys(pages, "")  # what each was sent since a card was pressed

    async def listens(self, page: Page) -> None:
        while True:
            await page.hears()
            self.longest = max(self.longest, page.size)
            self._laid[page] += page.pushed
            async with self._changed:
                self._changed.notify_all()

    async def until(self, shown: str, pages: list[Page]) -> None:
        """Of the last card of a deal a page may show the result at once."""
        async with self._changed:
            await self._changed.wait_for(
                lambda: all(shown in self._laid[one] or 'id="below"' in self._laid[one] for one in pages)
            )

    async def _until_gone(self, press: str, page: Page) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: press not in page.offers("play"))

    async def _until_answered(self, page: Page, number: int) -> None:
        """Not every press changes what is shown: from a result each has to go on."""
        async with self._changed:
            await self._changed.wait_for(lambda: page.told["number"] > number)

    def begin(self) -> None:
        self._calls_before = len(self._ground.calls)

    def end(self) -> None:
        self.calls += len(self._ground.calls) - self._calls_before

    async def _count(self, gone: int) -> None:
        """Before a card is pressed: of those of a deal all but the last are counted."""
        if gone in (0, LAST):
            await still(self._ground)
            if gone == LAST:
                self.calls += len(self._ground.calls) - self._calls_before
            self._calls_before = len(self._ground.calls)
        self.cards += gone != LAST

    async def card(self) -> float | None:
        """Does what comes next; of a card, how long it took until the other pages showed it, in seconds."""
        for page in self.pages:
            plays = page.offers("play", playable=True)
            if plays:
                others = [one for one in self.pages if one is not page]
                await self._count(int(plays[0].split(":")[3]))
                self._laid = dict.fromkeys(self.pages, "")
                began = time.perf_counter()
                await page.presses(plays[0])
                await self.until(f'id="t-{plays[0].rpartition(":")[2]}"', others)
                took = time.perf_counter() - began
                await self._until_gone(plays[0], page)
                return took
        for page in self.pages:
            for verb in NEXT:
                if (found := page.offers(verb)) and (page, found[-1]) not in self._pressed:
                    before = page.told["number"]
                    self._pressed.add((page, found[-1]))
                    await page.presses(found[-1])
                    await self._until_answered(page, before)
                    return None
        async with self._changed:
            await asyncio.wait_for(self._changed.wait(), 5)
        return None


async def opened(ground: Playground, address: str, stack: AsyncExitStack, each: int) -> list[list[Page]]:
    """So many pages of each of the four."""
    found = []
    for person in [ground.people[one] for one in ("anna", "boris", "clara", "david")]:
        jar = await stack.enter_async_context(ClientSession(cookie_jar=CookieJar(unsafe=True)))
        link = link_in(await person.slash("table page"))
        assert link is not None
        desk = Browser(address, jar)
        path = await desk.sits(link.partition("#")[2])
        found.append([await stack.enter_async_context(desk.opens(path)) for _ in range(each)])
    return found


async def first_paints(ground: Playground) -> list[float]:
    """How long each look at one's page takes until it is painted, in milliseconds."""
    from playwright.async_api import async_playwright

    link = link_in(await ground.people["anna"].slash("table page"))
    assert link is not None
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = await browser.new_page(viewport=PHONE)  # type: ignore[arg-type]  # it is a width and a height
        await page.goto(link)
        await page.get_by_role("button", name="Sit down").click()
        await page.locator("#table").wait_for()
        slow = await page.context.new_cdp_session(page)
        await slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        found = list[float]()
        for _ in range(LOOKS):
            await page.reload()
            painted = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            found.append(await (await page.wait_for_function(painted)).json_value())
        await browser.close()
    return found


async def measured(count: int, more: int) -> None:
    async with Playground.open(limits=Limits().unmetered()) as ground, AsyncExitStack() as stack:
        put_emoji(ground)
        settings = ground.with_page()
        table = await seated(ground, BOT, settings, 1)
        bot = ground.bot
        assert isinstance(bot, BotProcess)
        await to_play(table)
        await everybody_pressed(table)
        used = processor.seconds(bot.pid)
        await cards(table, count)
        by_panels = (processor.seconds(bot.pid) - used) / count
        pages = [one for (one,) in await opened(ground, settings["PAGE_ADDRESS"], stack, 1)]
        four = Four(pages, ground)
        for page in pages:
            await page.hears()
            await page.sends({"seen": True})
        listening = [asyncio.create_task(four.listens(page)) for page in pages]
        took = list[float]()
        await still(ground)
        used, calls = processor.seconds(bot.pid), len(ground.calls)
        four.begin()
        while len(took) < count:
            if (one := await four.card()) is not None:
                took.append(one)
        await still(ground)
        by_pages, made = (processor.seconds(bot.pid) - used) / count, (len(ground.calls) - calls) / count
        four.end()
        before = resident(bot.pid)
        further = await opened(ground, settings["PAGE_ADDRESS"], stack, more // 4)
        for page in (page for pages in further for page in pages):
            await page.hears()
        memory = (resident(bot.pid) - before) * 1024 / (more // 4 * 4)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        painted = await first_paints(ground) if BROWSER is not None else []
    figure("SHOWN_MS", percentile(took, 99) * 1000, SHOWN)
    figure("CARD_MS", by_pages * 1000)
    figure("PAGES_OVER_PANELS", by_pages / by_panels, OVER)
    figure("PUSH_BYTES", four.longest, BYTES)
    figure("PAGE_KIB", memory, KIB)
    if painted:
        figure("FIRST_PAINT_MS", median(painted), PAINTED)
    figure("CALLS", four.calls / four.cards, 0)
    figure("CALLS_IN_ALL", made)


LINES = {"web/*.py": 1600, "web/templates/*.html": 500, "web/static/*.css": 700, "web/static/*.js": 300}


def lines() -> None:
    for pattern, goal in LINES.items():
        written = sum(len(one.read_text().splitlines()) for one in Path().glob(pattern))
        figure(f"LINES_{pattern.rpartition('.')[2].upper()}", written, goal)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cards", type=int, default=100)
    asked.add_argument("--pages", type=int, default=24, help="further pages, at most 28")
    given = asked.parse_args()
    asyncio.run(measured(given.cards, given.pages))
    lines()


if __name__ == "__main__":
    main()
