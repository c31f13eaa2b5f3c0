"""What moves and sounds on the page of a table: cards that fly, moments that are held, a click."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.calls import Double
from rules.seats import Seat
from rules.table.requests import Request
from storage.ports.records import UserId
from tests.browser.test_by_ear import Chromium
from tests.browser.test_impatient import HELD, a_page
from tests.trials.stage.browsers import link_for, with_door
from tests.trials.stage.chromium import PHONE, in_its_loop
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import until
from tests.trials.stage.ports import free_port
from tests.web.conftest import no_hurry as no_hurry
from web.shown import PLACES

pytestmark = in_its_loop

HELD_IN_THE_AIR = """() => {
    const start = document.startViewTransition.bind(document);
    window.flights = [];
    document.startViewTransition = (lay) => {
        const flight = start(lay);
        window.flights.push(flight);
        flight.ready.then(() => document.getAnimations().forEach((one) => one.pause()));
        return flight;
    };
}"""
"""Each card stays where it begins to fly, for as long as it is let."""
FLYING = "() => document.getAnimations().filter((one) => one.effect.pseudoElement).length"
NAMED = """() => [...document.querySelectorAll("*")]
    .map((one) => getComputedStyle(one).viewTransitionName).filter((name) => name !== "none")"""
FLIES_AT = """(name) => {
    const group = getComputedStyle(document.documentElement, `::view-transition-group(${name})`);
    const at = new DOMMatrix(group.transform);
    return [at.e, at.f, parseFloat(group.width), parseFloat(group.height)].map(Math.round);
}"""
ARRIVED = "() => document.getAnimations().forEach((one) => { one.currentTime = 179.99; })"
LIES_AT = """(which) => {
    const { x, y, width, height } = document.querySelector(which).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""
PLAYED = """() => {
    window.played = 0;
    HTMLMediaElement.prototype.play = async () => { window.played += 1; };
}"""


async def does(house: Club, seat: Seat, request: Request | None = None) -> None:
    """What they are asked, or the first thing that is open to them."""
    who = house.at(seat)
    with house.inside():
        asked = request if request is not None else house.view(who).options[0]
        await house.bot.services.tables.act(house.table.id, UserId(who.id), asked)


async def test_a_tap_while_another_card_flies_plays_and_ends_its_flight(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, at=Seat.SOUTH) as (house, page, _):
        assert await page.evaluate(NAMED) == []
        await page.evaluate(HELD_IN_THE_AIR)
        await does(house, Seat.WEST)
        await page.wait_for_function(FLYING)
        assert await page.evaluate(NAMED) == ["flies-left"]
        group = 'getComputedStyle(document.documentElement, "::view-transition-group(flies-left)")'
        assert await page.evaluate(f"() => {group}.animationDuration") == "0.18s"
        card = house.plays(house.at(Seat.SOUTH))[0]  # from dummy
        await page.locator(f"#c-{card}").tap()
        await page.locator(f"#t-{card}").wait_for(state="attached")
        await page.evaluate("() => window.flights[0].finished")  # it is over, though it was held
        assert house.cards_played == 2 and await page.evaluate(NAMED) == ["flies-top"]
        await page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
        await does(house, Seat.EAST)
        await page.locator("#spot-right .card").wait_for(state="attached")  # where nobody looks nothing flies
        assert await page.evaluate("() => window.flights.length") == 2
        assert await page.evaluate(NAMED) == []


async def test_a_trick_flies_to_the_plate_of_who_took_it_as_the_next_card_is_led(
    tmp_path: Path, chromium: Chromium
) -> None:
    """West led the five of spades to the king, the queen and the ace, which South had."""
    async with a_page(tmp_path, chromium, cards=4, at=Seat.SOUTH) as (house, page, _):
        lay = {at: await page.evaluate(LIES_AT, f"#spot-{at} .card") for at in PLACES}
        await page.evaluate(HELD_IN_THE_AIR)
        await page.locator(f"#c-{house.plays(house.at(Seat.SOUTH))[0]}").tap()
        await page.wait_for_function(FLYING)
        assert {*await page.evaluate(NAMED)} == {"flies-me", *(f"taken-{at}" for at in PLACES)}
        assert {at: await page.evaluate(FLIES_AT, f"taken-{at}") for at in PLACES} == lay
        await page.evaluate(ARRIVED)
        left, top, width, height = await page.evaluate(LIES_AT, "#seat-me .plate")
        for at in PLACES:
            x, y, wide, tall = await page.evaluate(FLIES_AT, f"taken-{at}")
            assert left <= x <= x + wide <= left + width and top <= y <= y + tall <= top + height, at
        assert "♠" not in await page.locator("#seat-me").aria_snapshot()  # nor is it read there
        await does(house, Seat.WEST)  # which ends it
        await page.wait_for_function("() => window.flights.length === 2")
        await page.evaluate("() => window.flights[0].finished")
        assert await page.locator(".plate .card").count() == 0
        assert await page.evaluate(NAMED) == ["flies-left"]


async def test_where_less_motion_is_asked_for_cards_lie_at_once_and_a_trick_is_gone(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with a_page(tmp_path, chromium, cards=4, at=Seat.SOUTH, reduced_motion="reduce") as (
        house,
        page,
        _,
    ):
        await page.evaluate(HELD_IN_THE_AIR)
        await does(house, Seat.SOUTH)
        await page.locator("#spot-top .card").wait_for(state="detached")
        assert await page.locator("#cloth .plate .card").count() == 0
        assert await page.evaluate("() => window.flights.length") == 0


@pytest.mark.parametrize(("motion", "moves_by"), [("no-preference", "struck"), ("reduce", "held")])
async def test_a_contre_is_held_for_a_second_over_a_table_that_can_be_pressed_and_then_it_is_gone(
    tmp_path: Path, chromium: Chromium, motion: str, moves_by: str
) -> None:
    async with club(tmp_path / "tables.sqlite3", page=free_port()) as house, with_door(house):
        await house.declared()
        looks: Any = {"viewport": PHONE, "has_touch": True, "reduced_motion": motion}
        page = await (await chromium(**looks)).new_page()
        await page.goto(
            f"{house.bot.services.pages.address}/open#{await link_for(house, house.at(Seat.SOUTH))}"
        )
        await page.get_by_role("button", name="Sit down").click()
        await page.locator("#hand button").first.wait_for()
        who = UserId(house.at(Seat.SOUTH).id)
        await until(lambda: house.bot.services.on_pages.since(house.table.id, who) is not None)
        held = page.locator("#moments p")
        assert await held.count() == 0
        await page.evaluate(HELD, "moments")
        await does(house, Seat.WEST, Double())
        await held.wait_for()
        assert await held.inner_text() == "West: contre ×2"
        assert await page.locator("#moments").get_attribute("aria-hidden") == "true"
        assert "West: contre." in await page.locator("#news").inner_text()
        under = """() => {
            const { left, top, width, height } = document.querySelector("#moments p").getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, top + height / 2).closest("#moments") === null;
        }"""
        assert await page.evaluate(under)
        style = "getComputedStyle(document.querySelector('#moments p'))"
        how = await page.evaluate(f"() => [{style}.animationName, {style}.animationDuration]")
        assert how == [moves_by, "1s"]
        await page.locator("#acts button", has_text="Accept").tap()  # while it stands
        await until(lambda: not house.view(house.at(Seat.SOUTH)).options)
        await page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
        await held.wait_for(state="detached")
        await page.context.close()


@pytest.mark.parametrize("on", [False, True])
async def test_a_turn_clicks_only_where_that_was_chosen_and_something_has_been_pressed(
    tmp_path: Path, chromium: Chromium, on: bool
) -> None:
    async with a_page(tmp_path, chromium, at=Seat.SOUTH) as (house, page, _):
        await page.locator("#help summary").tap()
        switch = page.locator("#click", has_text="Sound at your turn")
        assert await switch.get_attribute("aria-pressed") == "false"
        if on:
            await switch.tap()
        await page.add_init_script(f"({PLAYED})()")
        await page.reload()
        await page.locator("#state").wait_for(state="hidden")
        assert await switch.get_attribute("aria-pressed") == str(on).lower()
        await does(house, Seat.WEST)
        await page.locator("#spot-left .card").wait_for()
        assert await page.evaluate("() => window.played") == 0  # nothing has been pressed on it yet
        await page.locator(f"#c-{house.plays(house.at(Seat.SOUTH))[0]}").tap()
        await page.locator("#spot-top .card").wait_for()
        await does(house, Seat.EAST)
        await page.locator("#spot-right .card").wait_for()
        assert await page.evaluate("() => window.played") == on
