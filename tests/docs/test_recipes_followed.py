"""Somebody who follows the recipes for a game, a command and an option, file by file, has a game that can be
played, a command and a button that answer, and options that decide something.

The tree is copied, everything is done that the pages say, and the checks that they name are run in the copy,
by processes of their own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.docs.recipes import Step, followed, run, steps

GAME = "docs/how-to/add-a-game.md"
COMMAND = "docs/how-to/add-a-command.md"
OPTION = "docs/how-to/add-an-option.md"
TEST = "docs/how-to/write-a-test.md"
MOST = 7
"""Files of the program that a command with a button may touch, without the catalogues."""
OF_TESTS = ("CHANGELOG.md", "docs/", "tests/")
FOR_EACH_GAME = (
    "tests/cogs/test_options.py",
    "tests/robots/test_every_game.py",
    "tests/rules/test_every_game.py",
    "tests/rules/test_laws_minnesota.py",
    "tests/screens/test_every_state.py",
)
"""What the page about games names that has a test for each game: the tests of the new one."""
WHOLE = (
    "tests/cogs/test_a_message.py",
    "tests/cogs/test_dealer.py",
    "tests/cogs/test_learn.py",
    "tests/cogs/test_open_buttons.py",
    "tests/cogs/test_registry.py",
    "tests/cogs/test_surface.py",
    "tests/examples/test_options.py",
    "tests/rules/test_appendix.py",
    "tests/rules/test_laws_norwegian.py",
    "tests/rules/test_recorded_options.py",
    "tests/screens/test_a_screen.py",
    "tests/screens/test_gamebook.py",
    "tests/screens/test_options.py",
    "tests/screens/test_pad.py",
    "tests/screens/test_presses.py",
    "tests/screens/test_texts.py",
    "tests/screens/test_told_figures.py",
    "tests/test_house.py",
    "tests/words/test_catalogues.py",
)
"""What the pages name else. Those about games walk through all of them within a test."""

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
PLAYED = """
import asyncio, tempfile
from pathlib import Path
from tests.trials.stage.club import club

async def main():
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "new.sqlite3") as house:
            await house.dealt("minnesota_whist")
            await house.types(house.to_act(), "bid", bid="Grand")
            while house.table.state.last is None:
                await house.plays_a_card()
            (line,) = house.table.state.last.entries
            print(house.table.state.game, line.unit, line.count == line.amount)

asyncio.run(main())
"""


def test_every_step_fits_the_tree_as_it_is(tmp_path: Path) -> None:
    tree = followed(tmp_path, GAME, COMMAND, OPTION, TEST)
    assert (tree / "screens" / "dealer.py").exists()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = followed(tmp_path_factory.mktemp("tree"), GAME, COMMAND, OPTION, TEST)
    assert run(made, "-m", "tests.words").count(": 0 of ") == 2
    run(made, "-m", "tests.rules.golden")
    run(made, "-m", "tests.rules.test_recorded_options")
    return made


@pytest.mark.long
def test_the_examples_of_the_game_hold_and_so_does_every_check_for_each_game(tree: Path) -> None:
    assert "2 passed, 0 failed" in run(tree, "-m", "tests.examples", "tests/examples/minnesota_whist.json")
    assert "30 passed, 0 failed" in run(tree, "-m", "tests.examples", "tests/examples/norwegian_whist.json")
    alone = run(tree, *PYTEST, *FOR_EACH_GAME, "tests/rules/test_golden.py", "-k", "minnesota or record")
    assert int(alone.rpartition(" passed")[0].split()[-1]) >= 10, alone


@pytest.mark.long
def test_four_people_play_a_deal_of_it_with_the_bot(tree: Path) -> None:
    assert run(tree, "-c", PLAYED).split() == ["minnesota_whist", "1", "True"]


@pytest.mark.long
def test_the_command_and_its_button_answer_and_every_other_check_passes(tree: Path) -> None:
    told = run(tree, *PYTEST, "-rA", *WHOLE)
    assert sum(line.startswith("PASSED tests/cogs/test_dealer.py::") for line in told.splitlines()) == 2
    for test in "a_lesson_that_is_named_is_begun", "a_grand_that_is_lost_costs_what_is_arranged":
        assert re.search(rf"^PASSED \S+::test_{test}$", told, re.MULTILINE), test


@pytest.mark.long
def test_what_the_pages_say_is_written_as_the_rest_of_the_code(tree: Path) -> None:
    run(tree, "-m", "ruff", "check", "--no-cache", ".")
    run(tree, "-m", "ruff", "format", "--no-cache", "--check", ".")


def test_a_command_with_a_button_touches_no_more_files_than_it_may() -> None:
    files = {step.path for step in steps(COMMAND) if not step.path.endswith(".po")}
    program = {path for path in files if not path.startswith(OF_TESTS)}
    assert len(program) == 6 <= MOST
    assert [path for path in program if not (ROOT / path).exists()] == ["screens/dealer.py"]


def test_an_option_touches_two_files_of_the_program() -> None:
    files = {step.path for step in steps(OPTION) if not step.path.endswith(".po")}
    of_a_game = {"rules/games/whist_kin.py", "screens/words/options.py"}
    of_a_command = {"cogs/learn.py", "screens/words/commands.py"}
    assert {path for path in files if not path.startswith(OF_TESTS)} == of_a_game | of_a_command


def test_a_game_of_parts_that_exist_touches_thirteen_files_of_which_four_are_new() -> None:
    """Without catalogues, and without the record that is written by a program."""
    files = {step.path for step in steps(GAME) if not step.path.endswith(".po")}
    assert len(files) == 13
    assert sum(not (ROOT / path).exists() for path in files) == 4


def test_a_step_that_no_longer_fits_the_tree_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("first\nsecond\n")
    Step("a.py", "diff", " first\n+between\n second\n").follow(tmp_path)
    assert (tmp_path / "a.py").read_text() == "first\nbetween\nsecond\n"
    with pytest.raises(ValueError, match=r"a\.md shows lines that do not stand in a\.py"):
        Step("a.py", "diff", " third\n+after\n", "a.md").follow(tmp_path)
