"""The house knows no favourite: what a game is called decides nothing outside its own files. And it takes no
stranger: every game in the list has a law and examples; that robots can play it is asked with them, in
tests/robots/test_every_game.py. Nobody leaves it by a back door: threads and processes are begun where they
are waited for."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.games.all_games import GAMES
from tests.each import each
from tests.trees import nodes

ROOT = Path(__file__).parent.parent
ROOMS = (
    *("bot", "cogs", "lab", "playground", "robots", "rules", "screens", "storage", "tests/trials"),
    "web",
)
AT_HOME = ("rules/games/", "screens/words/games/")
"""Where games are named: rows of data and the list of them, pages of words and the list of those."""
STAGE = "tests/trials/stage/"
"""What tests, trials and measurements play on."""

MENTIONS = {
    ("lab/speed/storage.py", "biritch"): "the game of a table that is only written and read",
    ("bot/host/command.py", "biritch"): "the name of the command",
    ("tests/trials/soak/damage.py", "biritch"): "the game of a table whose bytes are flipped",
    ("tests/trials/soak/presses.py", "biritch"): "the game of the tables at which everything is pressed",
    ("lab/speed/years.py", "biritch"): "the game of rubbers and deals that fill a file",
    ("storage/postgres/session.py", "biritch"): "the name by which the server lists the program",
    ("screens/words/typed_words.py", "biritch"): "a word for no trumps",
    ("screens/words/glossary.py", "auction"): "a word of the trade",
    ("screens/words/glossary.py", "biritch"): "a word of the trade",
    ("screens/words/glossary.py", "contract"): "a word of the trade",
    ("screens/words/glossary.py", "plafond"): "a word of the trade",
    ("screens/words/options.py", "auction"): "a value of the option honours",
    ("screens/words/options.py", "contract"): "a value of the option honours",
    ("screens/exercises.py", "whist_modern"): "the game of the exercises",
    ("screens/lessons.py", "biritch"): "the game of a prepared deal",
    ("screens/lessons.py", "contract"): "the game of a prepared deal",
    ("screens/lessons.py", "ruff_and_honours"): "the game of a prepared deal",
    ("screens/lessons.py", "whist_modern"): "the game of a prepared deal",
    ("lab/robots/auctions.py", "auction"): "a game whose auctions have a goal",
    ("lab/robots/auctions.py", "contract"): "a game whose auctions have a goal",
    ("lab/robots/auctions.py", "plafond"): "a game whose auctions have a goal",
    ("lab/robots/auctions.py", "scaled_contract"): "a game whose auctions have a goal",
    ("lab/robots/auctions.py", "vint"): "a game whose auctions have a goal",
    ("lab/robots/bank.py", "biritch"): "the game of the positions",
    ("lab/robots/rival.py", "contract"): "the game that other people's programs bid",
}
"""The only other places where a text equal to a game's key may stand, each with what it is there."""


def modules() -> Iterator[str]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            module = file.relative_to(ROOT).as_posix()
            if not module.startswith((*AT_HOME, STAGE)):
                yield module


MODULES = list(modules())


@cache
def parsed(module: str) -> ast.Module:
    """The module, or an empty one if no game's key is a part of its text."""
    text = (ROOT / module).read_text("utf-8")
    return ast.parse(text if any(key in text for key in GAMES) else "")


def keys_in(tree: ast.AST) -> Iterator[str]:
    """The game keys that stand in this piece of a program, each as a text of its own."""
    for node in nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAMES:
            yield node.value


def branched_on(tree: ast.AST) -> list[str]:
    """The game keys that are compared with something, are a case, or are looked up in a table."""
    found: list[str] = []
    for node in nodes(tree):
        match node:
            case ast.Compare() | ast.MatchValue():
                found += keys_in(node)
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "get"), args=[first, *_]):
                found += keys_in(first)
            case ast.Subscript(slice=ast.Constant() as looked_up):
                found += keys_in(looked_up)
    return found


def test_no_module_branches_on_the_key_of_a_game() -> None:
    branches = {module: branched_on(parsed(module)) for module in MODULES}
    assert {module: keys for module, keys in branches.items() if keys} == {}


def test_a_games_key_stands_only_where_games_are_named() -> None:
    """A table by game in another module would be a branch too. And every exception is still needed."""
    assert {(module, key) for module in MODULES for key in keys_in(parsed(module))} == set(MENTIONS)


@each(
    "favour",
    [
        'x = game == "biritch"',
        'x = "vint" != table.game',
        'x = key in ("whist_long", other)',
        'x = key not in {"contract"}',
        'x = 1 if table.game.key == "auction" else 2',
        'match key:\n    case "bridge":\n        pass',
        'match key:\n    case "a" | "norwegian_whist":\n        pass',
        'match table:\n    case Table(game="plafond"):\n        pass',
        'x = key.startswith(("dummy_whist", "double_dummy"))',
        'x = chosen.get("vint")',
        'x = chosen["vint"]',
        'x = [one for one in tables if one.game == "biritch"]',
    ],
)
def test_a_planted_favour_is_found(favour: str) -> None:
    assert branched_on(ast.parse(favour))


