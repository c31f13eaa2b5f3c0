"""How far the way through the code is: ``python -m benchmarks.walk [--hold | --record]``.

For a pressed card, a typed bid, a deal written on the score pad, a robot's card and a start of the bot: how
many of our functions are passed, in how many files, with how many calls, and how many of the calls go
from one room into another. All is counted until every message has settled, in the bot itself on a simulated
Discord, where the same has happened before, so that what is worked out once is not counted. A
comprehension belongs to the function in which it stands.

For the tree: its modules, the median of their lines, the modules that one other alone imports, and the
protocols that one class alone fulfils. Tests and benchmarks are not counted.

``--where`` and ``--functions`` tell where the functions of each way stand, ``--single`` names the modules
with one importer. ``--hold`` compares with the figures in ``walk.txt``, as CI does: exit status 1 if one has
grown, or has fallen by so much that it should be recorded. ``--record`` writes that file. The figures are
counts: neither the machine nor its load changes them. Those of the ways differ between versions of Python,
and are compared only with the one with which they were recorded.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Final

from simcord.actors import MemberActor

from benchmarks.figures import figure
from bot.tables.robots import RobotFollower
from rules.calls import Content
from rules.games.auctions import AUCTION
from rules.games.biritch import BIRITCH
from rules.seats import Person, Seat
from rules.view import May
from tests.cogs.club import Club, club
from tests.cogs.fingers import Finger
from tests.cogs.test_score import opened

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("rules", "ports", "robots", "screens", "bot", "cogs", "storage", "playground", "biritch")
"""The rooms that are part of the product."""
BEING_WALKED: Final = frozenset(ROOMS) - {"playground"}
"""The rooms whose functions count. Work of the playground and of the simulated Discord is not the bot's."""

FUNCTIONS: Final = {"press": 220, "bid": 260, "pad": 260, "robot": 260, "start": 200}
FILES: Final = {"press": 45, "bid": 60, "pad": 60, "robot": 60, "start": 60}
CALLS: Final = {"press": 1300}
MODULES: Final = 300
SINGLE: Final = 50

RECORDED: Final = Path(__file__).with_suffix(".txt")
FALLS: Final = 0.95
"""A figure below this part of the recorded one is to be recorded, so that it cannot grow back unnoticed."""


class Walk:
    """Counts every call of a function of ours while it is watching."""

    def __init__(self) -> None:
        self.watching = self.watching_began = False
        self._begins: CodeType | None = None
        self.calls: Counter[CodeType] = Counter()
        self.changes = 0
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
        room = self._room(code)
        if room is None or code.co_name in _PARTS:
            return
        self.calls[code] += 1
        caller = frame.f_back
        while caller is not None and self._room(caller.f_code) is None:
            caller = caller.f_back
        if caller is not None and self._room(caller.f_code) != room:
            self.changes += 1

    @contextmanager
    def watched(self, begins: CodeType | None = None) -> Iterator[None]:
        """Watch what is done inside; if a function is named, only from its first call on."""
        self.calls.clear()
        self.changes = 0
        self._begins, self.watching_began, self.watching = begins, begins is None, True
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.watching = False

    def told(self, name: str) -> None:
        """Print the figures of the way that has been watched, and keep them."""
        files = {code.co_filename for code in self.calls}
        for what, value, goal in (
            ("functions", len(self.calls), FUNCTIONS[name]),
            ("files", len(files), FILES[name]),
            ("calls", self.calls.total(), CALLS.get(name)),
            ("changes_of_room", self.changes, None),
        ):
            self.figures[f"{name}_{what}"] = value
            figure(f"{name}_{what}", value, goal)
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


_PARTS: Final = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"})


@asynccontextmanager
async def house() -> AsyncIterator[Club]:
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "walk.sqlite3") as opened:
            yield opened


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
            answer = await at.presses_id(who, seen, button)
    assert answer.result is not None and at is not None
    walk.told("press")


async def bid(walk: Walk) -> None:
    """The third bid of an auction is typed."""
    async with house() as at:
        await at.types(at.anna, "table open", game=AUCTION.key)
        for who in (at.boris, at.clara, at.david):
            await at.types(who, "table join")
        await at.types(at.anna, "table start")
        await at.types(at.at(Seat.EAST), "cut")
        for level in ("1", "2"):
            await at.types(at.to_act(), "bid", bid=f"{level}H")
        with walk.watched():
            await at.types(at.to_act(), "bid", bid="3H")
        deal = at.table.view(None).deal
        assert deal is not None and len(deal.calls) == 3, "the bids were not taken"
    walk.told("bid")


