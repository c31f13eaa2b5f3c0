"""The bot's process is killed while a score sheet is written, and started again on the same database.

No deal that was acknowledged is lost, none is entered twice, and the sheet in the channel in the end says
what the log says.
"""

from __future__ import annotations

import asyncio
import re

import pytest

from playground.faults import Fault
from playground.reading import buttons, texts
from rules.sheet.events import DealEntered, ScoreConfirmed
from storage.store import Store
from tests.playing.evening import Evening, evening, used

CALLBACK = r"/interactions/\d+/[^/]+/callback"
HANGS = 4.0
DEAL = {"declared": "spades", "by": "NS", "tricks": 7, "honours": "2 1 1 1"}
"""Two to game and four for simple honours: fourteen such deals do not win a game."""
_DEAL = re.compile(r"\*\*Deal (\d+):")


def deals_shown(table: Evening) -> int:
    found = _DEAL.findall(table.room_text)
    return int(found[-1]) if found else 0


async def opened(table: Evening) -> None:
    seats = ("north", "east", "south", "west")
    four = {seat: f"<@{person.id}>" for seat, person in zip(seats, table.people, strict=True)}
    answer = await table.people[0].slash("score open", channel=table.channel, game="biritch", **four)
    assert answer.type == 4, answer
    await table.until(lambda: table.public() and buttons(table.room))


async def struck(table: Evening, moment: str) -> bool:
    """One deal is entered while the process is killed; whether it was acknowledged."""
    ground, frames = table.ground, rf"/channels/{table.channel}/messages/\d+"
    fault: Fault | None = {
        "sent": lambda: None,
        "committed": lambda: ground.hang("POST", CALLBACK, seconds=HANGS, effect=False),
        "drawing": lambda: ground.hang("PATCH", frames, seconds=HANGS, effect=False),
        "drawn": lambda: ground.hang("PATCH", frames, seconds=HANGS),
    }[moment]()
    writer = table.people[1]
    entering = asyncio.create_task(writer.slash("score deal", channel=table.channel, **DEAL))
    if fault is None:
        await asyncio.sleep(0.005)
    else:
        await used(fault)
        if moment.startswith("draw"):
            await entering
    table.bot.kill()
    await table.bot.dead()
    ground.mend()
    entering.cancel()
    (answer,) = await asyncio.gather(entering, return_exceptions=True)
    await table.bot.restart()
    return not isinstance(answer, BaseException) and answer.type == 4


@pytest.mark.parametrize("moment", ["sent", "committed", "drawing", "drawn"])
async def test_a_deal_during_whose_entry_the_bot_is_killed_is_there_or_was_never_acknowledged(
    moment: str,
) -> None:
    async with evening(seated=False) as table:
        await opened(table)
        await table.people[0].slash("score deal", channel=table.channel, **DEAL)
        await table.until(lambda: deals_shown(table) == 1)
        acknowledged = await struck(table, moment)
        assert acknowledged == moment.startswith("draw") or moment == "sent"
        answer = await table.people[2].slash("score deal", channel=table.channel, **DEAL)
        (told,) = re.findall(r"Deal (\d) is entered", " ".join(answer.texts))
        assert int(told) >= 2 + acknowledged
        await table.until(lambda: deals_shown(table) == int(told))
        assert len(table.public()) == 1  # the sheet was posted once
        assert not table.complaints()
        await table.bot.stop()
        async with Store.open(table.ground.database) as store:
            (sheet,) = await store.open_sheets()
            stored = [one.event for one in await store.read_sheet(sheet.table)]
            assert await store.verify_chain(sheet.table) == len(stored)
            assert sum(isinstance(one, DealEntered) for one in stored) == int(told)


async def test_a_button_made_before_a_kill_confirms_the_rubber_after_it() -> None:
    async with evening(seated=False) as table:
        await opened(table)
        game = {**DEAL, "declared": "hearts", "tricks": 11}
        for _ in range(2):
            await table.people[0].slash("score deal", channel=table.channel, **game)
        await table.until(lambda: "Confirm" in [one.label for one in buttons(table.room)])
        drawn = table.room
        table.bot.kill()
        await table.bot.dead()
        await table.bot.restart()
        for person in table.people:
            before = table.room_text
            await person.press(drawn, label="Confirm", anyway=True)
            await table.until_changed(before)
        assert "it counts for the leaderboard" in table.room_text
        assert texts(table.room) and not table.complaints()
        await table.bot.stop()
        async with Store.open(table.ground.database) as store:
            (sheet,) = await store.open_sheets()
            stored = [one.event for one in await store.read_sheet(sheet.table)]
            assert sum(isinstance(one, ScoreConfirmed) for one in stored) == 4
            ranked = await store.leaderboard(table.ground.guild, "biritch")
            assert [line.points for line in ranked] == [152, 152, -152, -152]
