"""``make soak``: people play while the bot's real process is killed at every failpoint in turn.

Prints a line for each claim: what was lost, done twice, stored in part, posted twice, or wrong on a screen.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.host.backups import found
from bot.host.packing import unpack
from lab.speed.capacity import number_in
from playground.errors import NotThere
from playground.ground import NAMES, Playground
from playground.people import Person
from storage.errors import DatabaseFailed
from storage.ports.records import database_at
from storage.store import Store
from tests.trials.simulation.checking import Finding, checked
from tests.trials.simulation.people import Table
from tests.trials.soak.bot import LEASE_POINTS, PAGE_POINTS, POINTS
from tests.trials.soak.pages import PagesTable
from tests.trials.stage import postgres
from tests.trials.stage.guard import HANGS_AFTER, Hangs, until
from tests.trials.stage.playing import LEAVE, QUICK, UNMETERED
from tests.trials.stage.processes import ends_as_interrupted

BOT: Final = (sys.executable, "-m", "tests.trials.soak.bot")
LEASE: Final = "1"
"""Seconds for which a process counts as alive after it has said so."""
LOOKS: Final = 0.1
"""Seconds after which somebody for whom nothing changes looks again."""
DUE: Final = "SELECT count(*) FROM slot WHERE parked IS NULL AND (shown IS NULL OR shown < wanted)"
"""How many messages are out of date."""
CLAIMS: Final = (
    "no acknowledged act is lost",
    "every act is that of who did it, once",
    "every deal is played by the laws",
    "a table is what its log says",
    "what is counted is what the log comes to",
    "no message is posted twice",
    "nobody is shown cards that they do not hold",
    "what is to be shown is shown at the end",
    "every table is right on screen",
    "nobody is told of a fault of ours",
    "the database can be read",
    "every backup is whole",
    "the table goes on",
)


async def soaked(kills: int, seed: int) -> tuple[Counter[str], int, list[Finding]]:
    """How often each failpoint has killed, how many acts were acknowledged, and what is wrong."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        told, backups = Path(folder) / "kills", Path(folder) / "backups"
        told.touch()
        async with Playground.open(limits=UNMETERED) as ground:
            file = Path(str(ground.database))
            own = {"SOAK_COUNT": str(kills), "SOAK_SEED": str(seed), "SOAK_KILLS": str(told)}
            await ground.start_bot({**QUICK, **own, "BACKUPS": str(backups)}, command=BOT, timeout=120.0)
            table = Table(ground, **_as_played(seed))
            findings = await _played(ground, table, told, kills, lambda: number_in(file, DUE) > 0)
            await table.bot.stop()
            findings += (await checked(table, None, file))[1]
            for path in found(backups).values():
                findings += await _whole(path, Path(folder) / "unpacked.sqlite3")
            return _met(told), sum(act.acknowledged for act in table.acts), findings


async def at_pages(kills: int, seed: int) -> tuple[Counter[str], int, list[Finding]]:
    """As ``soaked``, with everybody at a page of the table in a browser."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        told = Path(folder) / "kills"
        told.touch()
        async with Playground.open(limits=UNMETERED) as ground:
            file, page = Path(str(ground.database)), ground.with_page()
            own = {
                "SOAK_COUNT": str(kills),
                "SOAK_SEED": str(seed),
                "SOAK_KILLS": str(told),
                "SOAK_PAGES": "1",
            }
            backups = {"BACKUPS": str(Path(folder) / "backups")}
            await ground.start_bot({**QUICK, **own, **page, **backups}, command=BOT, timeout=120.0)
            table = PagesTable(ground, address=page["PAGE_ADDRESS"], **_as_played(seed))
            async with table.with_browsers():
                findings = await _played(ground, table, told, kills, lambda: number_in(file, DUE) > 0)
            await table.bot.stop()
            findings += (await checked(table, None, file))[1]
            again = sum(one.reconnected for one in table.pages.values())
            print(f"pages that connected again: {again} times")
            return _met(told), sum(act.acknowledged for act in table.acts), findings


async def leased(kills: int, seed: int) -> tuple[Counter[str], int, list[Finding]]:
    """The same with two processes on a PostgreSQL server, each killed where a lease changes. A press is
    delivered once or twice, to either."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, postgres.alone() as server:
        told = Path(folder) / "kills"
        told.touch()
        async with Playground.open(limits=UNMETERED, database=server.url()) as ground:
            own = {"SOAK_COUNT": str(kills), "SOAK_SEED": str(seed), "SOAK_KILLS": str(told)}
            for number in range(2):
                there = {"SHARDS": f"{number}/2", "SOAK_PROCESS": str(number), "LEASE_SECONDS": LEASE}
                await ground.start_bot({**QUICK, **own, **there}, command=BOT, timeout=120.0)
            ground.gateway.delivered_to = lambda count: (
                [chance.randrange(count) for _ in range(chance.randint(1, 2))] if count else []
            )
            opening = asyncio.create_task(_opens(ground))
            table = Table(ground, **_as_played(seed))
            findings = await _played(ground, table, told, kills, lambda: server.execute(DUE) != [(0,)])
            opening.cancel()
            for bot in ground._bots:
                await bot.stop()
            findings += (await checked(table, None, database_at(server.url())))[1]
            return _met(told), sum(act.acknowledged for act in table.acts), findings


