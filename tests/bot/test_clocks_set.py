"""A clock is set wrong at a drawn moment, by a second to ten years either way, and put right later: the
host's, that which dates an answer of Discord's, that which named a file, or that by which rows were written.
Within an hour all is as it would be without it.

Days pass in virtual time.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf
from pathlib import Path
from typing import Any, Final

import pytest

from bot.adjourning import Adjourning
from bot.clocks import DiscordClock, Uptime, cancelled
from bot.discord_api.faults import Form, Refused
from bot.discord_api.rest import Rest
from bot.discord_api.scheduler import Buckets, Scheduler
from bot.discord_api.sender import Messenger, Pressed
from bot.evenings.service import Evenings, OpenEvening
from bot.evenings.steward import Steward
from bot.host.backups import Daily, found
from bot.messages.drawing import Drawing
from bot.messages.evening_board import BoardFinder
from bot.messages.outbox import Outbox
from bot.messages.tokens import Tokens
from bot.preferences import Preferences
from bot.readers import Readers
from bot.sheets.service import ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.tables.clock import Alerts, Clock
from bot.tables.contests import Contests, Thinkers
from bot.tables.open_table import Alert
from bot.tables.service import Tables
from rules.evening.events import Begin, Enter
from rules.evening.plan import Kind
from rules.table.requests import Join, Start
from storage.ports.records import Place, SlotKey, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock as Ticking
from tests.bot.desk import Desk, Lines, Wire
from tests.bot.keeping import Keeping
from tests.bot.test_adjourning import Discord
from tests.bot.test_steward import HERE, Threads
from tests.each import mostly_long
from tests.evenings import plan

BEGAN: Final = datetime(2026, 11, 24, 0, 30, tzinfo=UTC)
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
YEAR = 365 * DAY
FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))
OTHERS = tuple(UserId(number) for number in range(1001, 1009))
LASTS = 1.5 * DAY
LOOK = 5 * MINUTE
BY_TURNS = 5 * MINUTE
"""Seconds after the beginning at which everything is opened."""


THEN: Final = "then "
CHAIN: Final = ("the pack is cut", "somebody is told", "somebody is late", "it is adjourned", "it is closed")


@dataclass(frozen=True)
class Step:
    """``whose`` clock is wrong by so many seconds from a moment on, for so long."""

    whose: str
    at: float
    by: float
    lasts: float

    def wrong(self, now: float) -> float:
        return self.by if self.at <= now < self.at + self.lasts else 0.0


NONE: Final = Step("nobody", inf, 0.0, 0.0)


def drawn(seed: int) -> Step:
    numbers = random.Random(f"step {seed}")
    whose = ("host", "discord", "file", "row")[seed % 4]
    size = min(10 ** numbers.uniform(0.0, 8.5), 10 * YEAR)
    at = numbers.uniform(0.0, 12 * HOUR)
    return Step(whose, at, size * numbers.choice((1, -1)), 10 ** numbers.uniform(0.0, 4.5))


class Bot:
    """The parts of one process to which a moment matters. It has heard Discord twice before it begins."""

    def __init__(self, world: World, life: int) -> None:
        store, loop = world.store, world.loop
        self.clock = DiscordClock(world.host, loop.time)
        now = self.now = self.clock.now
        for _ in range(2):
            world.answers(self.clock)
        self.uptime = Uptime(store.uptime, now, loop.time)
        self.tables = Tables(
            store.streams, ChanceSource(f"tables {life}"), now, counted=self.uptime.connected_seconds
        )
        self.evenings = Evenings(store.streams, ChanceSource(f"evenings {life}"), now)
        self.sheets = ScoreSheets(store.streams, ChanceSource(f"sheets {life}"), now)
        preferences = Preferences(store.preferences, store.people)
        readers = Readers(preferences, lambda _: None)
        rest = Rest(world.discord, "biritch", Buckets(), self.clock)
        outbox = Outbox(store.slots)
        drawing = Drawing(self.tables, 1, readers, outbox)
        find_board = BoardFinder(
            self.tables, self.sheets, self.evenings, drawing, preferences, readers
        ).board_for
        messenger = Messenger(rest, Refused(now))
        kept = self.kept = Keeping(store.slots, outbox, find_board, messenger, Scheduler(rest.buckets), now)
        self.adjourning = Adjourning(
            [self.tables, self.evenings], world.discord, kept.boards, kept.posting, 1, now
        )
        self.steward = Steward(self.evenings, self.tables, world.threads, _name, self.adjourning.go_on, now)
        self.ticking = Clock(
            self.tables, ChanceSource(f"clock {life}"), 20.0, now, preferences.of_server, abandoned=2 * HOUR
        )
        self.alerts = Alerts(self.tables, preferences, _in_the_channel, now)
        daily = Daily(store, world.path, world.folder, daily=True, now=world.host)
        self.tables.followers += [kept.posting, self.ticking, self.alerts, self.adjourning, self.steward]
        self.evenings.followers += [kept.posting, self.adjourning, self.steward]
        self.lasting = [
            asyncio.ensure_future(one) for one in (daily.back_up_daily(), self.uptime.store_periods())
        ]

    async def begin(self) -> None:
        await self.uptime.load_periods()
        self.uptime.connected()
        self.tables.connected()
        for part in (self.tables, self.evenings):
            await part.find()
            await part.load_going_on()

    async def end(self) -> None:
        await cancelled(self.lasting)
        await self.uptime.disconnected()
        for part in (self.ticking, self.alerts, self.adjourning, self.steward, self.kept):
            await part.close()


async def _name(_: OpenEvening, number: int, table: int) -> str:
    return f"round {number} table {table}"


async def _in_the_channel(_: SlotKey) -> bool:
    return False


@dataclass(eq=False)
class World:
    """What happens in some days, and when it was seen to have happened, in seconds since the beginning."""

    path: Path
    step: Step
    store: Store
    seen: dict[str, float] = field(default_factory=dict)
    backups: set[float] = field(default_factory=set)
    """Those with their true dates."""
    counted: float = 0.0
    ahead: Mapping[str, object] = field(default_factory=dict)
    _reminders: list[Alert] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.began = self.loop.time()
        self.folder = self.path.with_suffix(".backups")
        self.discord, self.threads = Discord(), Threads()

    @property
    def passed(self) -> float:
        return self.loop.time() - self.began

    def true(self) -> float:
        return BEGAN.timestamp() + self.passed

    def host(self) -> float:
        return self.true() + (self.step.wrong(self.passed) if self.step.whose == "host" else 0.0)

    def answers(self, clock: DiscordClock, wrong: float = 0.0) -> None:
        """An answer of Discord's, dated so far ahead."""
        now = datetime.fromtimestamp(0, UTC) + timedelta(seconds=self.true() + wrong)
        clock.dated(format_datetime(now), self.loop.time() - 0.1, self.loop.time())

    @property
    def plants_ahead(self) -> bool:
        """Whether rows were written of a time that is still to come at the end."""
        return self.step.whose == "row" and self.step.at + self.step.by > LASTS

    def see(self, what: str) -> None:
        self.seen.setdefault(what, self.passed)

    async def live(self) -> None:
        bot = Bot(self, 0)
        await bot.begin()
        await asyncio.sleep(BY_TURNS)
        tables = {"": (await self._table(bot.tables, 13, {})).id}
        days = (await self._table(bot.tables, 12, {"pace": "days", "absent": "off"})).id
        evening = await self._evening(bot.evenings)
        stepped = False
        while self.passed < LASTS:
            if self.passed >= self.step.at and not stepped:
                stepped = True
                await self._set_wrong(bot)
                await bot.end()
                by_row = Tables(self.store.streams, ChanceSource("then"), lambda: self.true() + self.step.by)
                if self.step.whose == "row":
                    tables[THEN] = (await self._table(by_row, 14, {})).id
                bot = Bot(self, 1)
                await bot.begin()
                if self.step.whose != "row":
                    tables[THEN] = (await self._table(bot.tables, 14, {})).id
            await asyncio.sleep(LOOK)
            self.answers(bot.clock)
            await self._look(bot, tables, days, evening)
        self.counted = bot.uptime.connected_seconds(BEGAN.timestamp())
        self.ahead = await self.store.checks.moments_ahead()
        await bot.end()

    async def _table(self, tables: Tables, channel: int, options: dict[str, str]) -> Any:
        table = await tables.open_table(Place(1, channel), "biritch", options)
        for user in FOUR:
            await tables.act(table.id, user, Join())
        return await tables.act(table.id, FOUR[0], Start())

    async def _evening(self, evenings: Evenings) -> TableId:
        evening = await evenings.open_evening(HERE, plan(Kind.PROGRESSIVE, minutes=90), OTHERS[0])
        for user in OTHERS:
            await evenings.act(evening.id, user, Enter())
        return (await evenings.act(evening.id, OTHERS[0], Begin())).id

    async def _set_wrong(self, bot: Bot) -> None:
        if self.step.whose == "discord":
            self.answers(bot.clock, self.step.by)
        elif self.step.whose == "file":
            made = BEGAN + timedelta(seconds=self.passed + self.step.by)
            self.folder.mkdir(exist_ok=True)
            (self.folder / f"biritch-{made:%Y%m%dT%H%M%SZ}.sqlite3").touch()
        elif self.step.whose == "row":
            wrong = self.true() + self.step.by
            await self.store.uptime.note_period(wrong - HOUR, wrong, 0.0)
            for stream in await self.store.streams.all_open("table"):
                slots = await self.store.slots.of_stream(stream.table)
                await self.store.slots.note_slots([one._replace(not_before=wrong) for one in slots])

    async def _look(
        self, bot: Bot, tables: Mapping[str, TableId], days_id: TableId, evening_id: TableId
    ) -> None:
        for which, table_id in tables.items():
            table = await bot.tables.get(table_id)
            found_so = (table.state.pack is None, table.alerts, table.late, table.adjourned, table.closed)
            for what, so in zip(CHAIN, found_so, strict=True):
                if so:
                    self.see(which + what)
        if (await bot.evenings.get(evening_id)).state.time_is_over:
            self.see("no fresh round")
        days = await bot.tables.get(days_id)
        for alert in days.alerts.values():
            if alert not in self._reminders:
                self._reminders.append(alert)
                self.see(f"reminder {len(self._reminders)}")
        for made in found(self.folder):
            if abs((made - BEGAN).total_seconds() - self.passed) <= LOOK:
                self.backups.add((made - BEGAN).total_seconds())


