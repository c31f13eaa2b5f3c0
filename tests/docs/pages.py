"""The pages of the project, and what can be looked up in them: links, code spans, commands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.trees import nodes

ROOT: Final = Path(__file__).parents[2]
AT_TOP: Final = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
PAGES: Final = (*AT_TOP, *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md")))
PACKAGES: Final = (
    "bot",
    "cogs",
    "lab",
    "web",
    "playground",
    "robots",
    "rules",
    "screens",
    "storage",
    "tests",
)

_FENCE: Final = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2`*\s*?$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


class Link(NamedTuple):
    text: str
    target: str  # without the part after "#"
    anchor: str


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def without_blocks(text: str) -> str:
    """The page without its blocks of code."""
    return _FENCE.sub("", text)


def links(page: str) -> Iterator[Link]:
    """The links of a page to other files, and to places in itself."""
    for text, target in _LINK.findall(without_blocks(text_of(page))):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield Link(text, path, anchor)


def spans(text: str) -> list[str]:
    """What stands in backquotes outside blocks of code."""
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", without_blocks(text))


def anchors(page: str) -> set[str]:
    """The places of a page that can be linked to: its headings, as GitHub and MyST name them."""
    headings = re.findall(r"^#{1,6} +(.+)$", without_blocks(text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def names_in(file: Path) -> frozenset[str]:
    """The names that a module defines or imports, and those within its classes."""
    found: set[str] = set()
    for node in nodes(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.alias(name=name, asname=asname):
                found.add(asname or name)
    return frozenset(found)


def is_module(dotted: str) -> bool:
    """Whether there is such a module or package, or such a name in one: ``rules.cards``, ``bot.app.log``."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:end])
        rest = parts[end:]
        if path.is_dir():
            return not rest
        if (file := path.with_suffix(".py")).is_file():
            return set(rest) <= names_in(file)
    return False
