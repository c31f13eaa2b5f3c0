"""How far the way through the code is: ``python -m lab.speed.walk [--hold | --record]``.

For a pressed card, a typed bid, a deal written on the score pad, a robot's card and a start of the bot:

* the requests to Discord that are begun before the presser's answer;
* our functions of ten lines and more that are passed, their files, and their lines that run;
* the kinds of objects that have a state of their own, and the tasks that are created;
* the calls that are made, and those of them that go from one room into another;
* the functions and files in all, which are told and not held.

All is counted until every message has settled, in the bot itself on a simulated Discord, where the same has
happened before, so that what is worked out once is not counted. A comprehension belongs to the function in
which it stands, and a coroutine that goes on is not called again.

For the tree see ``lab.speed.tree``. ``--where`` and ``--functions`` tell where the functions of each way
stand, ``--single`` names the modules with one importer, and ``--names`` the names that lead to many files.
``--hold`` compares with the figures in ``walk.txt``, as CI does: exit status 1 if one has grown, or has
fallen by so much that it should be recorded. ``--record`` writes that file. The figures are counts: neither
the machine nor its load changes them. Those of the ways differ between versions of Python, and are compared
only with the one with which they were recorded.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from simcord.actors import MemberActor

from bot.tables.robots import RobotFollower
from lab.speed.figures import figure
from lab.speed.tree import ROOMS, ROOT, tree_figures
from rules.calls import Content
from rules.games.auctions import AUCTION
from rules.games.biritch import BIRITCH
from rules.seats import Person, Seat
from rules.view import May
from tests.trials.stage.club import Club, club
from tests.trials.stage.fingers import Finger

BEING_WALKED: Final = frozenset(ROOMS) - {"playground"}
"""The rooms whose functions count. Work of the playground and of the simulated Discord is not the bot's."""

STARTS: Final = 5
WAYS: Final = ("press", "bid", "pad", "robot", "start")
GOALS: Final = {
    "press_before_the_answer": 0,
    "press_long_functions": 80,
    "press_long_files": 32,
    "press_long_lines": 1650,
    "press_stateful": 30,
    "press_tasks": 8,
}
STATEFUL: Final = ("bot", "cogs", "storage")
LONG: Final = 10
"""Lines from which a function is long."""
GOES_ON: Final = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
"""The functions that stop and go on."""

RECORDED: Final = Path(__file__).with_suffix(".txt")
FALLS: Final = 0.95
"""A figure below this part of the recorded one is to be recorded, so that it cannot grow back unnoticed."""


class Walk:
    """Counts every call of a function of ours while it is watching."""

    def __init__(self) -> None:
        self.watching = self.watching_began = False
        self._begins: CodeType | None = None
        self.calls: Counter[CodeType] = Counter()
        self.changes = self.tasks = 0
        self.stateful: set[type] = set()
        """What changes while it lives, each kind once."""
        self._going_on: set[FrameType] = set()
        self._rooms: dict[CodeType, str | None] = {}
        self.figures: dict[str, int] = {}
        self.details = frozenset[str]()  # "where", "functions"

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if not self.watching or event != "call":
            return
        code = frame.f_code
        self.watching_began = self.watching_began or code is self._begins
        if not self.watching_began:
            return
        if code is asyncio.BaseEventLoop.create_task.__code__:
            self.tasks += self._is_ours(frame.f_locals["coro"])
        room = self._room(code)
        if room is None or code.co_name in _PARTS:
            return
        if code.co_flags & GOES_ON:
            if frame in self._going_on:
                return
            self._going_on.add(frame)
        self.calls[code] += 1
        if code.co_argcount and code.co_varnames[0] == "self" and has_state(one := frame.f_locals["self"]):
            self.stateful.add(type(one))
        caller = frame.f_back
        while caller is not None and self._room(caller.f_code) is None:
            caller = caller.f_back
        if caller is not None and self._room(caller.f_code) != room:
            self.changes += 1

    def _is_ours(self, coroutine: object) -> bool:
        code = getattr(coroutine, "cr_code", None)
        return code is not None and self._room(code) is not None

    @contextmanager
    def watched(self, begins: CodeType | None = None) -> Iterator[None]:
        """Watch what is done inside; if a function is named, only from its first call on."""
        self.calls.clear()
        self.stateful.clear()
        self._going_on.clear()
        self.changes = self.tasks = 0
        self._begins, self.watching_began, self.watching = begins, begins is None, True
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.watching = False

    def told(self, name: str, before_the_answer: int | None = None) -> None:
        """Print the figures of the way that has been watched, and keep those that are held."""
        lines = {code: lines_that_run(code) for code in self.calls}
        long = [code for code, count in lines.items() if count >= LONG]
        held = {
            "before_the_answer": before_the_answer,
            "long_functions": len(long),
            "long_files": len({code.co_filename for code in long}),
            "long_lines": sum(lines[code] for code in long),
            "stateful": len(self.stateful),
            "tasks": self.tasks,
            "calls": self.calls.total(),
            "changes_of_room": self.changes,
        }
        for what, value in held.items():
            if value is not None:
                self.figures[f"{name}_{what}"] = value
                figure(f"{name}_{what}", value, GOALS.get(f"{name}_{what}"))
        print(f"{name}_functions {len(self.calls)}\n{name}_files {len({one.co_filename for one in lines})}")
        if "where" in self.details:
            by_place: dict[str, list[int]] = defaultdict(lambda: [0, 0])
            for code, count in self.calls.items():
                place = by_place[str(Path(code.co_filename).relative_to(ROOT))]
                place[0] += 1
                place[1] += count
            for path, (functions, calls) in sorted(by_place.items()):
                print(f"    {path} {functions} {calls}")
        if "functions" in self.details:
            for code, count in sorted(self.calls.items(), key=lambda one: (one[0].co_filename, -one[1])):
                print(f"    {Path(code.co_filename).relative_to(ROOT)} {code.co_qualname} {count}")

    def _room(self, code: CodeType) -> str | None:
        """The room of a function; None if it is not ours."""
        if code not in self._rooms:
            path = Path(code.co_filename)
            inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0]
            self._rooms[code] = inside if inside in BEING_WALKED else None
        return self._rooms[code]


