"""The solver: positions whose tricks can be counted by hand. Skipped without the library."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Event

import pytest

from robots.search.double_dummy import Position, Solver, SolverFailed, load_solver
from rules.cards import PACK, Hand, Suit, parse_card
from tests.solver import needs_solver
from tests.trials.stage.guard import HANGS_AFTER

SOLVER = load_solver()


def bits(names: str) -> int:
    return sum(parse_card(name).bit for name in names.split())


def tricks(position: Position) -> dict[str, int]:
    assert SOLVER is not None
    (solved,) = SOLVER.solve([position])
    return {name: solved[parse_card(name).index] for name in NAMES if parse_card(name).index in solved}


NAMES = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA"]
ONE_SUIT_EACH = [0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39]


@needs_solver
def test_who_has_every_trump_wins_every_trick() -> None:
    lead = tricks(Position(ONE_SUIT_EACH, Suit.SPADES, leader=1))
    assert lead == {f"{rank}H": 0 for rank in "23456789TJQKA"}


@needs_solver
def test_without_trumps_the_leader_of_a_whole_suit_wins_every_trick() -> None:
    lead = tricks(Position(ONE_SUIT_EACH, None, leader=1))
    assert lead == {f"{rank}H": 13 for rank in "23456789TJQKA"}


@needs_solver
def test_a_king_in_front_of_ace_and_queen_is_caught_and_one_behind_them_is_not() -> None:
    low, king, tenace, hearts = bits("2S 3S"), bits("KS 4S"), bits("AS QS"), bits("2H 3H")
    assert tricks(Position([low, king, tenace, hearts], None, leader=0)) == {"2S": 2, "3S": 2}
    assert tricks(Position([low, hearts, tenace, king], None, leader=0)) == {"2S": 1, "3S": 1}


@needs_solver
def test_cards_on_the_table_are_part_of_the_position() -> None:
    """North has led the two and east played the four, with the king behind it: the queen wins now and the ace
    the next; after the ace the king is the master."""
    hands = [bits("3S"), bits("KS"), bits("AS QS"), bits("2H 3H")]
    laid = (parse_card("2S").index, parse_card("4S").index)
    assert tricks(Position(hands, None, leader=0, laid=laid)) == {"QS": 2, "AS": 1}


@needs_solver
def test_the_table_of_a_deal_tells_every_declarers_tricks_in_every_strain() -> None:
    assert SOLVER is not None
    table = SOLVER.tables(ONE_SUIT_EACH)
    assert table == {
        Suit.SPADES: (13, 0, 13, 0),
        Suit.HEARTS: (0, 13, 0, 13),
        Suit.DIAMONDS: (13, 0, 13, 0),
        Suit.CLUBS: (0, 13, 0, 13),
        None: (0, 0, 0, 0),
    }


@needs_solver
def test_the_table_of_twelve_cards_a_hand_counts_twelve_tricks() -> None:
    assert SOLVER is not None
    table = SOLVER.tables([hand & hand - 1 for hand in ONE_SUIT_EACH])
    assert table[Suit.SPADES] == (12, 0, 12, 0)


@needs_solver
def test_the_best_result_of_a_position_is_that_of_its_best_card() -> None:
    assert SOLVER is not None
    positions = [Position(list(ONE_SUIT_EACH), trumps, leader) for trumps in Suit for leader in range(4)]
    every = [max(tricks.values()) for tricks in SOLVER.solve(positions)]
    assert SOLVER.most_tricks(positions) == every


@needs_solver
def test_a_position_that_is_not_solved_in_time_goes_on_and_the_next_one_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four whole hands, begun when it is too late. Who leads from a whole suit without trumps wins all."""
    assert SOLVER is not None
    solve, too_late = SOLVER.solve, Event()

    def solve_late(positions: Sequence[Position]) -> list[dict[int, int]]:
        too_late.wait(HANGS_AFTER)
        return solve(positions)

    monkeypatch.setattr(SOLVER, "solve", solve_late)
    hands = [hand.bits for hand in map(Hand.of, zip(*[iter(Random(3).sample(PACK, 52))] * 13, strict=True))]
    slow = Position(hands, None, leader=0)
    assert SOLVER.solve_by(time.perf_counter() + 0.001, [slow]) is None
    too_late.set()
    easy = Position(list(ONE_SUIT_EACH), None, leader=0)
    assert SOLVER.solve_by(time.perf_counter() + HANGS_AFTER, [easy]) == SOLVER.solve([easy])
    assert set(SOLVER.solve([easy])[0].values()) == {13}
    assert SOLVER.solve_by(time.perf_counter(), [easy]) is None


@needs_solver
def test_hands_that_are_no_position_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SOLVER is not None
    monkeypatch.chdir(tmp_path)  # the library writes such a position down
    with pytest.raises(SolverFailed):
        SOLVER.solve([Position([1, 1, 1, 1], None, leader=0)])


def test_a_library_that_cannot_be_loaded_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="libdds"):
        Solver(tmp_path / "libdds.so")
