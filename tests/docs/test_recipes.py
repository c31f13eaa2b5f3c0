"""What the recipes quote still stands in the code, line by line."""

from __future__ import annotations

import re
import textwrap

import pytest

from tests.docs.pages import PACKAGES, PAGES, ROOT
from tests.docs.recipes import steps, without_steps

RECIPES = [page for page in PAGES if page.startswith("docs/how-to/add-")]
QUOTED = re.compile(r"^( *)```(?:python|sql|json)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


def lines_of(text: str) -> set[str]:
    """The lines of a file, without what a quotation may change: blanks, and a comma at the end."""
    return {" ".join(line.split()).rstrip(",") for line in text.splitlines()}


def code() -> set[str]:
    found: set[str] = set()
    for package in PACKAGES:
        for pattern in ("*.py", "*.sql"):
            for file in (ROOT / package).rglob(pattern):
                found |= lines_of(file.read_text("utf-8"))
    return found


def quoted(page: str) -> list[str]:
    """The lines that a page quotes from code; not those with dots, which stand for more, nor the files that
    the reader is to make."""
    blocks = [textwrap.dedent(block) for _, block in QUOTED.findall(without_steps(page))]
    lines = (line for block in blocks for line in block.splitlines() if line.strip())
    return [line for line in lines if "..." not in line]


def test_there_is_a_recipe_for_each_thing_that_contributors_add() -> None:
    names = {page.rpartition("add-")[2].removesuffix(".md") for page in RECIPES}
    assert names == {"a-game", "a-command", "an-option", "a-button", "a-robot", "a-migration", "a-language"}


@pytest.fixture(scope="module")
def standing() -> set[str]:
    return code()


@pytest.mark.parametrize("page", RECIPES)
def test_every_line_that_a_recipe_quotes_stands_in_the_code(page: str, standing: set[str]) -> None:
    lines = [line for line in quoted(page) if not line.lstrip().startswith(('"', "{", "}", "--"))]
    assert lines or steps(page)
    assert [line for line in lines if not lines_of(line) & standing] == []


def test_a_line_that_no_longer_stands_there_is_found(standing: set[str]) -> None:
    assert not lines_of("tables.do_something_else(at_once)") & standing
