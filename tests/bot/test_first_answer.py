"""Others are told of an act when the answer to its presser is on its way."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from aiohttp import web

from bot.discord_api.rest import HttpWire
from bot.first_answer import FIRST_ANSWER, FirstAnswer
from playground.ground import HOST
from tests.trials.stage.guard import guarded
from tests.trials.stage.virtual_time import real_time


async def test_others_are_told_once_of_a_stream_and_at_once_when_the_answer_is_on_its_way() -> None:
    answer, told = FirstAnswer(), list[str]()
    for key in ("table", "table", "sheet"):
        answer.goes_before(key, lambda key=key: told.append(key))  # type: ignore[misc]
    assert told == []
    answer.hand_over()
    answer.goes_before("evening", lambda: told.append("evening"))
    assert told == ["table", "sheet", "evening"]


async def test_others_wait_no_second_longer_for_an_answer_that_is_still_drawn() -> None:
    answer, told = FirstAnswer(), list[str]()
    answer.goes_before("table", lambda: told.append("table"))
    await asyncio.sleep(0.9)
    assert told == []
    await asyncio.sleep(0.2)
    assert told == ["table"]


@real_time
@pytest.mark.parametrize(
    ("path", "hands_over"),
    [
        ("interactions/1/t/callback", True),
        ("interactions/1/t/callback?with_response=true", True),
        ("channels/1", False),
        ("webhooks/1/t", False),
    ],
)
async def test_an_answer_is_on_its_way_when_it_is_written_though_discord_has_not_taken_it(
    path: str, hands_over: bool
) -> None:
    """The server reads the request, and sees whether others have been told, before it answers."""
    told, first = list[bool](), FirstAnswer()
    first.goes_before("table", lambda: told.append(True))

    async def reads(request: web.Request) -> web.Response:
        await request.read()
        return web.json_response(bool(told))

    application = web.Application()
    application.router.add_post("/{rest:.*}", reads)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    wire = HttpWire(f"http://{HOST}:{runner.addresses[0][1]}/")
    await wire.open()
    token = FIRST_ANSWER.set(first)
    async with guarded("the answer"):
        reply = await wire.request("POST", path, b"{}", {aiohttp.hdrs.CONTENT_TYPE: "application/json"})
    FIRST_ANSWER.reset(token)
    await wire.close()
    await runner.cleanup()
    assert reply.content == (b"true" if hands_over else b"false")
