"""``python -m bot`` while Discord, a network or a disk is away: it says so, waits, and stops when told."""

from __future__ import annotations

import asyncio
import logging
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import pytest
import yarl
from aiohttp import web
from discord import AutoShardedClient
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

from bot.app import Biritch
from bot.client.gateway import Backoff
from playground.errors import BotDied, Json
from playground.ground import HOST, Playground
from playground.people import Person, buttons
from playground.process import BotProcess
from screens.words.refusals import NOT_SAVED, RESTARTING, TOO_LATE
from storage.store import Store
from tests.forking import IN_A_FORK
from tests.trials.stage.guard import HANGS_AFTER, Hangs, until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.ports import free_port
from tests.trials.stage.virtual_time import real_time
from tests.trials.stage.wire import settings

pytestmark = real_time
ROOT = Path(__file__).parents[2]
QUICK: Final = {
    "ROBOT_PACE": "0",
    "ROBOT_WORKERS": "0",
    "CUT_SECONDS": "600",
    "DOUBLE_TAP": "0",
    "CARD_EMOJI": "off",
    "IDENTIFY_SECONDS": "0",
}
BOT: Final = (sys.executable, "-m", "bot")
NO_NAMES: Final = f"""{IN_A_FORK}
import runpy, socket, time
socket.getaddrinfo = lambda *args, **names: time.sleep(3600)
runpy.run_module("bot", run_name="__main__")
"""
"""The bot on a machine where nobody answers when it asks for an address."""


WRONG_CLOCK: Final = """
import runpy, time
right = time.time
time.time = lambda: right() + {}
runpy.run_module("bot", run_name="__main__")
"""
"""The bot on a machine whose clock is so many seconds ahead."""


AT_ONCE: Final = f"""{IN_A_FORK}
import runpy, discord, discord.backoff
discord.backoff.ExponentialBackoff.delay = lambda _: 0.05
runpy.run_module("bot", run_name="__main__")
"""
"""The bot with a library that waits for nothing before it connects again."""


IMPATIENT: Final = f"""{IN_A_FORK}
import aiohttp, discord.gateway
connect = aiohttp.ClientSession.ws_connect
aiohttp.ClientSession.ws_connect = lambda *to, **how: connect(*to, **dict(how, timeout=0.1))
class Soon(discord.gateway.KeepAliveHandler):
    def __init__(self, *_, **named):
        super().__init__(*_, **named)
        self.interval, self.heartbeat_timeout = 0.1, 0.2
discord.gateway.KeepAliveHandler = Soon
"""
"""Heartbeats come often and are soon missed, and no farewell is waited for."""


@asynccontextmanager
async def started(folder: Path, command: Sequence[str] = BOT, **settings: str) -> AsyncIterator[BotProcess]:
    """A bot in this folder; it is not waited for."""
    env = {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "x.y.z", **QUICK, **settings}
    bot = BotProcess(command, env, lambda: lambda: True, cwd=folder)
    await bot.start()
    try:
        yield bot
    finally:
        bot.kill()
        await bot.dead()


async def says(bot: BotProcess, what: str) -> None:
    try:
        await until(lambda: what in bot.log, repr(what))
    except Hangs as hangs:
        raise Hangs(f"{hangs}: {bot.log}") from None


async def stopped(bot: BotProcess) -> None:
    """Told to stop, it ends of itself, though what it waited for does not come."""
    assert await bot.stop(grace=HANGS_AFTER) == 0
    assert "Traceback" not in bot.log and "never retrieved" not in bot.log, bot.log


