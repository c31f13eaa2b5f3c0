"""The import contracts of ``pyproject.toml`` hold, and each is broken by the import that it forbids."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "robots", "screens", "bot", "cogs", "web", "storage", "playground", "lab", "tests")

FORBIDDEN = {
    "downwards": ("screens/table.py", "import bot.errors"),
    "floors of the rules": ("rules/settling/auction.py", "import rules.deal.deal"),
    "pure": ("rules/counting/rubber.py", "import random"),
    "robots know the rules and nobody else": ("robots/plain.py", "import asyncio"),
    "floors of the robots": ("robots/search/playout_robot.py", "import robots.plain"),
    "screens are values": ("screens/parts.py", "import asyncio"),
    "screens know what robots answer, never how they think": ("screens/why.py", "import robots.law.claims"),
    "tables and sheets know no screens": ("bot/tables/robots.py", "import screens.hand"),
    "one direction": ("bot/messages/boards.py", "import bot.messages.sending"),
    "tables and sheets know who plays": ("bot/tables/robots.py", "import robots.teaching.maxims"),
    "no favourites: nothing in the rules": ("rules/table/table.py", "import rules.games.all_games"),
    "no favourites: nothing but the list": ("rules/games/auctions.py", "import rules.games.biritch"),
    "ports: what the application": ("storage/ports/records.py", "import bot.settings"),
    "ports: the storage": ("storage/log.py", "import bot.settings"),
    "strangers": ("bot/tables/service.py", "import storage.store"),
    "plain SQL": ("storage/log.py", "import sqlite3"),
    "no peeking: what robots": ("robots/play/leading.py", "import rules.table.table"),
    "no peeking: the rows": ("screens/hand.py", "import rules.settling.terms"),
    "one window": ("bot/messages/drawing.py", "import rules.table.seen"),
    "Discord outside": ("bot/tables/clock.py", "import discord"),
    "floors of the application": ("bot/discord_api/sender.py", "import bot.messages.outbox"),
    "one way out": ("bot/messages/sending.py", "import discord"),
    "the playground": ("playground/world.py", "import bot.settings"),
    "no circle": ("bot/host/stops.py", "import bot.host.command"),
    "beside the program": ("bot/standby.py", "import lab.speed.walk"),
    "on the stage": ("tests/trials/stage/guard.py", "import tests.each"),
}
"""For each contract, by how its name begins, a module and an import that it must refuse there."""


def contracts() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the rooms, which a test may damage."""
    copy = tmp_path / "house"
    copy.mkdir()
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__", "records"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def findings(house: Path) -> dict[str, str]:
    """What the linter says of each contract that does not hold there, by the contract's name."""
    linter = "from importlinter.cli import lint_imports_command as run; run()"
    looked = subprocess.run(
        [sys.executable, "-c", linter, "--no-cache"],
        cwd=house,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(house), "COLUMNS": "400", "NO_COLOR": "1"},
        check=False,
    )
    assert "Contracts:" in looked.stdout, looked.stdout + looked.stderr
    lines = looked.stdout.splitlines()
    broken = {line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")}
    found: dict[str, str] = {}
    below = ""
    for line in lines:
        below = line if line in broken else below
        found[below] = f"{found.get(below, '')}{line}\n"
    return {name: told for name, told in found.items() if name}


def test_all_contracts_hold(house: Path) -> None:
    assert findings(house) == {}


def test_every_contract_has_a_forbidden_import_below() -> None:
    names = contracts()
    assert len(names) == len(FORBIDDEN)
    for start in FORBIDDEN:
        assert len([name for name in names if name.startswith(start)]) == 1


def test_every_forbidden_import_is_refused_by_its_contract(house: Path) -> None:
    """All are planted at once, and each must be named below its own contract."""
    for module, forbidden in FORBIDDEN.values():
        file = house / module
        file.write_text(f"{file.read_text('utf-8')}\n{forbidden}\n", "utf-8")
    found = findings(house)
    for contract, (module, forbidden) in FORBIDDEN.items():
        importer = module.removesuffix(".py").replace("/", ".")
        imported = forbidden.removeprefix("import ")
        told = next(told for name, told in found.items() if name.startswith(contract))
        if contract == "no circle":  # which tells of both as what they are in their folder
            importer, imported = (f".{one.rpartition('.')[2]}" for one in (importer, imported))
        assert f"{importer} -> {imported} (" in told, told


@pytest.mark.parametrize("row", sorted((ROOT / "rules" / "games").glob("*.py")), ids=lambda row: row.stem)
def test_every_game_is_among_those_that_only_the_list_may_import(row: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rows = next(
        one["protected_modules"]
        for one in settings["tool"]["importlinter"]["contracts"]
        if one["name"].startswith("no favourites: nothing but the list")
    )
    shared = {"__init__", "all_games", "promise", "revoke", "public_calls", "variant"}
    assert (f"rules.games.{row.stem}" in rows) is (row.stem not in shared)


def test_no_folder_of_tests_and_no_file_that_they_share_may_be_imported_from_the_stage() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    forbidden = next(
        one["forbidden_modules"]
        for one in settings["tool"]["importlinter"]["contracts"]
        if one["name"].startswith("on the stage")
    )
    files = (one for one in (ROOT / "tests").glob("*.py") if not one.name.startswith(("test_", "__init__")))
    shared = {*files, *(one.parent for one in (ROOT / "tests").glob("*/__init__.py"))}
    assert {*forbidden} == {f"tests.{one.stem}" for one in shared} - {"tests.trials"}
