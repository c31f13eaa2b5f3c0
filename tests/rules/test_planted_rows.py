"""Whether each row of docs/reference/seeds.md is guarded by the test that it names (appendix E, E10)."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence

import pytest

from rules import tricks
from rules.counting.bridge_lines import Slams
from rules.counting.rubber import RubberLaw
from rules.errors import Unreadable
from rules.games import auctions
from rules.games.all_games import GAMES, game
from rules.seats import Seat
from rules.tricks import Trick
from tests.rules.planted_rows import FAULTS, Row, breaks, main, missed, page_rows
from tests.rules.planted_values import built, choice, entry, form, instead, unheeded
from tests.trials.stage.seams import Seam, constant

ROWS = [row for row in page_rows() if row.fault != "none"]
SAMPLE = 20
"""How many faults each run of CI plants. All are planted by ``python -m tests.rules.planted_rows``."""


def test_every_row_names_a_fault_of_its_own() -> None:
    assert sorted(row.fault for row in ROWS) == sorted(FAULTS)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (built("vint", Slams, grand=50), "nothing changes in vint"),
        (built("vint", RubberLaw, bonus=2_000), "nothing changes in vint"),
        (built("vint", RubberLaw, prizes=()), "'RubberLaw' object has no attribute 'prizes'"),
        (built("whist", RubberLaw, bonus=3), "no games {'whist'}"),
        (choice("vint", "misere", unless=()), "nothing changes in vint"),
        (unheeded("vint", misere="true"), "nothing changes in vint"),
        (form("whist_long", games=3), "'Form' object has no attribute 'games'"),
        (entry(auctions, "SCHEDULES", "1921", spades=8), "SCHEDULES has no 1921"),
        (instead("vint", Slams(20, 40), Slams(20, 50)), "nothing changes in vint"),
    ],
)
def test_a_fault_that_would_change_nothing_of_a_game_has_no_place(fault: Seam, why: str) -> None:
    assert fault.misfit == why


def test_a_fault_is_planted_in_one_game_and_goes_with_it() -> None:
    before = {key: GAMES[key].variant() for key in GAMES}
    with built("vint", RubberLaw, bonus=1_000).planted():
        after = {key: GAMES[key].variant() for key in GAMES}
    assert [key for key in GAMES if before[key] != after[key]] == ["vint"]
    assert after["vint"].rubber.bonus == 1_000
    assert GAMES["vint"].variant() == before["vint"]


@pytest.mark.parametrize("fault", [FAULTS["000-highest"], Seam(tricks, "winner", constant(lambda _: None))])
def test_a_fault_that_does_not_fit_what_it_stands_for_is_no_finding(fault: Seam) -> None:
    with fault.planted(), pytest.raises((TypeError, ValueError)) as broken:
        tricks.winner(Trick(Seat.NORTH), None)
    assert breaks(broken.value)
    assert breaks(ExceptionGroup("cases", [broken.value]))
    with pytest.raises(Unreadable) as unreadable:
        game("whist")
    assert not breaks(unreadable.value)


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
