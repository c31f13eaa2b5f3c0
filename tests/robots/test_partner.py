"""The best robot does not annoy its partner: forty positions, with few layouts each."""

from __future__ import annotations

import random
from math import inf

import pytest

from robots.calls import valuing
from robots.law.claiming import choose_claim
from robots.plain import PlainRobot
from robots.search.double_dummy import load_solver
from robots.search.playout_robot import PlayoutRobot
from robots.search.solving_robot import Method, SolvingRobot
from rules.calls import Play
from rules.cards import parse_card
from rules.table.requests import ClaimRest
from rules.view import SeatView
from tests.each import each
from tests.robots.partner_positions import POSITIONS, WHIST, Annoys
from tests.trials.stage.matches import after, be_content, deal_from, hands_dealt

FEW = Method((8, 8, 12, 16))
CLAIMS = {"claims": ClaimRest(), "plays": None}


def view_of(position: Annoys) -> SeatView:
    """What the seat in question sees."""
    if position.game != WHIST:
        evening = after(dict(position.hands), position.so_far, game=position.game)
        be_content(evening)
        return evening.view(position.by)
    evening = deal_from(hands_dealt(dict(position.hands)), position.game)
    for word in position.so_far.split():
        deal = evening.table.deal
        assert deal is not None
        evening.do(next(iter(deal.may_act)), Play(parse_card(word)))
    return evening.view(position.by)


def plays_well(position: Annoys) -> None:
    view, solver, caller = view_of(position), load_solver(), PlainRobot(declares=valuing.choose_call)
    if position.wants in CLAIMS:
        assert choose_claim(view) == CLAIMS[position.wants], position.why
        return
    assert solver is not None
    robot = SolvingRobot(solver, PlayoutRobot(caller), caller, FEW)
    choice = robot.choose(view, inf, random.Random(1)).choice
    assert isinstance(choice, Play)
    wants = position.wants.split()
    if wants[0] == "not":
        assert str(choice.card) not in wants[1:], position.why
    else:
        assert str(choice.card) in wants, position.why


@pytest.mark.skipif(load_solver() is None, reason="libdds is not installed")
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 8])
def test_the_best_robot_plays_as_a_reasonable_partner_would(every: int) -> None:
    """``make test`` asks about one position of eight."""
    each("position", POSITIONS[::every])(plays_well)()


def test_there_are_forty_positions_and_no_two_are_alike() -> None:
    assert len(POSITIONS) >= 40
    assert len({(one.by, one.so_far, *sorted(one.hands.values())) for one in POSITIONS}) == len(POSITIONS)
