"""Random deals with revokes and cards out of turn, against an umpire written from the laws alone; and faults
planted in the engine, each of which the umpire notices.

Five thousand deals of each kind are played by ``python -m tests.rules.fuzz``.
"""

from __future__ import annotations

import random
import sys

import pytest

from rules.deal import revoke
from rules.table import table
from tests.each import each
from tests.rules.fuzz import KINDS, run
from tests.rules.planted import FAULTS, OF_CARDS_OUT_OF_TURN, found
from tests.rules.planted_revokes import OF_REVOKES
from tests.trials.stage.seams import Seam, nothing

#: How many deals of each kind; those of both at once repeat what the other two meet, and are slower.
DEALS = {"revokes": 120, "out of turn": 120, "both": 30}


@pytest.mark.parametrize("part", [pytest.param(1, marks=pytest.mark.long), 6])
@pytest.mark.parametrize("kind", KINDS)
def test_the_umpire_and_the_table_agree_on_everything_about_revokes_and_cards_out_of_turn(
    kind: str, part: int
) -> None:
    """``make test`` plays a sixth of the deals."""
    seed = random.randrange(10**9)
    sys.stdout.write(f"seed {seed}\n")
    run(kind, DEALS[kind] // part, seed)


def test_at_least_thirty_faults_are_planted_and_half_of_them_in_each_module() -> None:
    assert len(FAULTS) > 70
    for faults in (OF_REVOKES, OF_CARDS_OUT_OF_TURN):
        assert len(faults) > 30


@pytest.mark.parametrize("part", [None, *(pytest.param(part, marks=pytest.mark.long) for part in range(4))])
def test_every_planted_fault_is_found(part: int | None) -> None:
    """Eight of the faults: with ``make test`` always the same, at length drawn anew. All of them are planted
    by ``python -m tests.rules.planted``."""
    names = [*FAULTS]
    drawn = names[5::10] if part is None else random.sample(names[part::4], 2)

    @each("fault", drawn)
    def is_found(fault: str) -> None:
        assert found(fault, 200, 1) is not None

    is_found()


def test_a_module_is_as_it_was_once_a_fault_is_dug_out() -> None:
    before = dict(vars(revoke))
    with FAULTS["a lead that goes back quits nothing"].planted():
        assert vars(revoke)["going_back"] is not before["going_back"]
        assert vars(table)["going_back"] is vars(revoke)["going_back"], "it was imported by its name"
    assert vars(revoke) == before and vars(table)["going_back"] is before["going_back"]
    with pytest.raises(AttributeError), Seam(revoke, "no_such_place", nothing).planted():
        raise AssertionError
