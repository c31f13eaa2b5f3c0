"""What a task of a worker process makes of the time that it is given."""

from __future__ import annotations

import random
from math import inf

import pytest

from robots.plain import PlainRobot
from robots.player import Strength
from robots.process.thinking import Think
from robots.search.likely import heard_calls
from rules.calls import Play
from rules.cards import PACK
from rules.seats import Seat
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import after, be_content, deal_from, waiting
from tests.trials.stage.tables import Evening


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


@each("strength", Strength)
def test_a_robot_chooses_after_eleven_hundred_contres_as_after_a_hundred(strength: Strength) -> None:
    """A float ends at 2 to the power of 1,024, and each contre heard would be weighed in every layout."""
    for settled in (False, True):
        answers = []
        for contres in (100, 1100):
            evening = after({}, "declare:H" + " double" * contres)
            if settled:
                be_content(evening)
            deal = evening.table.deal
            assert deal is not None
            view = evening.view(next(seat for seat in Seat if seat in deal.may_act))
            assert not settled or len(heard_calls(view, frozenset(Seat))) < 20
            answers.append(Think(view, strength, 0.0, 5).run().choice)
        assert answers[0] == answers[1]
