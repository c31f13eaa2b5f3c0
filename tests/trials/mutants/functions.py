"""Tries mutants of functions, which mutmut makes.

mutmut writes every mutant of a module beside the function that it was made from, behind a switch, and runs
the tests once to learn which of them reach which function. It leaves out code outside functions, and
functions with a decorator other than ``staticmethod`` and ``classmethod``, properties among them. ``trials``
then runs for each mutant the tests that reach it, the quickest first.

A mutant that means the same as the code is not drawn (``means_the_same``): no test could tell it apart.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import chdir
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from random import Random

from tests.trials.mutants.counts import Verdict
from tests.trials.mutants.packages import ROOMS, Package

MUTMUT = Path(sys.executable).parent / "mutmut"
SECONDS = 8.0
"""Of the tests that reach a function, the quickest are run, up to so many seconds of them. On a busy machine
they take longer, and fewer would be run."""
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


def function_verdicts(
    copy: Path,
    package: Package,
    size: int,
    random: Random,
    until: float,
    seconds: float = SECONDS,
    only: str = "*",
) -> Iterator[tuple[str, Verdict]]:
    """The verdicts on a sample of this size, or on all mutants if there are fewer, tried until this time of
    ``time.monotonic``. They are tried in the order of the draw: what the time allows is a sample too. Modules
    whose names do not match the pattern ``only`` are left out."""
    _configure(copy, package)
    said = _told(copy, until, str(MUTMUT), "run", "--max-children", "1", NOTHING)
    names = _names(copy)
    if not names or not (copy / "mutants" / "mutmut-stats.json").exists():
        raise SystemExit(f"mutmut could not run the tests of {package.name}:\n{said[-3000:]}")
    asked_of = [name for name in names if fnmatch(name.rpartition(".")[0], only)]
    shuffled = random.sample(asked_of, len(asked_of))
    telling = (name for name in shuffled if not means_the_same(*_changed(copy, name)))
    chosen = list(islice(telling, size))
    asked, took = _quick_tests(copy, chosen, seconds)
    answers = copy / "answers"
    (copy / "asked").write_text(json.dumps({"tests": package.tests, "asked": asked, "took": took}), "utf-8")
    said = _told(
        copy / "mutants",
        until,
        *(sys.executable, "-m", "tests.trials.mutants.trials", str(copy / "asked"), str(answers)),
    )
    if asked and time.monotonic() < until and not answers.exists():
        raise SystemExit(f"no mutant of {package.name} was tried:\n{said[-3000:]}")
    killers = dict(map(json.loads, answers.read_text("utf-8").splitlines())) if answers.exists() else {}
    for name in sorted(chosen):
        if name not in asked:
            yield name, Verdict.NO_TEST
        elif name not in killers:
            yield name, Verdict.NOT_TRIED
        else:
            yield name, Verdict.KILLED if killers[name] else Verdict.SURVIVED


def shown(copy: Path, name: str) -> str:
    """The lines that a mutant changes, as a diff."""
    before, after = _changed(copy, name)
    return "\n".join([*(f"    -{line}" for line in before), *(f"    +{line}" for line in after)])


def _changed(copy: Path, name: str) -> tuple[list[str], list[str]]:
    """The lines that a mutant replaces, and those that it puts in their place."""
    # here: it reads a parser of Python that nobody needs who only asks what a mutant means
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    path = f"{name.rpartition('.')[0].replace('.', '/')}.py"
    with chdir(copy):
        lines = get_diff_for_mutant(name, path=path).splitlines()[2:]  # without the names of the files
    return [line[1:] for line in lines if line[:1] == "-"], [line[1:] for line in lines if line[:1] == "+"]


_STRICT = re.compile(r"strict=(?:True|False|None)")
_TEXT = re.compile(r'("[^"]*")')
_ENCODING = re.compile('"utf-8"', re.I)
_STATEMENT = re.compile(r'"(?:pragma [\w =()]*|(?:begin|commit|rollback|savepoint|release)\b[\w ]*)"', re.I)
"""A setting of SQLite's, or nothing but keywords and the name of a savepoint."""


def means_the_same(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether two versions of some lines differ in nothing that anybody could notice: in the strictness of a
    ``zip``, whose lengths cannot differ, or in the letters' case of the name of an encoding or of a statement
    of SQL that is the same in any.
    """
    if before == after or len(before) != len(after):
        return False
    return all(_same(one, other) for one, other in zip(before, after, strict=True))


def _same(one: str, other: str) -> bool:
    if "zip(" in one and "strict=True" in one and _STRICT.sub("", one) == _STRICT.sub("", other):
        return True
    caseless = (_ENCODING, _STATEMENT) if "execute(" in one else (_ENCODING,)
    parts, others = _TEXT.split(one), _TEXT.split(other)
    return len(parts) == len(others) and all(
        part == changed
        or (part.lower() == changed.lower() and any(form.fullmatch(part) for form in caseless))
        for part, changed in zip(parts, others, strict=True)
    )


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


def _told(cwd: Path, until: float, *command: str) -> str:
    """What a program prints. At the end of the time it is ended, and what it has written so far stays."""
    with subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            said, _ = running.communicate(timeout=max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            said, _ = running.communicate()
    return said


def _names(copy: Path) -> list[str]:
    """All mutants."""
    found: list[str] = []
    for file in (copy / "mutants").rglob("*.py.meta"):
        found += json.loads(file.read_text("utf-8"))["exit_code_by_key"]
    return sorted(found)


def _quick_tests(
    copy: Path, chosen: Sequence[str], seconds: float
) -> tuple[dict[str, list[str]], dict[str, float]]:
    """For each chosen mutant that tests reach so many seconds of the quickest of them, and how long each test
    takes."""
    stats = json.loads((copy / "mutants" / "mutmut-stats.json").read_text("utf-8"))
    took: dict[str, float] = stats["duration_by_test"]
    reaching: dict[str, list[str]] = stats["tests_by_mangled_function_name"]
    found: dict[str, list[str]] = {}
    for name in chosen:
        total = 0.0
        for test in sorted(
            reaching.get(name.partition("__mutmut_")[0], ()), key=lambda test: (took.get(test, 0.0), test)
        ):
            total += took.get(test, 0.0)
            if name in found and total > seconds:
                break
            found.setdefault(name, []).append(test)
    return found, took
