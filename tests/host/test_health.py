"""``/health`` names what keeps the bot from serving people, ``/live`` only what another start may cure. Each
cause is made for a real bot, and cured."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bot.host.health import TRY_EVERY, Cause, Health, StorageCheck
from bot.host.metrics import Endpoint
from bot.supervisor import LATEST, PROVEN, Supervisor
from playground.ground import HOST, Playground
from playground.process import BotProcess
from storage.ports.patience import StorageAway
from tests.bot.test_outages import QUICK, limit
from tests.host.test_endpoint import asked
from tests.trials.stage import postgres
from tests.trials.stage.guard import Hangs, until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.ports import free_port

QUICKLY: Final = """
import runpy, sys
from pathlib import Path
import bot.clocks, bot.host.health, bot.messages.reminders, bot.supervisor
bot.host.health.TRY_EVERY = 0.05
bot.supervisor.LATEST = bot.supervisor.PROVEN = 0.2
bot.clocks.FIRST = bot.clocks.LONGEST_WAIT = bot.messages.reminders.EVERY = 0.05
remind_due = bot.messages.reminders.Reminders.remind_due
async def breaks(self):
    if Path("broken").exists():
        raise KeyError("broken")
    await remind_due(self)
bot.messages.reminders.Reminders.remind_due = breaks
runpy.run_module("bot", run_name="__main__")
"""
"""The bot with waits of a twentieth of a second in place of seconds; where there is a file ``broken`` one of
its background tasks fails."""


class Watch:
    """Asks a bot how it is."""

    def __init__(self, ground: Playground, bot: BotProcess, port: int, home: Path) -> None:
        self.ground, self.bot, self.port, self.home = ground, bot, port, home

    async def until(self, *wanted: object) -> None:
        """Until ``/health`` says so: its status and, if it is 503, the cause. ``/live`` is 200 meanwhile."""
        found: tuple[object, ...] = ()

        async def says_so() -> bool:
            nonlocal found
            found = await self.found()
            if found != wanted:
                assert (await asked(self.port, "live"))[0] == 200
            return found == wanted

        try:
            await until(says_so)
        except Hangs as hangs:
            raise Hangs(f"{hangs}: {found}, not {wanted}: {self.bot.tail}") from None

    async def found(self) -> tuple[object, ...]:
        status, text = await asked(self.port, "health")
        told = json.loads(text)
        assert told["healthy"] is (status == 200)
        return (200,) if status == 200 else (503, told["cause"])


@contextmanager
def gateway_refused(watch: Watch) -> Iterator[None]:
    """Its connections are ended, and none can be made."""
    watch.ground.gateway.away = True
    dropping = asyncio.create_task(watch.ground.drop_gateway(resume=True))
    yield
    watch.ground.gateway.away = False
    dropping.cancel()


@contextmanager
def disk_full(watch: Watch) -> Iterator[None]:
    limit(watch.bot.pid, 0)
    yield
    limit(watch.bot.pid, resource.RLIM_INFINITY)


@contextmanager
def task_broken(watch: Watch) -> Iterator[None]:
    (watch.home / "broken").touch()
    yield
    (watch.home / "broken").unlink()


async def watched(
    home: Path,
    database: Path | str,
    test: Callable[[Watch], Awaitable[None]],
    before: Callable[[Playground], object] = lambda _: None,
) -> None:
    port = free_port()
    settings = {**QUICK, "METRICS": f"{HOST}:{port}", "PYTHONPATH": str(Path(__file__).parents[2])}
    async with Playground.open(limits=LIMITS, database=database) as ground:
        before(ground)
        bot = BotProcess(
            (sys.executable, "-c", QUICKLY),
            {**ground.environment, **settings},
            lambda: lambda: True,
            cwd=home,
        )
        await bot.start()
        try:
            await until(lambda: "bot.app: ready" in bot.log)
            await test(Watch(ground, bot, port, home))
        finally:
            bot.kill()
            await bot.dead()


@pytest.mark.long
async def test_health_names_each_cause_while_it_lasts_and_is_well_again_when_it_is_cured(
    tmp_path: Path,
) -> None:
    async def each_cause(watch: Watch) -> None:
        await watch.until(200)
        for made, cause in (
            (gateway_refused, Cause.GATEWAY),
            (disk_full, Cause.STORAGE),
            (task_broken, Cause.TASK),
        ):
            with made(watch):
                await watch.until(503, cause.value)
            await watch.until(200)
        log = watch.bot.log
        assert "the task reminders has failed, and is begun again" in log and "KeyError: 'broken'" in log
        assert "the storage takes nothing" in log and "takes what is written again" in log

    await watched(tmp_path, tmp_path / "tables.sqlite3", each_cause)


@pytest.mark.long
async def test_a_file_that_is_gone_is_named_until_the_bot_has_ended(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def gone(watch: Watch) -> None:
        await watch.until(200)
        file.rename(tmp_path / "elsewhere")
        await watch.until(503, Cause.STORAGE.value)
        assert await watch.bot.dead() == 4

    await watched(tmp_path, file, gone)


@pytest.mark.long
async def test_a_server_that_is_stopped_or_hangs_is_named(tmp_path: Path) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:

        async def away(watch: Watch) -> None:
            await watch.until(200)
            for go, come in ((server.stop, server.start), (server.freeze, server.thaw)):
                await asyncio.to_thread(go)
                try:
                    await watch.until(503, Cause.STORAGE.value)
                finally:
                    await asyncio.to_thread(come)
                await watch.until(200)

        await watched(tmp_path, server.url(), away)


@pytest.mark.long
@pytest.mark.parametrize("body", [{"message": "ordered"}, [{"name": 5}]], ids=["refused", "not understood"])
async def test_commands_that_are_not_registered_are_named_until_they_are(tmp_path: Path, body: Any) -> None:
    """Whether Discord refuses, or answers with what nobody has thought of."""
    fault, status = None, 403 if isinstance(body, dict) else 200

    def before(ground: Playground) -> None:
        nonlocal fault
        fault = ground.fail("GET", r"/applications/\d+/commands", status=status, times=None)
        fault.body = body

    async def not_told(watch: Watch) -> None:
        await watch.until(503, Cause.COMMANDS.value)  # as it is before they are asked for, too
        await until(lambda: fault is not None and fault.used > 0)
        watch.ground.mend()
        await watch.until(200)
        assert "Discord could not be told of the commands: " in watch.bot.log
        assert "Traceback" not in watch.bot.log

    await watched(tmp_path, tmp_path / "tables.sqlite3", not_told, before)


class Served:
    """A bot that is connected, or not."""

    gateway_connected = commands_known = True


class Storage:
    """Takes what is written, or not, and counts."""

    def __init__(self) -> None:
        self.takes, self.tries = True, 0

    async def write(self) -> None:
        self.tries += 1
        if not self.takes:
            raise StorageAway


async def test_a_storage_is_tried_every_five_seconds_when_asked_and_by_itself_while_it_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked once a second, and then by nobody."""
    loop, ahead = asyncio.get_running_loop(), 100.0
    began = loop.time()
    monkeypatch.setattr(loop, "time", lambda: began + ahead)
    storage = Storage()
    check = StorageCheck(storage.write)
    health, bot = Health(check, Supervisor()), Served()

    async def asks(times: int) -> list[Cause | None]:
        nonlocal ahead
        found = []
        for _ in range(times):
            found.append(await health.cause(bot))
            ahead += 1.0
            for _ in range(3):
                await asyncio.sleep(0)
        return found

    assert await asks(10) == [None] * 10 and storage.tries == 2
    storage.takes = False
    assert set(await asks(5)) == {Cause.STORAGE}  # at the latest after five seconds

    async def waits() -> None:
        nonlocal ahead
        ahead += TRY_EVERY
        for _ in range(9):
            await asyncio.sleep(0)

    for _ in range(4):
        before = storage.tries
        await waits()
        assert storage.tries == before + 1 and check.refuses
    storage.takes = True
    await waits()
    assert not check.refuses
    assert await asks(1) == [None]
    await check.close()


