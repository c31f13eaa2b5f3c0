"""Every fault that some test or trial plants still has its place in the code.

All but those in SQL are planted where a function, a method, a constant or a figure of a game stands by its
name. This says at once what is called otherwise by now; else the long tests would, or a trial of an hour, one
by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.tables import robots
from tests.leaks import planted, planted_more, test_contests
from tests.rules.planted import FAULTS
from tests.rules.planted_rows import FAULTS as OF_ROWS
from tests.trials.mutants import sql
from tests.trials.mutants.packages import PACKAGES
from tests.trials.simulation import faults
from tests.trials.simulation.delays import DELAYS
from tests.trials.simulation.faults_of_several import SEVERAL
from tests.trials.stage.seams import Seam, during, nothing

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


def misfits_of_seams(*faults: Mapping[str, Seam]) -> Iterator[str]:
    for name, seam in (one for of_kind in faults for one in of_kind.items()):
        if (why := seam.misfit) is not None:
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
        lambda: misfits_of_seams(FAULTS),
        lambda: misfits_of_seams(OF_ROWS),
        lambda: misfits_of_seams(faults.FAULTS, SEVERAL, DELAYS),
        misfits_of_mutants,
    ],
    ids=["leaks", "rules", "rows of the seeds", "simulation", "mutants"],
)
def test_every_planted_fault_has_its_place_in_the_code(misfits: Callable[[], Iterator[str]]) -> None:
    assert [*misfits()] == []


def test_a_fault_without_its_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = {"nobody is told": Seam(robots, "tell_nobody", nothing)}
    assert [*misfits_of_seams(nobody)] == [
        "nobody is told: module 'bot.tables.robots' has no attribute 'tell_nobody'"
    ]
    inside = {"no helper": Seam(robots, "seen", during(robots, help_nobody=nothing))}
    assert [*misfits_of_seams(inside)] == [
        "no helper: module 'bot.tables.robots' has no attribute 'help_nobody'"
    ]
    monkeypatch.delattr(robots, "seen")
    assert [one.partition(":")[0] for one in misfits_of_leaks(planted)] == ["looked_through"]
