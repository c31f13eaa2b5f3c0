"""How `make docs` builds these pages: Sphinx with Markdown by MyST and the theme furo. Nothing is fetched."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # the reference of `rules` is made from its docstrings

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

project = "Biritch"
author = "the people of Biritch"
version = release = str(_PROJECT["version"])

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
nitpicky = False

autodoc_default_options = {
    "members": True,
    "undoc-members": True,
    "member-order": "bysource",
}
autodoc_typehints = "signature"
add_module_names = False

html_theme = "furo"
html_title = f"Biritch {version}"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False

LONGEST_VALUE = 60

AT_TOP = {
    "README.md": "docs/index.md",
    "ARCHITECTURE.md": "docs/explanation/architecture.md",
    "CONTRIBUTING.md": "docs/how-to/contribute.md",
    "CHANGELOG.md": "docs/reference/changelog.md",
}
"""The pages at the top of the repository, and those here that stand for them."""


def _included(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """The links of a page of the top, as seen from the page that includes it, which is two folders below."""
    if path.parent == Path(".."):
        content[0] = _to_ours(re.sub(r"\]\((?![a-z]+:|#)", "](../../", content[0]))


def _read(app: Sphinx, page: str, content: list[str]) -> None:
    content[0] = _to_ours(content[0])


def _to_ours(text: str) -> str:
    """Links from a page two folders below the top lead to our pages instead of those at the top."""
    for page, ours in AT_TOP.items():
        text = text.replace(f"](../../{page})", f"](../../{ours})")
    return text


def _documented(app: Sphinx, what: str, name: str, of: object, options: object, lines: list[str]) -> None:
    """Drops what Python itself says of a named tuple's fields."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def _without_long_values(app: Sphinx, page: nodes.document) -> None:
    """Takes away the values of constants that fill half a page: the pack, the list of games."""
    for value in list(page.findall(addnodes.desc_annotation)):
        if value.astext().startswith(" = ") and len(value.astext()) > LONGEST_VALUE:
            value.parent.remove(value)


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", _documented)
    app.connect("doctree-read", _without_long_values)
    app.connect("include-read", _included)
    app.connect("source-read", _read)
