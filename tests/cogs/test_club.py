"""The club itself, which every other test here stands on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from ports.records import UserId
from tests.cogs.club import Club, club
from tests.cogs.wire import NOTE_AFTER


async def _acts_unseen(house: Club) -> None:
    """Somebody plays a card by no press, so that SimCord does not know what the bot does then."""
    who = house.to_act()
    await house.bot.services.tables.act(house.table.id, UserId(who.id), house.view(who).options[0])


async def test_nothing_of_a_bot_goes_on_once_its_club_is_closed(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3") as house:
        await house.playing()
        await _acts_unseen(house)
        await house.restart()
        await _acts_unseen(house)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    begun: list[str] = []

    def factory(loop: asyncio.AbstractEventLoop, coro: Any, **rest: Any) -> asyncio.Task[Any]:
        begun.append(coro.__qualname__)
        return asyncio.Task(coro, loop=loop, **rest)

    asyncio.get_running_loop().set_task_factory(factory)
    await asyncio.sleep(5 * NOTE_AFTER)
    assert begun == []
