"""Whoever follows the recipe for a game, file by file, has a game that can be played.

The tree is copied, everything is done that the page says, and the checks that it names are run in the copy,
by processes of their own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.docs.recipes import Step, followed, run, steps

PAGE = "docs/how-to/add-a-game.md"
CHECKS = (
    "tests/cogs/test_options.py",
    "tests/robots/test_every_game.py",
    "tests/rules/test_every_game.py",
    "tests/rules/test_laws_minnesota.py",
    "tests/screens/test_every_state.py",
)
"""What the page names; of those that have a test for each game, the tests of the new one."""
WALKED = (
    "tests/screens/test_gamebook.py",
    "tests/screens/test_options.py",
    "tests/screens/test_pad.py",
    "tests/screens/test_told_figures.py",
    "tests/test_house.py",
    "tests/words/test_catalogues.py",
)
"""Those that walk through the games within a test."""

PLAYED = """
import asyncio, tempfile
from pathlib import Path
from rules.view import May
from tests.cogs.club import club

async def main():
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "new.sqlite3") as house:
            await house.types(house.anna, "table open", game="minnesota_whist")
            for who in (house.boris, house.clara, house.david):
                await house.types(who, "table join")
            await house.types(house.anna, "table start")
            await house.types(house.who_may(May.CUT)[0], "cut")
            await house.types(house.to_act(), "bid", bid="Grand")
            while house.table.state.last is None:
                await house.plays_a_card()
            (line,) = house.table.state.last.entries
            print(house.table.state.game, line.unit, line.count == line.amount)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = followed(PAGE, tmp_path_factory.mktemp("tree"))
    assert run(made, "-m", "tests.words").count(": 0 of ") == 2
    run(made, "-m", "tests.rules.golden")
    return made


def test_its_examples_hold_and_every_check_that_the_page_names_passes(tree: Path) -> None:
    assert "2 passed, 0 failed" in run(tree, "-m", "tests.examples", "tests/examples/minnesota_whist.json")
    pytest_ = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    alone = run(tree, *pytest_, *CHECKS, "-k", "minnesota")
    assert int(alone.rpartition(" passed")[0].split()[-1]) >= 10, alone
    run(tree, *pytest_, *WALKED)
    run(tree, *pytest_, "tests/rules/test_golden.py", "-k", "record")


def test_four_people_play_a_deal_of_it_with_the_bot(tree: Path) -> None:
    assert run(tree, "-c", PLAYED).split() == ["minnesota_whist", "1", "True"]


def test_a_game_of_parts_that_exist_touches_twelve_files_of_which_four_are_new() -> None:
    """Without catalogues, and without the record that is written by a program."""
    files = {step.path for step in steps(PAGE) if not step.path.endswith(".po")}
    assert len(files) == 12
    assert sum(not (ROOT / path).exists() for path in files) == 4


def test_a_step_that_no_longer_fits_the_tree_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("first\nsecond\n")
    Step("a.py", "diff", " first\n+between\n second\n").follow(tmp_path)
    assert (tmp_path / "a.py").read_text() == "first\nbetween\nsecond\n"
    with pytest.raises(ValueError, match="do not stand"):
        Step("a.py", "diff", " third\n+after\n").follow(tmp_path)