def lines_that_run(code: CodeType) -> int:
    """The lines of a function, without blank ones, comments and its docstring."""
    return len({line for *_, line in code.co_lines() if line is not None})


def has_state(one: object) -> bool:
    """Whether an object changes while it lives: no value does, and none of what is drawn or of the law, or
    passes through a port."""
    kind = type(one)
    room, _, module = kind.__module__.partition(".")
    if room not in STATEFUL or module.startswith("ports."):
        return False
    if isinstance(one, tuple | Enum | Exception | type):
        return False
    return kind.__setattr__ is object.__setattr__


_PARTS: Final = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"})


@asynccontextmanager
async def house() -> AsyncIterator[Club]:
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "walk.sqlite3", threads=True) as opened:
            yield opened


async def asked_before(at: Club, act: Awaitable[object]) -> int:
    """How many requests are begun before that which answers this act."""
    began = len(at.env.http_requests)
    await act
    asked = [one.path for one in at.env.http_requests[began:]]
    return next(place for place, path in enumerate(asked) if path.startswith("/interactions/"))


async def press(walk: Walk) -> None:
    """A card is pressed on the panel in the direct messages of its owner."""
    async with house() as at:
        await at.playing()
        for _ in range(2):
            await at.presses(at.to_act(), at.panel(at.to_act()), "play", at.plays(at.to_act())[0])
        who = at.to_act()
        seen = at.panel(who)
        button = seen.button(
            "play", at.plays(who)[0]
        )  # found beforehand: reading a screen is not the bot's way
        with walk.watched():
            before = await asked_before(at, at.presses_id(who, seen, button))
    walk.told("press", before)


async def bid(walk: Walk) -> None:
    """The third bid of an auction is typed."""
    async with house() as at:
        await at.types(at.anna, "table open", game=AUCTION.key)
        for who in (at.boris, at.clara, at.david):
            await at.types(who, "table join")
        await at.types(at.anna, "table start")
        await at.types(at.at(Seat.EAST), "turn", act="cut")
        for level in ("1", "2"):
            await at.types(at.to_act(), "bid", bid=f"{level}H")
        who = at.to_act()  # beforehand too
        with walk.watched():
            before = await asked_before(at, at.types(who, "bid", bid="3H"))
        deal = at.table.view(None).deal
        assert deal is not None and len(deal.calls) == 3, "the bids were not taken"
    walk.told("bid", before)


async def pad(walk: Walk) -> None:
    """The second deal of a score sheet is written down."""
    async with house() as at:
        seats: dict[str, Any] = dict(zip(("north", "east", "south", "west"), at.four, strict=True))
        await at.types(at.anna, "score open", game=BIRITCH.key, **seats)
        finger = Finger(at, at.anna)
        for number in (1, 2):
            await finger.on_sheet("enter", *([finger.seen] if number == 2 else []))
            await finger.press("strain", "H")
            await finger.choose("tricks", "N11")
            await finger.choose("honours", "N3")
            if number == 1:
                await finger.press("write")
        with walk.watched():
            before = await asked_before(at, finger.press("write"))
        assert "Deal 2" in finger.text
    walk.told("pad", before)


