"""Cards compared in the same layouts, by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from robots.search.solving_robot import Comparison

ONE, OTHER = 3, 7


def compared(*layouts: tuple[float, float, int]) -> Comparison:
    """Each layout with the gains from two cards and how often it counts."""
    found = Comparison((ONE, OTHER))
    for one, other, times in layouts:
        found.add({ONE: one, OTHER: other, 50: 99.0}, times)
    return found


def test_a_layout_counts_as_often_as_it_was_drawn() -> None:
    found = compared((10.0, 0.0, 3), (2.0, 4.0, 1))
    assert found.means == {ONE: 8.0, OTHER: 1.0}
    assert found.layouts == 2


def test_the_difference_is_taken_layout_by_layout() -> None:
    """Behind by 0 and by 2: by 1 in the mean, and each is 1 from that."""
    assert compared((1.0, 1.0, 1), (3.0, 1.0, 1)).behind(OTHER, ONE) == pytest.approx((1.0, sqrt(2) / 2))


def test_cards_that_never_differ_are_as_good_and_one_that_is_only_ever_worse_is_not() -> None:
    """However far apart the layouts lie."""
    assert compared((100.0, 100.0, 1), (-50.0, -50.0, 1)).as_good(OTHER, ONE, 0.0)
    once_worse = compared(*((5.0, 5.0, 1),) * 19, (5.0, 0.0, 1))
    assert not once_worse.as_good(OTHER, ONE, 1.0)
    assert once_worse.as_good(OTHER, ONE, 1.1)


def test_what_is_sometimes_better_and_sometimes_worse_is_as_good_within_the_noise() -> None:
    """Behind by 6 in one layout and ahead by 4 in another of four: a mean of a half, an error of 1.77."""
    mixed = compared((6.0, 0.0, 1), (0.0, 4.0, 1), (1.0, 1.0, 1), (2.0, 2.0, 1))
    assert mixed.behind(OTHER, ONE) == pytest.approx((0.5, sqrt(30.25 + 20.25 + 0.25 + 0.25) / 4))
    assert mixed.as_good(OTHER, ONE, 0.5)
