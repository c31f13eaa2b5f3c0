"""Hands on panels that do not follow the play."""

from __future__ import annotations

from rules.seats import Seat
from screens.hand import resting_screen
from tests.screens.screens import TABLE
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def digest(evening: Evening, seat: Seat) -> str:
    return resting_screen(evening.view(seat), TABLE, str, as_of=0, room="#whist").digest


def test_a_hand_at_rest_is_left_as_it_is_from_its_deal_to_the_next() -> None:
    evening = Evening().seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    north, east = digest(evening, Seat.NORTH), digest(evening, Seat.EAST)
    assert north != east
    evening.play_deal()
    assert evening.view(None).deal is None
    assert (digest(evening, Seat.NORTH), digest(evening, Seat.EAST)) == (north, east)
    evening.cut()
    assert digest(evening, Seat.NORTH) != north and digest(evening, Seat.EAST) != east
