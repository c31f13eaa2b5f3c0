"""What five years in one file cost: ``python -m lab.speed.years [--share 1.0] [--seed 1886] [--folder F]
[--on-server]``.

A file is filled with what a busy bot would have kept: servers whose people play rubbers, each a table with
its whole chain, and deals of the day, of which one has very many plays. ``--share 0.01`` fills a hundredth.
The people of one server are forgotten at the end.

With ``--on-server`` the file is copied into a PostgreSQL server, and the rest is asked of that.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``). The goals are those of a whole file:

* ``SIZE``: megabytes of the file;
* ``COPY``: seconds for a million rows, with ``--on-server``: they are copied, compared, and chains checked;
* ``START``: seconds of the processor to open it;
* ``RESULT_FIRST``, ``TABLE_FIRST``: seconds of the slowest of eight who ask at once for what their deal of
  the day came to, and for the table of the week, and nobody has asked before;
* ``RESULT``, ``TABLE``, ``CHECK_ONE``: the same for those who ask after them, and for a play by which the
  hands of the day can be checked, at the 99th percentile;
* ``STEP``: milliseconds of the processor, the longest step of the event loop meanwhile;
* ``MEMORY``: megabytes by which the process has grown with these pages;
* ``EXPORT``, ``NOT_PLAYED``: seconds to read what is kept of somebody, and to find a deal to compare;
* ``FORGET``: seconds to forget somebody of the busiest server;
* ``FORGET_BESIDE``, ``FORGET_HELD``: how long an append of somebody else takes meanwhile at the 99th
  percentile, over what it takes before and after; and the longest, in seconds;
* ``RATE_BESIDE``, ``RATE_HELD``: the same while the games of who was forgotten are rated again;
* ``EXPIRE_BESIDE``, ``EXPIRE_HELD``: the same while the plays of years ago are deleted;
* ``CHECK_BESIDE``, ``CHECK_HELD``: the same while a running bot counts all again, as every day;
* ``COUNT``: seconds to count everything again and compare, if nobody waits.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.streams.fair_deal import ChanceSource
from bot.tables.contests import Contests, Thinkers
from bot.tables.service import Tables
from lab.speed.figures import figure, percentile
from rules.cards import PACK
from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, Share
from rules.seats import BySeat, BySide, Person, Seat, Side
from rules.table.events import CardPlayed, Closed, Event, Opened, RubberBegun, RubberReckoned
from storage import contests, log
from storage.checks import DETAILS_KEPT
from storage.ports.records import (
    Append,
    Attempt,
    Contest,
    DatabaseAddress,
    Place,
    ServerUrl,
    TableId,
    UserId,
    millis,
)
from storage.store import Store
from tests.trials.stage import postgres

SERVERS, RUBBERS, PLAYS, DAYS, A_DAY, REGULARS = 200, 100_000, 50_000, 1_800, 25, 10_000
GAME: Final = "biritch"
NOW: Final = datetime(2031, 11, 26, 12, tzinfo=UTC).timestamp()
TODAY: Final = "2031-11-26"
SEATED: Final = tuple(Person(alias) for alias in ("a1", "b2", "c3", "d4"))
FIRST: Final = 10**17
TOGETHER: Final = 500
"""Rubbers or plays of one transaction."""
BUSIEST: Final = 7
ALONE: Final = 500
"""Acts before some long work, and after it."""
BESIDE: Final = 30.0
"""Seconds after which no more acts are measured beside it."""


class Filling:
    """What is put into the file, the same for the same seed and share."""

    def __init__(self, share: float, seed: int) -> None:
        self._share, self._draw = share, Random(seed)
        self.people = [UserId(FIRST + 7919 * number) for number in range(self.of(PLAYS))]
        self.regulars = self.people[: self.of(REGULARS)]

    def of(self, number: int) -> int:
        return max(20, round(number * self._share))

    async def fill(self, store: Store) -> None:
        database = store._database
        rubbers = self.of(RUBBERS)
        for first in range(0, rubbers, TOGETHER):
            some = range(first, min(first + TOGETHER, rubbers))
            await database.write(partial(_each, partial(self._rubber, rubbers=rubbers), some))
        days = [(datetime.fromtimestamp(NOW, UTC) - timedelta(days=more)) for more in range(self.of(DAYS))]
        for at in days:
            day, plays = at.date().isoformat(), len(self.people) if at == days[0] else A_DAY
            await store.contests.add_contest(Contest(day, GAME, Seat.SOUTH, "good", day.encode() * 3, NOW))
            for first in range(0, plays, TOGETHER):
                some = range(first, min(first + TOGETHER, plays))
                await database.write(partial(_each, partial(self._play, day=day), some))
        for first in range(0, len(self.regulars), TOGETHER):
            users = self.regulars[first : first + TOGETHER]
            await database.write(partial(_each, self._regular, users))

    def _regular(self, db: Any, user: UserId) -> None:
        contests.frequents(db, BUSIEST, user)

    def _rubber(self, db: Any, number: int, *, rubbers: int) -> None:
        """Every second is played in the busiest server, by a hundredth of all people."""
        guild = BUSIEST if number % 2 else 100 + self._draw.randrange(self.of(SERVERS))
        of = self.people[:: 100 if guild == BUSIEST and len(self.people) > 1000 else 1]
        people = dict(zip(SEATED, self._draw.sample(of, 4), strict=True))
        winner, value = self._draw.choice([*Side]), self._draw.randrange(10, 400)
        shares = tuple(Share(one, (Side.NS, Side.EW)[place % 2]) for place, one in enumerate(SEATED))
        totals = BySide(value, 0) if winner is Side.NS else BySide(0, value)
        bonus = Entry(Line.RUBBER, winner, 40, Column.ABOVE, 1, 40)
        result = RubberResult(1, winner, value, totals, BySide(2, 0), bonus, shares, "")
        cards: list[Event] = [CardPlayed(Seat.NORTH, card) for card in PACK[: self._draw.randrange(52)]]
        begun = RubberBegun(1, GAME, (), BySeat(*SEATED), Seat.NORTH, ())
        events: list[Event] = [Opened(GAME, ()), begun, *cards, RubberReckoned(1, result), Closed("agreed")]
        at = millis(NOW - 5 * 365 * 86_400 * (1 - number / rubbers))
        log.append_events(
            db, Append(TableId(f"t{number:07x}"), 0, events, place=Place(guild, 1), people=people), at
        )

    def _play(self, db: Any, number: int, *, day: str) -> None:
        """Some go the same way for long, and others part soon."""
        pack, common = [*map(str, PACK)], int(self._draw.random() ** 2 * 40)
        line = ("declare:H", *pack[:common], *self._draw.sample(pack[common:], 52 - common))
        began = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() + number / 10
        points, table = self._draw.randrange(-200, 200), TableId(f"{day} {number}")
        user = self.people[number % len(self.people)]
        play = Attempt(table, day, user, "", began, began + 60, points, line)
        opened: list[Event] = [Opened(GAME, ()), Closed("alone")]
        log.append_events(db, Append(table, 0, opened, place=Place(BUSIEST, 1), attempt=play), millis(began))


def _each(put: Callable[[Any, Any], None], some: Iterable[Any], db: Any) -> None:
    for one in some:
        put(db, one)


class Steps:
    """The processor time of the longest step of the event loop, which a busy machine does not lengthen."""

    def __init__(self) -> None:
        self.longest = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        run = Handle._run

        def timed(handle: Handle) -> None:
            began = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        Handle._run = timed  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            Handle._run = run  # type: ignore[method-assign]


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


async def took(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


async def pages(store: Store, filling: Filling) -> None:
    """Eight at once, again and again, each time others."""
    chance = ChanceSource("years")
    tables = Tables(store.streams, chance, lambda: NOW)
    service = Contests(store.contests, tables, Thinkers(None), chance, lambda: NOW)

    async def table(user: UserId) -> None:
        assert await service.user_standings(user, service.days(month=False), await service.in_server(BUSIEST))

    async def eight(page: Callable[[UserId], Awaitable[object]], turn: int) -> list[float]:
        users = [filling.people[(8 * turn + one) * 31 % len(filling.people)] for one in range(8)]
        return await asyncio.gather(*(took(page(user)) for user in users))

    steps, before = Steps(), resident()
    with steps.watched():
        for name, page, waits in (
            ("RESULT", lambda user: service.compared(user, TODAY), True),
            ("TABLE", table, True),
            ("CHECK_ONE", lambda user: service.attempt_to_check(user, TODAY), False),
        ):
            first = max(await eight(page, 0))
            if waits:
                figure(f"{name}_FIRST", first, 2.0)
            later = [one for turn in range(1, 26) for one in await eight(page, turn)]
            figure(name, percentile(later, 99), 0.3)
    figure("STEP", 1000 * steps.longest, 20.0)
    figure("MEMORY", resident() - before, 20.0)
    await service.close()


class Acting:
    """Somebody who acts again and again, at a table of their own, and how long each act waits."""

    def __init__(self, store: Store) -> None:
        self._store, self._table, self._version = store, TableId("busy"), 0

    async def acts(self, *, times: int = 0, until: asyncio.Event | None = None) -> list[float]:
        """Seconds of each act: so many at least, and on until something is over."""
        if self._version == 0:
            opened = Append(self._table, 0, [Opened(GAME, ())], place=Place(1, 1))
            self._version = await self._store.streams.append(opened)
        waits = list[float]()
        while len(waits) < times or (until is not None and not until.is_set()):
            card = CardPlayed(Seat.NORTH, PACK[self._version % 52])
            waits.append(await took(self._store.streams.append(Append(self._table, self._version, [card]))))
            self._version += 1
        return waits

    async def beside(self, work: Awaitable[object]) -> tuple[float, list[float]]:
        """Seconds of some work, which is cut short, and of each act meanwhile."""
        over = asyncio.Event()
        acting = asyncio.create_task(self.acts(times=1, until=over))
        began = time.perf_counter()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(work, BESIDE)
        finally:
            over.set()
        return time.perf_counter() - began, await acting


async def long_work(store: Store, filling: Filling) -> None:
    """Somebody who has played most is forgotten, and what follows from that and what a bot does every day is
    done, while somebody else acts. As many acts before and after say what an act takes alone."""
    acting, alone_each = Acting(store), filling.of(ALONE)
    for name, work, goal in (
        ("FORGET", partial(store.people.forget, filling.people[0]), 60.0),
        ("RATE", store.checks.rate_late, None),
        ("EXPIRE", partial(store.checks.drop_details, DETAILS_KEPT), None),
        ("CHECK", partial(store.checks.check_projections, lambda *_: ()), None),
    ):
        alone = await acting.acts(times=alone_each)
        seconds, waits = await acting.beside(work())
        alone += await acting.acts(times=alone_each)
        if goal is not None:
            figure(name, seconds, goal)
        figure(f"{name}_BESIDE", percentile(waits, 99) / percentile(alone, 99), 1.5)
        figure(f"{name}_HELD", max(waits), 0.25)
    hurried = store.checks.check_projections(lambda *_: (), unhurried=False)
    figure("COUNT", await took(hurried), 300.0)


async def copied_to_server(path: Path, server: ServerUrl) -> None:
    async with Store.open(path, now=lambda: NOW) as file, Store.open(server, now=lambda: NOW) as target:
        began = time.perf_counter()
        contents = await file.copy_to(target)
        millions = sum(rows for rows, _ in contents.tables.values()) / 1e6
        figure("COPY", (time.perf_counter() - began) / millions, 20.0)


async def years(folder: Path, share: float, seed: int, server: ServerUrl | None = None) -> None:
    path, filling = folder / "years.sqlite3", Filling(share, seed)
    async with Store.open(path, now=lambda: NOW) as store:
        await filling.fill(store)
    figure("SIZE", path.stat().st_size / 2**20, 2500.0)
    where: DatabaseAddress = path
    if server is not None:
        await copied_to_server(path, server)
        where = server
    began = time.process_time()
    async with Store.open(where, now=lambda: NOW) as store:
        figure("START", time.process_time() - began, 2.0)
        await pages(store, filling)
        figure("EXPORT", await took(store.people.known(filling.people[100 % len(filling.people)])), 0.1)
        figure("NOT_PLAYED", await took(store.contests.contest_not_played(GAME, UserId(5), ())), 0.05)
        await long_work(store, filling)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.speed.years")
    parser.add_argument("--share", type=float, default=1.0, help="of five years")
    parser.add_argument("--seed", type=int, default=1886)
    parser.add_argument("--folder", type=Path, help="where the file is written; else it is deleted")
    parser.add_argument("--on-server", action="store_true", help="of PostgreSQL, which is begun for it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        server: ServerUrl | None = None
        if given.on_server:
            begun = stack.enter_context(postgres.alone())
            begun.execute("CREATE DATABASE years")
            server = ServerUrl(begun.url("years"))
        asyncio.run(years(given.folder or Path(made), given.share, given.seed, server))


if __name__ == "__main__":
    main()