async def robot(walk: Walk) -> None:
    """A robot plays a card: counted from the moment at which it is due, with what is then still to be shown
    of the card before it. Three people sit at the table, so that one robot plays between two of them."""
    async with house() as at:
        await at.begun(at.anna, at.boris, at.clara)
        while (who := waited_for(at)) is not None and not before_robot(at, who):
            await acts(at, who)
        assert who is not None
        seen, card = at.panel(who), at.plays(who)[0]
        with walk.watched(RobotFollower._act_for_robot.__code__):
            await at.presses(who, seen, "play", card)
        assert walk.watching_began, "no robot has played"
    walk.told("robot")


def waited_for(at: Club) -> MemberActor | None:
    """One of the people who may do something now."""
    views = ((who, at.view(who)) for who in (at.anna, at.boris, at.clara))
    return next((who for who, view in views if view.options or May.CUT in view.may), None)


def before_robot(at: Club, who: MemberActor) -> bool:
    """Whether a robot will follow in the middle of a trick after this person has played."""
    table = at.table.state
    deal = table.deal
    if table.rubber is None or deal is None or deal.playing is None or not 4 < deal.playing.cards_played < 40:
        return False
    onwards = deal.playing.hand_due.onwards()
    return len(deal.playing.trick.cards) == 1 and not isinstance(table.rubber.seats.of(onwards[1]), Person)


async def acts(at: Club, who: MemberActor) -> None:
    """Do the first thing that is open to somebody."""
    if May.CUT in at.view(who).may:
        await at.types(who, "turn", act="cut")
    elif plays := at.plays(who):
        await at.presses(who, at.panel(who), "play", plays[0])
    elif Content() in at.view(who).options:
        await at.types(who, "turn", act="content")
    else:
        await at.types(who, "declare", trumps="H")


async def start(walk: Walk) -> None:
    """A start with one table in mid-deal, to the moment at which the bot is ready. The least of a few: what
    threads do comes in one order or another."""
    found = []
    async with house() as at:
        await at.playing()
        await at.restart()
        for _ in range(STARTS):
            with walk.watched():
                await at.restart()
            found.append((walk.changes, walk.calls.total(), walk.tasks, walk.calls.copy(), {*walk.stateful}))
    walk.changes, _, walk.tasks, walk.calls, walk.stateful = min(found, key=lambda one: one[:3])
    walk.told("start")


def recorded(text: str, python: str) -> dict[str, int]:
    """The recorded figures, without those of the ways if another Python recorded them."""
    first, *lines = text.splitlines()
    figures = {name: int(value) for name, value in map(str.split, lines)}
    of_ways = tuple(f"{way}_" for way in WAYS)
    return {
        name: value
        for name, value in figures.items()
        if first == f"python {python}" or not name.startswith(of_ways)
    }


def faults(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """A line for each figure that has grown, has fallen by much, or is gone, since it was recorded."""
    told = []
    for name, was in before.items():
        if name not in now:
            told.append(f"{name} is recorded and no longer counted")
        elif now[name] > was:
            told.append(f"{name} has grown from {was} to {now[name]}")
        elif now[name] < FALLS * was:
            told.append(
                f"{name} has fallen from {was} to {now[name]}: record it, so that it cannot grow back"
            )
    return told


async def walked(walk: Walk) -> None:
    for each in (press, bid, pad, robot, start):
        await each(walk)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.speed.walk")
    for flag in ("where", "functions", "single", "names", "hold", "record"):
        parser.add_argument(f"--{flag}", action="store_true")
    given = parser.parse_args()
    walk, python = Walk(), ".".join(map(str, sys.version_info[:2]))
    walk.details = frozenset(flag for flag in ("where", "functions") if getattr(given, flag))
    threading.setprofile(walk)
    asyncio.run(walked(walk))
    now = walk.figures | tree_figures(single=given.single, leads=given.names)
    if given.record:
        lines = (f"{name} {value}\n" for name, value in now.items())
        RECORDED.write_text(f"python {python}\n" + "".join(lines), "utf-8")
    told = faults(recorded(RECORDED.read_text("utf-8"), python), now) if given.hold else []
    print("".join(f"{line} (python -m lab.speed.walk --record)\n" for line in told), end="")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
