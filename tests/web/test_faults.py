"""What goes wrong around a page: the process is killed, somebody floods it, two tabs press at once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError
from yarl import URL

from bot.client.places import DiscordMembers
from playground.ground import Playground
from rules.seats import Seat
from storage.ports.records import UserId
from tests.trials.stage.browsers import Browser, Page, link_for
from tests.trials.stage.club import Club
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS, QUICK
from tests.web.test_cloth import cards_on


@pytest.mark.long
@pytest.mark.parametrize("moment", ["sent", "played"])
async def test_a_press_that_is_sent_again_after_a_kill_plays_its_card_once(moment: str) -> None:
    jars = CookieJar(unsafe=True)
    async with Playground.open(limits=LIMITS) as ground, ClientSession(cookie_jar=jars) as jar:
        settings = ground.with_page()
        bot = await ground.start_bot({**QUICK, "CUT_SECONDS": "0", **settings})
        async with jar.get(f"{ground.url}/at/anna", allow_redirects=False) as led:
            token = led.headers["Location"].partition("#")[2]
        desk = Browser(settings["PAGE_ADDRESS"], jar)
        path = await desk.sits(token)
        async with desk.opens(path) as page:
            await page.hears()
            while not (plays := playable(page)):
                if calls := page.offers("call"):
                    await page.presses(calls[-1])
                await page.hears()
            await page.presses(plays[0], key="the-same-key")
            card = plays[0].rpartition(":")[2]
            while (
                moment == "played" and f'id="c-{card}"' in page.html
            ):  # the trick may be over in the same push
                await page.hears()
        bot.kill()
        await bot.dead()
        await bot.restart()
        async with desk.opens(path) as page:
            await page.hears()
            await page.presses(plays[0], key="the-same-key")
            while "the-same-key" not in page.told["done"]:
                await page.hears()
            assert page.told["note"] == ""
            while f'id="c-{card}"' in page.html:
                await page.hears()
            assert cards_on(page.html).count(card) <= 1


def playable(page: Page) -> list[str]:
    return page.offers("play", playable=True)


async def test_of_two_tabs_the_later_press_is_refused_in_a_sentence(house: Club, desk: Browser) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, west))
    async with desk.opens(path) as phone, desk.opens(path) as tab:
        await phone.hears()
        await tab.hears()
        one, other = phone.offers("play")[:2]
        await phone.presses(one)
        await phone.hears_until(f"t-{one.rpartition(':')[2]}")
        await tab.presses(other)
        while not tab.told["note"]:
            await tab.hears()
    assert house.cards_played == 1


async def test_a_page_that_floods_is_closed_and_the_others_play_on(house: Club, desk: Browser) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    other = await desk.sits(await link_for(house, west))
    async with desk.opens(path) as flood, desk.opens(other) as page:
        await flood.hears()
        await page.hears()
        press = json.dumps({"press": f"last:{house.table.id}", "values": [], "key": "key-key-key"})
        for _ in range(200):
            if flood.socket.closed:
                break
            await flood.socket.send_str(press)
        assert await flood.is_closed() == 1008
        card = house.plays(west)[0]
        await page.presses(next(one for one in page.offers("play") if one.endswith(card)))
        await page.hears_until(f"t-{card}")
    assert house.cards_played == 1


async def test_long_bodies_and_paths_out_of_the_folder_get_nothing(house: Club, desk: Browser) -> None:
    await house.playing()
    headers = {"Origin": desk.address, "Content-Type": "application/json"}
    long = b'{"token": "' + b"A" * 10_000_000 + b'"}'
    async with desk.session.post(f"{desk.address}/open", data=long, headers=headers) as answer:
        assert answer.status == 413
    for path in (
        "/static/../door.py",
        "/static/%2e%2e/door.py",
        "/static/..%2fdoor.py",
        "/static/%2fetc%2fpasswd",
        "/static/page.js%00.css",
        "/static/",
        "/static/.",
        "/t/../../static/../door.py",
    ):
        async with desk.session.get(URL(desk.address + path, encoded=True)) as answer:
            assert answer.status in (400, 403, 404), path
            assert "import" not in await answer.text(), path


async def test_an_address_has_no_more_pages_open_than_it_may(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.door.PAGES_OF", (2, 5))
    await house.playing()
    answered = []
    async with AsyncExitStack() as pages:
        for who in house.four:
            path = await desk.sits(await link_for(house, who))
            for _ in range(3):
                try:
                    page = await pages.enter_async_context(desk.opens(path))
                    await page.hears()
                    answered.append(101)
                except WSServerHandshakeError as refused:
                    answered.append(refused.status)
    assert answered == [101, 101, 429, 101, 101, 429, 101, 429, 429, 429, 429, 429]


async def test_names_that_are_not_known_are_asked_for_once_and_nobody_waits_for_them(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers nothing at first: the cards are there all the same, and the names when it has."""
    await house.playing()
    answers, asked = asyncio.Event(), list[int]()

    async def slowly(self: DiscordMembers, user: UserId, guild: int | None) -> str:
        if user != house.anna.id:
            asked.append(user)
            await answers.wait()
        return f"player {user}"

    monkeypatch.setattr(DiscordMembers, "display_name", slowly)
    monkeypatch.setattr("bot.readers.Readers.last_name", lambda self, user: "")
    path = await desk.sits(await link_for(house, house.anna))
    async with desk.opens(path) as page, desk.opens(path) as tab:
        await page.hears()
        await tab.hears()
        assert len(cards_on(page.html)) == 13 and "somebody" in page.html
        assert len(asked) == 2  # at once; the others later
        answers.set()
        for who in house.four:
            await page.hears_until(f"player {who.id}")
    assert sorted(asked) == sorted(one.id for one in house.four if one is not house.anna)


async def test_a_name_that_discord_did_not_tell_is_asked_for_again_after_a_minute(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of who has left the server it tells none."""
    await house.playing()
    told, asked = dict[int, str | None](), list[int]()

    async def tells(self: DiscordMembers, user: UserId, guild: int | None) -> str | None:
        asked.append(user)
        return told.get(user, "")

    monkeypatch.setattr(DiscordMembers, "display_name", tells)
    monkeypatch.setattr("bot.readers.Readers.last_name", lambda self, user: "")
    told |= {house.anna.id: "Anna", house.clara.id: None}
    path = await desk.sits(await link_for(house, house.anna))
    async with desk.opens(path) as page:
        await page.hears()
        await until(lambda: {*asked} == {one.id for one in house.four})
        once = Counter(asked)
        told |= {house.boris.id: "Boris", house.clara.id: "Clara", house.david.id: "David"}
        for later in (0, 61):
            house._wall.ahead += later
            await page.presses("menu")
            await page.is_answered()
            assert later or Counter(asked) == once
        await page.hears_until("Boris")
        await page.hears_until("David")
        assert "somebody" in page.html and asked.count(house.clara.id) == 1