_RIGHT: list[World] = []


async def lived(path: Path, step: Step) -> World:
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with Store.open(path, lambda: BEGAN.timestamp() + loop.time() - began) as store:
        world = World(path, step, store)
        await world.live()
    return world


@pytest.fixture
async def as_it_ought(tmp_path: Path) -> World:
    """The same for every test."""
    if not _RIGHT:
        _RIGHT.append(await lived(tmp_path / "right.sqlite3", NONE))
    return _RIGHT[0]


SOON = HOUR + 2 * LOOK


def ought(right: World, step: Step) -> dict[str, float]:
    """When all is to be seen, if it can be before the end: of what is begun when the clock is set, as long
    after that as in the world in which none is. A row by which nobody has been at a table for years is
    believed: nothing tells it from a true one."""
    behind = step.whose == "row" and step.by < 0
    due = {what: right.seen[what] - BY_TURNS + step.at for what in CHAIN}
    then = {THEN + what: when for what, when in due.items() if when + SOON < LASTS and not behind}
    return right.seen | then


@pytest.mark.parametrize("seed", mostly_long(range(200), range(4)))
async def test_within_an_hour_of_a_clock_that_is_put_right_all_is_as_it_would_be_without_that(
    seed: int, tmp_path: Path, as_it_ought: World
) -> None:
    step = drawn(seed)
    world = await lived(tmp_path / "wrong.sqlite3", step)
    right = step.at + step.lasts
    for what, when in ought(as_it_ought, step).items():
        seen = world.seen.get(what, LASTS + SOON)
        latest = max(when, right) if when >= step.at else when
        assert when - SOON <= seen <= latest + SOON, (step, what, when, seen)
    assert abs(world.counted - as_it_ought.counted) <= HOUR, step
    after = [when for when in world.backups if when >= right + HOUR]
    for moment in (right + SOON, LASTS):
        if 2 * HOUR + SOON < moment <= LASTS:
            assert moment - max(one for one in world.backups if one <= moment) <= DAY + SOON, (step, after)
    assert ("uptime" in world.ahead, "slot" in world.ahead) == (world.plants_ahead,) * 2, step


