"""Tries mutants of functions, with mutmut.

mutmut writes every mutant of a module beside the function that it was made from, behind a switch. It runs the
tests once to learn which of them reach which function, and then forks a process for each mutant that runs
those tests. It leaves out code outside functions, and functions with a decorator other than ``staticmethod``
and ``classmethod``, properties among them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from benchmarks.mutants.counts import Verdict
from benchmarks.mutants.packages import ROOMS, Package

MUTMUT = Path(sys.executable).parent / "mutmut"
SECONDS = 30.0
"""Of the tests that reach a function, the quickest are run, up to this many seconds of them."""
NOTHING = "none.of.them"

SETTINGS = """

[tool.mutmut]
source_paths = {sources}
only_mutate = {modules}
do_not_mutate = {spared}
also_copy = {others}
pytest_add_cli_args = ["-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {tests}
timeout_constant = 3.0
timeout_multiplier = 15.0
use_git_change_detection = false
"""

_VERDICTS = {
    0: Verdict.SURVIVED,
    2: Verdict.NOT_TRIED,  # interrupted
    5: Verdict.NO_TEST,
    33: Verdict.NO_TEST,
    None: Verdict.NOT_TRIED,
}


def function_verdicts(
    copy: Path, package: Package, size: int, random: Random, until: float
) -> Iterator[tuple[str, Verdict]]:
    """The verdicts on a sample of this size, or on all mutants if there are fewer, tried until this time of
    ``time.monotonic``."""
    _configure(copy, package)
    said = _mutmut(copy, until, "run", "--max-children", "1", NOTHING)
    names = sorted(_codes(copy))
    if not names or not (copy / "mutants" / "mutmut-stats.json").exists():
        raise SystemExit(f"mutmut could not run the tests of {package.name}:\n{said[-3000:]}")
    chosen = sorted(random.sample(names, min(size, len(names))))
    reached = _keep_quick_tests(copy, chosen)
    if reached:
        said = _mutmut(copy, until, "run", "--max-children", "1", *reached)
    codes = _codes(copy)
    if reached and time.monotonic() < until and all(codes[name] is None for name in reached):
        raise SystemExit(f"mutmut tried nothing:\n{said[-3000:]}")
    for name in chosen:
        untested = name not in reached
        yield name, Verdict.NO_TEST if untested else _VERDICTS.get(codes[name], Verdict.KILLED)


def shown(copy: Path, name: str) -> str:
    """The lines that a mutant changes, as a diff."""
    told = subprocess.run(
        [MUTMUT, "show", name], cwd=copy, capture_output=True, text=True, check=False
    ).stdout
    lines = [line for line in told.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return "\n".join(f"    {line}" for line in lines)


def _configure(copy: Path, package: Package) -> None:
    listed = sorted(
        path.name for path in copy.iterdir() if path.name not in (*ROOMS, "tests", "pyproject.toml")
    )
    settings = SETTINGS.format(
        sources=json.dumps(ROOMS),
        modules=json.dumps(list(package.modules)),
        others=json.dumps(listed),
        spared=json.dumps(package.spared),
        tests=json.dumps(list(package.tests)),
    )
    with (copy / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings)


def _mutmut(copy: Path, until: float, *arguments: str) -> str:
    """Run mutmut. At the end of the time it is interrupted, and keeps the verdicts that it has."""
    environment = {**os.environ, "PYTHONPATH": ""}
    with subprocess.Popen(
        [MUTMUT, *arguments],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            said, _ = running.communicate(timeout=max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGINT)
            try:
                said, _ = running.communicate(timeout=60)
            except subprocess.TimeoutExpired:  # a mutant that hangs; the verdicts so far are in files
                os.killpg(running.pid, signal.SIGKILL)
                said, _ = running.communicate()
    return said


def _codes(copy: Path) -> dict[str, int | None]:
    """The exit code of the tests for each mutant, None if they have not run."""
    found: dict[str, int | None] = {}
    for file in (copy / "mutants").rglob("*.py.meta"):
        found |= json.loads(file.read_text("utf-8"))["exit_code_by_key"]
    return found


def _keep_quick_tests(copy: Path, chosen: Sequence[str]) -> list[str]:
    """Leave each function only its quickest tests. Returns the chosen mutants that have any."""
    file = copy / "mutants" / "mutmut-stats.json"
    stats = json.loads(file.read_text("utf-8"))
    took: dict[str, float] = stats["duration_by_test"]
    tests: dict[str, list[str]] = stats["tests_by_mangled_function_name"]
    for function, reaching in tests.items():
        quickest: list[str] = []
        total = 0.0
        for test in sorted(reaching, key=lambda test: (took.get(test, 0.0), test)):
            total += took.get(test, 0.0)
            if quickest and total > SECONDS:
                break
            quickest.append(test)
        tests[function] = quickest
    file.write_text(json.dumps(stats), "utf-8")
    return [name for name in chosen if tests.get(name.partition("__mutmut_")[0])]
