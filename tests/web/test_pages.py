"""What an open page is sent, and what it may press."""

from __future__ import annotations

import json

from rules.calls import Play
from rules.cards import PACK
from rules.seats import Seat
from screens.presses import TABLE_VERBS
from tests.cogs.club import Club
from tests.web.browsers import Browser, link_for


async def test_no_verb_acts_that_the_page_did_not_offer(house: Club, desk: Browser) -> None:
    """The registry of verbs, forged over the socket; and what another's page offers."""
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    of_west = await desk.sits(await link_for(house, west))
    of_east = await desk.sits(await link_for(house, east))
    version = house.table.version
    async with desk.opens(of_west) as page, desk.opens(of_east) as other:
        await other.hears()
        await page.hears()
        table = house.table.id
        looks = {f"last:{table}", f"score:{table}"}
        forged = [f"{verb}:{table}{rest}" for verb in TABLE_VERBS for rest in ("", ":1", ":1:0", ":1:0:yes")]
        forged += [f"play:{table}:1:0:{card}" for card in PACK]
        forged += [f"option:{table}:1:robots", f"set:{table}:0:robots:hard", "nothing", ""]
        forged += [page.offers("play")[0].replace(table, "00000000")]
        for number, custom_id in enumerate(one for one in forged if one not in looks):
            await other.presses(custom_id, *(("yes",) if number % 5 == 0 else ()))
            await other.is_answered()
            assert other.told["note"], custom_id
        await page.presses(f"last:{table}", "13")  # a choice where there is none
        await page.is_answered()
        assert page.told["note"]
    assert house.table.version == version


async def test_the_same_press_sent_again_plays_one_card(house: Club, desk: Browser) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, west))
    async with desk.opens(path) as page:
        await page.hears()
        card = house.plays(west)[0]
        press = next(one for one in page.offers("play") if one.endswith(card))
        await page.presses(press, key="the-same-key")
        await page.hears_until(f"t-{card}")
    async with desk.opens(path) as again:
        await again.hears()
        await again.presses(press, key="the-same-key")
        await again.is_answered()
        assert again.told["done"] == ["the-same-key"] and again.told["note"] == ""
    assert house.cards_played == 1


async def test_what_is_done_in_discord_is_shown_on_every_page_and_spoken(house: Club, desk: Browser) -> None:
    await house.playing()
    north = house.at(Seat.NORTH)
    path = await desk.sits(await link_for(house, north))
    async with desk.opens(path) as page:
        await page.hears()
        card = house.view(house.at(Seat.WEST)).options[0]
        assert isinstance(card, Play)
        await house.plays_a_card()
        await page.hears_until(f't-{card.card}"')
        assert page.told["news"].startswith("West: ")
        assert page.told["news"].endswith(".")


async def test_a_card_that_may_not_be_played_says_why(house: Club, desk: Browser) -> None:
    await house.playing(cards=1)
    north = house.to_act()
    path = await desk.sits(await link_for(house, north))
    async with desk.opens(path) as page:
        await page.hears()
        may = set(house.plays(north))
        bad = [one for one in page.offers("play") if one.rpartition(":")[2] not in may]
        if bad:
            await page.presses(bad[0])
            await page.is_answered()
            assert "must follow" in page.told["note"]
    assert house.cards_played == 1


async def test_a_page_that_sends_nonsense_is_closed(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    for nonsense in ("{", json.dumps({"press": 3}), json.dumps([1]), "x" * 5000):
        async with desk.opens(path) as page:
            await page.hears()
            await page.socket.send_str(nonsense)
            assert await page.is_closed() in (1008, 1009)
