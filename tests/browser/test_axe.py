"""axe-core, which looks for what keeps people from using a page, finds nothing on that of a table: at several
moments, dark and light, on a phone and on a desk, in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from rules.games.all_games import GAMES
from tests.browser.test_by_ear import Chromium, at_a_table
from tests.browser.test_by_ear import at_once as at_once
from tests.browser.test_by_ear_sheets import Reader
from tests.trials.stage.chromium import PHONE, WIDE, in_its_loop
from tests.web.conftest import no_hurry as no_hurry

pytestmark = [in_its_loop, pytest.mark.long]

LOOKS = [{"viewport": size, "color_scheme": scheme} for size in (PHONE, WIDE) for scheme in ("dark", "light")]


async def found(page: Any) -> list[str]:
    """What axe-core has against the page as it stands, in each look."""
    told = list[str]()
    for look in LOOKS:
        await page.set_viewport_size(look["viewport"])
        await page.emulate_media(color_scheme=look["color_scheme"], reduced_motion="reduce")
        results = await Axe().run(page)
        told += [
            f"{look}: {one['id']}: {node['html'][:120]} {node['failureSummary']}"
            for one in results.response["violations"]
            for node in one["nodes"]
        ]
    return told


@pytest.mark.parametrize("game", GAMES)
async def test_axe_finds_nothing_on_a_page_at_any_moment_of_a_deal(
    game: str, tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table(game, tmp_path, chromium) as deal:
        page = deal.listener.page
        assert await found(page) == []
        await deal.plays(cards=6)
        assert await found(page) == []
        await page.locator("#look-score").click()
        await page.locator("#sheet").wait_for()
        assert await found(page) == []
        await page.locator("#sheet-close").click()
        await page.locator("#sheet").wait_for(state="detached")
        await page.locator("#help summary").click()
        assert await found(page) == []


async def test_axe_finds_nothing_on_the_sheets_of_a_page(tmp_path: Path, chromium: Chromium) -> None:
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        reader, faults = Reader(deal.listener), {}
        for command in ("/help", "/learn", "/me", "/play", "/daily", "/score open", "/leaderboard"):
            await reader.opens(command)
            await reader.until(lambda tree: tree.all("dialog") and "/evening" not in tree.told)
            faults[command] = await found(deal.listener.page)
            await reader.presses("Back to the table")
        await deal.plays()
        await reader.presses("More")
        for look in ("Picture", "Replay", "Record"):
            await reader.presses(look)
            await reader.sheet_with("Back")
            faults[look] = await found(deal.listener.page)
            await reader.presses("Back")
            await reader.sheet("Verify deal")
        assert {look: one for look, one in faults.items() if one} == {}


async def test_axe_finds_what_is_planted(tmp_path: Path, chromium: Chromium) -> None:
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        page = deal.listener.page
        await deal.plays(cards=1)
        await page.evaluate("() => document.getElementById('look-score').replaceChildren()")
        assert any("button-name" in one for one in await found(page))
