"""Whether the driver that measures how many tables a bot carries plays what it says, and hides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from lab.speed.capacity import ENV, Drive, Seated, cards_played, seated
from lab.speed.filling import channels
from playground.ground import Playground
from tests.trials.stage.guard import until
from tests.trials.stage.playing import UNMETERED

PACE = 0.5


@asynccontextmanager
async def driven(database: Path) -> AsyncIterator[tuple[Playground, Drive, Seated]]:
    """A table in mid-deal, its screens shown, and who plays there. The next card waits for no time, but
    until the last one is shown."""

    async def pause(_seconds: float) -> None:
        await until(lambda: not drive.awaited and any(drive.offered(table)), "a card on the table")

    async with Playground.open(limits=UNMETERED, database=database) as ground:
        (table,) = await seated(ground, channels(ground, 1))
        drive = Drive(ground, [table], PACE, pause)
        drive.counting = True
        await ground.start_bot(ENV)
        await drive.shown()
        yield ground, drive, table


async def test_the_cards_are_played_and_seen_though_a_newer_message_stands_below_each_hand(
    tmp_path: Path,
) -> None:
    database = tmp_path / "tables.sqlite3"
    async with driven(database) as (ground, drive, table):
        for person in table.people:
            ground.world.create_message(person.dm, ground.world.bot_user.id, "It is your turn at the table.")
        await drive.play(4)
        assert ground.bot is not None
        await ground.bot.stop()
    assert cards_played(database) == 4  # this table has played none before
    assert (drive.counted.meant, drive.counted.pressed, drive.counted.shown) == (4, 4, 4)


async def test_a_table_that_plays_nothing_is_late_by_the_whole_pace_on_every_screen(tmp_path: Path) -> None:
    async with driven(tmp_path / "tables.sqlite3") as (ground, drive, _):
        assert ground.bot is not None
        await ground.bot.stop()
        playing = asyncio.create_task(drive.play(2))
        while not playing.done():  # whoever presses is not answered, and waits no longer
            await asyncio.sleep(0)
            ground.pass_time(UNMETERED.answer_seconds)
        await playing
    assert (drive.counted.meant, drive.counted.pressed) == (2, 0)
    assert drive.counted.late == [PACE] * 10  # the table's message and four hands, twice
