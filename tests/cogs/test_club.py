"""The club itself, which every other test here stands on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from storage.ports.records import UserId
from tests.cogs.club import Club, club


async def _acts(house: Club) -> None:
    """Somebody plays a card by no press, and nobody waits for what the bot does then."""
    who = house.to_act()
    with house.inside():
        await house.bot.services.tables.act(house.table.id, UserId(who.id), house.view(who).options[0])


async def test_nothing_of_a_bot_goes_on_once_its_club_is_closed(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3") as house:
        await house.playing()
        await _acts(house)
        await house.restart()
        await _acts(house)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    loop: Any = asyncio.get_running_loop()
    assert [one for one in loop._scheduled if not one.cancelled()] == [] == [*loop._ready]


async def test_no_time_passes_for_the_bot_while_it_works_however_slow_the_machine_is(house: Club) -> None:
    """Nor before an act waits for it; what it would wait for is then over at once."""
    done = list[str]()

    async def works() -> None:
        async with asyncio.timeout(0.001):
            await asyncio.to_thread(sleep, 0.05)  # as a machine that is busy
        done.append("worked")
        await asyncio.sleep(8)
        done.append("waited")
        await asyncio.sleep(10)

    with house.inside():
        task = asyncio.create_task(works())
    before = house.env.now()
    await house.this_moment()
    assert done == ["worked"] and house.env.now() == before
    await house.env.settle()
    assert done == ["worked", "waited"] and (house.env.now() - before).total_seconds() == 8
    assert not task.done()


async def test_what_a_test_asks_of_the_bot_unseen_is_a_fault_of_the_test(frail: Club) -> None:
    await frail.playing()
    who = frail.to_act()
    await frail.bot.services.tables.act(frail.table.id, UserId(who.id), frail.view(who).options[0])
    with pytest.raises(AssertionError, match="inside of the bot"):
        await frail.env.settle()
