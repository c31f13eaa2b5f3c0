"""Somebody impatient at the page of a table: taps twice, goes back and forward, loses the network, turns the
phone; and what would get in their way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from rules.frozen import replace
from rules.seats import Seat
from storage.ports.records import UserId
from tests.browser.test_by_ear import Chromium, at_a_table
from tests.trials.stage.browsers import link_for
from tests.trials.stage.chromium import PHONE, WIDE, in_its_loop
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import until
from tests.trials.stage.ports import free_port
from tests.web.conftest import no_hurry as no_hurry
from web.door import open_door

pytestmark = in_its_loop

LYING, SMALL = {"width": 844, "height": 390}, {"width": 390, "height": 660}
TWICE = {"width": 640, "height": 360}
"""A desk of 1280 by 720, seen twice as large."""
NAMED = """() => document.querySelectorAll(".plate b").forEach((one) => {
    one.lastChild.data = " Cavendish (robot)";
    one.parentNode.querySelectorAll(".turned i").forEach((packets) => packets.append("▮".repeat(5)));
})"""
"""As long as they are, with as many tricks as leave a hand of two rows."""
OVERLAPS = """() => {
    const boxes = (which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect());
    const across = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right;
    const meet = (a, b) => across(a, b) && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    return boxes(".spot .card").filter((card) => boxes(".plate, .contract, .suits .card, #hand .card")
        .some((other) => meet(card, other))).length;
}"""
BROKEN = """() => [...document.querySelectorAll(".plate b")].filter((one) => {
    const range = document.createRange();
    const words = [...one.childNodes].filter((node) => node.nodeType === 3).flatMap((node) =>
        [...node.data.matchAll(/\\\\S+/g)].map((found) => [node, found.index, found[0].length]));
    return words.some(([node, at, length]) => {
        range.setStart(node, at);
        range.setEnd(node, at + length);
        return range.getClientRects().length > 1;
    });
}).map((one) => one.textContent)"""
"""Words of names that stand in two lines."""
HELD = """(id) => {
    const pause = () => document.getAnimations().forEach((one) => one.pause());
    new MutationObserver(pause).observe(document.getElementById(id), { childList: true });
}"""
"""What passes stays from now on, for as long as it is let."""


class Line:
    """What stands between a browser and the bot, and can fall silent without being cut."""

    def __init__(self, to: int) -> None:
        self._to, self._silent = to, asyncio.Event()
        self._made = set[asyncio.Task[None]]()
        self._deaf, self._waiting = False, list[asyncio.StreamWriter]()

    def falls_silent(self) -> None:
        """For all that goes through it now; what is opened from now on goes through."""
        self._silent.set()
        self._silent = asyncio.Event()

    @contextmanager
    def answers_nobody(self) -> Iterator[None]:
        """Whatever is opened meanwhile goes nowhere."""
        self._deaf = True
        yield
        self._deaf = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._deaf:
            self._waiting.append(writer)
            return
        back, on = await asyncio.open_connection("127.0.0.1", self._to)
        silent = self._silent
        for one, other in ((reader, on), (back, writer)):
            self._made.add(asyncio.create_task(self._relay(one, other, silent)))

    @staticmethod
    async def _relay(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silent: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not silent.is_set():
                    writer.write(data)
            if not silent.is_set():
                writer.close()

    async def close(self) -> None:
        for task in self._made:
            task.cancel()
        for writer in self._waiting:
            writer.close()
        await asyncio.gather(*self._made, return_exceptions=True)


@asynccontextmanager
async def a_page(
    folder: Path, chromium: Chromium, cards: int = 0, at: Seat = Seat.WEST, size: Any = PHONE, **looks: str
) -> AsyncIterator[tuple[Club, Any, Line]]:
    """Somebody at a page behind a line, while so many cards lie played."""
    address, port = free_port(), free_port()
    async with club(folder / "tables.sqlite3", page=address) as house:
        line = Line(port)
        async with open_door(house.bot, replace(house._settings, page=("127.0.0.1", port))):
            server = await asyncio.start_server(line.serve, "127.0.0.1", address)
            await house.playing(cards=cards)
            page = await (await chromium(viewport=size, has_touch=True, **looks)).new_page()
            await page.clock.install()
            await page.goto(f"http://127.0.0.1:{address}/open#{await link_for(house, house.at(at))}")
            await page.get_by_role("button", name="Sit down").click()
            await page.locator("#hand button").first.wait_for()
            try:
                who = UserId(house.at(at).id)
                await until(lambda: house.bot.services.on_pages.since(house.table.id, who) is not None)
                while await page.evaluate("() => asked"):  # the clock of the page stands meanwhile
                    await asyncio.sleep(0.02)
                yield house, page, line
            finally:
                await page.context.close()
                server.close()
                await line.close()


async def test_who_lost_the_network_unnoticed_is_back_and_has_played_the_card_once(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (house, page, line):
        card = house.plays(house.at(Seat.WEST))[0]
        await page.locator("#state").wait_for(state="hidden")
        line.falls_silent()
        await page.locator(f"#c-{card}").tap()
        assert house.cards_played == 0
        for _ in range(4):  # it is asked whether anything comes, and given up five seconds later
            await page.clock.run_for(3000)
        await page.locator(f"#t-{card}").wait_for()
        await page.locator("#state").wait_for(state="hidden")
        assert house.cards_played == 1 and await page.locator("#errors").inner_text() == ""


async def test_a_clock_that_is_set_back_hides_no_line_that_has_fallen_silent(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (house, page, line):
        card = house.plays(house.at(Seat.WEST))[0]
        await page.locator("#state").wait_for(state="hidden")
        line.falls_silent()
        await page.locator(f"#c-{card}").tap()
        await page.clock.run_for(6000)  # it has been asked whether anything comes
        assert await page.evaluate("() => asked")
        await page.clock.set_system_time(await page.evaluate("() => Date.now() / 1000") - 3600)
        for _ in range(4):
            await page.clock.run_for(3000)
        await page.locator(f"#t-{card}").wait_for()
        await page.locator("#state").wait_for(state="hidden")
        assert house.cards_played == 1


async def test_who_is_offline_is_told_so_and_sees_what_was_played_meanwhile_as_soon_as_they_are_back(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, at=Seat.SOUTH) as (house, page, line):
        await page.context.set_offline(True)
        await page.locator("#state").wait_for(state="visible")
        line.falls_silent()
        await house.plays_a_card()
        for _ in range(3):  # each try fails, and the next comes later
            await page.clock.run_for(3000)
        assert await page.locator("#spot-left .card").count() == 0
        assert await page.locator("#hand button").count() == 13
        await page.context.set_offline(False)
        await page.locator("#spot-left .card").wait_for()
        await page.locator("#state").wait_for(state="hidden")


async def test_a_page_to_which_nothing_happens_is_not_given_up(tmp_path: Path, chromium: Chromium) -> None:
    async with a_page(tmp_path, chromium) as (house, page, _):
        await page.evaluate("() => { window.stayed = true; }")
        sockets = list[object]()
        page.on("websocket", lambda socket: sockets.append(socket))
        for _ in range(10):
            await page.clock.run_for(30_000)
        assert sockets == [] and await page.locator("#state").is_hidden()
        await house.plays_a_card()
        await page.locator("#spot-me .card").wait_for()
        assert await page.evaluate("() => window.stayed")


async def test_the_second_tap_of_two_plays_nothing_that_has_moved_beneath_the_finger(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (house, page, _):
        sent = list[str]()
        page.on("websocket", lambda socket: socket.on("framesent", lambda told: sent.append(told)))
        await page.reload()
        first = page.locator("#hand button").first
        await page.locator("#state").wait_for(state="hidden")
        box = await first.bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        code = await first.get_attribute("data-card")
        await page.mouse.click(*middle)
        await page.locator(f"#c-{code}").wait_for(state="detached")
        await page.mouse.move(*middle)
        await page.mouse.down(click_count=2)
        await page.mouse.up(click_count=2)
        assert [one[-2:] for one in presses_in(sent)] == [code]
        await page.mouse.click(*middle)  # a tap of its own is one, and is told that it is not their turn
        await until(lambda: house.cards_played == 1)
        await page.locator("#errors:not(:empty)").wait_for()
        assert len(presses_in(sent)) == 2


async def test_news_that_is_old_is_not_read_once_more_from_the_top_of_the_page(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, at=Seat.NORTH) as (house, page, _):
        await page.evaluate(HELD, "news")
        await house.plays_a_card()
        await page.locator("#news:not(:empty)").wait_for(state="attached")
        await page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
        await page.locator("#news:empty").wait_for(state="attached")


def presses_in(sent: list[str]) -> list[str]:
    told = [json.loads(one) for one in sent]
    return [one["press"] for one in told if "press" in one]


async def test_a_sentence_that_refuses_a_card_stays_while_the_others_play_on(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, at=Seat.SOUTH) as (house, page, _):
        await page.evaluate(HELD, "errors")
        await page.locator("#hand button").first.tap(force=True)  # West is to lead
        await page.locator("#errors:not(:empty)").wait_for()
        west = house.at(Seat.WEST)
        with house.inside():
            led = house.view(west).options[0]
            await house.bot.services.tables.act(house.table.id, UserId(west.id), led)
        await page.locator("#spot-left .card").wait_for()
        assert "turn" in await page.locator("#errors").inner_text()
        held = "() => getComputedStyle(document.querySelector('#errors p')).animationDuration"
        assert await page.evaluate(held) == "10s"
        await page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
        await page.locator("#errors:empty").wait_for(state="attached")


async def test_whoever_taps_in_vain_while_the_line_is_down_loses_neither_the_page_nor_the_first_tap(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (house, page, line):
        await page.evaluate("() => { window.stayed = true; }")
        card = house.plays(house.at(Seat.WEST))[0]
        await page.context.set_offline(True)
        await page.locator("#state").wait_for(state="visible")
        line.falls_silent()
        await page.locator(f"#c-{card}").tap()
        for _ in range(12):
            await page.locator("#look-score").tap()
        await page.context.set_offline(False)
        await page.locator(f"#t-{card}").wait_for()
        await page.locator("#state").wait_for(state="hidden")
        await page.locator("#sheet").wait_for()
        assert house.cards_played == 1 and await page.evaluate("() => window.stayed")


async def test_a_try_to_connect_that_nobody_answers_is_given_up_and_made_again(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (_, page, line):
        sockets = list[object]()
        page.on("websocket", lambda socket: sockets.append(socket))
        with line.answers_nobody():
            line.falls_silent()
            await page.evaluate("() => again()")
            for _ in range(3):
                await page.clock.run_for(3000)
            await until(lambda: len(sockets) >= 1)
            for _ in range(6):
                await page.clock.run_for(3000)
            await until(lambda: len(sockets) >= 2)
        for _ in range(8):
            await page.clock.run_for(3000)
        await page.locator("#state").wait_for(state="hidden")


async def test_on_a_keyboard_whose_figures_stand_above_a_card_is_played_by_the_place_of_its_key(
    tmp_path: Path, chromium: Chromium
) -> None:
    """On a French one ``2`` is written with Shift, and without it an ``é``."""
    async with a_page(tmp_path, chromium) as (house, page, _):
        card = next(one for one in house.plays(house.at(Seat.WEST)) if one[0].isdecimal())
        await page.locator("#hand button").first.focus()
        for key, code in ((card[1].lower(), f"Key{card[1]}"), ("é", f"Digit{card[0]}")):
            await page.evaluate(
                """([key, code]) => document.activeElement.dispatchEvent(
                    new KeyboardEvent("keydown", { key, code, bubbles: true }))""",
                [key, code],
            )
        await page.locator(f"#t-{card}").wait_for()


async def test_a_link_that_is_opened_while_the_bot_is_away_says_so_and_lets_in_once_it_is_back(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium) as (house, page, _):
        token = await link_for(house, house.at(Seat.WEST))
        await page.route(
            "**/open", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
        )
        await page.goto(f"{page.url.partition('/t/')[0]}/open#{token}")
        await page.get_by_text("Reconnecting").wait_for()
        await page.unroute("**/open")
        await page.clock.run_for(3000)
        await page.get_by_role("button", name="Sit down").click()
        await page.locator("#hand button").first.wait_for()


async def test_back_forward_and_reload_in_the_middle_of_a_trick_show_it_as_it_lies(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, cards=2, at=Seat.EAST) as (house, page, _):
        lie = await page.locator(".spot .card").count()
        assert lie == 2
        path = page.url
        await page.reload()
        await page.locator(".spot .card").nth(1).wait_for()
        await page.goto("about:blank")
        await house.plays_a_card()
        await page.go_back()
        await page.locator(".spot .card").nth(2).wait_for()
        assert page.url == path
        await page.go_forward()
        await page.go_back()
        await page.locator(".spot .card").nth(2).wait_for()
        await page.locator("#state").wait_for(state="hidden")


async def test_a_moment_is_told_in_the_readers_own_time_and_by_how_long_it_is_until_then(
    tmp_path: Path, chromium: Chromium
) -> None:
    abroad: Any = {"timezone_id": "Asia/Kolkata", "locale": "en-GB"}
    async with a_page(tmp_path, chromium, **abroad) as (house, page, _):
        midnight = (int(house.bot.now()) // 86400 + 1) * 86400
        await page.clock.set_fixed_time(midnight - 5 * 3600)
        await page.locator("#menu").click()
        await page.locator("#sheet button", has_text="/daily").click()
        told = page.locator("#sheet time")
        await told.first.wait_for()
        by_way = {await one.get_attribute("class"): await one.inner_text() for one in await told.all()}
        assert by_way["as-R"] == "in 5 hours"
        assert all("5:30" in text for way, text in by_way.items() if way != "as-R")  # midnight in London


@pytest.mark.parametrize(
    "size", [PHONE, SMALL, LYING, WIDE, TWICE], ids=["phone", "small", "lying", "desk", "zoom"]
)
async def test_no_card_of_the_trick_covers_a_name_and_no_name_breaks_in_a_word(
    tmp_path: Path, chromium: Chromium, size: Any
) -> None:
    async with a_page(tmp_path, chromium, cards=3, at=Seat.SOUTH, size=size) as (_, page, _):
        await page.locator(".spot .card").nth(2).wait_for()
        await page.clock.run_for(1000)
        await page.evaluate(NAMED)
        assert await page.evaluate(OVERLAPS) == 0
        assert await page.evaluate(BROKEN) == []
        assert await page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0


async def test_where_two_dummies_lie_open_a_desk_has_room_for_all_that_can_be_pressed(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table("double_dummy", tmp_path, chromium) as deal:
        await deal.until_calls()
        page = deal.listener.page
        await page.set_viewport_size(WIDE)
        await page.locator("#seat-left .suits, #seat-right .suits").wait_for()
        assert await page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
        assert await page.evaluate(OVERLAPS) == 0
