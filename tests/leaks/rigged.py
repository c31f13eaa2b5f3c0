"""The real bot with all chance fixed beforehand: ``python -m tests.leaks.rigged``.

``LEAKS_PLAN`` is the path of a file that says which packs come, and from which seeds. Everything else is the
bot's own, its logging too, but for this: its limit of calls a second is lifted, it waits as long as
anything takes, nobody is alerted, and SIGUSR2 asks it to say when it has nothing more to do.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

import bot
import cogs
from bot import __main__ as entry
from bot import preferences, supervisor
from bot.app import Biritch
from bot.discord_api.scheduler import Buckets
from bot.preferences import Alert, Tastes
from bot.settings import Settings
from bot.streams.fair_deal import ChanceSource, Shuffler
from bot.tables import service
from rules.cards import Card, parse_card
from tests.leaks import planted

ANSWERING: Final = ("discord.py: on_interaction", "CommandTree-invoker")
"""The names of the library's tasks in which people are answered."""
WAITED: Final = ("bot.messages.outbox", "bot.discord_api.scheduler")
"""The modules by which messages, and notes of them, follow after a while."""
FOR_EVER: Final = 10_000.0
SOON: Final = 30.0
"""Seconds before whose end it has something to do yet that it does after a while."""
STANDING: Final = (
    "bot.app",
    "bot.host.backups",
    "bot.host.metrics",
    "bot.host.upkeep",
    "bot.messages.reminders",
    "bot.clocks",
    "bot.__main__",
    "bot.serving",
)
"""The modules whose tasks last as long as the bot."""


def haste() -> Iterator[tuple[ModuleType, str]]:
    """Where the bot does something else once it has waited for so long."""
    for package in bot, cogs:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for name, value in list(vars(module).items()):
                if name.endswith("WITHIN") and value <= SOON:
                    yield module, name


class Notebook:
    """What must survive when the bot is killed: how many tokens were drawn, and which tables began."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._noted: dict[str, list[str]] = {"tokens": [], "tables": []}
        if path.exists():
            self._noted = json.loads(path.read_text())

    def token(self) -> str:
        drawn = sha256(f"token {len(self._noted['tokens'])}".encode()).hexdigest()[:8]
        return self._note("tokens", drawn)

    def place(self, table: str) -> int:
        """The tables in the order in which they first used chance."""
        if table not in self._noted["tables"]:
            self._note("tables", table)
        return self._noted["tables"].index(table)

    def _note(self, where: str, what: str) -> str:
        self._noted[where].append(what)
        self._path.write_text(json.dumps(self._noted))
        return what


class Stacked:
    """Chance for one act: the packs of one table. The commitment is the same in every world, the seed not."""

    def __init__(self, place: int, plan: Mapping[str, Any], seeds: Mapping[int, bytes]) -> None:
        self._place, self._plan, self._seeds = place, plan, seeds
        self.made: dict[int, bytes] = {}

    def cards(self, count: int) -> Sequence[Card]:
        return [parse_card(card) for card in self._plan["tables"][self._place]["draws"][:count]]

    def commit(self, deal: int) -> str:
        self.made[deal] = seed_of(self._plan["world"], self._place, deal)
        return sha256(f"commitment {self._place} {deal}".encode()).hexdigest()

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        packs = self._plan["tables"][self._place]["packs"]
        return [parse_card(card) for card in packs[(deal - 1) % len(packs)]]

    def reveal(self, deal: int) -> str:
        return (self.made.get(deal) or self._seeds[deal]).hex()


def seed_of(world: str, place: int, deal: int) -> bytes:
    return sha256(f"seed {world} {place} {deal}".encode()).digest()


class Rigged(ChanceSource):
    def __init__(self, plan: Mapping[str, Any]) -> None:
        super().__init__()
        self.robots = Random("robots")
        self._plan = plan
        self._notebook = Notebook(Path(plan["notebook"]))

    def shuffler(self, table: str, seeds: Mapping[int, bytes]) -> Shuffler:
        return Stacked(self._notebook.place(table), self._plan, seeds)  # type: ignore[return-value]

    def token(self) -> str:
        return self._notebook.token()


def main() -> int:
    plan = json.loads(Path(os.environ["LEAKS_PLAN"]).read_text())
    Buckets.__init__.__defaults__ = (100_000, 1.0)
    *others, _ = Biritch.__init__.__defaults__ or ()
    Biritch.__init__.__defaults__ = (*others, 0.0)  # what is shown is noted at once: a kill loses no note
    service.check_seeds = lambda *_: None  # type: ignore[attr-defined]
    for module, within in haste():
        setattr(module, within, FOR_EVER)
    preferences.NO_TASTES = Tastes(alert=Alert.NEVER)  # type: ignore[misc]  # when one comes is a matter of haste
    for plant in plan["planted"]:
        planted.looked_through(setattr)  # type: ignore[arg-type]
        getattr(planted, plant)(setattr)

    async def run(settings: Settings) -> None:
        thinking = settings.robot_pace > 60  # robots that think for ever are no reason to wait
        rest = Rest(Path(plan["rest"]), (*STANDING, *(("bot.tables.robots",) if thinking else ())))
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, rest.asked)
        await as_it_is(settings, Rigged(plan))

    as_it_is = entry.run
    entry.run = run  # type: ignore[assignment]
    return entry.main()


class Rest:
    """Once the bot has nothing to do, appends a byte to a file for each time that this was asked."""

    def __init__(self, path: Path, standing: Sequence[str]) -> None:
        self._path, self._standing = path, standing
        self._waiting: set[asyncio.Task[None]] = set()

    def asked(self) -> None:
        task = asyncio.create_task(self._answer(), name="rest")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _answer(self) -> None:
        quiet = 0
        while quiet < 3:
            works = any(map(self._ends_soon, asyncio.all_tasks())) or any(map(_comes_soon, _timers()))
            quiet = 0 if works else quiet + 1
            await asyncio.sleep(0.001)
        with self._path.open("ab") as file:
            file.write(b".")

    def _ends_soon(self, task: asyncio.Task[Any]) -> bool:
        """Whether this task is work that will end: an answer, or any task of the bot's own that is not made
        to last."""
        frame = getattr(task.get_coro(), "cr_frame", None)
        module = frame.f_globals.get("__name__", "") if frame is not None else ""
        if frame is not None and module == supervisor.__name__ and (kept := frame.f_locals.get("work")):
            return not kept.for_ever
        ours = module.startswith(("bot.", "cogs.", "storage.")) and module not in self._standing
        return ours or task.get_name().startswith(ANSWERING)


def _timers() -> Sequence[asyncio.TimerHandle]:
    loop: Any = asyncio.get_running_loop()
    return [timer for timer in loop._scheduled if not timer.cancelled()]


def _comes_soon(timer: asyncio.TimerHandle) -> bool:
    """Whether a message, or a note of one, is waited for that follows after a while."""
    callback: Any = timer._callback  # type: ignore[attr-defined]
    module = getattr(getattr(callback, "__self__", callback), "__module__", "")
    return module in WAITED and timer.when() - asyncio.get_running_loop().time() < SOON


if __name__ == "__main__":
    sys.exit(main())
