"""The pages of a person or a server whom the host has blocked."""

from __future__ import annotations

import asyncio

import pytest

from bot.host.orders import Does
from rules.table.requests import CloseTable
from tests.cogs.hosted import ordered
from tests.trials.stage.browsers import Browser, browser, link_for, with_door
from tests.trials.stage.club import Club


@pytest.mark.parametrize("kind", ["user", "guild"])
async def test_the_pages_of_a_blocked_person_or_server_are_closed_and_open_no_more(
    house: Club, kind: str
) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path, unused = await desk.sits(await link_for(house, house.anna)), await link_for(house, house.anna)
        boris = await desk.sits(await link_for(house, house.boris))
        async with desk.opens(path) as page, desk.opens(boris) as other:
            await page.hears()
            await other.hears()
            await ordered(house, Does.BLOCK, kind, house.anna.id if kind == "user" else house.guild.id)
            await page.presses(f"last:{house.table.id}")
            closing = asyncio.create_task(door.close_ended())
            if kind == "user":
                assert await page.is_closed() == 1008
            else:  # each closes only as its browser hears of it
                assert await asyncio.gather(page.is_closed(), other.is_closed()) == [1008, 1008]
            assert (await desk.asks(path))[0] == 403
            assert (await desk.posts({"token": unused, "sit": True}))[0] in (403, 410)
            assert (await desk.asks(boris))[0] == (200 if kind == "user" else 403)
            await closing


async def test_a_closed_table_of_a_blocked_server_is_shown_on_no_page(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    await house.types(house.ivan, "table close")
    if not house.closed():
        await house.acts(None, CloseTable())
    assert (await desk.asks(path))[0] == 200
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    assert (await desk.asks(path))[0] == 403
