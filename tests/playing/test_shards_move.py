"""Shards go from process to process: nobody waits at an update, and who is killed is replaced."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Final

import pytest

from playground.ground import Playground
from playground.process import BotProcess
from tests.trials.stage import postgres
from tests.trials.stage.guard import HANGS_AFTER, until
from tests.trials.stage.playing import QUICK, UNMETERED, Evening

ENV: Final = {**QUICK, "IDENTIFY_SECONDS": "0.5", "HAND_OVER_SECONDS": str(HANGS_AFTER)}
READY: Final = "bot.app: ready"
TAKES: Final = "bot: This process serves shard"
STANDS_BY: Final = "stands by"


def says(bot: BotProcess, words: str) -> bool:
    return words in bot.log


class Several:
    """The processes of one bot, each of which takes whichever shard is free."""

    def __init__(self, ground: Playground, server: postgres.Server, shards: int) -> None:
        self.ground, self.server, self.shards = ground, server, shards
        self.begun: list[BotProcess] = []

    async def one_more(self) -> BotProcess:
        environment = {**self.ground.environment, **ENV, "SHARDS": f"any/{self.shards}"}
        bot = BotProcess((sys.executable, "-m", "bot"), environment, lambda: lambda: True)
        self.begun.append(bot)
        await bot.start()
        return bot

    def all_serve(self) -> bool:
        """Whether each shard has one process that lives."""
        rows = self.server.execute('SELECT "first" FROM process WHERE "first" <= "last" AND until > now()')
        return sorted(int(str(first)) for (first,) in rows) == list(range(self.shards))


@asynccontextmanager
async def several(shards: int) -> AsyncIterator[Several]:
    """Each shard is served."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with Playground.open(limits=UNMETERED, database=server.url()) as ground:
            here = Several(ground, server, shards)
            try:
                await asyncio.gather(*(here.one_more() for _ in range(shards)))
                await until(lambda: all(READY in one.log for one in here.begun) and here.all_serve())
                yield here
            finally:
                for bot in here.begun:
                    bot.kill()
                    await bot.dead()


@pytest.mark.long
async def test_at_an_update_of_every_process_each_press_is_answered() -> None:
    async with several(4) as here:
        table = Evening(here.ground, Random(1))
        await table.sit_down()
        await table.start()
        over = asyncio.Event()
        playing = asyncio.create_task(table.play_until(over.is_set))
        old = list(here.begun)
        for one in old:
            new = await here.one_more()
            await until(partial(says, new, STANDS_BY))
            assert await one.stop() == 0, one.tail
            assert TAKES in new.log
            await until(here.all_serve)
        played = len(table.done)
        await until(lambda: playing.done() or len(table.done) > played + 8)
        over.set()
        await playing
        lost = [one.answer for one in table.done if one.answer.failed]
        assert len(table.done) > 20 and lost == []
        faults = [line for one in here.begun for line in one.log.splitlines() if " ERROR " in line]
        assert faults == []


@pytest.mark.long
async def test_who_stands_by_serves_the_shard_of_a_process_that_was_killed_and_the_others_play_on() -> None:
    async with several(2) as here:
        spare = await here.one_more()
        await until(partial(says, spare, STANDS_BY))
        here.begun[0].kill()
        await until(lambda: TAKES in spare.log and here.all_serve())
        anna = here.ground.people["anna"]
        for channel in (anna.dm, here.ground.channel):
            answer = await anna.slash("help", channel=channel)
            assert not answer.failed
