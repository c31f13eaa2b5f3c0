"""The pages in a browser. Each test has its own hub and small bot."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import pytest
import pytest_asyncio

from playground.ground import Playground
from tests.trials.stage.chromium import PHONE, WIDE, in_its_loop
from tests.trials.stage.playing import LIMITS

HOSTILE = "<img src=x onerror=\"document.title='broken'\"> **bold** <script>1</script> ♠"
LASTING = "window.setTimeout = ((later) => (deed, pause) => pause < 5000 && later(deed, pause))(setTimeout)"
"""What a page takes away by itself stays: on a machine that is busy nobody would see it."""
Opener = Callable[..., Awaitable[Any]]
pytestmark = in_its_loop


@pytest_asyncio.fixture(loop_scope="session")
async def ground(small_bot: list[str]) -> AsyncIterator[Playground]:
    async with Playground.open(command=small_bot, limits=LIMITS) as playground:
        await playground.start_bot()
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def browse(ground: Playground, chromium: Any) -> AsyncIterator[Opener]:
    """Opens a page of the running ground; every error in its console fails the test."""
    errors: list[str] = []

    async def open_page(path: str, size: dict[str, int]) -> Any:
        page = await (await chromium(viewport=size, timezone_id="Asia/Kolkata")).new_page()
        await page.add_init_script(LASTING)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        await page.goto(ground.url + path)
        await page.wait_for_selector(".pane.chosen .composer input")
        return page

    yield open_page
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


GROWS: Final = """() => {
    const list = document.querySelector(".pane.chosen .messages"), picture = document.createElement("div");
    picture.style.height = "2000px";
    list.append(picture);
    list.dispatchEvent(new Event("scroll"));  // of what was shown before it grew
    picture.dispatchEvent(new Event("load"));
    return list.scrollHeight - list.scrollTop - list.clientHeight;
}"""
"""A picture comes at the end of what stands there; how far below what is seen that then ends."""


async def test_a_picture_that_comes_late_leaves_the_end_in_view_unless_its_reader_has_scrolled_away(
    browse: Opener,
) -> None:
    page = await browse("/as/anna", PHONE)
    grows_twice = f"""() => {{
        const below = ({GROWS})();  // its reader scrolls before the browser tells the page of that
        document.querySelector(".pane.chosen .messages").scrollTop = 0;
        return [below, ({GROWS})()];
    }}"""
    below, below_then = await page.evaluate(grows_twice)
    assert below < 1 and below_then > 2000


async def test_a_hidden_direct_message_puts_a_dot_on_its_tab_and_nothing_is_wider_than_a_phone(
    ground: Playground, browse: Opener
) -> None:
    page = await browse("/as/clara", PHONE)
    clara = ground.people["clara"]
    message = (await clara.slash("table open", game="whist")).message
    await clara.slash("gallery")
    await clara.press(message, label="panel")  # type: ignore[arg-type]
    await clara.press(message, label="dm")  # type: ignore[arg-type]
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
    await clara.press(message, label="dm")  # type: ignore[arg-type]
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
        ground.pass_time(LIMITS.answer_seconds)
        await page.wait_for_selector("text=This interaction failed")
    finally:
        ground.bot.thaw()


async def test_a_thread_is_opened_from_under_its_channel_or_by_its_name_in_a_message(
    ground: Playground, browse: Opener
) -> None:
    page = await browse("/as/anna", PHONE)
    assert not await page.locator("#threads").is_visible()
    world = ground.world
    thread = world.create_thread(ground.channel, "Table 1", world.bot_user.id)
    world.create_message(thread.id, world.bot_user.id, "Your lead")
    world.create_message(ground.channel, world.bot_user.id, f"You play in <#{thread.id}>.")
    await page.click("#threads .tab >> text=Table 1")
    await page.wait_for_selector(".pane.chosen >> text=Your lead")
    await page.click(".tab >> text=#whist-table")
    await page.click("button.mention >> text=#Table 1")
    await page.wait_for_selector(".pane.chosen >> text=Your lead")
    world.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await page.click(".tab >> text=#whist-table")
    await page.wait_for_selector("#threads", state="hidden")


@pytest.mark.parametrize(
    ("locale", "used", "alone", "written"),
    [
        ("fr", "Anna a utilisé /table", "Vous seul voyez ce message", "1 janvier 2026 à 17:30"),
        ("ru", "Anna использует /table", "Это сообщение видно только вам", "1 января 2026 г. в 17:30"),
    ],
)
async def test_what_discord_says_around_a_message_and_its_dates_are_in_the_readers_language(
    ground: Playground, browse: Opener, locale: str, used: str, alone: str, written: str
) -> None:
    anna = ground.people["anna"]
    page = await browse(f"/as/anna?locale={locale}", PHONE)
    table = (await anna.slash("table open", game="whist")).message
    await anna.press(table, label="panel")  # type: ignore[arg-type]
    ground.people["boris"].say("since <t:1767268800:f>, <t:1767268800:R>")
    await page.get_by_text(alone).wait_for()
    said = await page.locator(".chosen .messages").inner_text()
    assert used in said.replace("\n", " ") and written in said.replace("\xa0", " ")
    english = ("used", "Only you", "Dismiss", "January", "ago", "start of")
    assert [one for one in english if one in said] == []
    assert await page.locator("html").get_attribute("lang") == locale
