"""The web pages: served, closed to other sites, live, and usable in a browser."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from playground.ground import Playground
from tests.chromium import BROWSER, FLAGS, PHONE, WIDE

HOSTILE = "<img src=x onerror=\"document.title='broken'\"> **bold** <script>1</script> ♠"
Opener = Callable[..., Awaitable[Any]]


@pytest.mark.parametrize("path", ["/", "/as/anna", "/as/ivan/dm", "/pages/person.js", "/pages/style.css"])
async def test_a_page_is_served_and_allows_itself_nothing_from_elsewhere(raw: Any, path: str) -> None:
    async with raw.session.get(raw.ground.url + path) as response:
        assert response.status == 200
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "//" not in policy
        assert (await response.text()).strip()


async def test_the_landing_page_links_every_person_and_their_messages(raw: Any) -> None:
    async with raw.session.get(raw.ground.url + "/") as response:
        page = await response.text()
    for name in raw.ground.people:
        assert f'href="/as/{name}"' in page
        assert f'href="/as/{name}/dm"' in page


@pytest.mark.parametrize("path", ["/as/eve", "/pages/%2e%2e%2fworld.py", "/pages/none.js", "/cdn/none.png"])
async def test_what_is_not_there_is_404(raw: Any, path: str) -> None:
    async with raw.session.get(raw.ground.url + path) as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
@pytest.mark.parametrize("path", ["/as/anna", "/api/v10/users/@me", "/gw", "/live/anna"])
async def test_another_site_gets_nothing(raw: Any, headers: dict[str, str], path: str) -> None:
    async with raw.session.get(raw.ground.url + path, headers=headers) as response:
        assert response.status == 403


async def test_a_form_of_another_site_cannot_act(raw: Any) -> None:
    url = f"{raw.ground.url}/do/anna/say"
    body = json.dumps({"channel": raw.ground.channel, "text": "x"})
    async with raw.session.post(url, data=body, headers={"Content-Type": "text/plain"}) as response:
        assert response.status == 415
    assert raw.ground.people["anna"].sees() == []


async def test_the_feed_tells_a_page_only_what_its_person_may_see(ground: Playground) -> None:
    anna, boris = ground.people["anna"], ground.people["boris"]
    message = (await anna.slash("table open", game="biritch")).message
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{ground.url}/live/anna") as mine:
        hello = await mine.receive_json()
        assert [one["id"] for one in hello["messages"][str(ground.channel)]] == [message["id"]]
        async with session.ws_connect(f"{ground.url}/live/boris") as theirs:
            await theirs.receive_json()
            await anna.press(message, label="panel")
            await anna.press(message, label="dm")
            shown = [(await mine.receive_json())["message"] for _ in range(3)]
            assert sorted(one["flags"] & 64 for one in shown) == [0, 64, 64]
            boris.say("hello")
            heard = await theirs.receive_json()
            assert heard["message"]["content"] == "hello"
        async with session.ws_connect(f"{ground.url}/live/anna") as reloaded:
            again = await reloaded.receive_json()
            assert not [one for one in again["messages"][str(ground.channel)] if one["flags"] & 64]


async def test_a_mention_or_a_direct_message_rings_and_an_edit_or_a_silent_message_does_not(raw: Any) -> None:
    ground, anna = raw.ground, raw.ground.people["anna"]
    there, dm = f"/channels/{ground.channel}/messages", f"/channels/{anna.dm}/messages"
    to_anna = {"content": f"your lead, <@{anna.id}>"}
    nobody, silent = {"allowed_mentions": {"parse": []}}, {"flags": 1 << 12}
    async with raw.session.ws_connect(f"{ground.url}/live/anna") as page:
        await page.receive_json()

        async def told(method: str, path: str, body: Any) -> tuple[Any, bool, bool]:
            made = (await raw.ask(method, path, body)).body
            news = await page.receive_json()
            assert news["message"]["id"] == made["id"]
            return made["id"], news["rings"], news["message"]["pings"]

        number, *of_the_table = await told("POST", there, {"content": "deal 1"})
        assert of_the_table == [False, False]
        assert (await told("PATCH", f"{there}/{number}", to_anna))[1] is False
        assert (await told("POST", there, to_anna))[1:] == (True, True)
        assert (await told("POST", there, to_anna | nobody))[1:] == (False, False)
        assert (await told("POST", there, to_anna | silent))[1] is False
        number, *of_the_hand = await told("POST", dm, {"content": "your hand"})
        assert of_the_hand == [True, False]
        assert (await told("PATCH", f"{dm}/{number}", {"content": "a card less"}))[1] is False


# ---------------------------------------------------------------------- in a browser


@pytest.fixture
async def browse(ground: Playground) -> AsyncIterator[Opener]:
    """Opens a page of the running ground; every error in its console fails the test."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright drives the browser")
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")
    errors: list[str] = []
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS)

        async def open_page(path: str, size: dict[str, int]) -> Any:
            page = await browser.new_page(viewport=size)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
            await page.goto(ground.url + path)
            await page.wait_for_selector(".pane.chosen .composer input")
            return page

        yield open_page
        await browser.close()
    assert errors == []


