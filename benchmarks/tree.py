"""What the tree is made of: its modules, its lines, and where its names lead (with ``benchmarks.walk``).

A name that is defined in many files leads a stranger who greps for it nowhere. Counted are functions and
methods of the product, without those that Python itself asks for. Lines are all lines of Python: of the
product, of what stands beside it and is not installed, and of the tests.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.figures import figure

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = (
    *("rules", "ports", "robots", "screens", "bot", "cogs", "web", "storage"),
    *("playground", "biritch"),
)
"""The rooms that are part of the product."""
BESIDE: Final = ("benchmarks", "lab", "simulation")
TESTS: Final = ("tests",)
SINGLE: Final = 50
IN_MANY: Final = 0.05
"""The part of all names that may be defined in three files and more."""
IN_SIX: Final = 25


def modules() -> Mapping[str, Path]:
    """Every module of the product, by its name; packages without a line are not counted."""
    found = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.read_text("utf-8").strip():
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def importers(tree: Mapping[str, Path]) -> Mapping[str, set[str]]:
    """The modules that import each module."""
    found: dict[str, set[str]] = {name: set() for name in tree}
    for name, path in tree.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            wanted: list[str] = []
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                wanted = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for one in wanted:
                if one in found and one != name:
                    found[one].add(name)
    return found


def protocols(tree: Mapping[str, Path]) -> tuple[int, int]:
    """The number of protocols, and of those that only one class fulfils, by the names that it has."""
    asked: dict[str, set[str]] = {}
    classes: dict[str, tuple[set[str], list[str]]] = {}
    for module, path in tree.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
            names = set(filter(None, map(_named, node.body)))
            if "Protocol" in bases:
                asked[f"{module}.{node.name}"] = names
            else:
                classes[f"{module}.{node.name}"] = (names, bases)
    by_name = {name.rpartition(".")[2]: name for name in classes}

    def has(name: str) -> set[str]:
        names, bases = classes[name]
        return names.union(
            *(has(by_name[base]) for base in bases if base in by_name and by_name[base] != name)
        )

    counts = [sum(1 for one in classes if names <= has(one)) for names in asked.values() if names]
    return len(asked), sum(1 for count in counts if count <= 1)


def _named(node: ast.stmt) -> str | None:
    """The name that a line in the body of a class defines: a method, also one that is made, or a field."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if isinstance(node, ast.Assign):
        return node.targets[0].id if isinstance(node.targets[0], ast.Name) else None
    return node.target.id if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else None


def names(tree: Iterable[Path]) -> Mapping[str, set[Path]]:
    """The files in which each name of a function or method is defined."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in tree:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
                found[node.name].add(path)
    return found


def lines_of(rooms: Iterable[str]) -> int:
    files = (path for room in rooms for path in (ROOT / room).rglob("*.py"))
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def tree_figures(*, single: bool, leads: bool) -> dict[str, int]:
    """Print the figures of the tree; those that are held. ``single`` names the modules with one importer,
    ``leads`` the names that lead to three files and more."""
    found = modules()
    lines = [len(path.read_text("utf-8").splitlines()) for path in found.values()]
    alone = sorted(name for name, by in importers(found).items() if len(by) == 1)
    number, one = protocols(found)
    by_name = names(found.values())
    many = sorted((len(files), name) for name, files in by_name.items() if len(files) >= 3)
    in_six = sum(1 for files, _ in many if files >= 6)
    figure("names", len(by_name))
    figure("names_in_three_files", len(many), int(IN_MANY * len(by_name)))
    figure("names_in_six_files", in_six, IN_SIX)
    figure("modules", len(found))
    figure("median_lines", median(lines))
    figure("single_importer", len(alone), SINGLE)
    figure("protocols", number)
    figure("protocols_with_one_class", one)
    for what, rooms in (("product", ROOMS), ("beside", BESIDE), ("test", TESTS)):
        print(f"{what}_lines {lines_of(rooms)}")
    if single:
        print(*alone, sep="\n")
    if leads:
        print(*(f"    {name} {files}" for files, name in reversed(many)), sep="\n")
    return {
        "names_in_three_files": len(many),
        "names_in_six_files": in_six,
        "single_importer": len(alone),
        "protocols_with_one_class": one,
    }
