"""Kills a writer with SIGKILL and looks at what is left: ``python -m tests.storage.killing FOLDER WHAT``.

The writer is a forked child that writes a number to a pipe for every append that it has heard acknowledged.
Prints one JSON object a kill.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import storage.sqlite.connections
import storage.sqlite.database
from playground.process import dies_with_parent
from rules.cards import PACK
from storage.engine import migrations
from storage.ports.records import Append, Slot
from storage.sqlite.connections import migrate, transaction
from storage.store import Store
from tests.trials.stage.happenings import ANNA, TABLE, begun, inside, opened, played, rows

WRITTEN = ("event", "person", "seen", "secret", "slot", "stream")


def in_a_child(work: Callable[[int], Awaitable[None]], *, lasts: int | None = None) -> list[int]:
    """Run this in a child until it kills itself, or is killed on the way to the next after so many that it
    acknowledged; the numbers it acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        dies_with_parent()
        os.close(reading)
        asyncio.run(work(writing))  # type: ignore[arg-type]
        os._exit(0)
    os.close(writing)
    said = b""
    while lasts is not None and said.count(b"\n") < lasts:
        said += os.read(reading, 4096)
    if lasts is not None:
        time.sleep(random.random() / 1000)  # the next one has got anywhere
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        return [int(line) for line in (said + pipe.read()).split(b"\n")[:-1]]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def look(path: Path) -> dict[str, Any]:
    """What is in the file once it has been opened again."""
    async with Store.open(path) as store:
        found = await inside(store, rows)
        return {
            "version": await store.streams.verify_chain(TABLE),
            "done": await store.streams.done("press") is not None,
            "rows": {name: len(found[name]) for name in WRITTEN},
        }


async def prepare(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store)


async def append(store: Store) -> int:
    """One append that writes to every table."""
    return await store.streams.append(
        Append(
            TABLE,
            1,
            [begun(), played()],
            key="press",
            actor=ANNA,
            slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")],
            secrets={1: b"seed"},
            people={type(ANNA)("e5"): 55},  # type: ignore[dict-item]
        )
    )


def at_each_statement(folder: Path) -> Iterator[dict[str, Any]]:
    """Killed as each statement of an append begins, and once after the last."""
    asyncio.run(prepare(folder / "prepared.sqlite3"))
    prepared = list(folder.glob("prepared.*"))
    for number in range(1, 100):
        path = folder / f"{number}.sqlite3"
        for one in prepared:
            shutil.copy(one, one.with_name(one.name.replace("prepared", str(number))))
        begun: list[str] = []

        async def work(pipe: int, path: Path = path, number: int = number, begun: list[str] = begun) -> None:
            def trace(statement: str) -> None:
                begun.append(statement)
                if len(begun) == number:
                    os.write(pipe, b"-1\n")
                    die()

            async with Store.open(path) as store:
                await inside(store, lambda db: db.set_trace_callback(trace))
                version = await append(store)
                os.write(pipe, b"%d\n" % version)
                die()

        told = in_a_child(work)
        yield {"statement": number, "acknowledged": told[-1] > 0, **asyncio.run(look(path))}
        if told[-1] > 0:
            return


def at_random(folder: Path) -> Iterator[dict[str, Any]]:
    """A loop of acknowledged appends, killed somewhere; ten times on one file."""
    path = folder / "random.sqlite3"
    asyncio.run(prepare(path))
    chance = random.Random(1886)

    async def work(pipe: int) -> None:
        async with Store.open(path) as store:
            table = await store.streams.find_stream(TABLE)
            assert table is not None
            version = table.version
            while True:
                three = [played(PACK[version % 52])] * 3
                version = await store.streams.append(Append(TABLE, version, three, key=str(version)))
                os.write(pipe, b"%d\n" % version)

    for _ in range(10):
        acknowledged = in_a_child(work, lasts=chance.randint(1, 9))
        yield {
            "appends": len(acknowledged),
            "acknowledged": max(acknowledged, default=0),
            **asyncio.run(look(path)),
        }


def too_early(folder: Path) -> Iterator[dict[str, Any]]:
    """A planted fault: the append is acknowledged just before it is committed."""
    path = folder / "early.sqlite3"
    asyncio.run(prepare(path))

    async def work(pipe: int) -> None:
        def planted(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any]) -> Any:
            def acknowledging(db: sqlite3.Connection) -> None:
                os.write(pipe, b"%d\n" % work(db).version)
                die()

            return transaction(db, acknowledging)

        async with Store.open(path) as store:
            storage.sqlite.database.transaction = planted  # type: ignore[attr-defined]
            await append(store)

    acknowledged = in_a_child(work)
    yield {"acknowledged": max(acknowledged), **asyncio.run(look(path))}


def in_migrations(folder: Path, *, at_once: bool = True) -> Iterator[dict[str, Any]]:
    """At the beginning, in the midst and at the end of each migration from the first schema on, each time on
    a new copy; the next start goes on. Without ``at_once`` each statement commits by itself, which is a
    planted fault."""
    first, path = folder / "schema-1.sqlite3", folder / "migrated.sqlite3"
    with closing(_quick(first)) as db:
        migrate(db, 0, migrations()[:1])
    shutil.copy(first, path)
    begun = list[str]()
    with closing(_quick(path)) as db:
        db.set_trace_callback(begun.append)
        migrate(db, 1, migrations())
        whole = "\n".join(db.iterdump())
    ends = [place for place, one in enumerate(begun, 1) if one == "COMMIT"]
    starts = [1, *(end + 1 for end in ends[:-1])]
    for start, end in zip(starts, ends, strict=True):
        for number in sorted({start, (start + end) // 2, end}):
            shutil.copy(first, path)
            _killed(path, number, at_once=at_once)
            with closing(_quick(path)) as db:
                (found,) = db.execute("PRAGMA user_version").fetchone()
                try:
                    migrate(db, found, migrations())
                    dump = "\n".join(db.iterdump())
                except sqlite3.Error as fault:
                    dump = str(fault)
            yield {"statement": begun[number - 1][:40], "schema": found, "whole": dump == whole}


def _quick(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA journal_mode = WAL")
    return db


def _killed(path: Path, at: int, *, at_once: bool) -> None:
    """Have a process that migrates this file die as this statement is about to begin."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    dies_with_parent()
    db, begun = _quick(path), list[str]()

    def trace(statement: str) -> None:
        begun.append(statement)
        if len(begun) == at:
            die()

    db.set_trace_callback(trace)
    if not at_once:
        storage.sqlite.connections.transaction = lambda db, work: work(db)
    migrate(db, 1, migrations())
    os._exit(0)


if __name__ == "__main__":
    kills = {
        "each": at_each_statement,
        "random": at_random,
        "early": too_early,
        "migrations": in_migrations,
        "parts of migrations": partial(in_migrations, at_once=False),
    }[sys.argv[2]]
    for kill in kills(Path(sys.argv[1])):  # type: ignore[operator]
        sys.stdout.write(json.dumps(kill) + "\n")
