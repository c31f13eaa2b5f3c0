"""Movements of duplicate, by what they promise (laws 4.6), and small ones written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from rules.evening.plan import Schedule, howell, mitchell, teams_of_four
from rules.seats import BySide
from tests.each import each

TABLES = range(2, 13)


def comparisons(movement: Schedule, pairs: int) -> Sequence[Sequence[int]]:
    """How many rounds any two pairs have sat in the same direction."""
    same = [[0] * pairs for _ in range(pairs)]
    for meetings in movement:
        for line in ([one.ns for one in meetings], [one.ew for one in meetings]):
            for first, second in product(line, line):
                same[first][second] += first != second
    return same


def met(schedule: Schedule) -> Counter[frozenset[int]]:
    return Counter(frozenset(meeting) for meetings in schedule for meeting in meetings)


@each("tables", TABLES)
def test_in_every_round_every_pair_sits_at_exactly_one_table(tables: int) -> None:
    for schedule in (howell(tables), mitchell(tables, arrow=True), mitchell(tables, arrow=False)):
        for meetings in schedule:
            assert sorted(pair for meeting in meetings for pair in meeting) == list(range(2 * tables))


@each("tables", TABLES)
def test_at_a_howell_every_pair_meets_every_other_exactly_once(tables: int) -> None:
    assert len(howell(tables)) == 2 * tables - 1
    everybody = map(frozenset, combinations(range(2 * tables), 2))
    assert met(howell(tables)) == Counter(everybody)


@each("arrow", [True, False])
@each("tables", TABLES)
def test_at_a_mitchell_every_pair_of_a_line_meets_every_pair_of_the_other_once(
    tables: int, arrow: bool
) -> None:
    lines = [frozenset({north, tables + east}) for north in range(tables) for east in range(tables)]
    assert met(mitchell(tables, arrow=arrow)) == Counter(lines)


def test_a_howell_of_four_pairs_written_out() -> None:
    assert howell(2) == (
        (BySide(3, 0), BySide(1, 2)),
        (BySide(3, 1), BySide(2, 0)),
        (BySide(3, 2), BySide(0, 1)),
    )


def test_a_mitchell_of_three_tables_written_out() -> None:
    """East and west: pair 3 goes to tables 1, 2, 3, and pair 4 to 2, 3, 1."""
    assert mitchell(3, arrow=False) == (
        (BySide(0, 3), BySide(1, 4), BySide(2, 5)),
        (BySide(0, 5), BySide(1, 3), BySide(2, 4)),
        (BySide(0, 4), BySide(1, 5), BySide(2, 3)),
    )


@each("tables", range(3, 13))
def test_with_the_arrow_switched_each_pair_sits_once_in_the_seats_of_the_other_line(tables: int) -> None:
    turned = [
        pair
        for meetings in mitchell(tables, arrow=True)
        for meeting in meetings
        if meeting.ns >= tables
        for pair in meeting
    ]
    assert sorted(turned) == list(range(2 * tables))


def test_without_the_arrow_the_two_lines_are_never_compared_and_with_it_they_are() -> None:
    apart, together = (comparisons(mitchell(2, arrow=arrow), 4) for arrow in (False, True))
    assert [list(line) for line in apart] == [[0, 2, 0, 0], [2, 0, 0, 0], [0, 0, 0, 2], [0, 0, 2, 0]]
    assert [list(line) for line in together] == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]


@each("tables", [2, 4, 6, 10, 12])
def test_a_howell_of_so_many_tables_compares_any_two_pairs_equally_often(tables: int) -> None:
    """Where one less than the number of pairs is a prime of the form 4k + 3, the quadratic residues do it."""
    same = comparisons(howell(tables), 2 * tables)
    assert {same[one][two] for one, two in combinations(range(2 * tables), 2)} == {tables - 1}


@each("tables", [3, 5, 7, 8, 9, 11])
def test_no_howell_compares_two_pairs_much_more_often_than_others(tables: int) -> None:
    same = comparisons(howell(tables), 2 * tables)
    counts = {same[one][two] for one, two in combinations(range(2 * tables), 2)}
    assert max(counts) - min(counts) <= 4


def test_a_team_has_both_sides_of_every_deal_and_meets_both_pairs_of_the_other() -> None:
    """Pairs 0 and 1 against 2 and 3."""
    assert teams_of_four(2) == ((BySide(0, 2), BySide(3, 1)), (BySide(0, 3), BySide(2, 1)))
