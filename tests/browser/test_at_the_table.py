"""The page of a table in a browser: from the playground's first page to a card that lies in the trick."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground.ground import Playground
from tests.trials.stage.chromium import PHONE, in_its_loop
from tests.trials.stage.playing import LIMITS

pytestmark = [in_its_loop, pytest.mark.long]


@pytest_asyncio.fixture(loop_scope="session")
async def ground() -> AsyncIterator[Playground]:
    async with Playground.open(limits=LIMITS) as opened:
        quick = {"ROBOT_PACE": "0", "ROBOT_WORKERS": "0", "CUT_SECONDS": "0", "DOUBLE_TAP": "0"}
        await opened.start_bot({**opened.with_page(), **quick})
        yield opened


async def test_whoever_sits_nowhere_is_led_to_a_table_and_plays_a_card_by_touch(
    ground: Playground, chromium: Any
) -> None:
    context = await chromium(viewport=PHONE, has_touch=True)
    front, faults = await context.new_page(), list[str]()
    await front.goto(ground.url)
    async with context.expect_page() as opening:
        await front.get_by_role("link", name="At the table").first.click()
    page = await opening.value
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    await page.get_by_text("You will sit as anna.").or_(page.get_by_text("You will sit as Anna.")).wait_for()
    assert "#" not in page.url
    await page.get_by_role("button", name="Sit down").tap()
    await page.locator("#table").wait_for()

    card = page.locator("#task[data-point^='play:'] ~ #hand button:not([aria-disabled])")
    call = page.locator("#acts [data-press^='call:']")
    told = "document.getElementById('table').innerHTML"
    while True:
        before = await page.evaluate(f"() => {told}")
        if await card.count():
            break
        if await call.count():
            await call.first.tap()
        await page.wait_for_function(f"before => {told} !== before", arg=before)
    # Elsewhere first: near the call that was tapped a moment ago it would be the second of two taps, which
    # plays nothing.
    await page.locator("h1").first.tap()
    code = await card.last.get_attribute("data-card")
    sizes = "[...document.querySelectorAll('#hand button')].map(one => one.getBoundingClientRect().width)"
    assert min(await page.evaluate(sizes)) >= 44
    rights = "[...document.querySelectorAll('body *')].map(one => one.getBoundingClientRect().right)"
    assert max(await page.evaluate(rights)) <= PHONE["width"]
    await card.last.tap()
    await page.locator(f"#c-{code}").wait_for(state="detached")
    assert faults == []
