"""Every fault that some test or trial plants still has its place in the code.

Most are found by the text of a line or by the name of an attribute, which a change of the code takes away
from them. This says at once which; else the long tests would, or a trial of an hour, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.tables import robots
from tests.leaks import planted, planted_more, test_contests
from tests.rules.planted import FAULTS, compiled_with
from tests.rules.planted_rows import FAULTS as OF_ROWS
from tests.rules.planted_rows import source_of
from tests.trials.mutants import sql
from tests.trials.mutants.packages import PACKAGES
from tests.trials.simulation import faults

ROOT = Path(__file__).parent.parent


def misfits_of_leaks(*modules: ModuleType) -> Iterator[str]:
    """Whatever would replace an attribute that is not there."""

    def asked(target: Any, name: str, value: Any) -> None:
        getattr(target, name)

    for module in modules:
        for name, plant in vars(module).items():
            if getattr(plant, "__annotations__", None) == {"patch": "Patch", "return": "None"}:
                try:
                    plant(asked)
                except AttributeError as why:
                    yield f"{name}: {why}"


def misfits_of_rules() -> Iterator[str]:
    for module, right, wrong in FAULTS:
        try:
            compiled_with(module, right, wrong)
        except (LookupError, SyntaxError) as why:
            yield str(why)


def misfits_of_rows() -> Iterator[str]:
    for name, fault in OF_ROWS.items():
        try:
            compile(source_of(fault), fault.file, "exec")
        except (LookupError, SyntaxError) as why:
            yield f"{name}: {why}"


def misfits_of_mutants() -> Iterator[str]:
    """The tests that a package names or leaves out, and the faults in SQL."""
    for package in PACKAGES.values():
        for argument in (one for one in package.tests if not one.startswith("-k")):
            path, _, test = (argument.partition("=")[2] or argument).partition("::")
            files = list(ROOT.glob(path))
            if not files or (test and f"def {test}(" not in files[0].read_text("utf-8")):
                yield f"{package.name}: {argument}"
    texts = [
        path.read_text("utf-8") for end in ("py", "sql") for path in (ROOT / "storage").rglob(f"*.{end}")
    ]
    for fault in sql.FAULTS:
        if not any(next(fault.planted(text), None) for text in texts):
            yield f"{fault.name}: {fault.pattern}"


@pytest.mark.parametrize(
    "misfits",
    [
        lambda: misfits_of_leaks(planted, planted_more, test_contests),
        misfits_of_rules,
        misfits_of_rows,
        faults.misfits,
        misfits_of_mutants,
    ],
    ids=["leaks", "rules", "rows of the seeds", "simulation", "mutants"],
)
def test_every_planted_fault_has_its_place_in_the_code(misfits: Callable[[], Iterator[str]]) -> None:
    assert [*misfits()] == []


def test_a_fault_without_its_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(faults.FAULTS, "nobody is told", faults.Planted("self.tell_nobody()", ""))
    assert [*faults.misfits()] == ["nobody is told: 0 places have 'self.tell_nobody()'"]
    monkeypatch.delattr(robots, "seen")
    assert [one.partition(":")[0] for one in misfits_of_leaks(planted)] == ["looked_through"]
