"""The bot with failpoints: ``python -m benchmarks.soak.bot``, life after life, each killed at a point.

The program itself has no failpoints, so that they cost nothing where people play. Here the functions at which
a process may be killed are wrapped before the bot begins, in a child that has been forked for one life. Which
point kills which life follows from ``SOAK_SEED``; a line in the file ``SOAK_KILLS`` tells of each kill.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
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
import storage.sqlite.database
from storage.sqlite.file import PART

CALLS: Final = (
    ("answer", "POST", r"/interactions/\d+/[^/]+/callback$"),
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
AFTERWARDS: Final = {"post": "after the post, before its id is stored"}
LAST_SERVER: Final = 0.1
"""Seconds after which the library counts the servers as told of. Its own two are most of a short life."""
SOMEWHERE: Final = 60
"""After so many commits a life that has not met its point is killed at one of them."""


class Failpoint:
    """The one point at which this life ends."""

    def __init__(self, name: str, times: int, told: Path) -> None:
        self._name, self._left, self._told = name, times, told
        self._commits = 0

    def passed(self, name: str) -> None:
        """Called at each point; the last call of this life does not return."""
        if name == POINTS[1]:
            self._commits += 1
            if self._name.split(",")[0].endswith("a backup") and self._commits == 2:
                os.kill(os.getpid(), signal.SIGUSR1)  # a host asks for one
            if self._commits >= SOMEWHERE:
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

        begin: Any = ConnectionState.__init__
        ConnectionState.__init__ = partialmethod(begin, guild_ready_timeout=LAST_SERVER)  # type: ignore[method-assign, assignment]
        connect = sqlite3.connect
        sqlite3.connect = lambda *where, **how: connect(*where, factory=Watched, **how)  # type: ignore[assignment]
        self._around_calls()
        self._around_a_start()
        copying: Any = storage.sqlite.database
        copying.copy = _after("before a backup", passed, copying.copy)
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

    def _around_a_start(self) -> None:
        find = bot.messages.posting.Posting.find

        async def found(posting: bot.messages.posting.Posting) -> None:
            self.passed("before a start has found what is due")
            await find(posting)
            self.passed("after a start has found what is due")

        bot.messages.posting.Posting.find = found  # type: ignore[method-assign, assignment]


def _after(name: str, passed: Callable[[str], None], work: Callable[..., Any]) -> Callable[..., Any]:
    def waited(*given: Any, **how: Any) -> Any:
        passed(name)
        return work(*given, **how)

    return waited


def drawn(seed: int, life: int) -> tuple[str, int]:
    """Where this life ends, and at which passing: every point in its turn."""
    name = POINTS[life % len(POINTS)]
    often = not any(seldom in name for seldom in ("backup", "start", "post"))
    return name, Random(f"{seed} {life}").randint(1, 6) if often else 1


def main() -> int:
    kills, seed = int(os.environ["SOAK_COUNT"]), int(os.environ["SOAK_SEED"])
    told = Path(os.environ["SOAK_KILLS"])
    child = 0
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda number, _: os.kill(child, number) if child else sys.exit(0))
    for life in count():
        child = os.fork()
        if child == 0:
            for sign in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sign, signal.SIG_DFL)
            if life < kills:
                Failpoint(*drawn(seed, life), told).arm()
            status = program.main()
            sys.stdout.flush()
            os._exit(status)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            return os.WEXITSTATUS(status)
    return 0


if __name__ == "__main__":
    sys.exit(main())
