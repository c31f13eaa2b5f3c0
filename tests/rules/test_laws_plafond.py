"""Laws 8: plafond. Every sum is worked out by hand. North and south declare unless a test says otherwise."""

from __future__ import annotations

from typing import Any

from rules.counting.reckon import Column, Standing
from rules.counting.rubber import with_bonus
from rules.games.all_games import game
from rules.seats import BySide, Side
from tests.each import each
from tests.rules.contracts import Pair, auction, begun, lines, reckoned, refusal, undertaken

NS, EW = Side


def sums(name: str, ns: int, honours: str = "0000", *, level: int = 0, **options: Any) -> dict[str, Pair]:
    return lines(
        one
        for one in reckoned("plafond", undertaken(name, ns, honours, level=level), **options)
        if one.column is not Column.BONUS
    )


@each(("letter", "each"), [("N", 10), ("S", 9), ("H", 8), ("D", 7), ("C", 6)])
def test_the_tricks_bid_count_below_at_the_prices_of_auction(letter: str, each: int) -> None:
    assert sums(f"2{letter}", 8)["odd_tricks"] == (2 * each, 0)
    assert sums(f"2{letter}", 8, level=1)["odd_tricks"] == (4 * each, 0)
    assert sums(f"2{letter}", 8, level=2)["odd_tricks"] == (8 * each, 0)


def test_the_bid_is_a_ceiling() -> None:
    assert sums("1H", 10) == {"odd_tricks": (8, 0), "overtricks": (150, 0)}


@each(
    ("scale", "over", "points"),
    [
        ("50", 1, 50),
        ("50", 4, 200),
        ("50-30-20-10", 1, 50),
        ("50-30-20-10", 2, 80),
        ("50-30-20-10", 3, 100),
        ("50-30-20-10", 6, 130),
        ("10", 1, 10),
        ("10", 6, 60),
    ],
)
def test_overtricks_by_each_scale(scale: str, over: int, points: int) -> None:
    for level in range(3):
        found = sums("1H", 7 + over, level=level, overtricks=scale, slams="promised")
        assert found["overtricks"] == (points << level, 0)


@each(("short", "points"), [(1, 50), (2, 150), (3, 300), (4, 450), (10, 1350)])
def test_undertricks_are_fifty_a_hundred_more_and_a_hundred_and_fifty_each_further(
    short: int, points: int
) -> None:
    assert sums("4H", 10 - short, slams="promised") == {"undertricks": (0, points)}


def test_ambiguity_61_doubling_multiplies_undertricks_too() -> None:
    assert sums("4H", 6, level=1) == {"undertricks": (0, 100 + 200 + 300 + 300)}
    assert sums("4H", 6, level=2) == {"undertricks": (0, 200 + 400 + 600 + 600)}


def test_a_line_shows_count_and_price_where_all_its_tricks_are_alike_and_no_price_where_they_slide() -> None:
    """Three short are 50 + 100 + 150, not three hundreds; two overtricks are two fifties."""
    (short,) = reckoned("plafond", undertaken("4H", 7))
    assert (short.amount, short.count, short.unit) == (300, 3, 0)
    tricks, over = reckoned("plafond", undertaken("2H", 10))
    assert (tricks.amount, tricks.count, tricks.unit) == (16, 2, 8)
    assert (over.amount, over.count, over.unit) == (100, 2, 50)


@each(("level", "points"), [(1, 50), (2, 100)])
def test_ambiguity_61_a_doubled_contract_made_brings_fifty_or_a_hundred(level: int, points: int) -> None:
    assert sums("1H", 7, level=level)["fulfilment"] == (points, 0)
    assert "fulfilment" not in sums("1H", 7)


PROMISED = {(6, 12): 250, (6, 13): 300, (7, 13): 500}
LITERAL = {(5, 12): 250, (5, 13): 300, (6, 12): 250, (6, 13): 500, (7, 13): 500}


@each(("reading", "prizes"), [("promised", PROMISED), ("literal", LITERAL)])
def test_ambiguity_60_a_slam_promised(reading: str, prizes: dict[Pair, int]) -> None:
    for odd in range(1, 8):
        for won in range(14):
            found = sums(f"{odd}C", won, slams=reading, level=won % 3)
            slams = found.get("petit_slam", (0, 0))[0] + found.get("grand_slam", (0, 0))[0]
            assert slams == prizes.get((odd, won), 0)
            assert {one for line, one in found.items() if line.endswith("slam")} <= {(slams, 0)}


def test_ambiguity_60_flat_slams_are_for_either_side_made_or_not() -> None:
    assert sums("1C", 12, slams="flat")["petit_slam"] == (100, 0)
    assert sums("7C", 12, slams="flat")["petit_slam"] == (100, 0)
    assert sums("1C", 13, slams="flat", level=2)["grand_slam"] == (200, 0)
    assert sums("1C", 1, slams="flat")["petit_slam"] == (0, 100)
    assert sums("1C", 0, slams="flat")["grand_slam"] == (0, 200)


@each(
    ("honours", "points"),
    [("5000", (200, 0)), ("4010", (150, 0)), ("4100", (100, 0)), ("0104", (0, 150)), ("1040", (150, 0))],
)
def test_honours_score_where_four_are_in_one_hand_declarers_or_not(honours: str, points: Pair) -> None:
    assert sums("1H", 7, honours)["honours"] == points
    assert sums("1H", 6, honours)["honours"] == points


@each("honours", ["3020", "2120", "2111", "3110"])
def test_honours_divided_score_nothing(honours: str) -> None:
    assert "honours" not in sums("1H", 7, honours)


def test_at_no_trumps_four_aces_in_one_hand_are_two_hundred_and_divided_nothing() -> None:
    assert sums("1N", 7, "0004")["honours"] == (0, 200)
    assert "honours" not in sums("1N", 7, "3010")


# The rubber.


def test_ambiguity_62_the_first_game_of_the_rubber_brings_a_hundred_and_no_other() -> None:
    for games, bonus in (((0, 0), 100), ((1, 0), None), ((0, 1), None), ((1, 1), None)):
        entries = reckoned("plafond", undertaken("4S", 10), games)
        found = [one.amount for one in entries if one.column is Column.BONUS]
        assert found == ([] if bonus is None else [bonus])


def test_the_first_game_may_be_the_adversaries() -> None:
    entries = reckoned("plafond", undertaken("4S", 3, by=EW))
    assert [(one.side, one.amount) for one in entries if one.column is Column.BONUS] == [(EW, 100)]


def test_a_game_is_thirty_and_the_rubber_brings_four_hundred() -> None:
    law = game("plafond").variant().rubber
    assert (law.game, law.games) == (30, 2)
    assert with_bonus(BySide(0, 0), law.consolation(Standing(), NS)) == (400, 0)


def test_the_dealer_need_not_bid_and_the_number_of_tricks_ranks_first() -> None:
    law = auction("plafond")
    assert refusal(begun(law), "pass") is None
    assert " ".join(map(str, law.ladder[:6])) == "1C 1D 1H 1S 1N 2C"
