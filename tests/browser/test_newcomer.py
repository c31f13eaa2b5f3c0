"""A newcomer with a browser and nothing else: the real bot, the playground's pages, headless Chromium."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground.ground import Playground
from playground.people import texts
from tests.rules.endplay_boards import FOLDER
from tests.trials.stage.chromium import PHONE, WIDE, in_its_loop
from tests.trials.stage.playing import FOUR, LIMITS, claims, evening

pytestmark = in_its_loop


@pytest_asyncio.fixture(loop_scope="session")
async def ground() -> AsyncIterator[Playground]:
    async with Playground.open(limits=LIMITS) as opened:
        # The browser presses again sooner than any finger: that is no double tap.
        quick = {"ROBOT_PACE": "0", "ROBOT_WORKERS": "0", "CUT_SECONDS": "0", "DOUBLE_TAP": "0"}
        await opened.start_bot(quick)
        yield opened


async def test_a_language_that_is_chosen_on_the_front_page_is_that_of_the_commands(
    ground: Playground, chromium: Any
) -> None:
    context = await chromium(viewport=PHONE)
    front = await context.new_page()
    await front.goto(ground.url)
    await front.get_by_label("français").check()
    async with context.expect_page() as opening:
        await front.get_by_role("link", name="Anna").first.click()
    page = await opening.value
    room = page.locator(".pane").first
    await room.locator(".writing input").fill("/jou")
    offered = room.get_by_role("option").first
    await offered.wait_for()
    assert (await offered.inner_text()).startswith("/jouer")
    await offered.click()
    labels = await room.locator(".command-form .option label").all_inner_texts()
    assert "jeu" in labels and "game" not in labels
    await room.locator(".command-form button.primary").click()
    await room.get_by_text("Première donne").wait_for()


async def test_a_file_of_deals_is_chosen_and_sent_with_the_command_that_takes_one(
    ground: Playground, chromium: Any
) -> None:
    page = await (await chromium(viewport=WIDE)).new_page()
    await page.goto(f"{ground.url}/as/anna")
    room = page.locator(".pane").first
    await room.locator(".writing input").fill("/table open")
    await page.keyboard.press("Enter")
    await room.get_by_label("game").select_option("contract")
    await room.get_by_label("deals").set_input_files(FOLDER / "plain.pbn")
    await room.get_by_role("button", name="Send").click()
    await room.get_by_text("brought 6 deals in a file").wait_for()


async def test_a_newcomer_alone_finds_her_way_from_the_front_page_to_her_first_card(
    ground: Playground, chromium: Any
) -> None:
    context = await chromium(viewport=WIDE)
    front = await context.new_page()
    await front.goto(ground.url)
    async with context.expect_page() as opening:
        await front.get_by_role("link", name="Anna").first.click()
    page = await opening.value

    room = page.locator(".pane").first
    await room.locator(".writing input").fill("/play")
    await page.keyboard.press("Enter")
    await room.get_by_role("button", name="Send").click()
    await room.get_by_text("Only you can see this").wait_for()
    # Where the robot opposite has declared, the newcomer plays dummy's hand and theirs.
    await room.get_by_text(re.compile("(Your|Dummy.s) turn")).first.wait_for()

    card = room.locator("button.primary:enabled")
    # A declaration is the first button of that colour; contres are accepted.
    answer = room.get_by_role("button", name=re.compile("^(Accept|Agree)$"))
    to_play = room.get_by_text(re.compile("turn: (lead|spades|hearts|diamonds|clubs|no )"))
    told = "document.querySelectorAll('.pane')[0].innerText"
    # A button that was pressed has no label until the press is answered.
    answered = f"before => {told} !== before && !document.querySelector('.pane .busy')"
    while not await to_play.count():
        before = await page.evaluate(f"() => {told}")
        await card.or_(answer).first.click()
        await page.wait_for_function(answered, arg=before)
    before = await page.evaluate(f"() => {told}")
    await card.first.click()
    await page.wait_for_function(answered, arg=before)
    assert "It is " not in await page.evaluate(f"() => {told}"), "robots have not played on"


@pytest.mark.long
async def test_a_whole_table_is_no_wider_than_a_phone(ground: Playground, chromium: Any) -> None:
    anna = ground.people["anna"]
    await anna.slash("table open", game="biritch")
    seen = await anna.until(lambda seen: any("Play now" in str(one) for one in seen))
    lobby = next(one for one in seen if "Play now" in str(one))
    await anna.press(lobby, label="Play now with robots")
    await anna.until(lambda seen: any("My hand" in str(one) for one in seen))
    page = await (await chromium(viewport=PHONE)).new_page()
    await page.goto(f"{ground.url}/as/ivan")
    await page.get_by_text("My hand").first.wait_for()
    rights = "[...document.querySelectorAll('.chosen *')].map(one => one.getBoundingClientRect().right)"
    assert max(await page.evaluate(rights)) <= PHONE["width"]


async def test_a_result_is_one_phone_screen_and_tells_each_player_what_it_was_to_them(chromium: Any) -> None:
    async with evening(names=FOUR) as table:
        await table.play_until(lambda: table.playing)
        await table.act()
        await claims(table.due()[0], 0)
        for person in table.people:
            await person.slash("turn", act="agree")
        await table.until(lambda: table.results())
        page = await (await chromium(viewport=PHONE)).new_page()
        await page.goto(f"{table.ground.url}/as/ivan")
        result = page.locator(".message", has_text="More")
        await result.wait_for()
        assert (await result.bounding_box())["height"] < PHONE["height"]

        def panels() -> list[str]:
            return [" ".join(texts(table.panel(person))) for person in table.people]

        await table.until(lambda: all("lost by" in one or "+" in one for one in panels()))
        told = panels()
        assert sum("lost by" in one for one in told) == 2 == sum("+" in one for one in told), told
