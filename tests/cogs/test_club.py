"""The club itself, which every other test here stands on."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from simcord.http import router

from bot.clocks import cancelled, first
from storage.errors import DatabaseFailed
from storage.ports.records import UserId
from tests.discords_law import FIGURES
from tests.trials.stage.club import Club, club


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


async def test_what_a_test_begins_outside_of_the_bot_is_a_fault_of_the_test(frail: Club) -> None:
    going_on = asyncio.create_task(first(asyncio.Event(), within=3600.0))
    with pytest.raises(AssertionError, match="inside of the bot"):
        await frail.env.settle()
    await cancelled([going_on])


async def test_the_database_of_a_club_needs_no_thread_fails_as_on_one_and_waits_for_no_rest(
    house: Club,
) -> None:
    database = house.store._database

    def where(_: Any) -> tuple[object, object]:
        return threading.current_thread(), asyncio._get_running_loop()

    with house.inside():
        asked = asyncio.create_task(database.alone(where))  # type: ignore[attr-defined]
    while not asked.done():
        await asyncio.sleep(0)
    assert asked.result() == (threading.main_thread(), None)
    with house.inside(), pytest.raises(DatabaseFailed):
        await database.alone(lambda db: db.execute("no SQL"))  # type: ignore[attr-defined]


async def test_a_body_that_discord_refuses_is_found_each_time_it_comes_in_each_channel(house: Club) -> None:
    found, before = list[str](), FIGURES.refused
    for room in (house.room, house.room, house.parlour):
        for content in ("well", "x" * 2001):
            path, body = f"/channels/{room.id}/messages", {"content": content}
            try:
                router.dispatch(house.env.backend, "POST", path, json=body)
            except Exception:  # noqa: BLE001  # as SimCord has it too
                found.append(path)
    wrong, FIGURES.wrong = FIGURES.wrong, []
    FIGURES.refused = before
    assert len(wrong) == 3 == len(found)
