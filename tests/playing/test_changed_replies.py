"""An answer of Discord's that cannot be read costs nothing but a second try."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.host.checking import findings
from playground.ground import Playground
from tests.playing.changed_replies import PAGE, spoilt, started
from tests.trials.stage.playing import UNMETERED

CHECKED = "GET /applications/@me"
ME, APPLICATION = "GET /users/@me", "GET /oauth2/applications/@me"
GATEWAY, COMMANDS = "GET /gateway/bot", "GET /applications/{id}/commands"
EMOJI, TOLD = "GET /applications/{id}/emojis", "PUT /applications/{id}/commands"
SOME: Final = ((GATEWAY, "session_start_limit is a list"), (ME, "a page"), (COMMANDS, "breaks off"))
MORE: Final = (
    *((call, "nothing") for call in (ME, APPLICATION, GATEWAY, COMMANDS, EMOJI, TOLD)),
    *((call, "d is a list") for call in (ME, APPLICATION, GATEWAY, TOLD)),
    (ME, "id is missing"),
    (APPLICATION, "bot_public is missing"),
    (GATEWAY, "url is other text"),
    (GATEWAY, "url is missing"),
    (GATEWAY, "shards is text"),
    (GATEWAY, "session_start_limit.remaining is text"),
    (GATEWAY, "session_start_limit.reset_after is null"),
    (COMMANDS, "d is empty"),
)


async def test_of_forty_changed_answers_none_ends_the_bot_or_is_felt_at_the_table_afterwards() -> None:
    async with spoilt(1886) as one:
        for _ in range(40):
            await one.step()
        assert one.faults == [] and one.tracebacks == 0, one.table.bot.tail
        assert len(one.made) >= 4 and sum(map(len, one.made.values())) > 20


@pytest.mark.parametrize(
    "them", [SOME, *(pytest.param(MORE[at::6], marks=pytest.mark.long) for at in range(6))]
)
async def test_a_bot_that_cannot_read_an_answer_at_its_start_says_so_and_tries_again(
    them: tuple[tuple[str, str], ...],
) -> None:
    async with asyncio.TaskGroup() as group:
        logs = [group.create_task(started(*one)) for one in them]
    for log, one in zip([told.result() for told in logs], them, strict=True):
        assert "Traceback" not in log, f"{one}: {log}"
        if one[0] in (ME, APPLICATION, GATEWAY):
            assert "Discord cannot be reached (an answer that cannot be read, " in log, one


@pytest.mark.parametrize("call", [ME, CHECKED, GATEWAY, "GET /users/@me/guilds"])
async def test_a_check_says_of_each_answer_that_cannot_be_read_that_discord_is_not_reached(call: str) -> None:
    nowhere = Path("/nowhere/.env")
    async with Playground.open(limits=UNMETERED) as ground:
        environment = {**ground.environment, "DATABASE": str(ground.database)}

        async def told(other: object) -> list[str]:
            ground.mend()
            ground.alter("*", ".*", lambda made, body: other if made == call else body, times=None)
            return [one.told async for one in findings(environment, nowhere) if one.fault]

        others: tuple[object, ...] = (b"", PAGE, b"[{", [{}], 7, "x")
        for other in others:
            assert any("Discord cannot be reached (" in one for one in await told(other)), (call, other)


@pytest.mark.long
async def test_of_two_hundred_changed_answers_none_is_felt_either() -> None:
    async with spoilt(1904) as one:
        for _ in range(200):
            await one.step()
        assert one.faults == [] and one.tracebacks == 0, one.table.bot.tail