async def gateway_of(
    connect: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> tuple[web.AppRunner, str]:
    """A server that answers each connection so, and its address."""
    application = web.Application()
    application.router.add_get("/gw", connect)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    return runner, f"ws://{HOST}:{runner.addresses[0][1]}/gw"


async def silent_gateway(
    ground: Playground, over: asyncio.Event, connections: Counter[str] | None = None
) -> web.AppRunner:
    """A gateway that greets, calls the bot ready, and then neither reads nor writes: this ground's."""

    async def connect(request: web.Request) -> web.WebSocketResponse:
        if connections is not None:
            connections["made"] += 1
        line = web.WebSocketResponse(autoclose=False)
        await line.prepare(request)
        await line.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        await line.receive()
        ready = ground.world.ready("session", ground.rest.gateway_url)
        await line.send_json({"op": 0, "t": "READY", "s": 1, "d": {**ready, "guilds": []}})
        await over.wait()
        return line

    runner, ground.rest.gateway_url = await gateway_of(connect)
    return runner


async def test_a_bot_without_a_network_says_so_once_waits_and_is_ready_when_there_is_one(
    tmp_path: Path,
) -> None:
    port = free_port()
    api = f"http://{HOST}:{port}/api/v10"
    async with started(tmp_path, DISCORD_API=api) as bot:
        await says(bot, "WARNING bot: Discord cannot be reached (Connect call failed")
        async with Playground.open(limits=LIMITS, port=port) as ground:
            ground.rest.token = ground.gateway.token = "x.y.z"
            await says(bot, "INFO bot.app: ready")
            await stopped(bot)
    assert bot.log.count("cannot be reached") == 1


async def test_a_bot_that_was_started_very_often_today_says_so_and_waits_before_it_connects(
    tmp_path: Path,
) -> None:
    """Of a thousand starts a day 499 are left: each then waits a 499th of the day, 173 seconds."""
    async with Playground.open(limits=LIMITS) as ground:
        ground.gateway.identified = 501
        async with started(tmp_path, **ground.environment) as bot:
            await says(
                bot, "been started 501 times today, and Discord allows 1000: it connects in 173 seconds"
            )
            await stopped(bot)
            assert ground.gateway.identified == 501
        ground.gateway.identified = 499
        async with started(tmp_path, **ground.environment) as bot:
            await says(bot, "INFO bot.app: ready")
            assert ground.gateway.identified == 500
            await stopped(bot)


async def test_a_bot_that_is_looking_up_an_address_ends_when_told(tmp_path: Path) -> None:
    async with started(tmp_path, (sys.executable, "-c", NO_NAMES), ROBOT_PACE="1") as bot:
        await says(bot, "logging in")
        await stopped(bot)


async def test_a_bot_that_waits_for_the_answer_to_its_login_ends_when_told(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        login = ground.hang("GET", "/users/@me", seconds=3600)
        async with started(tmp_path, **ground.environment) as bot:
            await says(bot, "logging in")
            await until(lambda: login.used)
            await stopped(bot)


async def test_a_bot_whose_gateway_is_away_tries_again_and_ends_when_told(tmp_path: Path) -> None:
    gateway = {"DISCORD_GATEWAY": f"ws://{HOST}:{free_port()}/gw"}
    async with Playground.open(limits=LIMITS) as ground:
        ground.rest.gateway_url = gateway["DISCORD_GATEWAY"]
        async with started(tmp_path, **{**ground.environment, **gateway}) as bot:
            await says(bot, "Failed to connect for shard_id: 0")
            await stopped(bot)


async def test_the_gateway_that_the_host_has_set_is_reached_whatever_discord_says(tmp_path: Path) -> None:
    """Without SHARDS too, where Discord is asked how many there are."""
    async with Playground.open(limits=LIMITS) as ground:
        through = ground.environment["DISCORD_GATEWAY"]
        ground.rest.gateway_url = f"ws://{HOST}:{free_port()}/gw"
        async with started(tmp_path, **{**ground.environment, "DISCORD_GATEWAY": through}) as bot:
            await says(bot, "INFO bot.app: ready")
            await stopped(bot)


async def test_a_bot_whose_gateway_has_fallen_silent_ends_when_told(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        gateway = await silent_gateway(ground, over := asyncio.Event())
        async with started(tmp_path, **ground.environment) as bot:
            await says(bot, "INFO bot.app: ready")
            await stopped(bot)
        over.set()
        await gateway.cleanup()


async def test_a_bot_that_waits_for_a_gateway_to_greet_it_anew_ends_when_told(tmp_path: Path) -> None:
    """The library takes the first request to end for the end of this connection alone."""
    came, over = asyncio.Event(), asyncio.Event()

    async def mute(request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse()
        await line.prepare(request)
        came.set()
        await over.wait()
        return line

    runner, url = await gateway_of(mute)
    async with Playground.open(limits=LIMITS) as ground:
        ground.gateway.url = url
        async with started(tmp_path, (sys.executable, "-c", AT_ONCE), **ground.environment) as bot:
            await says(bot, "INFO bot.app: ready")
            await ground.drop_gateway(resume=True, politely=True)
            await until(came.is_set)
            await stopped(bot)
    over.set()
    await runner.cleanup()


async def test_a_gateway_that_answers_no_heartbeat_is_left_and_connected_to_anew(tmp_path: Path) -> None:
    """It is the library that notices: after a minute and a half, here after a third of a second."""
    async with Playground.open(limits=LIMITS) as ground:
        gateway = await silent_gateway(ground, over := asyncio.Event(), made := Counter())  # type: ignore[var-annotated]
        command = (sys.executable, "-c", IMPATIENT + AT_ONCE)
        async with started(tmp_path, command, **ground.environment) as bot:
            await until(lambda: made["made"] == 2)
            assert "has stopped responding to the gateway" in bot.log
        over.set()
        await gateway.cleanup()


async def test_where_a_session_cannot_be_resumed_at_its_address_another_is_begun_at_the_usual_one(
    tmp_path: Path,
) -> None:
    """Discord tells that address with each session. A client that went on trying it would never come back."""
    async with Playground.open(limits=LIMITS) as ground:
        ground.gateway.url = ground.rest.gateway_url.replace("/gw", "/out-of-order")
        async with started(tmp_path, (sys.executable, "-c", AT_ONCE), **ground.environment) as bot:
            await says(bot, "INFO bot.app: ready")
            await ground.drop_gateway(resume=True, politely=True)
            await until(lambda: ground.gateway.identified == 2)
            await stopped(bot)
        assert ground.gateway.resumed == 0 and "WSServerHandshakeError" in bot.log


async def test_discord_that_is_out_of_order_at_the_login_is_waited_for(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        ground.fail("GET", "/users/@me", status=503)
        async with started(tmp_path, **ground.environment) as bot:
            await says(bot, "WARNING bot: Discord cannot be reached (status 503); the bot goes on trying.")
            await stopped(bot)


async def test_a_gateway_that_is_away_for_hours_is_tried_again_and_not_ever_deeper(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library calls itself for each try: after some three hundred Python would nest no deeper."""
    tries = 0
    pause = asyncio.sleep

    async def at_once(_: float) -> None:
        nonlocal tries
        tries += 1
        await pause(0)

    monkeypatch.setattr(asyncio, "sleep", at_once)
    monkeypatch.setattr(logging.getLogger("discord.shard"), "disabled", True)
    async with Biritch(settings(Path("none")), store) as bot:
        trying = asyncio.create_task(bot.launch_shard(yarl.URL("ws://127.0.0.1:1"), 0))
        while tries < 500 and not trying.done():
            await pause(0)
        assert not trying.done()
        trying.cancel()


async def test_each_shard_that_is_connected_waits_as_we_do_before_it_connects_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connected(bot: Biritch, _: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        line = cast(DiscordWebSocket, SimpleNamespace(shard_id=shard_id))
        bot._reconnect = True
        vars(bot)["_AutoShardedClient__shards"][shard_id] = Shard(line, bot, lambda _: None)

    monkeypatch.setattr(AutoShardedClient, "launch_shard", connected)
    async with Biritch(settings(Path("none")), store) as bot:
        await bot.launch_shard(yarl.URL("ws://127.0.0.1:1"), 0)
        backoff = bot.shards[0]._parent._backoff
        vars(bot)["_AutoShardedClient__shards"].clear()
    assert isinstance(backoff, Backoff)


def test_a_gateway_that_is_away_is_tried_every_few_seconds_and_one_that_hangs_up_ever_less_often() -> None:
    """The library would wait for 512 seconds on average. A day has a thousand sessions: a gateway that takes
    each and ends it must be left alone for 86 seconds at least."""
    shard = SimpleNamespace(ws=object())
    backoff = Backoff(cast(Shard, shard))
    away = [backoff.delay() for _ in range(300)][100:]
    assert 6 < max(away) <= 8 and 3 < sum(away) / 200 < 5
    hung_up = []
    for _ in range(300):
        shard.ws = object()
        hung_up.append(backoff.delay())
    assert hung_up[0] <= 4 and sum(hung_up[100:]) / 200 > 86


async def test_time_runs_at_the_tables_while_one_of_several_shards_is_connected(store: Store) -> None:
    async with Biritch(settings(Path("none")), store) as bot:
        shards = vars(bot)["_AutoShardedClient__shards"]
        shards.update({number: SimpleNamespace(id=number) for number in (0, 1)})
        stands = list[bool]()
        for change, shard in (
            (bot.on_shard_disconnect, 0),
            (bot.on_shard_disconnect, 0),
            (bot.on_shard_resumed, 0),
            (bot.on_shard_disconnect, 1),
            (bot.on_shard_ready, 1),
            (bot.on_shard_disconnect, 1),
            (bot.on_shard_disconnect, 0),
        ):
            await change(shard)
            stands.append(bot.services.clock.wakeups.is_unheard and bot.services.alerts.wakeups.is_unheard)
        shards.clear()
    assert stands == [False, False, False, False, False, False, True]


async def test_a_bot_that_is_closed_before_it_has_logged_in_ends_without_a_fault(store: Store) -> None:
    await Biritch(settings(Path("none")), store).close()


async def test_a_database_removed_under_the_bot_stops_it_and_what_was_refused_is_nowhere(
    tmp_path: Path,
) -> None:
    async with Playground.open(limits=LIMITS, database=tmp_path / "tables.sqlite3") as ground:
        anna = ground.people["anna"]
        bot = await ground.start_bot(QUICK)
        room = await opened(anna)
        bot.freeze()  # so that the press is on its way before the bot can notice by itself, and leave
        remove(ground.database)  # type: ignore[arg-type]
        (session,) = ground.gateway._sessions.values()
        told = session.sequence
        pressing = asyncio.create_task(anna.press(room, label="Join"))
        await until(lambda: session.sequence > told, "the press")
        bot.thaw()
        answer = await pressing
        assert answer.texts in ([NOT_SAVED()], [RESTARTING()]), answer  # the bot may have noticed by itself
        assert await bot.dead() == 4
        gone = f"{ground.database} was removed, replaced or cut short while the bot ran: the bot has stopped."
        assert f"\nThe file {gone}\n" in bot.log and "Traceback" not in bot.log
        told = [line for line in bot.log.splitlines() if "DatabaseGone" in line and "since" not in line]  # type: ignore[assignment]
        assert told and len({line.split()[3] for line in told}) == len(told), "each part tells it once"  # type: ignore[arg-type, attr-defined]
        with pytest.raises(BotDied) as refused:
            await bot.start()
        assert refused.value.code == 2
        assert f"delete {ground.database}.marker to begin again" in bot.tail


async def test_a_disk_that_takes_no_more_is_told_of_once_and_when_it_does_again_the_table_goes_on() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        boris = ground.people["boris"]
        bot = await ground.start_bot(QUICK)
        room = await opened(ground.people["anna"])
        before = len(bot.log.splitlines())
        limit(bot.pid, 0)
        for _ in range(20):
            assert (await boris.press(room, label="Join")).texts == [NOT_SAVED()]
        assert len(bot.log.splitlines()) - before == 1, bot.tail
        assert bot.tail.endswith(": DatabaseFailed SQLITE_IOERR_WRITE the disk cannot be read or written\n")
        limit(bot.pid, resource.RLIM_INFINITY)
        assert (await boris.press(room, label="Join")).texts[0].startswith("You have joined the table.")
        assert await bot.stop() == 0
        (count,) = re.findall(r"\.\.\. and (\d+) times since\n", bot.log)
        assert 19 <= int(count) <= 20  # at each press the act is lost


async def test_on_a_machine_whose_clock_is_wrong_every_press_counts_and_the_host_is_told() -> None:
    """By how much is known as well as an answer of Discord's, dated by whole seconds, can tell."""
    for ahead, said in ((300, "ahead of"), (-300, "behind")):
        began = time.monotonic()
        async with Playground.open(limits=LIMITS) as ground:
            bot = await ground.start_bot(QUICK, command=(sys.executable, "-c", WRONG_CLOCK.format(ahead)))
            anna, boris = ground.people["anna"], ground.people["boris"]
            answer = await boris.press(await opened(anna), label="Join")
            assert answer.texts[0].startswith("You have joined the table.")
            told = re.search(rf"this machine's clock is (\d+) seconds {said} Discord's", bot.log)
            assert told is not None, bot.log
            assert abs(int(told[1]) - 300) <= 1 + (time.monotonic() - began) / 2


async def test_a_press_that_comes_late_by_discords_clock_is_too_late_on_a_machine_that_is_behind() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        await ground.start_bot(QUICK, command=(sys.executable, "-c", WRONG_CLOCK.format(-300)))
        anna = ground.people["anna"]
        room = await opened(anna)
        made = ground.world.snowflake() - (61_000 << 22)
        ground.world.snowflake = lambda: made  # type: ignore[method-assign]
        assert (await anna.press(room, label="Join")).texts == [TOO_LATE()]


async def opened(person: Person) -> Json:
    """The message of a table that has just been opened."""
    await person.slash("table open")
    seen = await person.until(lambda seen: any(buttons(message) for message in seen))
    return next(message for message in seen if buttons(message))


def remove(path: Path) -> None:
    path.unlink()


def limit(process: int, size: int) -> None:
    """No file of this process may grow beyond so many bytes, as if the disk were full."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
