"""No code without a door: each name in rules/ is used by something that a person can start."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.trees import nodes

ROOT = Path(__file__).parents[2]
DOORS = ("robots", "screens", "bot", "cogs", "storage", "playground", "docs/examples")

Name = tuple[str, str]
"""A module and a name in it."""


class Module:
    """What a module defines, and the names in ``rules`` that each definition uses."""

    def __init__(self, file: Path) -> None:
        parts = file.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts)
        self.tree = ast.parse(file.read_text("utf-8"))
        self.nodes = nodes(self.tree)
        self.imported: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                self.imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}

    def definitions(self) -> Iterator[tuple[str, ast.stmt]]:
        branches = [node for node in self.tree.body if isinstance(node, ast.If)]
        for node in (*self.tree.body, *(each for one in branches for each in (*one.body, *one.orelse))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    yield from ((one.id, node) for one in nodes(target) if isinstance(one, ast.Name))

    def uses(self, within: Iterable[ast.AST]) -> Iterator[Name]:
        for node in within:
            if isinstance(node, ast.Name):
                module, _, name = self.imported.get(node.id, f"{self.name}.{node.id}").rpartition(".")
                yield module, name
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield self.imported.get(node.value.id, ""), node.attr  # of a module that was imported whole


def without_a_door() -> dict[str, set[str]]:
    """The public names that no started program comes to, by module."""
    rules = [Module(file) for file in sorted(ROOT.glob("rules/**/*.py"))]
    uses: dict[Name, set[Name]] = {}
    for module in rules:
        for name, node in module.definitions():
            uses.setdefault((module.name, name), set()).update(module.uses(nodes(node)))
    files = (file for door in DOORS for file in ROOT.glob(f"{door}/**/*.py"))
    outside = [Module(file) for file in files if "rules" in file.read_text("utf-8")]
    started = [module for module in (*outside, *rules) if module not in rules or "__main__" in module.name]
    to_do = [name for module in started for name in module.uses(module.nodes)]
    reached: set[Name] = set()
    while to_do:
        name = to_do.pop()  # type: ignore[assignment]
        if name in uses and name not in reached:
            reached.add(name)  # type: ignore[arg-type]
            to_do += uses[name]  # type: ignore[index]
    left: dict[str, set[str]] = {}
    for module_name, name in uses.keys() - reached:
        if not name.startswith("_") and "__main__" not in module_name:
            left.setdefault(module_name, set()).add(name)
    return left


def test_nothing_in_the_rules_is_for_tests_alone() -> None:
    assert without_a_door() == {}
