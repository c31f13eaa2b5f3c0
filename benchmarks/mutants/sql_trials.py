"""Tries faults in SQL: each is written into the copy, and the package's tests are run until one fails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.mutants.counts import Verdict
from benchmarks.mutants.packages import Package
from benchmarks.mutants.sql import SqlMutant

SLOWEST = 20.0
"""The tests may take this many times as long as on sound code; after that the mutant counts as killed."""


def sql_verdicts(
    copy: Path, package: Package, mutants: Iterable[SqlMutant], until: float
) -> Iterator[tuple[SqlMutant, Verdict]]:
    """The verdicts in the order of the mutants, until this time of ``time.monotonic``."""
    began = time.monotonic()
    if _code(copy, package, None) != 0:
        raise SystemExit(f"the tests of {package.name} fail on sound code")
    most = SLOWEST * (time.monotonic() - began)
    for mutant in mutants:
        if time.monotonic() > until:
            yield mutant, Verdict.NOT_TRIED
            continue
        sound = (copy / mutant.path).read_bytes()
        (copy / mutant.path).write_text(mutant.source, "utf-8")
        try:
            yield mutant, Verdict.SURVIVED if _code(copy, package, most) == 0 else Verdict.KILLED
        finally:
            (copy / mutant.path).write_bytes(sound)


def _code(copy: Path, package: Package, most: float | None) -> int | None:
    """What pytest returned; None if it took too long."""
    tests = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *package.tests]
    try:
        return subprocess.run(tests, cwd=copy, capture_output=True, check=False, timeout=most).returncode
    except subprocess.TimeoutExpired:
        return None
