"""The house knows no favourite: what a game is called decides nothing outside its own files. And it takes no
stranger: every game in the list has a law, examples, and robots who can play it."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from robots.plain import PlainRobot
from robots.player import awaited
from rules.games.all_games import GAMES
from rules.seats import Seat
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

ROOT = Path(__file__).parent.parent
ROOMS = ("benchmarks", "bot", "cogs", "playground", "robots", "rules", "screens", "storage")
AT_HOME = ("rules/games/", "rules/games/all_games.py", "screens/words/games/", "screens/words/gamebook.py")
"""Where games are named: rows of data and the list of them, pages of words and the list of those."""

MENTIONS = {
    ("benchmarks/storage.py", "biritch"): "the game of a table that is only written and read",
    ("screens/words/typed_words.py", "biritch"): "a word for no trumps",
    ("robots/calls/heard.py", "auction"): "the name of a field",
    ("screens/words/options.py", "auction"): "a value of the option honours",
    ("screens/words/options.py", "contract"): "a value of the option honours",
    ("benchmarks/robots/auctions.py", "auction"): "a game whose auctions have a goal",
    ("benchmarks/robots/auctions.py", "contract"): "a game whose auctions have a goal",
    ("benchmarks/robots/auctions.py", "plafond"): "a game whose auctions have a goal",
    ("benchmarks/robots/auctions.py", "scaled_contract"): "a game whose auctions have a goal",
    ("benchmarks/robots/auctions.py", "vint"): "a game whose auctions have a goal",
}
"""The only other places where a text equal to a game's key may stand, each with what it is there."""


def modules() -> Iterator[str]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            module = file.relative_to(ROOT).as_posix()
            if not module.startswith(AT_HOME):
                yield module


MODULES = list(modules())


def keys_in(tree: ast.AST) -> Iterator[str]:
    """The game keys that stand in this piece of a program, each as a text of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAMES:
            yield node.value


def branched_on(source: str) -> list[str]:
    """The game keys that are compared with something, are a case, or are looked up in a table."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare() | ast.MatchValue():
                found += keys_in(node)
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "get"), args=[first, *_]):
                found += keys_in(first)
            case ast.Subscript(slice=ast.Constant() as looked_up):
                found += keys_in(looked_up)
    return found


def test_no_module_branches_on_the_key_of_a_game() -> None:
    branches = {module: branched_on((ROOT / module).read_text("utf-8")) for module in MODULES}
    assert {module: keys for module, keys in branches.items() if keys} == {}


def test_a_games_key_stands_only_where_games_are_named() -> None:
    """A table by game in another module would be a branch too. And every exception is still needed."""
    found = {
        (module, key) for module in MODULES for key in keys_in(ast.parse((ROOT / module).read_text("utf-8")))
    }
    assert found == set(MENTIONS)


@pytest.mark.parametrize(
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
    assert branched_on(favour)


@pytest.mark.parametrize(
    "favour", ['LOUD = {"biritch": 1, "vint": 2}', 'LOUD = frozenset(["vint"])', 'def f(game="vint"): ...']
)
def test_a_planted_table_or_default_is_found(favour: str) -> None:
    assert set(keys_in(ast.parse(favour)))


@pytest.mark.parametrize("fair", ['log = getLogger("biritch.play")', 'x = columns == "bridges"', "x = vint"])
def test_a_word_that_is_no_key_is_no_favour(fair: str) -> None:
    assert list(keys_in(ast.parse(fair))) == []
    assert branched_on(fair) == []


# What every game in the list has


@pytest.mark.parametrize("key", GAMES)
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


@pytest.mark.parametrize("key", GAMES)
def test_robots_play_two_deals_of_every_game_and_are_never_refused(key: str) -> None:
    """A refusal would raise here."""
    people = (ANNA, BORIS, CLARA, DAVID)[: GAMES[key].variant().players]
    evening, robot, chance = (
        Evening(("robots", key), key).seat(*people).start(),
        PlainRobot(),
        random.Random(7),
    )
    while evening.table.rubber is not None and evening.table.last_number < 2:
        views = [evening.view(seat) for seat in Seat]
        view = next(view for view in views if awaited(view))
        assert view.viewer is not None
        evening.do(view.viewer, robot.choose(view, 1.0, chance).choice)
    assert evening.table.last_number == 2 or evening.table.ended is not None