async def _opens(ground: Playground) -> None:
    """Somebody in another server opens one table after the other: its lease is taken."""
    guild = ground.world.found("Another Club")
    channel, user = (
        ground.world.create_channel(guild.id, "whist-table").id,
        ground.world.new_member(guild, "Emma"),
    )
    emma = Person(ground._crowd, user.name, user.id)
    while True:
        await emma.slash("table open", channel=channel)
        asked = (await emma.slash("table leave", channel=channel)).message
        with suppress(NotThere):
            if asked is not None:
                await emma.press(asked, label=LEAVE)
        await asyncio.sleep(LOOKS)


def _as_played(seed: int) -> dict[str, Any]:
    """How people play at the table."""
    names = tuple(name.lower() for name in NAMES[:4])
    return {
        "random": Random(seed),
        "names": names,
        "choices": Random(seed),
        "thinks": (0.0, 0.05),
        "looks": LOOKS,
    }


async def _played(
    ground: Playground, table: Table, told: Path, kills: int, due: Callable[[], bool]
) -> list[Finding]:
    """People play until there were so many kills, and nothing is ``due``. What a process has not answered as
    it is killed has failed."""
    ground.gateway.on_lost.append(ground.lose_answers)
    ground.gateway.on_ready.append(ground.lose_answers)
    playing = asyncio.create_task(_play(table))
    findings = await _until_killed(told, kills, playing, table)
    table.stopped = True
    await asyncio.gather(playing, return_exceptions=True)
    with suppress(TimeoutError):  # what is wrong then is found
        await table.until(lambda: table.due() or table.to_start, HANGS_AFTER)
    with suppress(Hangs):
        await until(lambda: _nothing(due), "the last messages")
    return findings


def _nothing(due: Callable[[], bool]) -> bool:
    try:
        return not due()
    except sqlite3.Error:
        return False


def _met(told: Path) -> Counter[str]:
    return Counter(told.read_text().split("\n")[:-1])


async def _play(table: Table) -> None:
    while not table.stopped:
        await table.rubber(None)


async def _until_killed(told: Path, kills: int, playing: asyncio.Task[None], table: Table) -> list[Finding]:
    before, since = 0, time.monotonic()
    while (count := _counted(told)) < kills:
        if playing.done():
            return [Finding("the table goes on", repr(playing.exception()))]
        if count != before:
            before, since = count, time.monotonic()
        elif time.monotonic() - since > HANGS_AFTER:
            return [
                Finding("the table goes on", f"not after {count} kills: {table.picture()}\n{table.bot.tail}")
            ]
        await asyncio.sleep(0.1)
    return []


def _counted(told: Path) -> int:
    return told.read_text().count("\n")


async def _whole(backup: Path, plain: Path) -> list[Finding]:
    try:
        with plain.open("wb") as into:
            unpack(backup, into)
        async with Store.open(plain, as_it_is=True) as store:
            broken = (await store.checks.verify_chains()).broken
    except (OSError, DatabaseFailed) as fault:
        return [Finding("every backup is whole", repr(fault))]
    return [Finding("every backup is whole", f"{table} from {at}") for table, at in broken.items()]


def main(given: Sequence[str] | None = None) -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trials.soak", description=__doc__)
    asked.add_argument("--kills", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--leases", action="store_true", help="two processes, killed where a lease changes")
    asked.add_argument("--pages", action="store_true", help="everybody plays on a page in a browser")
    options = asked.parse_args(given)
    ends_as_interrupted()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # of connections whose process is gone
    soak, points = (leased, LEASE_POINTS) if options.leases else (soaked, POINTS)
    if options.pages:
        soak, points = at_pages, PAGE_POINTS
    met, acts, findings = asyncio.run(soak(options.kills, options.seed))
    for name in points:
        print(f"killed {name}: {met[name]}")
    print(f"acknowledged-acts {acts}")
    wrong = Counter(one.promise for one in findings)
    for promise in CLAIMS:
        print(f"{promise}: broken {wrong[promise]} times, goal 0, {'short' if wrong[promise] else 'ok'}")
    for one in findings[:20]:
        print(f"  {one}")
    kills = sum(met.values())
    print(f"kills {kills} goal {options.kills} {'ok' if kills >= options.kills else 'short'}")
    return bool(findings) or kills < options.kills


if __name__ == "__main__":
    sys.exit(main())
