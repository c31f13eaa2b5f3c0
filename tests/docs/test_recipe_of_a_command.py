"""Whoever follows the recipe for a command, file by file, has a command and a button that answer.

The tree is copied, everything is done that the page says, and the checks that it names are run in the copy.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.docs.recipes import followed, run, steps

PAGE = "docs/how-to/add-a-command.md"
MOST = 7
"""Files of the program that a command with a button may touch, without the catalogues."""
OF_TESTS = ("CHANGELOG.md", "docs/", "tests/")
CHECKS = (
    "tests/cogs/test_dealer.py",
    "tests/cogs/test_open_buttons.py",
    "tests/cogs/test_registry.py",
    "tests/cogs/test_surface.py",
    "tests/screens/test_presses.py",
    "tests/screens/test_texts.py",
    "tests/words/test_catalogues.py",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = followed(PAGE, tmp_path_factory.mktemp("tree"))
    assert run(made, "-m", "tests.words").count(": 0 of ") == 2
    return made


def test_the_command_and_its_button_answer_and_every_check_passes(tree: Path) -> None:
    assert "2 passed" in run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", CHECKS[0])
    run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *CHECKS[1:])


def test_what_the_page_says_is_written_as_the_rest_of_the_code(tree: Path) -> None:
    run(tree, "-m", "ruff", "check", "--no-cache", ".")
    run(tree, "-m", "ruff", "format", "--no-cache", "--check", ".")


def test_a_command_with_a_button_touches_no_more_files_than_it_may() -> None:
    files = {step.path for step in steps(PAGE) if not step.path.endswith(".po")}
    program = {path for path in files if not path.startswith(OF_TESTS)}
    assert len(program) == 6 <= MOST
    assert [path for path in program if not (ROOT / path).exists()] == ["screens/dealer.py"]
