"""Mutation testing: small faults are planted in a copy of the code, and the tests should notice them.

    python -m tests.trials.mutants [--size 100] [--seed 1886] [--minutes 30] [--seconds 8] [--only PATTERN]
                                 [PACKAGE ...]

A sample of so many mutants of functions is drawn from each of the packages in ``packages.py``, and of the
faults in its SQL where it has any. Survivors are listed with the lines that they change; the last lines say
how many were killed. The sample is the same for the same seed and code.
"""

from __future__ import annotations

import argparse
import os
import time
from fnmatch import fnmatch
from random import Random

from tests.trials.mutants.copies import fresh_copy
from tests.trials.mutants.counts import Count, Verdict
from tests.trials.mutants.functions import SECONDS, function_verdicts, shown
from tests.trials.mutants.packages import PACKAGES, Package
from tests.trials.mutants.sql import sql_mutants
from tests.trials.mutants.sql_trials import sql_verdicts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.mutants")
    parser.add_argument("packages", nargs="*", default=list(PACKAGES), metavar="|".join(PACKAGES))
    parser.add_argument("--size", type=int, default=100, help="mutants of each kind from each package")
    parser.add_argument("--seed", type=int, default=1886)
    parser.add_argument("--minutes", type=float, default=30, help="for each kind in each package, at most")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests for each mutant, at most")
    parser.add_argument("--only", default="*", help="of the modules' names, as in storage.sqlite.*")
    given = parser.parse_args()
    os.nice(19)
    told: list[str] = []
    for package in (PACKAGES[name] for name in given.packages):
        counts: list[Count] = []
        for kind, tried in (("functions", _functions), ("SQL", _sql)):
            counts.append(count := tried(package, given))
            if count.tried + count.not_tried:
                print(f"{package.name}, {kind}: {count}", flush=True)
        share = sum(counts, Count(0, 0, 0, 0)).share
        told.append(
            f"{package.name} {share:.1f} goal {package.goal} {'ok' if share >= package.goal else 'short'}"
        )
    print("\n".join(told))


def _functions(package: Package, given: argparse.Namespace) -> Count:
    copy, verdicts = fresh_copy(package.name), []
    until = time.monotonic() + 60 * given.minutes
    for name, verdict in function_verdicts(
        copy, package, given.size, Random(given.seed), until, given.seconds, given.only
    ):
        verdicts.append(verdict)
        if verdict in (Verdict.SURVIVED, Verdict.NO_TEST):
            print(f"{verdict.value}: {name}\n{shown(copy, name)}", flush=True)
    return Count.of(verdicts)


def _sql(package: Package, given: argparse.Namespace) -> Count:
    copy, verdicts = fresh_copy(f"{package.name}-sql"), []
    mutants = sql_mutants(copy, package.sql, package.spared) if package.sql else []
    mutants = [
        mutant for mutant in mutants if fnmatch(".".join(mutant.path.with_suffix("").parts), given.only)
    ]
    chosen = Random(given.seed).sample(mutants, min(given.size, len(mutants)))
    if chosen:
        until = time.monotonic() + 60 * given.minutes
        for mutant, verdict in sql_verdicts(copy, package, chosen, until):
            verdicts.append(verdict)
            if verdict is Verdict.SURVIVED:
                print(f"{verdict.value}: {mutant}", flush=True)
    return Count.of(verdicts)


if __name__ == "__main__":
    main()
