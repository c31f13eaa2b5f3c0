"""The bot with failpoints: ``python -m tests.trials.soak.bot``, life after life, each killed at a point.

The program itself has no failpoints, so that they cost nothing where people play. Here the functions at which
a process may be killed are wrapped before the bot begins, in a child that has been forked for one life. Which
point kills which life follows from ``SOAK_SEED``; a line in the file ``SOAK_KILLS`` tells of each kill. One
of several processes (``SOAK_PROCESS``, its number) is killed where a lease changes.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partialmethod
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
from discord.state import ConnectionState

import bot.__main__ as program
import bot.host.backups
import bot.messages.posting
import bot.serving  # imported once for all lives
import storage.cluster
import storage.sqlite.database
import web.door
import web.pages
from playground.process import dies_with_parent
from storage.ports.records import TableId
from storage.postgres.database import Postgres
from storage.sqlite.file import PART

CALLS: Final = (
    ("answer", "POST", r"/interactions/\d+/[^/]+/callback(\?|$)"),
    ("post", "POST", r"/channels/\d+/messages$"),
    ("edit", "PATCH", r"/channels/\d+/messages/\d+$"),
    ("edit by token", "PATCH", r"/webhooks/"),
)
"""The calls of the bot, each with a point before it is made and one after Discord has answered it."""
POINTS: Final = (
    "before a commit",
    "after a commit, before the reply",
    "before the answer",
    "after the answer",
    "before the post",
    "after the post, before its id is stored",
    "before the edit",
    "after the edit",
    "before the edit by token",
    "after the edit by token",
    "before a start has found what is due",
    "after a start has found what is due",
    "before a backup",
    "in a backup, after some pages",
    "in a backup, before it has its name",
    "in a backup, after it has its name",
    "in a backup, before old ones are removed",
)
CHANGES: Final = ("take", "renewal", "giving up", "taking over")
"""What may become of leases: a process takes that of a stream which has begun, says that it lives, leaves
streams to another, and has those of one that has died."""
LEASE_POINTS: Final = tuple(f"{when} a {change}" for change in CHANGES for when in ("before", "in", "after"))
"""In the change: all is written, and not yet committed."""
AWAY: Final = 1.6
"""Of the time for which a process counts as alive, how much passes until each second life begins: another has
taken over what it held."""
PAGE_POINTS: Final = (
    *(one for one in POINTS if "answer" not in one and "by token" not in one),
    "before a push to a page",
    "after a push to a page",
)
"""Where everybody plays on pages: nobody presses in Discord."""
AFTERWARDS: Final = {"post": "after the post, before its id is stored"}
LAST_SERVER: Final = 0.1
"""Seconds after which the library counts the servers as told of. Its own two are most of a short life."""
RENEWED: Final = "after a renewal"
SOMETIME: Final = 40
"""After so many renewals a life that has not met its point is killed at one of them."""
SOMEWHERE: Final = 60
"""After so many commits a life that has not met its point is killed at one of them."""


class Failpoint:
    """The one point at which this life ends."""

    def __init__(self, name: str, times: int, told: Path) -> None:
        self._name, self._left, self._told = name, times, told
        self._commits = self._beats = 0

    def passed(self, name: str) -> None:
        """Called at each point; the last call of this life does not return."""
        if name == POINTS[1]:
            self._commits += 1
            if self._name.split(",")[0].endswith("a backup") and self._commits == 2:
                os.kill(os.getpid(), signal.SIGUSR1)  # a host asks for one
            if self._commits >= SOMEWHERE:
                self._name, self._left = name, 1
        if name == RENEWED:
            self._beats += 1
            if self._beats >= SOMETIME:
                self._name, self._left = name, 1
        if name == self._name:
            self._left -= 1
            if self._left <= 0:
                with self._told.open("a") as file:
                    file.write(f"{name}\n")
                os.kill(os.getpid(), signal.SIGKILL)

    def arm(self) -> None:
        """Wrap every function that has a point."""
        passed = self.passed

        class Watched(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                commits = sql == "COMMIT"
                if commits:
                    passed(POINTS[0])
                result = super().execute(sql, *values)
                if commits:
                    passed(POINTS[1])
                return result

            def backup(self, target: sqlite3.Connection, **how: Any) -> None:
                told = how.pop("progress")

                def stepped(*pages: int) -> None:
                    told(*pages)
                    passed("in a backup, after some pages")

                super().backup(target, progress=stepped, **how)

        if self._name in LEASE_POINTS:
            self._around_leases()
        begin: Any = ConnectionState.__init__
        ConnectionState.__init__ = partialmethod(begin, guild_ready_timeout=LAST_SERVER)  # type: ignore[method-assign, assignment]
        connect = sqlite3.connect
        sqlite3.connect = lambda *where, **how: connect(*where, factory=Watched, **how)  # type: ignore[assignment]
        self._around_calls()
        self._around_a_start()
        self._around_pushes()
        copying: Any = storage.sqlite.database
        copying.copy_file = _after("before a backup", passed, copying.copy_file)
        bot.host.backups._thin_out = _after(
            "in a backup, before old ones are removed", passed, bot.host.backups._thin_out
        )
        rename = Path.rename

        def renamed(path: Path, target: Path) -> Path:
            of_backup = path.name.endswith(PART)
            if of_backup:
                passed("in a backup, before it has its name")
            result = rename(path, target)
            if of_backup:
                passed("in a backup, after it has its name")
            return result

        Path.rename = renamed  # type: ignore[method-assign, assignment]

    def _around_calls(self) -> None:
        request = aiohttp.ClientSession._request

        async def requested(session: aiohttp.ClientSession, method: str, url: Any, **how: Any) -> Any:
            path = str(url)
            of = next((name for name, verb, like in CALLS if verb == method and re.search(like, path)), None)
            if of is not None:
                self.passed(f"before the {of}")
            answer = await request(session, method, url, **how)
            if of is not None:
                self.passed(AFTERWARDS.get(of, f"after the {of}"))
            return answer

        aiohttp.ClientSession._request = requested  # type: ignore[method-assign, assignment]

    def _around_pushes(self) -> None:
        push: Any = web.pages.OpenPage._push

        async def pushed(page: Any, *given: Any) -> None:
            self.passed("before a push to a page")
            await push(page, *given)
            self.passed("after a push to a page")

        web.pages.OpenPage._push = pushed  # type: ignore[method-assign, assignment]

    def _around_leases(self) -> None:
        """A renewal by which something comes that was not held before is a taking over. Beforehand nobody
        knows which it will be."""
        cluster: Any = storage.cluster.Cluster
        write: Any = Postgres._run_write
        changing: ContextVar[list[str]] = ContextVar("changing")
        held: set[TableId] = set()

        def named(change: str, result: Any) -> str:
            if change != "renewal" or result is None:
                return change
            return "taking over" if result.held - held else change

        async def written(database: Any, work: Any, **how: Any) -> Any:
            change = changing.get([])
            if not change:
                return await write(database, work, **how)

            def stopped(db: Any) -> Any:
                result = work(db)
                self.passed(f"in a {named(change[0], result)}")
                return result

            return await write(database, stopped, **how)

        def around(name: str, change: str) -> None:
            method = getattr(cluster, name)

            async def changed(its: Any, *given: Any) -> Any:
                self.passed(f"before a {change}")
                if change == "renewal":
                    self.passed("before a taking over")
                token = changing.set([change])
                try:
                    result = await method(its, *given)
                finally:
                    changing.reset(token)
                self.passed(f"after a {named(change, result)}")
                if change == "renewal":
                    held.clear()
                    held.update(result.held if result is not None else ())
                elif change == "take" and result:
                    held.add(given[0])
                return result

            setattr(cluster, name, changed)

        Postgres._run_write = written  # type: ignore[method-assign, assignment]
        for name, change in (("take", "take"), ("beat", "renewal"), ("leave", "giving up")):
            around(name, change)

    def _around_a_start(self) -> None:
        find = bot.messages.posting.Posting.find_due

        async def found(posting: bot.messages.posting.Posting) -> None:
            self.passed("before a start has found what is due")
            await find(posting)
            self.passed("after a start has found what is due")

        bot.messages.posting.Posting.find_due = found  # type: ignore[method-assign, assignment]


def _after(name: str, passed: Callable[[str], None], work: Callable[..., Any]) -> Callable[..., Any]:
    def waited(*given: Any, **how: Any) -> Any:
        passed(name)
        return work(*given, **how)

    return waited


def drawn(seed: int, life: int, process: int | None) -> tuple[str, int]:
    """Where this life ends, and at which passing: every point in its turn. Two processes are half the turn
    apart."""
    if process is not None:
        turn = life + process * (len(LEASE_POINTS) // 2)
        renews = LEASE_POINTS[turn % len(LEASE_POINTS)].endswith("renewal")
        return LEASE_POINTS[turn % len(LEASE_POINTS)], Random(f"{seed} {life}").randint(1, 9) if renews else 1
    points = PAGE_POINTS if "SOAK_PAGES" in os.environ else POINTS
    name = points[life % len(points)]
    often = not any(seldom in name for seldom in ("backup", "start", "post"))
    return name, Random(f"{seed} {life}").randint(1, 6) if often else 1


def main() -> int:
    kills, seed = int(os.environ["SOAK_COUNT"]), int(os.environ["SOAK_SEED"])
    told, number = Path(os.environ["SOAK_KILLS"]), os.environ.get("SOAK_PROCESS")
    process = int(number) if number is not None else None
    child = 0
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda number, _: os.kill(child, number) if child else sys.exit(0))
    for life in count():
        child = os.fork()
        if child == 0:
            dies_with_parent()
            for sign in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sign, signal.SIG_DFL)
            if life < kills:
                Failpoint(*drawn(seed, life, process), told).arm()
            status = program.main()
            sys.stdout.flush()
            os._exit(status)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            return os.WEXITSTATUS(status)
        if process is not None and life % 2:
            time.sleep(AWAY * float(os.environ["LEASE_SECONDS"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
