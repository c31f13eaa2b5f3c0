"""What the plays of one deal come to, worked out by hand."""

from __future__ import annotations

import tracemalloc
from collections.abc import Collection
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rules.cards import PACK
from rules.contests import (
    Lines,
    Parting,
    Streak,
    game_of_day,
    parting,
    percentage,
    percentages,
    ranking,
    streak,
)
from tests.rules.steady import steady


def test_a_percentage_is_two_for_each_beaten_and_one_for_each_equal_of_twice_the_others() -> None:
    assert percentage(50, [10, 50, 90, 20]) == Fraction(100 * (2 + 1 + 0 + 2), 8)
    assert percentage(0, []) is None


def test_the_percentages_of_a_whole_field_average_fifty() -> None:
    field = [30, 30, -8, 144, 0, 30, 2]
    found = percentages(field)
    assert sum(found[points] for points in field) == 50 * len(field)
    # -8 is last, 0 beats one, 2 beats two, each 30 beats three and equals two, 144 beats six
    assert found == {-8: 0, 0: Fraction(200, 12), 2: Fraction(400, 12), 30: Fraction(800, 12), 144: 100}


def test_a_play_parts_where_most_of_those_who_went_as_far_did_otherwise() -> None:
    field = [("H", "2S", "3S"), ("H", "2S", "4S"), ("H", "5S", "4S"), ("D", "2S", "4S")]
    assert parting(("H", "5S", "4S"), field) == Parting(1, "5S", "2S", 2, 3)
    assert parting(("H", "2S", "4S"), field) is None, "as many went this way as the other"
    assert parting(("N", "2S"), field) == Parting(0, "N", "H", 3, 4)
    assert parting(("H",), []) is None


def test_a_field_takes_eight_bytes_for_a_line_and_one_for_each_call_or_card_of_it() -> None:
    """Texts of their own would take 57 for a line, so that 50,000 plays held megabytes more."""
    pack = [str(card) for card in PACK]
    lines = [(*pack[at % 52 :], *pack[: at % 52]) for at in range(2000)]
    tracemalloc.start()
    try:
        field = Lines(lines)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 2000 * (52 + 8) + 20_000, "the words themselves stand once"
    assert parting((*pack[51:], *pack[:51]), field) == Parting(0, pack[51], pack[0], 39, 2000)


def test_two_missed_days_are_forgiven_and_the_third_ends_the_streak() -> None:
    assert streak({10, 11}, 12) == Streak(2, 2), "today is not over"
    assert streak({10, 13}, 13) == Streak(2, 0), "two days were missed"
    assert streak({10, 14}, 14) == Streak(1, 2), "three were"
    assert streak({10, *range(12, 18)}, 17) == Streak(7, 2), "seven days win one back"
    assert streak(set(), 5) == Streak(0, 2)


def test_days_missed_once_a_streak_is_lost_cost_the_next_one_nothing() -> None:
    """By hand: the streak that began on day 1 is lost on day 4, and the next one begins on the day that is
    played next, however far that is off."""
    for played, today, left in (
        ({1, 7}, 7, Streak(1, 2)),
        ({1}, 5, Streak(0, 2)),
        ({1}, 90, Streak(0, 2)),
        ({1, 6}, 6, Streak(1, 2)),
        ({1, 7}, 9, Streak(1, 1)),
        ({1, 7}, 10, Streak(1, 0)),
        ({1, 7}, 11, Streak(0, 2)),
        ({1, 7, 90}, 90, Streak(1, 2)),
        ({1, *range(9, 16)}, 16, Streak(7, 2)),
        ({1, 9, *range(11, 17)}, 17, Streak(7, 2)),
        ({1, 9, *range(12, 17)}, 17, Streak(6, 0)),
    ):
        assert streak(played, today) == left, (played, today)


def recounted(played: Collection[int], today: int) -> Streak:
    """From one day that was played to the next, instead of day by day: a gap that the freezes do not cover
    ends a streak, and the next one owes nothing for it."""
    days, freezes, before = 0, 2, None
    for day in (*sorted(one for one in played if one <= today), None):
        missed = 0 if before is None else (today if day is None else day) - before - 1
        if missed > freezes:
            days, freezes = 0, 2
        else:
            freezes -= max(0, missed)
        if day is not None:
            days, before = days + 1, day
            freezes = min(2, freezes + (days % 7 == 0))
    return Streak(days, freezes)


@steady(150)
@given(st.frozensets(st.integers(1, 45)), st.integers(1, 60))
def test_a_streak_is_what_its_gaps_leave_of_it(played: frozenset[int], today: int) -> None:
    assert streak(played, today) == recounted(played, today)


def test_the_best_fifteen_days_of_a_month_count() -> None:
    days = {1: [Fraction(50)] * 20, 2: [Fraction(100)] * 7 + [Fraction(0)] * 20, 3: [Fraction(50)] * 14}
    assert [(one.rank, one.who, one.score, one.days) for one in ranking(days)] == [
        (1, 1, 750, 15),
        (2, 2, 700, 15),
        (2, 3, 700, 14),
    ]


def test_the_first_game_is_played_five_days_of_seven_and_every_other_in_its_turn() -> None:
    games = ("biritch", "vint", "whist", "bridge")
    days = [game_of_day(day, games) for day in range(21)]
    assert days.count("biritch") == 15
    assert [one for one in days if one != "biritch"] == ["vint", "whist", "bridge", "vint", "whist", "bridge"]
