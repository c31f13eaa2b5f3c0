"""Every code with which Discord closes its gateway: what the host is told, and whether the bot asks again."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.client.gateway import GatewayConnection
from playground.ground import Playground
from screens.words.hosting import gateway_closed
from tests.bot.test_outages import QUICK, started
from tests.each import mostly_long
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.virtual_time import real_time

REFUSED: Final = {
    4004: "copy DISCORD_TOKEN anew from the developer portal",
    4010: "correct SHARDS",
    4011: "with more of them where SHARDS is set",
    4012: "update the bot",
    4013: "update the bot",
    4014: "allow them under Bot in the developer portal",
}
"""Those after which it is useless to connect again (topics/opcodes-and-status-codes), with what to do."""
RESUMED: Final = {
    1000: "the bot connects again",
    1001: "the bot connects again",
    1011: "the bot connects again",
    4000: "see https://discordstatus.com if that lasts",
    4001: "if that lasts, update it",
    4002: "look at its proxy",
    4005: "if that lasts, update it",
    4006: "if that lasts, update it",
    4008: "if that lasts, update it",
    4015: "if that lasts, update it",
    4999: "if that lasts, update it",
}
ANEW: Final = {
    4003: "the bot begins another",
    4007: "the bot begins another",
    4009: "see whether this machine or its network stands still at times",
}
pytestmark = real_time
UNIT: Final = Path(__file__).parents[2] / "packaging/biritch.service"


@pytest.mark.parametrize("code", mostly_long(REFUSED, (4011, 4014)))
async def test_what_the_gateway_refuses_for_good_is_told_with_its_cure_and_no_supervisor_asks_again(
    tmp_path: Path, code: int
) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        ground.gateway._identify = lambda *_: code  # type: ignore[method-assign]
        async with guarded("its end"), started(tmp_path, **ground.environment) as bot:
            status = await bot.dead()
    assert "Traceback" not in bot.log and "goes on trying" not in bot.log
    assert bot.log.splitlines()[-1] == gateway_closed(code)
    (prevented,) = re.findall(r"^RestartPreventExitStatus=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert status == 3 and "3" in prevented.split()


def test_every_code_of_discords_list_has_a_sentence_of_its_own_with_its_cure() -> None:
    """Codes that are not on the list have one together, and so have those of any other connection."""
    told = {code: gateway_closed(code) for code in (*range(4000, 4016), 4999, 1000, 1001, 1006, 1011)}
    for code, cure in (REFUSED | RESUMED | ANEW).items():
        assert told[code].endswith(f"{cure}."), told[code]
        assert code == 4004 or f"({code})" in told[code]
    of_the_list = {sentence.partition(")")[2] for code, sentence in told.items() if 4000 <= code < 4015}
    assert len(of_the_list) == 15  # 4006 is not on it, but the sentence of those that are not is a fifteenth
    assert "(no code)" in gateway_closed(None)


async def test_every_other_code_is_told_with_its_cure_and_the_bot_connects_again_as_discord_wants_it() -> (
    None
):
    async with Playground.open(limits=LIMITS) as ground:
        bot, gateway = await ground.start_bot(QUICK), ground.gateway
        for code, cure in (RESUMED | ANEW).items():
            before = gateway.resumed, gateway.identified
            begun = len(bot.log)
            await gateway.close_with(code)
            await until(lambda was=before: (gateway.resumed, gateway.identified) != was)  # type: ignore[misc]
            anew = code in ANEW
            assert (gateway.resumed, gateway.identified) == (before[0] + (not anew), before[1] + anew), code
            await until(lambda since=begun, number=code: f"({number})" in bot.log[since:])  # type: ignore[arg-type, misc]
            (line,) = [line for line in bot.log[begun:].splitlines() if f"({code})" in line]
            assert line.endswith(f"{cure}.") and ("WARNING" in line) == (code >= 4000), line
        assert not (await ground.people["anna"].slash("help")).failed and "Traceback" not in bot.log
        tries = list[object]()
        gateway._resume = lambda *said: tries.append(said) or 4007  # type: ignore[func-returns-value, method-assign]
        begun = gateway.identified
        await gateway.close_with(4000)
        await until(lambda: gateway.identified == begun + 1)
        assert len(tries) == 1, "it asked again and again for a session that Discord will not resume"


async def test_a_code_is_heard_also_where_the_other_side_hangs_up_before_it_is_answered() -> None:
    """The socket itself forgets it then, and the bot would go on asking with a token that is refused."""

    async def hangs_up(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        assert socket._writer is not None and request.transport is not None
        await socket._writer.close(4004)
        request.transport.close()
        return socket

    app = web.Application()
    app.router.add_get("/", hangs_up)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        socket = await session.ws_connect(server.make_url("/"))
        assert socket._conn is not None
        transport = socket._conn.transport
        await until(lambda: transport is None or transport.is_closing(), "the end of the connection")
        gateway = GatewayConnection(socket, loop=asyncio.get_running_loop())
        gateway.shard_id, gateway._max_heartbeat_timeout = 0, HANGS_AFTER
        with pytest.raises(discord.ConnectionClosed) as closed:
            await gateway.poll_event()
        assert closed.value.code == 4004 and socket.close_code == 1006
