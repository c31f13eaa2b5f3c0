"""Every sentence is said with exactly the parts that it names.

One that is missing would be an error when it is said, and one too many a mistake that nobody sees.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter

import pytest

from tests.each import each
from tests.trees import nodes
from tests.words.extraction import ROOMS, ROOT

SAYING = {"say": 1, "meant": 2, "counted": 3}
"""Functions that say a sentence at once, with how many arguments stand before its parts."""
MADE = {"Sentence": 0, "Label": 0, "Plural": 1}
"""Classes of sentences, with how many arguments stand before the parts when one is said."""
OWN = {"count"}
"""The part that a number of things gives to its sentence, and that may be given as another text."""

Parts = tuple[str, frozenset[str]]
"""A class of ``MADE`` with the parts that are to be given when it is said."""


def named(*texts: ast.expr) -> set[str]:
    """The parts that these texts name."""
    return {
        name
        for text in texts
        if isinstance(text, ast.Constant)
        for _, name, _, _ in Formatter().parse(str(text.value))
        if name is not None
    }


def made(value: ast.expr | None) -> Parts | None:
    """What a sentence that is made here wants; None for anything else."""
    match value:
        case ast.Call(func=ast.Name(id=kind)) if kind in MADE:
            given = {one.arg or "" for one in value.keywords}
            texts = value.args[1:] if kind == "Label" else value.args
            return kind, frozenset(named(*texts) - given)
    return None


def table(value: ast.expr | None) -> Parts | None:
    """What the sentences of a mapping want, all together."""
    match value:
        case ast.Call(func=ast.Name(id="MappingProxyType"), args=[inner]):
            return table(inner)
        case ast.Dict(values=[first, *_] as values) if made(first) is not None:
            found = [one for one in map(made, values) if one is not None]
            return found[0][0], frozenset().union(*(parts for _, parts in found))
    return None


class Module:
    """A module with the sentences that are constants in it."""

    def __init__(self, name: str, code: str) -> None:
        self.name, self.tree = name, ast.parse(code)
        self.single: dict[str, Parts] = {}
        self.tables: dict[str, Parts] = {}
        for one in self.tree.body:
            if isinstance(one, ast.AnnAssign | ast.Assign):
                target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
                if (wants := made(one.value)) is not None:
                    self.single[ast.unparse(target)] = wants
                elif (wants := table(one.value)) is not None:
                    self.tables[ast.unparse(target)] = wants

    def imported(self, modules: Mapping[str, Module]) -> Iterator[tuple[str, str, str]]:
        """The names of this module that stand for a constant of another: the name, the module, the constant.
        Empty for the constant where the name is the module itself."""
        for one in nodes(self.tree):
            if isinstance(one, ast.ImportFrom):
                for alias in one.names:
                    inner = f"{one.module}.{alias.name}"
                    if inner in modules:
                        yield alias.asname or alias.name, inner, ""
                    elif one.module in modules:
                        yield alias.asname or alias.name, one.module, alias.name  # type: ignore[misc]


def mistakes(modules: Mapping[str, Module]) -> Iterator[str]:
    for module in modules.values():
        yield from (f"{module.name}:{line} {what}" for line, what in _of_module(module, modules))


def _of_module(module: Module, modules: Mapping[str, Module]) -> Iterator[tuple[int, str]]:
    single = dict(module.single)
    tables = dict(module.tables)
    for name, other, constant in module.imported(modules):
        found, prefix = modules[other], f"{name}." if not constant else ""
        for mine, theirs in ((single, found.single), (tables, found.tables)):
            mine.update(
                {
                    f"{prefix}{key}" if prefix else name: wants
                    for key, wants in theirs.items()
                    if not constant or key == constant
                }
            )
    called: set[int] = set()
    for one in nodes(module.tree):
        if not isinstance(one, ast.Call):
            continue
        if isinstance(one.func, ast.Name) and one.func.id in SAYING:
            yield from _said(one, one.func.id)
        branches = (one.func.body, one.func.orelse) if isinstance(one.func, ast.IfExp) else (one.func,)
        for branch in branches:
            wants = single.get(dotted(branch))
            if isinstance(branch, ast.Subscript):
                branch = branch.value
                wants = tables.get(dotted(branch))
            if wants is not None:
                called.add(id(branch))
                yield from _against(one, wants)
    steps = [one for one in module.tree.body if isinstance(one, ast.AnnAssign | ast.Assign)]
    defined = [target for one in steps for target in _targets(one)]
    for one in nodes(module.tree):
        if isinstance(one, ast.Name | ast.Attribute) and id(one) not in called:
            wants = single.get(dotted(one)) or tables.get(dotted(one))
            if wants is not None and wants[1] - OWN and one not in defined:
                yield one.lineno, f"{ast.unparse(one)} has parts, and is not said where it is named"


def dotted(one: ast.expr) -> str:
    """``words.LEADS`` as it is written; empty for what is no name. ``ast.unparse`` takes much longer."""
    if isinstance(one, ast.Attribute):
        owner = dotted(one.value)
        return f"{owner}.{one.attr}" if owner else ""
    return one.id if isinstance(one, ast.Name) else ""


def _targets(one: ast.AnnAssign | ast.Assign) -> list[ast.expr]:
    return [one.target] if isinstance(one, ast.AnnAssign) else one.targets


def _against(call: ast.Call, wants: Parts) -> Iterator[tuple[int, str]]:
    kind, parts = wants
    given = {one.arg for one in call.keywords}
    if len(call.args) != MADE[kind]:
        yield call.lineno, f"{ast.unparse(call)} has {len(call.args)} arguments before its parts"
    if None not in given and given - OWN != parts - OWN:
        yield call.lineno, f"{ast.unparse(call)} should give {sorted(parts)}"


def _said(call: ast.Call, name: str) -> Iterator[tuple[int, str]]:
    given = {one.arg for one in call.keywords}
    texts = call.args[:1] if name == "say" else call.args[1:]
    if None in given or not all(isinstance(one, ast.Constant) for one in texts):
        return  # the parts, or the sentence, are chosen before
    if given - OWN != named(*texts) - OWN or len(call.args) != SAYING[name]:
        yield call.lineno, f"{ast.unparse(call)} should give {sorted(named(*texts))}"


@cache
def house() -> Mapping[str, Module]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    return {name: Module(name, path.read_text()) for name, path in names.items()}


def test_every_sentence_is_said_with_the_parts_that_it_names() -> None:
    assert list(mistakes(house())) == []
    assert sum(bool(parts) for one in house().values() for _, parts in one.single.values()) > 100


SENTENCES = (
    "A = Sentence('{x} leads.')\nB = Plural('{count} of {x}', '{count} of {x}')\nC = Sentence('Go.')\n"
)


@each(
    "code",
    [
        "A()",
        "A(y=1)",
        "A(x=1, y=2)",
        "A('x')",
        "B(x=1)",
        "B(2)",
        "C(x=1)",
        "say('{x} leads.')",
        "say('leads.', x=1)",
        "counted(1, '{count} of {x}', '{count} of {x}')",
        "print(A)",
        "(A if 1 else C)(x=1)",
        "M = {1: A}",
        "T = {1: Sentence('{x}'), 2: Sentence('{y}')}\nT[1](x=1)",
    ],
)
@pytest.mark.parametrize("aside", [False, True])
def test_a_call_with_other_parts_is_found(code: str, aside: bool) -> None:
    """In the module that has the sentences, and in one that imports them."""
    if aside:
        code = f"from words import A, B, C\n{code}"
        found = mistakes({"words": Module("words", SENTENCES), "other": Module("other", code)})
    else:
        found = mistakes({"words": Module("words", SENTENCES + code)})
    assert list(found) != []


def test_a_call_with_its_own_parts_is_none() -> None:
    fine = "A(x=1); B(1, x=2); B(1, x=2, count='one'); C(); print(C); (A if 1 else A)(x=1)"
    assert list(mistakes({"words": Module("words", SENTENCES + fine)})) == []
    beside = Module("other", "import words\nfrom screens import words as w\nw.A(x=1)\nw.C()")
    assert list(mistakes({"screens.words": Module("screens.words", SENTENCES), "other": beside})) == []
    wrong = Module("other", "from screens import words as w\nw.A(y=1)")
    assert len(list(mistakes({"screens.words": Module("screens.words", SENTENCES), "other": wrong}))) == 1
