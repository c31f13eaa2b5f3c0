"""The faults that docs/reference/seeds.md names, one for each of its rows, each of which the row's own test
must find: ``python -m tests.rules.planted_rows [ROW...]`` plants those of all rows, or of these.

Each is planted in a process of its own, which has imported no test yet; the row's test must then fail, and
nothing less: a fault that has lost its place or breaks, or a test that is not there, is no finding.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.rules.planted_auctions import OF_AUCTION, OF_CONTRACT, OF_PLAFOND, OF_VINT
from tests.rules.planted_bridge import OF_DECLARING, OF_THE_SCORE
from tests.rules.planted_tables import OF_CARDS, OF_EVENINGS, OF_PENALTIES, OF_TABLES
from tests.rules.planted_whist import OF_ITS_KIN, OF_WHIST
from tests.trials.stage.seams import Seam

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "reference" / "seeds.md"
_ENVIRONMENT: Final = {**os.environ, "PYTHONPATH": str(ROOT)}
FOUND, MISSED, BROKEN = 0, 3, 4
"""What the process of one fault ends with."""

FAULTS: Final[Mapping[str, Seam]] = {
    **OF_CARDS,
    **OF_PENALTIES,
    **OF_TABLES,
    **OF_EVENINGS,
    **OF_DECLARING,
    **OF_THE_SCORE,
    **OF_WHIST,
    **OF_ITS_KIN,
    **OF_VINT,
    **OF_AUCTION,
    **OF_PLAFOND,
    **OF_CONTRACT,
}
"""By the name under which a row has it."""


class Row(NamedTuple):
    """A rule of a seed, where it is, its test and its fault; "none" for both where it is not played."""

    says: str
    where: str
    test: str
    fault: str


def page_rows() -> list[Row]:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [
        Row(*(cell.strip("`") if n > 1 else cell for n, cell in enumerate(row)))
        for row in cells
        if row[0] != "it says"
    ]


def breaks(error: BaseException) -> bool:
    """Whether a fault itself goes wrong, since it does not fit what it stands for: what it is called with, or
    what it asks of that."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(breaks, error.exceptions))
    *_, last = traceback.extract_tb(error.__traceback__)
    return isinstance(error, TypeError) or Path(last.filename).name.startswith(("planted_", "seams."))


class Breaking:
    """Sees it while pytest runs."""

    seen = False

    def pytest_exception_interact(self, call: Any) -> None:
        self.seen = self.seen or breaks(call.excinfo.value)


def plant(row: Row) -> int:
    """In a process that has imported no test: plants the row's fault and runs its test."""
    FAULTS[row.fault].plant()
    file, example, name = row.test.partition("#")
    if example:
        from tests.examples.runner import run

        vectors: list[dict[str, Any]] = json.loads((ROOT / file).read_text("utf-8"))
        outcome = run(next(vector for vector in vectors if vector["id"] == name))
        if outcome.detail.startswith(("malformed: TypeError", "malformed: AttributeError")):
            return BROKEN
        return FOUND if outcome.status == "failed" else MISSED
    import pytest

    breaking = Breaking()
    ended = pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", row.test], [breaking])
    return BROKEN if breaking.seen else {0: MISSED, 1: FOUND}.get(int(ended), BROKEN)


def looked_for(row: Row) -> int:
    """How the process of this row's fault ends."""
    command = [sys.executable, "-m", "tests.rules.planted_rows", "--one", row.fault, row.test]
    return subprocess.run(command, cwd=ROOT, env=_ENVIRONMENT, check=False, capture_output=True).returncode


def missed(rows: Sequence[Row], workers: int = 2) -> list[tuple[Row, str]]:
    """The rows whose faults their tests do not find, and why."""
    with ThreadPoolExecutor(workers) as pool:
        ended = list(pool.map(looked_for, rows))
    why = {MISSED: "its test passes", FOUND: ""}
    found = [(row, why.get(code, "the fault cannot be tried")) for row, code in zip(rows, ended, strict=True)]
    return [(row, reason) for row, reason in found if reason]


def main(*names: str) -> int:
    """The whole list, or these; the exit status is 1 if a fault is not found."""
    rows = [row for row in page_rows() if row.fault != "none"]
    if names and names[0] == "--one":
        return plant(Row("", "", test=names[2], fault=names[1]))
    rows = [row for row in rows if not names or row.fault in names]
    left = missed(rows)
    for row, reason in left:
        sys.stdout.write(f"{row.fault}\t{reason}\t{row.says}\n")
    sys.stdout.write(f"{len(rows)} faults planted, {len(rows) - len(left)} found\n")
    return 1 if left or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
