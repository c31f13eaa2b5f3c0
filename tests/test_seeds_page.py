"""docs/reference/seeds.md: each row names a test, or a worked example, that there is."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "seeds.md"
SEEDS = ("[000]", "[001]", "[002]", "[003]", "[004]")


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests, or the examples, of a file."""
    path = ROOT / file
    if path.suffix == ".json":
        return frozenset(str(one["id"]) for one in json.loads(path.read_text("utf-8")))
    functions = ast.walk(ast.parse(path.read_text("utf-8")))
    return frozenset(one.name for one in functions if isinstance(one, ast.FunctionDef))


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if row[0] != "it says"]


def missing(link: str) -> bool:
    """Whether a link leads to no test and to no example."""
    match = re.fullmatch(r"`(tests/[\w/]+\.(?:py::|json#))([\w-]+)`", link)
    if match is None:
        return True
    file = match[1].rstrip("#:")
    return not (ROOT / file).exists() or match[2] not in named_in(file)


def test_every_row_says_where_a_thing_is_and_links_a_test_or_an_example_that_there_is() -> None:
    assert len(rows()) > 250
    assert [row for row in rows() if len(row) != 4 or not all(row)] == []
    assert [row[2] for row in rows() if row[2] != "none" and missing(row[2])] == []
    unplayed = [row for row in rows() if row[2] == "none"]
    assert len(unplayed) == 7 and all(row[1].startswith("not ") and ": " in row[1] for row in unplayed)
    assert all((row[2] == "none") is (row[3] == "none") for row in rows())


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    assert missing("`tests/rules/test_laws_cards.py::test_nothing_of_the_sort`")
    assert missing("`tests/examples/examples.json#PUB-NONE`") and missing("4.2")
    assert missing("`tests/rules/test_no_such_file.py::test_x`")


def test_each_of_the_five_documents_has_its_table_and_no_thing_stands_twice_in_one() -> None:
    parts = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.M)[1:]
    assert tuple(part[:5] for part in parts) == SEEDS
    for part in parts:
        said = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| ")]
        assert len(said) == len(set(said)) > 5