async def test_a_table_is_played_in_a_browser(ground: Playground, browse: Opener) -> None:
    anna, boris = await browse("/as/anna", WIDE), await browse("/as/boris", PHONE)
    table = ".pane.chosen "
    await anna.fill(table + ".writing input", "/ta")
    await anna.keyboard.press("Enter")
    await anna.select_option(table + "select", "biritch")
    await anna.click(table + "button:has-text('Send')")
    await boris.wait_for_selector("h3:has-text('biritch')")
    await boris.click("button:has-text('Count 0')")
    await anna.wait_for_selector("button:has-text('Count 1')")
    assert await anna.locator("button:has-text('panel')").count() == 0

    await anna.click(table + ".slash")
    await anna.click("li:has-text('/play')")
    await anna.click("li:has-text('Diamonds')")
    await anna.keyboard.press("Enter")
    await anna.wait_for_selector("text=Only you can see this")
    assert await boris.locator("text=Only you can see this").count() == 0
    await anna.click("text=Dismiss message")
    await anna.wait_for_selector("text=Only you can see this", state="detached")


async def test_as_many_of_a_list_are_ticked_and_sent_as_it_asks_for(
    ground: Playground, browse: Opener
) -> None:
    await ground.people["anna"].slash("table open", game="whist")
    page = await browse("/as/anna", PHONE)
    send = page.locator("button:has-text('Choose')")
    boxes = page.locator(".several input")
    assert await send.is_disabled() and await boxes.count() == 5
    await page.get_by_label("K♣").check()
    assert await send.is_disabled()
    await page.get_by_label("T♣").check()
    assert await page.get_by_label("A♣").is_disabled()
    await page.get_by_label("K♣").uncheck()
    await page.get_by_label("A♣").check()
    await send.click()
    await page.wait_for_selector("text=put out AC TC")
    await page.locator("select.menu").select_option("H")
    await page.wait_for_selector("text=picked H")


async def test_the_words_of_a_message_are_never_markup(ground: Playground, browse: Opener) -> None:
    ground.people["boris"].say(HOSTILE)
    page = await browse("/as/anna", PHONE)
    line = await page.wait_for_selector(".message .line")
    text = (await line.inner_text()).replace("\ufe0e", "")
    assert text == HOSTILE.replace("**", "")
    assert "broken" not in await page.title()
    assert await page.locator(".message img, .message script").count() == 0


async def test_a_hidden_direct_message_puts_a_dot_on_its_tab_and_nothing_is_wider_than_a_phone(
    ground: Playground, browse: Opener
) -> None:
    page = await browse("/as/clara", PHONE)
    clara = ground.people["clara"]
    message = (await clara.slash("table open", game="whist")).message
    await clara.slash("gallery")
    await clara.press(message, label="panel")
    await clara.press(message, label="dm")
    await page.wait_for_selector(".tab.dm.unread")
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    rights = "[...document.querySelectorAll('.chosen *')].map(one => one.getBoundingClientRect().right)"
    assert max(await page.evaluate(rights)) <= PHONE["width"]
    await page.click(".tab.dm")
    await page.click(".pane.dm button:has-text('Count 0')")
    await page.wait_for_selector(".pane.dm button:has-text('Count 1')")
    assert await page.locator(".unread").count() == 0


async def test_a_telephone_is_rung_by_a_direct_message_and_has_four_cards_in_a_row(
    ground: Playground, browse: Opener
) -> None:
    clara = ground.people["clara"]
    message = (await clara.slash("table open", game="whist")).message
    page = await browse("/as/clara", PHONE)
    await clara.press(message, label="dm")
    await page.click(".ring:has-text('your hand')")
    assert (
        await page.locator(".pane.dm.chosen").count() == 1 and await page.locator("[data-rung]").count() == 0
    )
    cards = [{"type": 2, "style": 2, "label": f"10{suit}", "custom_id": suit} for suit in "♠♥♦♣♤"]
    ground.world.request(
        "POST",
        f"/channels/{clara.dm}/messages",
        json={
            "flags": 1 << 15,
            "components": [{"type": 17, "components": [{"type": 1, "components": cards}]}],
        },
        params={},
        files=[],
        reason=None,
    )
    await page.wait_for_selector(".pane.dm button:has-text('♤')")
    tops = "[...document.querySelectorAll('.pane.dm .container button')].map(one => one.offsetTop)"
    first, *others = await page.evaluate(tops)
    assert [one == first for one in others] == [True, True, True, False]


async def test_every_picture_of_a_message_is_really_shown(ground: Playground, browse: Opener) -> None:
    page = await browse("/as/david", WIDE)
    await ground.people["anna"].slash("gallery")
    await page.wait_for_selector("img[alt='A trick']")
    assert await page.locator("img[alt=':QH:']").count() == 2
    await page.click(".alt summary")
    assert await page.locator(".alt[open]").inner_text() == "ALT\nA trick"
    await page.evaluate(
        "Promise.all([...document.querySelectorAll('.message img')].map(one => one.decode()))"
    )


async def test_a_press_that_nobody_answers_says_that_it_failed(ground: Playground, browse: Opener) -> None:
    await ground.people["anna"].slash("table open", game="whist")
    page = await browse("/as/anna", WIDE)
    assert ground.bot is not None
    ground.bot.freeze()
    try:
        await page.click("button:has-text('Count 0')")
        await page.wait_for_selector("button.busy")
        await page.wait_for_selector("text=This interaction failed", timeout=6000)
    finally:
        ground.bot.thaw()
