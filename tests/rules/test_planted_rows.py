"""Whether each row of docs/reference/seeds.md is guarded by the test that it names (appendix E, E10)."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence

import pytest

from tests.rules.planted_rows import FAULTS, Fault, Row, main, missed, page_rows, source_of

ROWS = [row for row in page_rows() if row.fault != "none"]
SAMPLE = 20
"""How many faults each run of CI plants. All are planted by ``python -m tests.rules.planted_rows``."""


def test_every_row_names_a_fault_of_its_own() -> None:
    assert sorted(row.fault for row in ROWS) == sorted(FAULTS)


def test_a_fault_whose_piece_is_not_there_or_stands_there_twice_is_an_error() -> None:
    for piece in "no such piece", "return":
        with pytest.raises(LookupError):
            source_of(Fault("rules/tricks.py", piece, ""))


def test_a_row_whose_test_does_not_find_its_fault_is_told() -> None:
    row = next(row for row in ROWS if row.fault == "000-grand")
    other = next(row for row in ROWS if row.fault == "000-highest")
    rows = [row, row._replace(test=other.test), row._replace(test="tests/rules/test_no_such_file.py::test_x")]
    assert [reason for _, reason in missed(rows)] == ["its test passes", "the fault cannot be tried"]


@pytest.mark.long
def test_a_sample_of_the_planted_faults_is_found_each_by_the_test_of_its_own_row() -> None:
    """``ROWS_SEED`` draws the same sample again."""
    seed = os.environ.get("ROWS_SEED") or str(random.SystemRandom().randrange(10**6))
    sys.stdout.write(f"ROWS_SEED={seed}\n")
    sample: Sequence[Row] = random.Random(seed).sample(ROWS, SAMPLE)
    assert missed(sample) == [], f"ROWS_SEED={seed}"


def test_a_name_that_no_row_has_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("000-nothing") == 1
    assert capsys.readouterr().out == "0 faults planted, 0 found\n"
