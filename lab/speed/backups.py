"""Whether anybody waits for a backup: ``python -m lab.speed.backups [--megabytes N]``.

Four people play at a table of the real bot, on a database of 500 MB, and the bot is asked for a backup
(SIGUSR1). Every press that is answered until it is made counts, with Discord's limits off. The backup is then
opened and all its chains are walked.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``SLOWEST_ANSWER``: seconds to the slowest answer to a press while the backup was being made;
* ``ACTS_MISSING``: how many fewer acts were accepted meanwhile than one in each third of a second;
* ``TABLES_MISSING``: tables that are not in the backup, or not whole.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bot.host.backups import found
from lab.speed.figures import figure
from lab.speed.filling import unsynced, without_alerts
from lab.speed.press import still
from playground.ground import Playground
from playground.limits import Limits
from rules.table.events import Closed, Event
from storage.ports.records import Append, Place, TableId, UserId
from storage.store import Store
from tests.trials.stage.playing import QUICK
from tests.trials.stage.playing import Evening as Played
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

SLOWEST: Final = 0.25
PACE: Final = 1 / 3
"""The most seconds for an act."""
MADE: Final = "a backup was made"
LONGEST: Final = 1800.0
"""The most seconds for one backup."""
RUBBERS: Final = 3
"""At each of the tables that fill the file."""
COUNTED: Final = "UPDATE counted SET revision = 1000"
"""The revision of the counts, so that the bot has nothing to count at its start."""
BATCH: Final = 20
WHO: Final = (ANNA, BORIS, CLARA, DAVID)
SOME: Final = 400
"""People who have played there."""


def evening(seed: int) -> tuple[Event, ...]:
    """What has happened at one of those tables, which is closed."""
    table = Evening(("backups", seed)).seat(*WHO)
    for _ in range(RUBBERS):
        table.start().play_rubber()
    return (*table.events, Closed("empty"))


def _size(path: Path) -> int:
    return path.stat().st_size


async def filled(path: Path, size: int) -> int:
    """A file of this size. Returns the number of its tables."""
    evenings = [evening(seed) for seed in range(5)]
    async with Store.open(path) as store:
        await unsynced(store)
        number = 0
        while _size(path) < size:
            for _ in range(BATCH):
                users = (number % (SOME // 4) * 4 + at for at in range(4))
                people = {who: UserId(10**17 + at) for who, at in zip(WHO, users, strict=True)}
                await store.streams.append(
                    Append(
                        TableId(f"{Random(number).getrandbits(32):08x}"),
                        0,
                        evenings[number % len(evenings)],
                        place=Place(1 + number % 10, 1000 + number),
                        people=people,
                    )
                )
                number += 1
        await store._database.write(lambda db: db.execute(COUNTED))
    return number


class Acts:
    """People who keep playing, and how long each of their presses waited for its answer."""

    def __init__(self, table: Played) -> None:
        self._table = table
        self.answers: list[tuple[float, float]] = []  # when it came, and the seconds that it took
        self.accepted: list[float] = []  # when

    async def run(self) -> None:
        """Until it is cancelled."""
        table = self._table
        while True:
            move = await table._move_unless(lambda: bool(table.to_start))
            if move is None:
                await table.start()
                continue
            before = table.room_text
            done = await table.do(move)
            self.answers.append((time.monotonic(), done.answer.took))
            if done.accepted:
                self.accepted.append(time.monotonic())
                await table.until_changed(before)

    def slowest(self, since: float, until: float) -> float:
        return max((took for at, took in self.answers if since <= at and at - took <= until), default=LONGEST)


async def main(megabytes: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "tables.sqlite3"
        began = time.monotonic()
        tables = await filled(path, megabytes * 10**6)
        size = _size(path) / 1e6
        print(f"{size:.0f} MB, {tables} tables, made in {time.monotonic() - began:.0f} s", flush=True)
        async with Playground.open(limits=Limits().unmetered(), database=path) as ground:
            folder = Path(name) / "made"
            async with Store.open(path) as store:
                await without_alerts(store, ground.guild)
            await ground.start_bot({**QUICK, "BACKUPS": str(folder)}, timeout=LONGEST)
            table = Played(ground, Random(0))
            await table.sit_down()
            await table.start()
            await still(ground)
            acts = Acts(table)
            playing = asyncio.create_task(acts.run())
            began = time.monotonic()
            await asyncio.sleep(10)
            asked = time.monotonic()
            os.kill(table.bot.pid, signal.SIGUSR1)
            async with asyncio.timeout(LONGEST):
                while MADE not in table.bot.log:
                    await asyncio.sleep(0.02)
                    if playing.done():
                        await playing
            made = time.monotonic()
            await asyncio.sleep(5)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await still(ground)
            during = [took for at, took in acts.answers if asked <= at <= made]
            done = sum(asked <= at <= made for at in acts.accepted)
        (backup,) = found(folder).values()
        async with Store.open(backup) as store:
            chains = await store.checks.verify_chains()
    print(
        f"a backup in {made - asked:.1f} s, {done} acts meanwhile; answers: before "
        f"{acts.slowest(began, asked) * 1000:.0f} ms at most, meanwhile {median(during) * 1000:.0f} ms in "
        f"the middle, after {acts.slowest(made, made + 5) * 1000:.0f} ms at most"
    )
    figure("SLOWEST_ANSWER", acts.slowest(asked, made), SLOWEST)
    figure("ACTS_MISSING", max(0.0, (made - asked) / PACE - done), 0)
    figure("TABLES_MISSING", tables + 1 - len(chains.whole), 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="whether anybody waits for a backup")
    parser.add_argument("--megabytes", type=int, default=500)
    given = parser.parse_args()
    asyncio.run(main(given.megabytes))
