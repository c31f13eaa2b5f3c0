"""What the room is told while robots have less time to think."""

from __future__ import annotations

import pytest

from screens.screen import Text
from screens.table import table_screen
from tests.screens.screens import TABLE
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

TOLD = "-# Robots think for less time now, because many tables are waiting."


@pytest.mark.parametrize(
    ("people", "robots", "is_told"),
    [((ANNA,), "best", True), ((ANNA,), "easy", False), ((ANNA, BORIS, CLARA, DAVID), "best", False)],
    ids=["robots that think", "robots that play by rule", "people alone"],
)
def test_the_room_is_told_that_robots_hurry_only_where_one_plays_that_thinks(people, robots, is_told) -> None:  # type: ignore[no-untyped-def]
    view = Evening(robots=robots).seat(*people).start().cut().view(None)
    usual, hurried = (table_screen(view, TABLE, str, robots_hurry=hurry).parts for hurry in (False, True))
    assert Text(TOLD) not in usual
    assert (Text(TOLD) in hurried) is is_told
