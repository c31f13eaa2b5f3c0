"""What a card and a deal may cost in calls to Discord. These are counts, not times."""

from __future__ import annotations

import pytest

from lab.speed.calls import MOST, one_deal, with_robots
from tests.each import mostly_long
from tests.trials.stage.playing import LIMITS, UNMETERED


@pytest.mark.parametrize("seating", mostly_long(MOST, short=["dm"]))
async def test_no_card_and_no_deal_costs_more_counted_calls_than_are_allowed(seating: str) -> None:
    bill = await one_deal(seating, limits=UNMETERED)
    most_for_a_card, most_for_a_deal = MOST[seating]
    assert len(bill.cards) == 52
    assert bill.dearest_card <= most_for_a_card, [
        step for step in bill.cards if step.counted > most_for_a_card
    ]
    assert bill.for_the_deal <= most_for_a_deal, bill.deal


async def test_a_run_of_robots_costs_a_frame_for_each_move_at_most_and_no_call_comes_too_fast() -> None:
    played = await with_robots(pace=0.02, own=8, limits=LIMITS)
    assert played.robots >= 4
    assert 0 < played.frames <= played.robots + played.own
    assert played.refused == 0