async def pad(walk: Walk) -> None:
    """The second deal of a score sheet is written down."""
    async with house() as at:
        await opened(at, BIRITCH.key)
        finger = Finger(at, at.anna)
        for number in (1, 2):
            await finger.on_sheet("enter", *([finger.seen] if number == 2 else []))
            await finger.press("strain", "H")
            await finger.choose("tricks", "N11")
            await finger.choose("honours", "N3")
            if number == 1:
                await finger.press("write")
        with walk.watched():
            written = await finger.press("write")
        assert "Deal 2" in written.text
    walk.told("pad")


async def robot(walk: Walk) -> None:
    """A robot plays a card: counted from the moment at which it is due, with what is then still to be shown
    of the card before it. Three people sit at the table, so that one robot plays between two of them."""
    async with house() as at:
        await at.begun(at.anna, at.boris, at.clara)
        while (who := waited_for(at)) is not None and not before_robot(at, who):
            await acts(at, who)
        assert who is not None
        seen, card = at.panel(who), at.plays(who)[0]
        with walk.watched(RobotFollower._act.__code__):
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
        await at.types(who, "cut")
    elif plays := at.plays(who):
        await at.presses(who, at.panel(who), "play", plays[0])
    elif Content() in at.view(who).options:
        await at.types(who, "content")
    else:
        await at.types(who, "declare", trumps="H")


async def start(walk: Walk) -> None:
    """A start with one table in mid-deal, to the moment at which the bot is ready."""
    async with house() as at:
        await at.playing()
        await at.restart()
        with walk.watched():
            await at.restart()
    walk.told("start")


def modules() -> Mapping[str, Path]:
    """Every module of the product, by its name; packages without a line are not counted."""
    found = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.read_text("utf-8").strip():
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def importers(tree: Mapping[str, Path]) -> Mapping[str, set[str]]:
    """The modules that import each module."""
    found: dict[str, set[str]] = {name: set() for name in tree}
    for name, path in tree.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            wanted: list[str] = []
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                wanted = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for one in wanted:
                if one in found and one != name:
                    found[one].add(name)
    return found


def protocols(tree: Mapping[str, Path]) -> tuple[int, int]:
    """The number of protocols, and of those that only one class fulfils, by the names that it has."""
    asked: dict[str, set[str]] = {}
    classes: dict[str, tuple[set[str], list[str]]] = {}
    for module, path in tree.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
            names = set(filter(None, map(_named, node.body)))
            if "Protocol" in bases:
                asked[f"{module}.{node.name}"] = names
            else:
                classes[f"{module}.{node.name}"] = (names, bases)
    by_name = {name.rpartition(".")[2]: name for name in classes}

    def has(name: str) -> set[str]:
        names, bases = classes[name]
        return names.union(
            *(has(by_name[base]) for base in bases if base in by_name and by_name[base] != name)
        )

    counts = [sum(1 for one in classes if names <= has(one)) for names in asked.values() if names]
    return len(asked), sum(1 for count in counts if count <= 1)


def _named(node: ast.stmt) -> str | None:
    """The name that a line in the body of a class defines: a method or a field."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    return node.target.id if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else None


def tree(*, single: bool) -> dict[str, int]:
    """Print the figures of the modules. ``single`` names those with one importer."""
    found = modules()
    lines = [len(path.read_text("utf-8").splitlines()) for path in found.values()]
    alone = sorted(name for name, by in importers(found).items() if len(by) == 1)
    number, one = protocols(found)
    figures = {"modules": len(found), "single_importer": len(alone), "protocols_with_one_class": one}
    figure("modules", len(found), MODULES)
    print(f"median_lines {median(lines):.0f}")
    figure("single_importer", len(alone), SINGLE)
    print(f"protocols {number}\nprotocols_with_one_class {one}")
    if single:
        print(*alone, sep="\n")
    return figures


def recorded(text: str, python: str) -> dict[str, int]:
    """The recorded figures, without those of the ways if another Python recorded them."""
    first, *lines = text.splitlines()
    figures = {name: int(value) for name, value in map(str.split, lines)}
    of_ways = tuple(f"{way}_" for way in FUNCTIONS)
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
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walk")
    for flag in ("where", "functions", "single", "hold", "record"):
        parser.add_argument(f"--{flag}", action="store_true")
    given = parser.parse_args()
    walk, python = Walk(), ".".join(map(str, sys.version_info[:2]))
    walk.details = frozenset(flag for flag in ("where", "functions") if getattr(given, flag))
    threading.setprofile(walk)
    asyncio.run(walked(walk))
    now = walk.figures | tree(single=given.single)
    if given.record:
        lines = (f"{name} {value}\n" for name, value in now.items())
        RECORDED.write_text(f"python {python}\n" + "".join(lines), "utf-8")
    told = faults(recorded(RECORDED.read_text("utf-8"), python), now) if given.hold else []
    print("".join(f"{line} (python -m benchmarks.walk --record)\n" for line in told), end="")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
