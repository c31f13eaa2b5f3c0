"""Every source that the laws or the docstrings of the rules cite stands in the bibliography."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.docs.pages import ROOT, text_of
from tests.each import each
from tests.trees import nodes

PAGE = "docs/bibliography.md"
CELLS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text_of(PAGE).splitlines()]
ROWS = [(row[0].strip("[]"), row[1], row[3]) for row in CELLS if row and row[0].startswith("[")]
"""Each source: its tag, what it is, and how docstrings cite it."""

TAG = re.compile(r"\[(\d{3}|[A-Z]{2,}(?:-[A-Z])?\d*|[A-Z]\d{4})(?=[\] ])")
BY_YEAR = re.compile(r"\b((?:[A-Z][a-z]+)(?: (?:of|the|[A-Z][a-z]+))*),? (1[6-9]\d\d)\b")
NO_SOURCES = {"Auction Bridge", "Bridge", "In", "Since", "Until"}
"""Words that stand before a year and name no work: the name of a game, a word at the start of a sentence."""


def docstrings() -> Iterator[tuple[str, str]]:
    """Every text of the rules that stands by itself: of modules, classes, functions and values."""
    for file in sorted((ROOT / "rules").rglob("*.py")):
        for node in nodes(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield file.relative_to(ROOT).as_posix(), " ".join(node.value.value.split())


def tags_in(text: str) -> set[str]:
    return set(TAG.findall(text))


def works_in(text: str) -> set[str]:
    """Works cited by author or title and year, without a word that begins the sentence."""
    found = {f"{title} {year}" for title, year in BY_YEAR.findall(text) if title not in NO_SOURCES}
    return {re.sub(r"^The ", "", work) for work in found}


@each("page", sorted(page.name for page in (ROOT / "docs").glob("laws*.md")))
def test_every_tag_of_the_laws_is_in_the_bibliography(page: str) -> None:
    cited = tags_in(text_of(f"docs/{page}"))
    assert cited
    assert cited - {tag for tag, *_ in ROWS} == set()


def test_every_tag_and_every_work_in_a_docstring_of_the_rules_is_in_the_bibliography() -> None:
    known = {tag for tag, *_ in ROWS}
    works = {name for *_, name in ROWS}
    cited_works: set[str] = set()
    for file, text in docstrings():
        assert tags_in(text) <= known, (file, text)
        assert works_in(text) <= works, (file, text)
        cited_works |= works_in(text)
    assert {"Collinson 1886", "Laws of Short Whist 1864", "Whist Club of New York 1912"} <= cited_works


def test_every_source_has_one_tag_and_says_what_it_is() -> None:
    tags = [tag for tag, *_ in ROWS]
    assert len(tags) == len(set(tags)) >= 22
    assert all(len(work) > 20 for _, work, _ in ROWS)


def test_tags_and_works_are_told_from_other_brackets_and_years() -> None:
    assert tags_in("[000] [W1864 61,71],[SCR] [EB-V] [8,9] [50,100] BySeat[Hand] [T]") == {
        "000",
        "W1864",
        "SCR",
        "EB-V",
    }
    assert works_in('(Collinson 1886, "Scoring"); Laws of Bridge 1904, 54-58. Since 1987 ...') == {
        "Collinson 1886",
        "Laws of Bridge 1904",
    }
