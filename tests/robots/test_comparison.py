"""Cards compared in the same layouts, by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from robots.player import Cause
from robots.search.comparing import Comparison
from robots.search.solving_robot import Tried
from rules.cards import PACK
from rules.seats import Seat

ONE, OTHER = 3, 7


def compared(*layouts: tuple[float, float, int]) -> Comparison[int]:
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


A_TRICK = 60.0
BRINGS = tuple(A_TRICK * tricks for tricks in range(14))


def tried(*layouts: tuple[int, int], brings: tuple[float, ...] = BRINGS) -> Tried:
    """Each layout with the further tricks that two cards win, two being won."""
    found = Tried((ONE, OTHER), brings, 2)
    for one, other in layouts:
        found.add_solved({ONE: one, OTHER: other}, 1)
    return found


def test_a_card_that_is_behind_by_more_than_a_tenth_of_a_trick_is_not_held_equal_for_its_noise() -> None:
    """Behind in four layouts of ten and ahead in two: by a fifth of a trick, which is one error at most."""
    noisy = tried(*((4, 3),) * 4, *((4, 5),) * 2, *((4, 4),) * 4)
    assert noisy.as_good(OTHER, ONE, 1.0)
    assert not noisy.is_equal(OTHER, ONE, 1.0)
    assert noisy.is_equal(OTHER, ONE, 1.0, tricks=0.25)
    even = tried(*((4, 3),) * 4, *((4, 5),) * 3, *((4, 4),) * 4)
    assert even.is_equal(OTHER, ONE, 1.0), "an eleventh of a trick"


def test_nor_by_more_than_twenty_points_however_few_tricks_those_are() -> None:
    """A game hangs on the trick in one layout of twenty, so that it costs 30 points."""
    game = (0.0,) * 9 + (600.0,) * 5
    assert not tried((7, 6), *((8, 8),) * 19, brings=game).is_equal(OTHER, ONE, 3.0)


def test_nor_by_tricks_where_points_are_the_same() -> None:
    assert not tried(*((5, 4),) * 4, brings=(0.0,) * 14).is_equal(OTHER, ONE, 9.0)


def test_more_layouts_are_tried_while_two_cards_are_close_and_not_alike() -> None:
    assert tried(*((4, 3),) * 4, *((4, 5),) * 2).undecided
    assert not tried(*((4, 4),) * 6).undecided, "alike in all"
    assert not tried(*((4, 2),) * 6).undecided, "always worse"


def test_the_cause_is_the_honour_with_which_a_card_wins_more_and_without_which_it_does_not() -> None:
    """West has the queen of the suit in five layouts of ten, in which the card wins two tricks more; its ten
    lies anyhow, and an honour of another suit is no cause though it always lies with the queen."""
    found, queen, ten, ace = Tried((ONE, OTHER), BRINGS, 0), PACK[10], PACK[8], PACK[25]
    for number in range(10):
        has = number < 5
        hands = (0, 0, 0, (queen.bit | ace.bit) * has | ten.bit * (number % 2))
        found.add_solved({ONE: 6 if has else 4, OTHER: 4}, 1, hands)
    assert found.cause(PACK[ONE], PACK[OTHER], Seat) == Cause(Seat.WEST, queen, PACK[OTHER], 2)
    assert found.cause(PACK[OTHER], PACK[ONE], Seat) is None
    assert found.cause(PACK[ONE], PACK[OTHER], (Seat.NORTH,)) is None, "a hand that is seen is no cause"
