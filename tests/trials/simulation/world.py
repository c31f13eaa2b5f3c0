"""One simulated world: the whole bot, a Discord, a network, a disk and people, all drawn from one number.

Unmodified are the bot as a host runs it, from the open file to ``bot.serving``, the libraries, and the
playground's Discord behind sockets. Simulated are the loop, time and chance, and the threads of SQLite and of
the gateway's heartbeat.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
import discord
from aiohttp import web
from simloop._net import DRIVER, _current_host

from bot import parts
from bot.clocks import LONGEST_WAIT
from bot.serving import serve
from bot.settings import load_settings
from bot.streams.fair_deal import ChanceSource
from bot.tables.contests import Contests
from playground.ground import NAMES, Playground
from playground.limits import Limits
from playground.people import buttons
from robots.player import Strength
from screens.words.hosting import DATABASE_FULL
from storage.errors import code_of
from storage.ports.patience import CURRENT_PATIENCE, StorageAway
from storage.ports.records import DatabaseAddress, ServerUrl
from storage.ports.storage import StorageError
from storage.sqlite.file import Claim
from storage.store import Store
from tests.trials.simulation import disk
from tests.trials.simulation.beside import Ledger, Life
from tests.trials.simulation.calls import AtCalls
from tests.trials.simulation.checking import UNASKED, Finding, at_rest, checked
from tests.trials.simulation.clock import CLOCK, processor_seconds
from tests.trials.simulation.disk import Disk, Inline
from tests.trials.simulation.lives import arrange, lived, lives, newcomers, people_of
from tests.trials.simulation.loop import Loop, on
from tests.trials.simulation.pages import ADDRESS, Paged
from tests.trials.simulation.pages import PORT as PAGE_PORT
from tests.trials.simulation.people import StoodStill, Table
from tests.trials.simulation.plan import Plan, Strike
from tests.trials.simulation.recounting import recounted
from tests.trials.simulation.secrets import EPHEMERAL, Watch, names_a_card
from tests.trials.simulation.strikes import AWAY, RESTARTS, struck
from tests.trials.simulation.timing import Probing, SlowWorkers, Timings, timings
from tests.trials.stage.playing import is_alert

TOLD: Final = frozenset({"SQLITE_FULL", "SQLITE_READONLY", *StorageAway().args})
"""Errors of the disk, which the log is to tell, and that it was too slow, or the process, for a press."""
OUTSIDE: Final = (discord.HTTPException, OSError, aiohttp.ClientError)
"""Faults of Discord's and the network's, which it may tell too."""
POSTED: Final = "SELECT message FROM slot"
"""The messages of which there is a note; NULL: one that is still to be posted, or may be on its way."""
VERSION: Final = "SELECT coalesce(max(version), 0) FROM event WHERE table_id = '{table}'"
PORT: Final = 8080
DISCORD: Final = "discord"
SETTLED: Final = 120.0
"""Seconds after the last card in which everything that is late has come."""
STEADY: Final = 25.0
"""Seconds after something has happened in which its messages have come, while nothing strikes."""
WRONG: Final = (-7200.0, 7200.0)
"""Seconds by which the clock of a machine may be ahead."""
GOES_ON: Final = (2.0, 10.0)
"""Seconds for which it goes on when everybody has stopped."""


@dataclass
class Result:
    """What has become of a world."""

    plan: Plan
    findings: list[Finding] = field(default_factory=list)
    digest: str = ""
    seconds: float = 0.0
    """As they passed for its people, without those in which nobody did anything."""
    took: float = 0.0
    """Seconds of the processor."""
    turns: int = 0
    deals: int = 0
    acts: dict[str, int] = field(default_factory=dict)
    """What people did, by its kind."""
    met: dict[str, int] = field(default_factory=dict)
    states: frozenset[str] = frozenset()
    """Of its messages and its table."""
    last: list[str] = field(default_factory=list)
    timings: Timings | None = None


class Heart(discord.gateway.KeepAliveHandler):
    """The gateway's heartbeat as a task of the loop, in place of the library's thread."""

    _beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._beating = asyncio.get_running_loop().create_task(self._beat(), name="heartbeat")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.interval or 0.0)
            if self._last_recv + self.heartbeat_timeout < CLOCK.elapsed():
                await self.ws.close(4000)
                return
            await self.ws.send_heartbeat(self.get_payload())
            self._last_send = CLOCK.elapsed()

    def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()


def _is_told_in(line: str, codes: frozenset[str]) -> bool:
    """Whether a sentence for the host, which has no traceback, tells of one of these errors."""
    return DATABASE_FULL.removesuffix(".") in line or any(f"({code})" in line for code in codes)


class _Complaints(logging.Handler):
    """Collects what the bot logs as a fault of its own."""

    def __init__(self, into: list[str], told: frozenset[str]) -> None:
        """``told`` are the faults, by code or by text, that the log of this world is to tell."""
        super().__init__(logging.INFO)
        self._into = into
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        if names_a_card(line):
            self._into.append(f"a line of the log names a card: {line}")
        fault = record.exc_info[1] if record.exc_info else None
        said = {one for one in getattr(fault, "args", ()) if isinstance(one, str)}
        if (
            record.levelno < logging.ERROR
            or self._told & {code_of(fault), *said}
            or _is_told_in(line, self._told)
        ):
            return
        if isinstance(record.args, tuple) and any(isinstance(one, OUTSIDE) for one in record.args):
            return
        if record.name.split(".")[0] in ("bot", "cogs", "rules", "storage", "asyncio"):
            where = ""
            if record.exc_info and record.exc_info[2] is not None:
                trace = record.exc_info[2]
                while trace.tb_next is not None:
                    trace = trace.tb_next
                code = trace.tb_frame.f_code
                where = f" ({record.exc_info[1]!r} in {Path(code.co_filename).name}:{trace.tb_lineno})"
            self._into.append(f"{record.name}: {record.getMessage()}{where}")


def _play_easily() -> None:
    """Deals that are compared are played by easy robots: a search takes as long here as anywhere."""
    begin = Contests.__init__

    def easy(self: Contests, *given: Any) -> None:
        begin(self, *given)
        self.strength, self.field = Strength.EASY, (Strength.EASY,)

    Contests.__init__ = easy  # type: ignore[method-assign, assignment]


class World:
    """A world while it runs."""

    longest_away = AWAY
    """Seconds for which a process may be gone."""
    thinks: tuple[float, float] | None = None
    """Seconds for which its people think, if not as long as anywhere."""
    told = TOLD

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.loop = Loop(plan.seed, in_order=plan.in_order)
        self.disk = Disk(folder)
        self.complaints: list[str] = []
        self.findings: list[Finding] = []
        self.numbers = Random(f"world {plan.seed}")
        self.lives = 0
        self._calm = asyncio.Lock()
        """Held while everybody rests: nothing strikes then."""
        self._struck: list[tuple[str, Callable[[], bool]]] = []
        """What was ordered, and whether it has happened by now."""
        self._errands: list[asyncio.Task[None]] = []
        self.running: asyncio.Task[None] | None = None
        self._comes_back = False
        self.rested = 0.0
        """Seconds."""
        self._struck_all = False
        self.deleted = -1
        """The version at which the table's message was last deleted. The bot learns of it with its next edit,
        and before that nobody rests."""
        self.edited = -1
        """How often the bot had edited messages there by then."""
        self._stopping: asyncio.Event | None = None
        self.ground: Playground
        self.table: Table
        self._ahead: dict[str, float] = {}
        self.clock_set = 0.0
        """By how many seconds the bot's machines have been set wrong, until that is mended."""
        self.watch: Watch
        self.ledger: Ledger
        self.beside: list[Life] = []
        self.at_calls: AtCalls | None = None

    # ------------------------------------------------------------------ the bot

    @property
    def bot(self) -> str:
        """The name of its process: each life has another."""
        return f"bot-{self.lives}"

    @property
    def database(self) -> DatabaseAddress:
        return self.disk.path

    def copied(self) -> DatabaseAddress:
        """Where it can be seen what is stored, while the bot goes on."""
        return self.disk.copied()

    def looked(self, statement: str) -> list[Any]:
        """A look at what is committed."""
        with closing(sqlite3.connect(self.disk.copied())) as db:
            return db.execute(statement).fetchall()

    def start(self) -> None:
        self.lives += 1
        self.running = on(self.loop, self.bot, self._live)

    async def struck(self, strike: Strike) -> Callable[[], bool]:
        return await struck(self, strike)

    def choose(self, strike: Strike) -> None:
        """Whom this is to strike, where there are several."""

    def kill(self, left: dict[str, bytes] | None = None) -> None:
        """End the bot, unless it is gone, as ``kill -9`` does, or as a cut of the power that ``left`` this
        of its files."""
        if not self._is_up:
            return
        self.loop.kill(self.bot)
        if self.disk.full or self.disk.read_only:  # what it could not note the next process does not know
            self.watch.forget_refusals()
        self.slow_disk()
        self.disk.full = self.disk.read_only = False
        self.disk.leave(left)
        Claim._taken.clear()

    def come_back(self, seconds: float = RESTARTS) -> None:
        if not self._comes_back:
            self._comes_back = True
            on(self.loop, DISCORD, lambda: self._later(seconds))

    async def _later(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._comes_back = False
        CURRENT_PATIENCE.set(None)  # of the press in whose answer it was killed
        self.start()

    @property
    def away(self) -> float:
        """Seconds for which a process may be gone: not long while a message stands or is on its way, of which
        its disk has no note. Only a nonce finds that, and Discord forgets those."""
        return AWAY if self._is_all_noted else RESTARTS

    @property
    def _is_all_noted(self) -> bool:
        if self.disk.full or self.disk.read_only:
            return False
        noted = {message for (message,) in self.looked(POSTED)}
        seen = chain(self.table.public(), *(person.sees(person.dm) for person in self.table.people))
        changing = (one for one in seen if is_alert(one) or buttons(one))  # no other is in a slot for long
        stand = (int(one["id"]) for one in changing if not one["flags"] & EPHEMERAL)
        lasts, age = self.ground.limits.nonce_seconds, self.ground.world.age
        return None not in noted and all(one in noted for one in stand if age(one) < lasts)

    def once(self, true: Callable[[], bool], seconds: float, do: Callable[[], None]) -> None:
        """So many seconds after this has become true, do that, unless everybody rests then."""

        async def wait() -> None:
            while not true():
                await asyncio.sleep(0.25)
            await asyncio.sleep(seconds)
            if not self.table.resting:
                do()

        self._errands.append(asyncio.create_task(wait()))

    async def stop(self) -> None:
        """End it as a service manager does."""
        if self._stopping is None or self.running is None:
            return
        self._stopping.set()
        await asyncio.wait([self.running], timeout=60.0)

    async def finish(self) -> None:
        """End all of the bot that runs."""
        await self.stop()

    async def _live(self) -> None:
        self._stopping = asyncio.Event()
        if not await self._served(self._stopping, str(self.lives)):
            self.come_back()

    async def _served(self, stopping: asyncio.Event, life: str, **settings: str) -> bool:
        """One life of a process, which has this name. False if its database has ended it."""
        database = self.database
        told = {
            **self.ground.environment,
            "DATABASE": database.url_with_password() if isinstance(database, ServerUrl) else str(database),
            "ROBOT_WORKERS": "2" if self.plan.timed else "0",
            "CARD_EMOJI": "off",
            "CUT_SECONDS": "20",
            **settings,
        }
        if self.plan.pages:
            told |= {"PAGE": f"{self.loop.net.address(self.bot)}:{PAGE_PORT}", "PAGE_ADDRESS": ADDRESS}
        try:
            async with Store.open(database) as store:
                chance = ChanceSource(f"{self.plan.seed} {life}")
                await serve(load_settings(told, Path("/nonexistent")), store, stopping, chance)
        except Exception as fault:  # noqa: BLE001  # whatever ends it
            if isinstance(fault, StorageError) and fault.outside:
                return False
            self.complaints.append(f"the bot ended: {fault!r}")
        return True

    # ------------------------------------------------------------------ the rest

    def latency(self, least: float = 0.01, most: float = 0.06) -> None:
        """Have the network take so long from now on, in seconds for each way."""
        self.loop.net.set_defaults(latency=(least, most) if self.plan.jitter else (most, most))

    def slow_disk(self, least: float = 0.0005, most: float = 0.008) -> None:
        """Have the disk take so long from now on, in seconds before a transaction, and again after it."""
        Inline.delay = staticmethod(lambda: self.numbers.uniform(least, most))

    def run(self) -> Result:
        CLOCK.begin(self.plan.seed, self.plan.begins)
        os.environ["TZ"] = self.plan.zone
        time.tzset()
        CLOCK.wrong = self._wrong
        handler = _Complaints(self.complaints, self.told)
        root = logging.getLogger()
        root.handlers[:] = [handler]
        root.setLevel(logging.INFO)
        discord.gateway.KeepAliveHandler = Heart  # type: ignore[misc]
        parts.WorkerPool = SlowWorkers  # type: ignore[attr-defined, assignment, misc]
        disk.install()
        _play_easily()
        self.slow_disk()
        sys.set_int_max_str_digits(0)
        result = Result(self.plan)
        began = processor_seconds()
        try:
            self.loop.run_until_complete(self._lived(result))
        except Exception as error:  # noqa: BLE001  # whatever ends it
            result.findings.append(Finding("the world ended", repr(error)))
        result.took = processor_seconds() - began
        slept = self.ledger.slept if hasattr(self, "ledger") else 0.0
        result.seconds, result.turns = self.loop._now - self.rested - slept, self.loop.turns
        result.findings += [Finding("error in the loop", one) for one in self.loop.faults]
        result.findings += [Finding("logged as an error", one) for one in self.complaints]
        result.findings += self.findings
        result.digest = self.loop.record.digest.hexdigest()
        self.loop.met.update(kind for kind, happened in self._struck if happened())
        result.met = dict(self.loop.met)
        result.last = list(self.loop.record.last)
        return result

    def _wrong(self) -> float:
        """By how many seconds the clock of the machine that asks is ahead: those of the bot's are wrong."""
        name = _current_host.get(DRIVER)
        if not name.startswith("bot-"):
            return 0.0
        machine = name.rpartition("-")[0]  # the rest counts its processes
        if not self.plan.wrong_clocks:
            return self.clock_set
        if machine not in self._ahead:
            self._ahead[machine] = Random(f"clock of {machine} {self.plan.seed}").uniform(*WRONG)
        return self._ahead[machine] + self.clock_set

    async def _lived(self, result: Result) -> None:
        loop = self.loop
        self.latency()
        loop.net.host(DISCORD)
        address = loop.net.address(DISCORD)
        self.ground = Playground(f"http://{address}:{PORT}", Limits(), self.disk.path, (), "Biritch", ())
        playing = on(loop, DISCORD, lambda: self._played(result, address))
        await playing

    async def begin(self) -> None:
        """Have the bot run; within the process of Discord."""
        self.start()

    async def _played(self, result: Result, address: str) -> None:
        plan = self.plan
        runner = web.AppRunner(self.ground.application(), access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.TCPSite(runner, address, PORT).start()
        await self.begin()
        ready = asyncio.get_running_loop().time() + 60.0
        while not any(self.ground.world.commands.values()) and asyncio.get_running_loop().time() < ready:
            await asyncio.sleep(0.2)
        newcomers(self.ground, people_of(plan.beside))
        names = tuple(name.lower() for name in NAMES[: self.plan.people])
        self.table = (Probing if plan.timed else Paged if plan.pages else Table)(
            self.ground,
            Random(f"cards {self.plan.seed}"),
            names,
            choices=Random(f"people {self.plan.seed}"),
        )
        self.table.thinks = self.thinks or self.table.thinks
        self.table.bot_runs = lambda: self._runs
        if isinstance(self.table, Paged):
            self.table.with_pages = plan.pages
            self.table.runs_at = lambda: self.loop.net.address(self.bot) if self._is_up else ""
        self.table.options, self.table.more = dict(plan.options), plan.more
        watch = self.watch = Watch(self.ground, lambda: CLOCK.date)
        watch.is_seated = lambda: self.table.seated
        if isinstance(self.table, Probing):
            self.table.watch = watch
        if plan.at_calls is not None:
            self.at_calls = AtCalls(self.ground, *plan.at_calls, asyncio.get_running_loop().time)
        self.ledger = Ledger(
            lambda: CLOCK.date, lambda: self.table.resting, lambda: self._runs, lambda: self._is_quiet
        )
        await arrange(self.ground, self.ledger, dict(plan.house))
        striking = asyncio.create_task(self._strike())
        playing = asyncio.create_task(self.table.rubber(plan.deals))
        beside = asyncio.create_task(self._live_beside())
        breaking = asyncio.create_task(watch.broken.wait())
        await asyncio.wait((playing, breaking), return_when=asyncio.FIRST_COMPLETED)
        breaking.cancel()
        if watch.broken.is_set():
            playing.cancel()
            beside.cancel()
            self.findings += [Finding(UNASKED, one) for one in watch.improper[:1]]
            return
        try:
            await playing
        except StoodStill as still:
            result.findings.append(Finding("a table stood still", str(still)))
            beside.cancel()
        self.table.stopped = True
        await asyncio.wait([beside])
        for errand in (striking, *self._errands):
            errand.cancel()
        if self.at_calls is not None:
            self.loop.met[self.at_calls.told] += self.at_calls.met
            self.at_calls.stop()
        self._mend()
        await asyncio.sleep(SETTLED + self._returns_in)
        acts = Counter(one.kind for one in self.table.acts if one.acknowledged) + self.table.looked
        result.acts, result.states = dict(acts), frozenset(watch.states)
        await self.finish()
        if isinstance(self.table, Probing):
            result.timings = await self._timings(self.table, watch)
            return
        deals, findings = await checked(self.table, watch, self.database)
        result.deals, result.findings = deals, result.findings + findings
        if self.ledger.deeds:
            result.acts |= dict(self.ledger.kinds)
            result.findings += await recounted(self.ledger, self.beside, watch, self.table, self.disk.path)

    async def _live_beside(self) -> None:
        """What others do, once all sit at the table."""
        plan = self.plan
        while plan.beside and not self.table.seated:
            await asyncio.sleep(1.0)
        self.beside = lives(self.ground, plan.beside, self.ledger, plan.seed)
        await lived(self.beside, self.ledger)

    async def _timings(self, table: Probing, watch: Watch) -> Timings:
        async with Store.open(self.database) as store:
            (stream,) = await store.streams.all_open("table")
            people = await store.streams.users_of(stream.table)
            return timings(table, watch, await store.streams.read(stream.table), people)

    async def _strike(self) -> None:
        """Do what the plan says, when it says it."""
        loop = asyncio.get_running_loop()
        for one in sorted(self.plan.strikes, key=lambda one: one.at):
            await asyncio.sleep(max(0.0, one.at + self.rested - loop.time()))
            async with self._calm:
                self.choose(one)
                happened = await self.struck(one)
                self._struck.append((one.kind, happened))
            if one.rest and self.table.seated:
                self._errands.append(asyncio.create_task(self._rest(one.rest, happened)))
        self._struck_all = True

    @property
    def _knows_what_is_deleted(self) -> bool:
        """Whether there was an act since the table's message was deleted that no cut of the power and no full
        disk has undone, and of which the message was to show something."""
        stored = self.looked(VERSION.format(table=self.watch.main))[0][0]
        edits = self.watch.edits[self.table.channel]
        return min(self.watch.version, stored) > self.deleted and edits > self.edited

    async def _rest(self, seconds: float, happened: Callable[[], bool]) -> None:
        """Once it has happened everybody stops, soon nothing strikes any more, and the bot puts all right."""
        while not happened() or not self._knows_what_is_deleted:
            await asyncio.sleep(0.25)
        async with self._calm:
            began = asyncio.get_running_loop().time()
            self.table.resting = True
            await asyncio.sleep(self.numbers.uniform(*GOES_ON))
            self._mend()
            await asyncio.sleep(seconds + self._returns_in - STEADY)
            before = self.table.room_text
            await asyncio.sleep(STEADY)
            if self.table.goes_on is not None or self.table.room_text != before:
                await self._goes_on()
            self.findings += await at_rest(self.table, self.copied())
            if isinstance(self.table, Paged):
                stale = await self.table.stale_parts()
                self.findings += [Finding("an open page shows what a new one does", one) for one in stale]
            if self.findings:
                self.watch.broken.set()
            self.table.resting = False
            self.rested += asyncio.get_running_loop().time() - began

    async def _goes_on(self) -> None:
        """From a result the table goes on by itself, also while everybody rests."""
        for _ in range(int(SETTLED)):
            if self.table.goes_on is None:
                break
            await asyncio.sleep(1.0)
        before = ""
        while self.table.room_text != before:  # robots may go on, too
            before = self.table.room_text
            await asyncio.sleep(STEADY)

    @property
    def _is_up(self) -> bool:
        return self.bot not in self.loop.dead

    @property
    def _runs(self) -> bool:
        """Whether anything of the bot runs."""
        return self._is_up

    @property
    def _is_quiet(self) -> bool:
        """Whether the table is over, and all that was to strike has struck."""
        return self.table.stopped and self._struck_all and self._runs and not self.table.resting

    @property
    def _returns_in(self) -> float:
        """The seconds until the bot is there again, at most: only while it is does it wait for anybody."""
        if not self._is_up:
            return self.longest_away
        return 0.0 if self.ground.gateway.connections else LONGEST_WAIT

    def _mend(self) -> None:
        self.clock_set = 0.0
        self.slow_disk()
        self.disk.full = self.disk.read_only = False
        self.disk.disarm()
        self.ground.mend()
        self.ground.gateway.away = False
        self.loop.thaw_all()
        self.loop.net.heal()
        self.latency()
