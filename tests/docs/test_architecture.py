"""ARCHITECTURE.md is short, and every invariant in it names a contract or a test that there is."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from tests.docs.pages import ROOT, Link, links, text_of
from tests.each import each

PAGE = "ARCHITECTURE.md"
MOST_WORDS = 1300
LINKS = list(links(PAGE))


def contracts() -> set[str]:
    settings = tomllib.loads(text_of("pyproject.toml"))
    return {str(one["name"]) for one in settings["tool"]["importlinter"]["contracts"]}


def functions_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    defined = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in defined}


def fault(link: Link) -> str:
    """What is wrong with a link, or nothing."""
    target = ROOT / link.target
    if not target.is_file():
        return "no such file"
    if link.target == "pyproject.toml" and link.text not in contracts() | {"pyproject.toml"}:
        return "no such contract"
    if link.target.startswith("tests/") and link.text.strip("`") not in functions_in(target):
        return "no such test"
    return ""


def test_it_is_read_in_ten_minutes() -> None:
    assert len(text_of(PAGE).split()) <= MOST_WORDS


@each("link", LINKS)
def test_every_link_leads_to_what_it_names(link: Link) -> None:
    assert fault(link) == ""


def test_every_invariant_is_held_by_a_contract_or_a_test() -> None:
    rows = re.findall(r"^\| (?!invariant|---)(.+?) \| (.+) \|$", text_of(PAGE), re.MULTILINE)
    assert len(rows) >= 15
    for invariant, holders in rows:
        assert "](pyproject.toml)" in holders or "](tests/" in holders, invariant


def test_a_link_to_what_is_not_there_is_found() -> None:
    assert fault(Link("x", "no/such.py", "")) == "no such file"
    assert fault(Link("everybody may peek", "pyproject.toml", "")) == "no such contract"
    assert fault(Link("`test_nothing_at_all`", "tests/test_house.py", "")) == "no such test"


def test_the_diagram_shows_every_room() -> None:
    diagram = text_of(PAGE).split("```text")[1].split("```")[0]
    for room in (
        "cogs/",
        "bot/",
        "screens/",
        "robots/",
        "rules/",
        "storage/ports/",
        "storage/",
        "playground/",
    ):
        assert room in diagram
