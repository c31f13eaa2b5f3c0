"""What BEN's net is asked about a hand and an auction, and which calls it may answer with. Nothing here needs
the net itself: the figures are worked out by hand."""

from __future__ import annotations

import pytest

from lab.robots.ben import WORDS, open_calls, ranked, rows

HAND = "KJ4.AQ32.T95.A86"
"""14 points: four for each ace, three for a king, two for a queen, one for a knave."""

SUITS = (
    (0, 1, 0, 1, 0, 1),  # KJ4: king, knave and a small one
    (1, 0, 1, 0, 0, 2),
    (0, 0, 0, 0, 1, 2),
    (1, 0, 0, 0, 0, 2),
)
"""Ace, king, queen, knave, ten and the smaller cards, by suits."""


def calls_of(row: list[float]) -> list[str]:
    """The words of the four calls in a row, of which each is one 1 among forty numbers."""
    assert len(row) == 193
    words = []
    for start in range(33, 193, 40):
        ones = row[start : start + 40]
        assert sorted(ones) == [0.0] * 39 + [1.0]
        words.append(WORDS[ones.index(1.0)])
    return words


def test_the_dealers_first_row_has_the_hand_and_no_calls() -> None:
    (row,) = rows(HAND, "they", [])
    assert row[:4] == [1, 1, 0, 1]
    assert row[4] == 1.0  # 14 points
    assert row[5:9] == pytest.approx([-1 / 7, 3 / 7, -1 / 7, -1 / 7])  # lengths 3, 4, 3, 3
    assert row[9:33] == [card for suit in SUITS for card in suit]
    assert calls_of(row) == ["", "", "", ""]


def test_every_turn_of_the_hand_has_a_row_with_its_own_last_call_and_the_three_since() -> None:
    """The second hand passes, then hears three calls more."""
    first, second = rows(HAND, "we", ["1H", "P", "2H", "X", "P"])
    assert first[2:4] == [1, 0]
    assert first[:33] == second[:33]
    assert calls_of(first) == ["", "", "", "1H"]
    assert calls_of(second) == ["P", "2H", "X", "P"]


def test_a_hand_that_has_not_called_yet_has_one_row() -> None:
    (row,) = rows(HAND, "both", ["P", "1S", "XX"])
    assert row[2:4] == [1, 1]
    assert calls_of(row) == ["", "P", "1S", "XX"]


def test_only_the_adversaries_last_bid_is_doubled_and_only_their_double_redoubled() -> None:
    def words(*calls: str) -> list[str]:
        return [WORDS[number] for number in open_calls(calls)]

    assert words()[:2] == ["P", "1C"]
    assert len(words()) == 36
    assert words("P", "P")[:2] == ["P", "1C"]
    assert words("7H") == ["P", "X", "7S", "7N"]
    assert words("7H", "P") == ["P", "7S", "7N"]
    assert words("7H", "P", "P") == ["P", "X", "7S", "7N"]
    assert words("7H", "X") == ["P", "XX", "7S", "7N"]
    assert words("7H", "X", "P") == ["P", "7S", "7N"]
    assert words("7H", "X", "P", "P") == ["P", "XX", "7S", "7N"]
    assert words("7H", "X", "XX") == ["P", "7S", "7N"]


def test_the_likeliest_call_that_is_open_is_the_answer_though_another_is_likelier() -> None:
    shares = dict.fromkeys(WORDS, 0.0) | {"1C": 0.5, "X": 0.2, "2H": 0.2, "P": 0.1}

    def net(given: list[list[float]]) -> list[float]:
        return [shares[word] for word in WORDS]

    every = ranked(net, HAND, "none", ["1H", "P"])  # type: ignore[arg-type]
    assert every[:2] == [("2H", 0.2), ("P", 0.1)]