async def test_the_cause_that_is_named_is_the_first_that_has_to_be_cured() -> None:
    storage, supervisor = Storage(), Supervisor()
    health, bot = Health(StorageCheck(storage.write), supervisor), Served()
    assert await health.cause(None) is Cause.STARTING
    assert await health.cause(bot) is None

    async def work() -> None:
        raise KeyError

    task = supervisor.run_for_ever("beats", work, essential=True)
    await asyncio.sleep(0)
    assert await health.cause(bot) is Cause.TASK and health.fatally_ended == {"beats"}
    bot.commands_known = False
    assert await health.cause(bot) is Cause.COMMANDS
    bot.gateway_connected = False
    assert await health.cause(bot) is Cause.GATEWAY
    health.stops = lambda: True
    assert await health.cause(bot) is Cause.STOPPING
    task.cancel()
    assert LATEST + PROVEN < 10  # seconds after its cure in which a task counts as running again


async def test_a_process_without_a_bot_yet_lives_and_one_whose_loop_serves_no_purpose_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    async with Endpoint.open((HOST, port), Storage().write) as endpoint:
        assert await asked(port, "live") == (200, '{"live": true, "ended": []}')
        supervisor = Supervisor()
        monkeypatch.setattr(endpoint.health, "_supervisor", supervisor)

        async def work() -> None:
            raise KeyError

        task = supervisor.run_for_ever("leases", work, essential=True)
        await asyncio.sleep(0)
        assert await asked(port, "live") == (503, '{"live": false, "ended": ["leases"]}')
        task.cancel()
