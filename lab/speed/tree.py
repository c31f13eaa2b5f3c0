"""What the tree is made of: its modules, its lines, and where its names lead (with ``lab.speed.walk``).

A name that is defined in many files leads a stranger who greps for it nowhere. Counted are functions and
methods of the product, without those that Python itself asks for. Lines are all lines of Python: of the
product, of what stands beside it and is not installed, and of the tests.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Final, Protocol, TypeGuard

from lab.speed.figures import figure

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("rules", "robots", "screens", "bot", "cogs", "web", "storage", "playground")
"""The rooms that are part of the product."""
TRIALS: Final = "tests/trials"
BESIDE: Final = ("lab", TRIALS)
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


def names(tree: Mapping[str, Path]) -> Mapping[str, set[Path]]:
    """The files in which each name of a function or method is defined: what has one meaning, once.

    All methods that fulfil one protocol are defined where the protocol is, and those that stand in the place
    of a base's where that base is. A library's names and ``main`` are not ours to choose.
    """
    found: dict[str, set[Path]] = defaultdict(set)
    asked = [made for name in tree for made in vars(import_module(name)).values() if _is_protocol(made, name)]
    for module, path in tree.items():
        for owner, node in _functions(ast.parse(path.read_text("utf-8")), import_module(module)):
            name = node.name
            if name.startswith("__") or name == "main":
                continue
            where = _first(owner, name, asked) if isinstance(owner, type) else module
            if where is None or where in tree:
                found[name].add(path if where is None else tree[where])
    return found


def _functions(
    tree: ast.AST, owner: object
) -> Iterator[tuple[object, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Each function with the class or module in which it stands; of one in a function, None."""
    for node in ast.iter_child_nodes(tree):
        inside = owner
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner, node
            inside = None
        elif isinstance(node, ast.ClassDef):
            inside = getattr(owner, node.name, None)
        yield from _functions(node, inside)


def _is_protocol(made: object, module: str) -> TypeGuard[type]:
    return isinstance(made, type) and made.__module__ == module and bool(vars(made).get("_is_protocol"))


def _first(owner: type, name: str, asked: Iterable[type]) -> str | None:
    """The module in which a method of this name is asked for first; None if only the class itself has it."""
    for one in asked:
        if name in _members(one) and fulfils(owner, one):
            return one.__module__
    for base in reversed(owner.__mro__[1:-1]):
        if name in vars(base) or name in vars(base).get("__annotations__", ()):
            return _first(base, name, asked) or base.__module__
    return None


def fulfils(made: type, asked: type) -> bool:
    """Whether a class has all that a protocol asks for: methods that are called alike, and awaited alike."""
    return made is asked or all(
        _has(made, name) and _is_called_alike(getattr(made, name, None), getattr(asked, name, None))
        for name in _members(asked)
    )


def _has(made: type, name: str) -> bool:
    """Whether a class defines this or promises it, or gives it to what it makes."""
    return any(
        name in vars(base)
        or name in vars(base).get("__annotations__", ())
        or name in getattr(vars(base).get("__init__"), "__code__", _NOTHING).co_names
        for base in made.__mro__[:-1]
    )


_NOTHING: Final = fulfils.__code__.replace(co_names=())


@cache
def _members(asked: type) -> frozenset[str]:
    return frozenset(
        name
        for base in asked.__mro__
        if vars(base).get("_is_protocol") and base is not Protocol
        for name in (*vars(base), *vars(base).get("__annotations__", ()))
        if not name.startswith("_")
    )


def _is_called_alike(one: object, other: object) -> bool:
    """Whether what is done is called as it is asked for. A property may be a field, and needs no more."""
    if not inspect.isroutine(one) or not inspect.isroutine(other):
        return not inspect.isroutine(one) and not inspect.isroutine(other)
    if inspect.iscoroutinefunction(one) != inspect.iscoroutinefunction(other):
        return False
    mine, theirs = ([*inspect.signature(it).parameters.values()][1:] for it in (one, other))
    by_place = sum(1 for of in theirs if of.kind in _BY_PLACE)
    by_name = {of.name for of in theirs if of.kind is of.KEYWORD_ONLY}
    given = [of for of in mine if of.kind in _BY_PLACE]
    left = given[by_place:] + [of for of in mine if of.kind is of.KEYWORD_ONLY]
    return len(given) >= by_place and all(of.name in by_name or of.default is not of.empty for of in left)


_BY_PLACE: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


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
    by_name = names(found)
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
    print(f"product_lines {lines_of(ROOMS)}")
    print(f"beside_lines {lines_of(BESIDE)}")
    print(f"test_lines {lines_of(TESTS) - lines_of([TRIALS])}")
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
