"""Seasons of leaderboards: which months belong together, and what a change of their length does."""

from __future__ import annotations

import pytest

from rules.counting.seasons import SEASON_LENGTHS, Lengths, Month, Season, season_in
from tests.each import each

USUAL: Lengths = ()


def season(lengths: Lengths, year: int, month: int) -> tuple[str, str]:
    """The first and the last month of the one to which a month belongs."""
    found = season_in(lengths, Month(year, month))
    return found.begin.key, found.last.key


@each(
    ("months", "year", "month", "first", "last"),
    [
        (1, 2026, 11, "2026-11", "2026-11"),
        (1, 2026, 12, "2026-12", "2026-12"),
        (3, 2026, 8, "2026-06", "2026-08"),
        (3, 2026, 9, "2026-09", "2026-11"),
        (3, 2026, 11, "2026-09", "2026-11"),
        (3, 2026, 12, "2026-12", "2027-02"),
        (3, 2027, 2, "2026-12", "2027-02"),
        (6, 2026, 8, "2026-03", "2026-08"),
        (6, 2026, 9, "2026-09", "2027-02"),
        (12, 2026, 8, "2025-09", "2026-08"),
        (12, 2026, 9, "2026-09", "2027-08"),
    ],
)
def test_seasons_of_each_length_begin_in_september(
    months: int, year: int, month: int, first: str, last: str
) -> None:
    assert season([(Month(2000, 1), months)], year, month) == (first, last)


def test_where_nothing_is_chosen_a_season_has_three_months() -> None:
    assert season(USUAL, 2026, 10) == ("2026-09", "2026-11")


@each(
    ("before", "after", "running", "following"),
    [
        (3, 1, ("2026-09", "2026-10"), ("2026-11", "2026-11")),
        (3, 6, ("2026-09", "2027-02"), ("2027-03", "2027-08")),
        (3, 12, ("2026-09", "2027-08"), ("2027-09", "2028-08")),
        (12, 1, ("2026-09", "2026-10"), ("2026-11", "2026-11")),
        (12, 3, ("2026-09", "2026-11"), ("2026-12", "2027-02")),
        (1, 3, ("2026-10", "2026-11"), ("2026-12", "2027-02")),
        (1, 12, ("2026-10", "2027-08"), ("2027-09", "2028-08")),
    ],
)
def test_a_length_that_is_chosen_in_october_ends_the_season_that_goes_on_at_the_next_border(
    before: int, after: int, running: tuple[str, str], following: tuple[str, str]
) -> None:
    """It keeps the month with which it began, and those that are over stay as they were."""
    was = [(Month(2000, 1), before)]
    lengths = [*was, (Month(2026, 11), after)]
    assert season(lengths, 2026, 10) == running
    assert season(lengths, *map(int, following[0].split("-"))) == following
    began = season_in(was, Month(2026, 10)).begin
    for month in range(1, 40):
        assert season_in(lengths, began.plus(-month)).begin == season_in(was, began.plus(-month)).begin


def test_every_month_is_in_one_season_whatever_was_chosen_in_whatever_month() -> None:
    for one in SEASON_LENGTHS:
        for other in SEASON_LENGTHS:
            for since in range(1, 13):
                lengths = [(Month(2020, 1), one), (Month(2026, since), other)]
                at, seasons = Month(2025, 1), list[Season]()
                while at < Month(2028, 1):
                    found = season_in(lengths, at)
                    assert found.begin <= at < found.after
                    seasons += [found] if found not in seasons else []
                    at = at.plus(1)
                assert [earlier.after for earlier in seasons[:-1]] == [later.begin for later in seasons[1:]]


def test_a_month_is_read_as_it_was_written_and_nothing_else_is() -> None:
    assert Month.of_key(Month(2026, 9).key) == Month(2026, 9) == Month(2027, 9).plus(-12)
    for key in ("2026-9", "2026-13", "2026-00", "2026", "", "2026-09-01", " 2026-09", "told"):
        with pytest.raises(ValueError):
            Month.of_key(key)
