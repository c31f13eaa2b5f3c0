"""For how long a host hears nothing: ``python -m lab.speed.silence [--deals N] [--kept FOLDER]``.

Each command whose work grows with the database runs as a process of its own, once with its output in a pipe
and once on a terminal, on a database of 10,000 deals. The longest silence is that between two writes, or
before the first one, or after the last. With ``--kept`` the database is made once and used again.

A line for each: ``COMMAND_WHERE SECONDS goal GOAL ok`` (or ``short``), after how long the command took.

``--cost`` measures instead how much of a processor the drawing of a bar takes while a copy and a rebuild run:
``COMMAND_TOLD SHARE goal 0.05 ok``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.host.terminal import Progress
from bot.tables.counting import deal_counts
from lab.speed.backups import WHO, evening
from lab.speed.figures import figure
from lab.speed.filling import unsynced
from rules.table.events import DealReckoned
from storage.engine import Step
from storage.ports.records import Append, Place, TableId, UserId
from storage.store import Store

GOALS: Final = {"pipe": 6.0, "terminal": 2.0}
"""Seconds."""
SERVERS: Final = 10
PEOPLE: Final = 400
EVENINGS: Final = 5
"""Different ones, of which the tables are copies."""
COST: Final = 0.05
RECOUNTED: Final = "UPDATE counted SET revision = 0"


async def filled(path: Path, deals: int) -> None:
    """A database with at least so many deals, none of which has been counted."""
    evenings = [evening(seed) for seed in range(EVENINGS)]
    async with Store.open(path) as store:
        await unsynced(store)
        number = 0
        while deals > 0:
            events = evenings[number % EVENINGS]
            first = 10**17 + number % (PEOPLE // 4) * 4
            people = {who: UserId(first + at) for at, who in enumerate(WHO)}
            place = Place(1 + number % SERVERS, 1000 + number)
            await store.streams.append(
                Append(TableId(f"{number:08x}"), 0, events, place=place, people=people)
            )
            deals -= sum(isinstance(one, DealReckoned) for one in events)
            number += 1
        await store._database.write(lambda db: db.execute(RECOUNTED))


def silence(command: Sequence[str], where: str, home: Path) -> tuple[float, float]:
    """The longest silence of a command, and how long it took. Raises CalledProcessError."""
    reading, writing = pty.openpty() if where == "terminal" else os.pipe()
    asked = {"PATH": os.environ["PATH"], "DATABASE": str(home / "biritch.sqlite3"), "TERM": "xterm-256color"}
    begun = last = time.monotonic()
    longest = 0.0
    with subprocess.Popen(
        [sys.executable, "-m", "biritch", *command],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=writing,
        env=asked | {"PYTHONPATH": str(Path.cwd())},
        cwd=home,
    ) as process:
        os.close(writing)
        while True:
            select.select([reading], [], [])
            try:
                written = os.read(reading, 65536)
            except OSError:  # how a terminal ends
                written = b""
            now = time.monotonic()
            longest, last = max(longest, now - last), now
            if not written:
                break
    os.close(reading)
    if process.returncode not in (0, 2):
        raise subprocess.CalledProcessError(process.returncode, command)
    return longest, last - begun


class Timed(Progress):
    """Notes the processor time of the thread that tells."""

    took = 0.0

    def _report(self) -> None:
        super()._report()
        self.took = time.thread_time()


def costs(original: Path, home: Path) -> None:
    """Prints what telling costs."""
    path, copy = home / "biritch.sqlite3", home / "copy.sqlite3"

    async def work(name: str, step: Step) -> None:
        async with Store.open(path) as store:
            if name == "rebuild":
                await store.checks.rebuild_projections(deal_counts, step=step)
                return
            async with Store.open(copy) as there:
                await store.copy_to(there, step)

    os.environ["TERM"] = "xterm-256color"
    for name in ("copy", "rebuild"):
        shutil.copyfile(original, path)
        reading, writing = pty.openpty()
        reader = threading.Thread(target=_read_all, args=(reading,))
        reader.start()
        began = time.monotonic()
        with os.fdopen(writing, "w") as out:
            progress = Timed(out)
            with progress:
                asyncio.run(work(name, progress.step))
        spent = time.monotonic() - began
        reader.join()
        print(f"{name} took {spent:.1f} s, the bar {progress.took:.3f} s of a processor")
        figure(f"{name.upper()}_TOLD", progress.took / spent, COST)


def _read_all(reading: int) -> None:
    with suppress(OSError):  # how a terminal ends
        while os.read(reading, 65536):
            pass
    os.close(reading)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.speed.silence", description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--cost", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="biritch-silence-") as folder:
        home = Path(folder)
        original = (given.kept or home) / f"{given.deals}-deals.sqlite3"
        if not original.exists():
            asyncio.run(filled(original, given.deals))
        if given.cost:
            costs(original, home)
            return 0
        for where, goal in GOALS.items():
            for name, *arguments in (
                ("check",),
                ("backup", "backup.sqlite3"),
                ("restore", str(original)),
                ("copy", "biritch.sqlite3", "copy.sqlite3"),
                ("rebuild",),
            ):
                shutil.copyfile(original, home / "biritch.sqlite3")
                longest, took = silence((name, *arguments), where, home)
                for left in home.iterdir():
                    if left != original:
                        left.unlink()
                print(f"{name} took {took:.1f} s")
                figure(f"{name.upper()}_{where.upper()}", longest, goal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