@each("favour", ['LOUD = {"biritch": 1, "vint": 2}', 'LOUD = frozenset(["vint"])', 'def f(game="vint"): ...'])
def test_a_planted_table_or_default_is_found(favour: str) -> None:
    assert set(keys_in(ast.parse(favour)))


@each("fair", ['log = getLogger("biritch.play")', 'x = columns == "bridges"', "x = vint"])
def test_a_word_that_is_no_key_is_no_favour(fair: str) -> None:
    assert list(keys_in(ast.parse(fair))) == []
    assert branched_on(ast.parse(fair)) == []


# What every game in the list has


@each("key", GAMES)
def test_every_game_has_its_law_and_examples_worked_by_hand(key: str) -> None:
    laws = "".join(file.read_text("utf-8") for file in (ROOT / "docs").glob("laws*.md"))
    assert f"`{key}`" in laws
    examples = [
        one
        for file in (ROOT / "tests" / "examples").glob("*.json")
        for one in json.loads(file.read_text("utf-8"))
        if one["game"] == key
    ]
    assert examples


BACK_DOORS = {
    "to_thread",
    "run_in_executor",
    "wrap_future",
    "run_coroutine_threadsafe",
    "set_default_executor",
    "ThreadPoolExecutor",
    "ProcessPoolExecutor",
    "Thread",
    "Timer",
    "Process",
    "Pool",
    "Popen",
    "fork",
    "create_subprocess_exec",
    "create_subprocess_shell",
    "subprocess_exec",
    "subprocess_shell",
    "asyncio.run",
    "asyncio.shield",
}
"""What begins a thread, a process or a loop, and a wait that leaves behind what it waits for."""
ANY_BACK_DOOR = re.compile(rf"\b({'|'.join(BACK_DOORS).replace('.', '[.]')})\b")
PRODUCT = ("packaging/biritch", "bot", "cogs", "playground", "robots", "rules", "screens", "storage", "web")
WAITED_FOR = {
    (
        "storage/ports/waits.py",
        "run_in_executor",
    ): "the one way to work on a thread: its wait ends with the thread",
    ("bot/__main__.py", "ThreadPoolExecutor"): "the threads of that way, and those of the libraries",
    ("bot/__main__.py", "set_default_executor"): "the same",
    ("bot/__main__.py", "asyncio.run"): "the loop of the bot, which hears signals",
    ("bot/host/stops.py", "asyncio.run"): "the loop of every other command, which hears signals",
    ("playground/__main__.py", "asyncio.run"): "the loop of the playground, which hears signals",
    ("bot/host/terminal.py", "Thread"): "it tells how far work is; whoever ends it waits for it",
    (
        "storage/postgres/database.py",
        "ThreadPoolExecutor",
    ): "each thread owns its session; closing waits for all",
    ("storage/postgres/database.py", "wrap_future"): "waits for those threads",
    ("bot/worker_pool.py", "Process"): "a worker; closing the pool ends and awaits it",
    ("bot/worker_pool.py", "create_subprocess_exec"): "the same",
    (
        "bot/worker_pool.py",
        "asyncio.shield",
    ): "the answer of a worker that is late is awaited, or the worker killed",
    ("bot/host/backup_command.py", "subprocess_exec"): "the host's program; its wait ends it",
    ("robots/process/worker.py", "Thread"): "it ends the worker's process",
    ("robots/search/double_dummy.py", "Thread"): "of a worker's process, which ends with all its threads",
    ("playground/process.py", "create_subprocess_exec"): "the bot; leaving the playground stops it",
    (
        "storage/ports/patience.py",
        "asyncio.shield",
    ): "an act is stored and told though whoever asked has gone",
    ("playground/process.py", "asyncio.shield"): "a bot that nobody waits for any more is killed",
    ("bot/tables/past_deals.py", "asyncio.shield"): "one analysis for all who ask",
}
"""Where they stand, each with what waits for its end."""


def back_doors(tree: ast.AST) -> Iterator[str]:
    for node in nodes(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="asyncio"), attr=name) if f"asyncio.{name}" in BACK_DOORS:
                yield f"asyncio.{name}"
            case ast.Attribute(value=ast.Name(id="discord")):
                continue  # a thread in a channel
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name) if name in BACK_DOORS:
                yield name


def test_threads_processes_and_loops_are_begun_only_where_something_waits_for_their_end() -> None:
    """And every exception is still needed."""
    found = set[tuple[str, str]]()
    for room in PRODUCT:
        for file in (ROOT / room).rglob("*.py"):
            text = file.read_text("utf-8")
            if ANY_BACK_DOOR.search(text):
                module = file.relative_to(ROOT).as_posix()
                found |= {(module, name) for name in back_doors(ast.parse(text))}
    assert found == set(WAITED_FOR)


@each(
    "door",
    [
        "await asyncio.to_thread(work)",
        "from asyncio import to_thread",
        "loop.run_in_executor(None, work)",
        "threading.Thread(target=work).start()",
        "from threading import Thread as Other",
        "concurrent.futures.ThreadPoolExecutor()",
        "asyncio.run(main())",
        "await asyncio.shield(task)",
        "await loop.subprocess_exec(Protocol, 'true')",
    ],
)
def test_a_planted_back_door_is_found(door: str) -> None:
    wrapped = f"async def planted():\n    {door}"
    assert list(back_doors(ast.parse(wrapped)))
