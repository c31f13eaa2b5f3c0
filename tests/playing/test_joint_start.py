"""Two processes begin at once on an application that has nothing yet: what one does for both is done once."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from functools import partial

import pytest

from playground.calls import Kind
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Answer
from playground.process import BotProcess
from screens.pictures.emoji import drawings
from tests.trials.stage import postgres
from tests.trials.stage.guard import until
from tests.trials.stage.playing import QUICK

BRIEF = {**QUICK, "CARD_EMOJI": "on", "LEASE_SECONDS": "1", "IDENTIFY_SECONDS": "4"}
"""The second waits for its turn to begin a session for much longer than a silent process is believed in."""


def started(ground: Playground, **settings: str) -> BotProcess:
    environment = {**ground.environment, **BRIEF, **settings}
    return BotProcess((sys.executable, "-m", "bot"), environment, lambda: lambda: True)


def shows_emoji(answer: Answer) -> bool:
    """Whether cards that somebody is shown have their pictures."""
    return "<:" in "\n".join(answer.texts) or '"emoji": {"id"' in json.dumps(answer.message)


@pytest.mark.long
async def test_the_cards_are_uploaded_once_both_show_them_and_who_waits_to_identify_is_not_given_up() -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with Playground.open(limits=Limits().unmetered(), database=server.url()) as ground:
            count = next(count for count in range(2, 99) if (ground.guild >> 22) % count)
            home = (ground.guild >> 22) % count
            halves = f"0-{home - 1}/{count}", f"{home}-{count - 1}/{count}"
            bots = [started(ground, SHARDS=half) for half in halves]
            try:
                await asyncio.gather(*(bot.start() for bot in bots))
                alive = Counter[int]()

                def are_ready() -> bool:
                    if server.execute("SELECT to_regclass('process') IS NOT NULL") == [(True,)]:
                        (row,) = server.execute("SELECT count(*) FROM process WHERE until > now()")
                        alive[int(str(row[0]))] += 1
                    return all("bot.app: ready" in bot.log for bot in bots)

                await until(are_ready)
                await until(lambda: len(ground.world.application_emojis) >= len(drawings()))
                anna = ground.people["anna"]

                async def are_shown(channel: int) -> bool:
                    return shows_emoji(await anna.slash("play", channel=channel, game="biritch"))

                # The one is asked by direct messages, the other in the server.
                for channel in (anna.dm, ground.channel):
                    await until(partial(are_shown, channel))
            finally:
                for bot in bots:
                    bot.kill()
                    await bot.dead()
        made = ground.calls.of_kind(Kind.EMOJI)
    log = "\n".join(bot.log for bot in bots)
    assert sum(call.method == "POST" for call in made) == len(drawings())
    assert {call.status for call in made} <= {200, 201}
    assert "could not be uploaded" not in log and "have given this one up" not in log, log
    assert max(alive) == 2