@pytest.mark.parametrize("step", [200.0, DAY, YEAR, 10 * YEAR, -200.0, -10 * YEAR])
async def test_a_message_whose_call_failed_while_the_clock_was_wrong_waits_for_no_date_that_lies_ahead(
    step: float, store: Store
) -> None:
    """It failed minutes or years ahead, by the clock that has been put right since."""
    clock, wire = Ticking(), Wire(Ticking())
    desk = Desk(store, clock, wire, Lines())
    counter = await desk.begin()
    desk.answers("PATCH 11", (500, 0))
    clock.time += step
    await desk.counters.add(counter.id)
    await desk.rests()
    (failed,) = [one for one in await store.slots.of_stream(counter.id) if one.tries]
    assert failed.not_before == pytest.approx(clock() + 0.3)
    wire.calls.clear()
    await desk.later(counter, 0.5 - step)
    await desk.rests()
    assert [call.split()[0] for call in wire.calls if "/11/" in call] == ["PATCH"]
    assert not [
        one for one in await store.slots.of_stream(counter.id) if one.due and not one.key.slot.kind.private
    ]
    await desk.kept.close()


def test_what_was_noted_by_a_clock_that_was_ahead_is_forgotten_once_that_is_right() -> None:
    """Forms that Discord refused, and tokens that reached nothing."""
    clock = Ticking()
    refused, tokens = Refused(clock), Tokens(clock)
    clock.time += YEAR
    refused.note_form(Form.LAYOUT)
    tokens._note_useless(Pressed.DIRECT)
    assert refused.lately(Form.LAYOUT) and tokens._is_useless(Pressed.DIRECT)
    clock.time -= YEAR
    assert not refused.lately(Form.LAYOUT) and not tokens._is_useless(Pressed.DIRECT)


async def test_a_play_whose_end_lies_ahead_counts_for_its_day_and_is_not_held_against_anybody(
    store: Store,
) -> None:
    clock = Ticking()
    contests = Contests(
        store.contests, Tables(store.streams, now=clock), Thinkers(None), ChanceSource("ahead"), clock
    )
    day = datetime.fromtimestamp(clock(), UTC).date().isoformat()
    assert contests.ended_in_time(day, clock() + YEAR) and contests.ended_in_time(day, clock() - 60)
    assert not contests.ended_in_time("2020-01-01", clock() - 60)
