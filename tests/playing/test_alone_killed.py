"""One person plays alone in direct messages, and the bot's process is killed between and during her presses.

The message is never posted and never edited by the bot's own token: every call answers an interaction.
"""

from __future__ import annotations

import asyncio

from playground.calls import Kind
from playground.errors import Json
from playground.ground import Playground
from playground.people import Answer, Person, texts
from tests.trials.stage.playing import LIMITS, QUICK, next_act, now, used

CALLBACK = r"/interactions/\d+/[^/]+/callback"
KILLED = {2: "sent", 7: "committed", 11: "between", 19: "committed"}
"""By the number of her press, when the process is killed."""


async def struck(ground: Playground, anna: Person, message: Json, act: str, moment: str) -> None:
    """Press, and kill the process on the way."""
    assert ground.bot is not None
    fault = ground.hang("POST", CALLBACK, effect=False) if moment == "committed" else None
    pressing: asyncio.Task[Answer] = asyncio.create_task(anna.press(message, act))
    await (used(fault) if fault is not None else asyncio.sleep(0))
    ground.bot.kill()
    await ground.bot.dead()
    ground.mend()
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)


async def test_a_game_played_alone_goes_on_with_the_next_press_after_every_kill() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot({**QUICK})
        anna = ground.people["anna"]
        begun = await anna.slash("play", channel=anna.dm, declare=True)
        assert begun.message is not None and not begun.ephemeral
        message, presses = begun.message, 0
        while (act := next_act(message, *(["cut"] if presses <= max(KILLED) else []))) is not None:
            presses += 1
            moment = KILLED.get(presses)
            if moment in ("sent", "committed"):
                await struck(ground, anna, message, act, moment)
            elif moment == "between":
                bot.kill()
                await bot.dead()
            if moment is not None:
                await bot.restart()
            answer = await anna.press(now(anna, message), act, anyway=True)
            assert answer.acknowledged
            message = now(anna, message)
        assert presses > max(KILLED)  # robots that claim may end a deal before
        assert texts(message)[0].startswith("### Deal ")
        counted = (Kind.CREATE, Kind.EDIT, Kind.DELETE, Kind.OPEN_DM)
        assert not [call for kind in counted for call in ground.calls.of_kind(kind)]
        assert await bot.stop() == 0
