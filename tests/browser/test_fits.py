"""What a phone's width has room for on the page of a table: the longest hand, and the longest names."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from rules.calls import TakeStock
from rules.view import May
from storage.ports.records import UserId
from tests.browser.test_by_ear import Chromium, Deal, at_a_table
from tests.browser.test_by_ear import at_once as at_once
from tests.browser.test_impatient import SMALL
from tests.trials.stage.browsers import link_for
from tests.trials.stage.chromium import in_its_loop
from tests.web.conftest import no_hurry as no_hurry

pytestmark = in_its_loop

TOO_TALL: Final = "() => document.documentElement.scrollHeight - innerHeight"
SIZES: Final = """(which) => [...document.querySelectorAll(which)].map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height);
})"""
LINES: Final = """(which) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(which));
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


async def who_takes_the_stock(deal: Deal) -> Any:
    """The player with the ace of trumps, or who is honoured by it, takes the four cards."""
    await deal.until_calls()
    while True:
        for who in deal.house.four:
            view = deal.house.view(who)
            if May.PUT_OUT in view.may:
                return who
            takes = [one for one in view.options if isinstance(one, TakeStock)]
            if view.options:
                await deal.does(who, (takes or view.options)[0])


async def test_of_the_longest_hand_four_cards_are_put_out_where_they_lie_and_nothing_is_scrolled(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table("ruff_and_honours", tmp_path, chromium) as deal:
        house, who = deal.house, await who_takes_the_stock(deal)
        page = await (await chromium(viewport=SMALL, has_touch=True)).new_page()
        await page.goto(f"{house.bot.services.pages.address}/open#{await link_for(house, who)}")
        await page.get_by_role("button", name="Sit down").tap()
        cards = page.get_by_role("checkbox", name=" of ")
        await cards.nth(15).wait_for()
        assert await page.locator("#hand button").count() == 0  # no card is shown twice
        assert await page.evaluate(TOO_TALL) <= 0
        sizes = await page.evaluate(SIZES, "#acts .card")
        assert len(sizes) == 16 and min(sizes) >= 44
        for place in (0, 5, 10, 15):
            await cards.nth(place).tap()
        assert await page.locator("#acts .card:has(:checked)").count() == 4
        await page.locator("#acts").get_by_role("button").last.tap()
        await page.locator("#hand button").nth(11).wait_for()
        seat = house.table.seat(UserId(who.id))
        assert seat is not None and len(house.table.view(UserId(who.id)).own.left) == 12  # type: ignore[union-attr]
        assert await page.locator("#hand button").count() == 12


@pytest.mark.parametrize("game", ["contract", "scaled_contract"])
async def test_the_head_of_a_page_breaks_neither_the_deal_nor_the_points_of_a_game(
    game: str, tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table(game, tmp_path, chromium) as deal:
        await deal.until_calls()
        page = deal.listener.page
        await page.locator("#head").wait_for()
        assert [await page.evaluate(LINES, which) for which in ("#game small", "#target")] == [1, 1]


async def test_on_a_keyboard_a_frame_stands_round_what_can_be_pressed_and_not_round_the_page(
    tmp_path: Path, chromium: Chromium
) -> None:
    """The focus goes to the hand, or to all that stands there, where what had it is gone."""
    framed = "() => getComputedStyle(document.activeElement).outlineStyle"
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        page = deal.listener.page
        await deal.until_calls()
        await page.locator("#hand button").first.wait_for()
        await page.keyboard.press("Tab")
        assert await page.evaluate(framed) == "solid"
        await page.locator("#look-score").press("Enter")
        await page.locator("#sheet:focus").wait_for()
        assert await page.evaluate(framed) == "none"
