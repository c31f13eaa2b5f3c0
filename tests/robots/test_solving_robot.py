"""The best robot: what it plays, that it plays it again, and that it sees no more than its seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from robots.plain import PlainRobot
from robots.player import Player
from robots.search.double_dummy import Position, Solver, load_solver
from robots.search.solving_robot import Method, SolvingRobot
from rules.calls import Play
from rules.cards import PACK, Card, Suit
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import after, deal_from, late, played, step

SOLVER = load_solver()
pytestmark = pytest.mark.skipif(SOLVER is None, reason="libdds is not installed")
NORTH, EAST, SOUTH, WEST = Seat
FEW = Method((4,), 2)
FOREVER = float("inf")


def robot(method: Method = FEW) -> Player:
    assert SOLVER is not None
    return SolvingRobot(SOLVER, PlainRobot(), PlainRobot(), method)


def card_of(view: SeatView, seed: int = 1, budget: float = FOREVER, method: Method = FEW) -> Card:
    choice = robot(method).choose(view, budget, random.Random(seed)).choice
    assert isinstance(choice, Play)
    return choice.card


def hands_of(order: list[Card]) -> dict[Seat, str]:
    return {seat: " ".join(map(str, order[13 * place : 13 * place + 13])) for place, seat in enumerate(Seat)}


@each("game", ["biritch", "whist_modern", "contract"])
def test_the_same_view_seed_and_layouts_give_the_same_answer(game: str) -> None:
    view = late(random.Random(4).sample(PACK, 52), 6, game)
    first = robot().choose(view, FOREVER, random.Random(7))
    assert robot().choose(view, FOREVER, random.Random(7)) == first
    assert 1 <= first.reasons.layouts <= 4  # of the four some may be alike


def test_hidden_cards_that_change_places_change_no_choice() -> None:
    """East's and south's cards are exchanged behind the back of west, who is to lead."""
    hands = hands_of(random.Random(9).sample(PACK, 52))
    exchanged = {**hands, EAST: hands[SOUTH], SOUTH: hands[EAST]}
    here = after(hands, "declare:S content content").view(WEST)
    there = after(exchanged, "declare:S content content").view(WEST)
    one_layout = Method((1,), 1)
    assert card_of(here, method=one_layout) is card_of(there, method=one_layout)
    assert here == there


def test_a_hand_with_seven_sure_tricks_leads_one_of_them_and_expects_seven() -> None:
    """South has named no trumps, ten points a trick: seven of its own are an odd one at least."""
    evening = after({WEST: "AS KS QS JS TS 9S 8S 2H 3H 2D 3D 2C 3C"}, "declare:N content content")
    answer = robot().choose(evening.view(WEST), FOREVER, random.Random(1))
    assert isinstance(answer.choice, Play)
    assert answer.choice.card.suit is Suit.SPADES
    spades = {candidate.choice: candidate.points for candidate in answer.reasons.candidates[:7]}
    assert all(isinstance(choice, Play) and choice.card.suit is Suit.SPADES for choice in spades)
    assert len(set(spades.values())) == 1
    assert min(spades.values()) >= 10


def test_with_no_time_it_still_plays_a_card_that_is_open() -> None:
    view = late(random.Random(5).sample(PACK, 52), 4)
    assert Play(card_of(view, budget=0.0)) in view.options


def test_with_no_time_to_solve_enough_it_does_as_the_other_robot_would() -> None:
    """The one that solves is given time for one layout of many; with time for four it often disagrees."""
    disagreed = 0
    for seed in range(15):
        view = late(random.Random(seed).sample(PACK, 52), 2 + seed % 4)
        by_rule = PlainRobot().choose(view, FOREVER, random.Random(1)).choice
        disagreed += Play(card_of(view)) != by_rule
        hurried = robot(Method((20,), 1)).choose(view, 0.0, random.Random(1))
        assert hurried.choice == by_rule
    assert disagreed > 1


def test_with_a_clock_no_batch_of_layouts_is_more_than_twice_as_long_as_the_last() -> None:
    """However quick the first were: one layout in thirty takes ten times as long as the others."""
    assert SOLVER is not None
    solve, batches = SOLVER.solve, list[int]()

    class Watched(Solver):
        def __init__(self) -> None: ...

        def solve_by(self, until: float, positions: Sequence[Position]) -> list[dict[int, int]]:
            batches.append(len(positions))
            return solve(positions)

    view = late(random.Random(3).sample(PACK, 52), 4)
    SolvingRobot(Watched(), PlainRobot(), PlainRobot(), Method((40,), 1)).choose(
        view, 900.0, random.Random(1)
    )
    assert len(batches) > 4
    assert all(later <= 2 * earlier for earlier, later in pairwise(batches))


@each("game", GAMES)
def test_it_plays_the_end_of_a_deal_of_every_game(game: str) -> None:
    """From the tenth trick on; before that plain robots play."""
    evening, rng = deal_from(random.Random(8).sample(PACK, 52), game), random.Random(1)
    solving, plain = robot(Method((1,), 1)), PlainRobot()
    while evening.table.last is None:
        deal = evening.table.deal
        late_on = deal is not None and deal.playing is not None and len(deal.playing.tricks) >= 9
        step(evening, lambda seat: solving if late_on else plain, rng, budget=FOREVER)  # noqa: B023
    assert evening.table.last.won.ns + evening.table.last.won.ew == len(evening.table.last.tricks)


def test_a_whole_deal_of_it_against_plain_robots_is_lawful() -> None:
    order = random.Random(6).sample(PACK, 52)
    deal = played(order, lambda seat: robot() if seat in (NORTH, SOUTH) else PlainRobot(), random.Random(2))
    assert deal.won.ns + deal.won.ew == 13
