"""Laws 4.5: progressive whist."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.evening.plan import (
    SCORES,
    Pair,
    Prizes,
    Result,
    all_tricks,
    first_tables,
    next_tables,
    prizes,
    scores,
    winners_odd,
)
from rules.seats import BySide
from tests.each import each
from tests.rules.steady import steady


def pair(number: int) -> Pair[str]:
    return Pair(f"g{number}", f"l{number}")


def result(first: int, second: int, ns: int) -> Result[str]:
    return Result(BySide(pair(first), pair(second)), BySide(ns, 13 - ns))


def test_tickets_one_and_two_form_the_first_table_three_and_four_the_second() -> None:
    assert first_tables([pair(n) for n in (1, 2, 3, 4)]) == (
        BySide(pair(1), pair(2)),
        BySide(pair(3), pair(4)),
    )


def test_each_of_the_four_scores_their_sides_tricks() -> None:
    assert scores([result(1, 2, 9)]) == {"g1": 9, "l1": 9, "g2": 4, "l2": 4}


def test_or_only_the_winners_score_those_above_six() -> None:
    assert scores([result(1, 2, 9)], winners_odd) == {"g1": 3, "l1": 3, "g2": 0, "l2": 0}
    assert scores([result(1, 2, 6)], SCORES["winners_odd"]) == {"g1": 0, "l1": 0, "g2": 1, "l2": 1}
    assert SCORES["all_tricks"] is all_tricks


def test_winners_stay_and_losers_move_to_the_next_table_from_the_last_to_the_first() -> None:
    """Winners: 1 at the first table, 4 at the second, 5 at the third."""
    first, second, third = next_tables([result(1, 2, 8), result(3, 4, 3), result(5, 6, 7)])
    assert (first.stay, first.arrive) == (pair(1), pair(6))
    assert (second.stay, second.arrive) == (pair(4), pair(2))
    assert (third.stay, third.arrive) == (pair(5), pair(3))


def test_the_gentleman_who_has_just_won_plays_with_the_lady_who_has_just_lost() -> None:
    first, second = next_tables([result(1, 2, 8), result(3, 4, 3)])
    assert first.pairs == (Pair("g1", "l3"), Pair("g3", "l1"))
    assert second.pairs == (Pair("g4", "l2"), Pair("g2", "l4"))


def test_ambiguity_42_at_one_table_all_stay_and_exchange_partners() -> None:
    (only,) = next_tables([result(1, 2, 6)])
    assert only.pairs == (Pair("g2", "l1"), Pair("g1", "l2"))


@steady(150)
@given(st.lists(st.integers(0, 13), min_size=1, max_size=8))
def test_nobody_is_lost_and_nobody_keeps_a_partner(tricks: list[int]) -> None:
    results = [result(2 * n + 1, 2 * n + 2, ns) for n, ns in enumerate(tricks)]
    after = [two for table in next_tables(results) for two in table.pairs]
    assert {one.first for one in after} == {f"g{n + 1}" for n in range(2 * len(tricks))}
    assert {one.second for one in after} == {f"l{n + 1}" for n in range(2 * len(tricks))}
    assert not {pair(n + 1) for n in range(2 * len(tricks))} & set(after)


@steady(50)
@given(st.lists(st.integers(0, 13), min_size=1, max_size=8))
def test_every_table_marks_twenty_six_in_all(tricks: list[int]) -> None:
    results = [result(2 * n + 1, 2 * n + 2, ns) for n, ns in enumerate(tricks)]
    assert sum(scores(results).values()) == 26 * len(tricks)


@each(
    ("totals", "cut", "won"),
    [
        ({"a": 30, "b": 28, "c": 25, "d": 20}, {}, Prizes("a", "b", "d")),
        ({"a": 30, "b": 30, "c": 25, "d": 20}, {"a": 9, "b": 2}, Prizes("b", "a", "d")),
        ({"a": 30, "b": 28, "c": 20, "d": 20}, {"c": 5, "d": 3}, Prizes("a", "b", "d")),
        ({"a": 30, "b": 20, "c": 20}, {"b": 3, "c": 5}, Prizes("a", "b", "c")),
        ({"a": 30, "d": 28, "b": 20, "c": 20}, {"b": 5, "c": 3}, Prizes("a", "d", "c")),
        ({"a": 30, "d": 28, "c": 20, "b": 20}, {"b": 3, "c": 5}, Prizes("a", "d", "b")),
    ],
)
def test_prizes_go_to_the_first_the_second_and_the_last_ties_by_the_lower_cut(
    totals: dict[str, int], cut: dict[str, int], won: Prizes[str]
) -> None:
    assert prizes(totals, lambda one: (cut.get(one, 0),)) == won


def test_where_only_two_compete_there_are_no_prizes() -> None:
    assert prizes({"a": 30, "b": 28}, lambda _: ()) is None


def test_couples_keep_their_partners_when_losers_move() -> None:
    first, second = next_tables([result(1, 2, 8), result(3, 4, 3)])
    assert first.pairs_kept == (pair(1), pair(3))
    assert second.pairs_kept == (pair(4), pair(2))
