"""What a task of a worker process makes of the time that it is given."""

from __future__ import annotations

import random
from math import inf

import pytest

from robots.plain import PlainRobot
from robots.player import Strength
from robots.thinking import Think
from rules.calls import Play
from rules.cards import PACK
from rules.view import SeatView
from tests.robots.matches import deal_from, waiting
from tests.tables import Evening


def lead() -> SeatView:
    """An opening lead, with a choice of cards."""
    evening: Evening = deal_from(random.Random(5).sample(PACK, 52), "biritch")
    while True:
        view = waiting(evening)
        if sum(isinstance(one, Play) for one in view.options) > 1:
            return view
        assert view.viewer is not None
        evening.do(view.viewer, PlainRobot().choose(view, 0, random.Random(5)).choice)


@pytest.mark.parametrize(("seconds", "as_good"), [(0.0, True), (inf, False)])
def test_the_best_robot_plays_as_the_good_one_only_where_it_has_no_time(
    seconds: float, as_good: bool
) -> None:
    view = lead()
    best, good = (Think(view, one, seconds, 7).run() for one in (Strength.BEST, Strength.GOOD))
    assert (best == good) is as_good
