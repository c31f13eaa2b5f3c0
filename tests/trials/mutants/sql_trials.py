"""Tries faults in SQL: each is written into the copy, and the package's tests are run until one fails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.trials.mutants.counts import Verdict
from tests.trials.mutants.packages import Package
from tests.trials.mutants.sql import SqlMutant

SLOWEST = 20.0
"""The tests may take this many times as long as on sound code; after that the mutant counts as killed."""


def sql_verdicts(
    copy: Path, package: Package, mutants: Iterable[SqlMutant], until: float
) -> Iterator[tuple[SqlMutant, Verdict]]:
    """The verdicts in the order of the mutants, until this time of ``time.monotonic``."""
    began = time.monotonic()
    sound = _tried(copy, package, None)
    if sound is None or sound.returncode != 0:
        said = sound.stdout[-3000:] if sound is not None else ""
        raise SystemExit(f"the tests of {package.name} fail on sound code:\n{said}")
    most = SLOWEST * (time.monotonic() - began)
    for mutant in mutants:
        if time.monotonic() > until:
            yield mutant, Verdict.NOT_TRIED
            continue
        before = (copy / mutant.path).read_bytes()
        (copy / mutant.path).write_text(mutant.source, "utf-8")
        try:
            found = _tried(copy, package, most)
            passed = found is not None and found.returncode == 0
            yield mutant, Verdict.SURVIVED if passed else Verdict.KILLED
        finally:
            (copy / mutant.path).write_bytes(before)


def _tried(copy: Path, package: Package, most: float | None) -> subprocess.CompletedProcess[str] | None:
    """What pytest came to; None if it took too long."""
    tests = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *package.tests]
    try:
        return subprocess.run(
            tests, cwd=copy, capture_output=True, text=True, errors="replace", check=False, timeout=most
        )
    except subprocess.TimeoutExpired:
        return None
