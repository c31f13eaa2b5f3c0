"""Laws 9 and 10: Contract Bridge, and Contract at the figures of Auction. Every sum is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.counting.reckon import NIL, Column, Standing
from rules.counting.rubber import with_bonus
from rules.games.all_games import game
from rules.refusals import BadOption
from rules.seats import BySide, Side
from tests.each import each
from tests.rules.contracts import Pair, auction, lines, reckoned, undertaken

NS, EW = Side


def sums(
    name: str,
    ns: int,
    honours: str = "0000",
    *,
    key: str = "contract",
    level: int = 0,
    games: Pair = (0, 0),
    by: Side = NS,
    **options: Any,
) -> dict[str, Pair]:
    return lines(reckoned(key, undertaken(name, ns, honours, level=level, by=by), games, **options))


# Tricks.


@each(
    ("name", "points"), [("2S", 60), ("2H", 60), ("2D", 40), ("2C", 40), ("1N", 40), ("3N", 100), ("7N", 220)]
)
def test_only_the_tricks_bid_count_below_doubled_or_redoubled(name: str, points: int) -> None:
    for level in range(3):
        assert sums(name, 13, level=level)["odd_tricks"] == (points << level, 0)


@each(
    ("reading", "points"),
    [
        ("40-30", [40, 70, 100, 130, 160, 190, 220]),
        ("35", [35, 70, 105, 140, 175, 210, 245]),
        ("30-40", [30, 70, 100, 140, 170, 210, 240]),
    ],
)
def test_tricks_without_trumps_by_each_reading(reading: str, points: list[int]) -> None:
    for odd, worth in enumerate(points, 1):
        assert sums(f"{odd}N", 6 + odd, nt_tricks=reading)["odd_tricks"] == (worth, 0)
        over = sums("1N", 6 + odd, nt_tricks=reading).get("overtricks", (0, 0))
        assert over == (worth - points[0], 0)


@each(
    ("level", "games", "each"),
    [(1, (0, 0), 100), (2, (0, 0), 200), (1, (1, 0), 200), (2, (1, 0), 400), (1, (0, 1), 100)],
)
def test_doubled_overtricks_have_a_value_of_their_own(level: int, games: Pair, each: int) -> None:
    assert sums("1C", 10, level=level, games=games)["overtricks"] == (3 * each, 0)


def test_an_undoubled_overtrick_is_worth_its_trick_vulnerable_or_not() -> None:
    for games in ((0, 0), (1, 0)):
        assert sums("1H", 9, games=games)["overtricks"] == (60, 0)
        assert sums("1D", 9, games=games)["overtricks"] == (40, 0)


@each(("insult", "redoubled"), [("50", 50), ("100", 100)])
def test_ambiguity_65_the_redoubled_contract_made(insult: str, redoubled: int) -> None:
    for games in ((0, 0), (1, 0)):
        assert sums("1C", 7, level=1, games=games, redoubled_insult=insult)["fulfilment"] == (50, 0)
        assert sums("1C", 7, level=2, games=games, redoubled_insult=insult)["fulfilment"] == (redoubled, 0)
        assert "fulfilment" not in sums("1C", 7, games=games)


# Undertricks. Each row: doublings, vulnerable, and the whole loss of one, two ... five tricks short.

AS_GIVEN = [
    (0, False, [50, 100, 150, 200, 250]),
    (1, False, [100, 300, 500, 700, 900]),
    (2, False, [200, 500, 800, 1100, 1400]),
    (0, True, [100, 200, 300, 400, 500]),
    (1, True, [200, 500, 800, 1100, 1400]),
    (2, True, [400, 900, 1400, 1900, 2400]),
]
BY_THE_LAWS = [
    (2, False, [200, 600, 1000, 1400, 1800]),
    (2, True, [400, 1000, 1600, 2200, 2800]),
]
FOURTH = [
    (0, False, [50, 100, 150, 200, 250]),
    (1, False, [100, 300, 500, 800, 1100]),
    (1, True, [200, 500, 800, 1100, 1400]),
]
FOURTH_BY_THE_LAWS = [
    (2, False, [200, 600, 1000, 1600, 2200]),
    (2, True, [400, 1000, 1600, 2200, 2800]),
]


@each(
    ("options", "table"),
    [
        ({}, AS_GIVEN),
        ({"redoubled_undertricks": "laws"}, AS_GIVEN[:2] + AS_GIVEN[3:5] + BY_THE_LAWS),
        ({"fourth_undertrick": "true"}, FOURTH),
        ({"fourth_undertrick": "true", "redoubled_undertricks": "laws"}, FOURTH + FOURTH_BY_THE_LAWS),
    ],
)
def test_undertricks_by_each_table(options: dict[str, Any], table: list[tuple[int, bool, list[int]]]) -> None:
    for level, vulnerable, losses in table:
        for short, loss in enumerate(losses, 1):
            games = (int(vulnerable), 0)
            assert sums("4H", 10 - short, level=level, games=games, **options) == {"undertricks": (0, loss)}


def test_it_is_declarers_vulnerability_that_counts() -> None:
    assert sums("4H", 9, games=(0, 1)) == {"undertricks": (0, 50)}
    assert sums("4H", 4, by=EW, games=(0, 1)) == {"undertricks": (100, 0)}


# Slams and honours.


@each(
    ("name", "won", "games", "line", "points"),
    [
        ("6H", 12, (0, 0), "petit_slam", 500),
        ("6H", 13, (0, 0), "petit_slam", 500),
        ("6H", 12, (1, 1), "petit_slam", 750),
        ("7H", 13, (0, 1), "grand_slam", 1000),
        ("7H", 13, (1, 0), "grand_slam", 1500),
    ],
)
def test_a_slam_bid_and_made(name: str, won: int, games: Pair, line: str, points: int) -> None:
    assert sums(name, won, games=games, level=1)[line] == (points, 0)


@each(("name", "won"), [("5H", 13), ("6H", 11), ("7H", 12), ("1C", 0), ("1C", 1)])
def test_a_slam_that_was_not_bid_or_not_made_brings_nothing(name: str, won: int) -> None:
    assert not {"petit_slam", "grand_slam"} & set(sums(name, won))


@each(
    ("honours", "points"),
    [("5000", (150, 0)), ("0005", (0, 150)), ("4010", (100, 0)), ("1400", (0, 100)), ("0140", (100, 0))],
)
def test_honours_in_one_hand(honours: str, points: Pair) -> None:
    assert sums("1H", 7, honours, level=2, games=(1, 1))["honours"] == points
    assert sums("1H", 6, honours)["honours"] == points


def test_four_aces_in_one_hand_are_a_hundred_and_fifty_and_divided_nothing() -> None:
    assert sums("1N", 7, "0400")["honours"] == (0, 150)
    assert "honours" not in sums("1N", 7, "2020") and "honours" not in sums("1H", 7, "3020")


# The rubber.


@each(("games", "bonus"), [(BySide(2, 0), 700), (BySide(2, 1), 500)])
def test_a_rubber_is_seven_hundred_straight_and_five_hundred_else(games: BySide[int], bonus: int) -> None:
    law = game("contract").variant().rubber
    assert (law.game, law.games) == (100, 2)
    assert with_bonus(NIL, law.consolation(Standing(games=games), NS)) == (bonus, 0)


@each(
    ("below", "games", "bonuses"),
    [
        ((0, 0), (1, 0), (300, 0)),
        ((60, 0), (1, 0), (350, 0)),
        ((0, 40), (1, 0), (300, 50)),
        ((40, 40), (1, 1), (0, 0)),
        ((0, 40), (1, 1), (0, 50)),
        ((0, 0), (0, 0), (0, 0)),
    ],
)
def test_ambiguity_66_a_rubber_broken_off(below: Pair, games: Pair, bonuses: Pair) -> None:
    standing = Standing(BySide(*below), BySide(*games))
    by_laws = game("contract").variant({"unfinished_rubber": "laws"}).rubber
    assert with_bonus(NIL, *by_laws.unfinished_bonuses(standing)) == bonuses
    assert not list(game("contract").variant().rubber.unfinished_bonuses(standing))


@each(
    ("totals", "winner", "after"),
    [((1, 250), NS, (301, 300)), ((0, 250), None, (300, 300)), ((0, 251), EW, (300, 301))],
)
def test_a_rubber_broken_off_is_won_by_the_higher_total_and_by_nobody_if_they_are_equal(
    totals: Pair, winner: Side | None, after: Pair
) -> None:
    """One side is a game ahead, 300, the other has the only part score, 50. The line of the rubber is that of
    the game, whoever wins."""
    standing = Standing(BySide(0, 40), BySide(1, 0), BySide(*totals))
    end = game("contract").variant({"unfinished_rubber": "laws"}).rubber.broken_off(standing)
    assert (end.winner if end is not None else None) is winner
    if end is not None:
        assert end.totals == BySide(*after) and end.games == BySide(1, 0)
        assert (end.bonus.side, end.bonus.amount) == (NS, 300)


def test_no_revoke_is_priced_at_contract() -> None:
    """It can only be refused (laws 9)."""
    for key in ("plafond", "contract", "scaled_contract"):
        assert getattr(game(key).variant().reckoning, "revokes", "none") is None


# Scaled (10).


def scaled(name: str, ns: int, honours: str = "0000", **how: object) -> dict[str, Pair]:
    return sums(name, ns, honours, key="scaled_contract", **how)  # type: ignore[arg-type]


@each(("letter", "each"), [("N", 10), ("S", 9), ("H", 8), ("D", 7), ("C", 6)])
def test_scaled_tricks_are_those_of_auction(letter: str, each: int) -> None:
    assert scaled(f"2{letter}", 9) == {"odd_tricks": (2 * each, 0), "overtricks": (each, 0)}


@each(
    ("level", "games", "losses"),
    [
        (0, (0, 0), [15, 30, 45]),
        (1, (0, 0), [30, 90, 150]),
        (2, (0, 0), [60, 150, 240]),
        (0, (1, 0), [30, 60, 90]),
        (1, (1, 0), [60, 150, 240]),
        (2, (1, 0), [120, 270, 420]),
    ],
)
def test_scaled_undertricks(level: int, games: Pair, losses: list[int]) -> None:
    for short, loss in enumerate(losses, 1):
        assert scaled("3H", 9 - short, level=level, games=games) == {"undertricks": (0, loss)}


@each(("level", "games", "each"), [(1, (0, 0), 30), (2, (0, 0), 60), (1, (1, 0), 60), (2, (1, 0), 120)])
def test_scaled_overtricks_and_fulfilment(level: int, games: Pair, each: int) -> None:
    found = scaled("1C", 9, level=level, games=games)
    assert (found["overtricks"], found["fulfilment"]) == ((2 * each, 0), (15, 0))


@each(("rounded", "points"), [("false", (150, 225, 300, 450)), ("true", (150, 250, 300, 500))])
def test_ambiguity_69_scaled_slams_rounded_or_not(rounded: str, points: tuple[int, int, int, int]) -> None:
    little, little_vulnerable, grand, grand_vulnerable = points
    assert scaled("6C", 12, rounded=rounded)["petit_slam"] == (little, 0)
    assert scaled("6C", 12, games=(1, 0), rounded=rounded)["petit_slam"] == (little_vulnerable, 0)
    assert scaled("7C", 13, rounded=rounded)["grand_slam"] == (grand, 0)
    assert scaled("7C", 13, games=(1, 0), rounded=rounded)["grand_slam"] == (grand_vulnerable, 0)


@each(("rounded", "straight"), [("false", 210), ("true", 200)])
def test_scaled_rubbers(rounded: str, straight: int) -> None:
    law = game("scaled_contract").variant({"rounded": rounded}).rubber
    assert (law.game, law.games) == (30, 2)
    assert with_bonus(NIL, law.consolation(Standing(games=BySide(2, 0)), NS)) == (straight, 0)
    assert with_bonus(NIL, law.consolation(Standing(games=BySide(2, 1)), NS)) == (150, 0)


@each(
    ("name", "honours", "by_contract", "by_auction"),
    [("1S", "5000", 45, 90), ("1S", "4010", 30, 81), ("1S", "3020", 0, 45), ("1N", "4000", 45, 100)],
)
def test_ambiguity_68_scaled_honours_are_those_of_contract_or_of_auction(
    name: str, honours: str, by_contract: int, by_auction: int
) -> None:
    assert scaled(name, 7, honours).get("honours", (0, 0)) == (by_contract, 0)
    variant = game("scaled_contract").variant({"honours": "auction"})
    found = lines(variant.reckon(undertaken(name, 7, honours), Standing()))
    assert found["honours"] == (by_auction, 0)


@each("key", ["redoubled_undertricks", "redoubled_insult", "nt_tricks", "unfinished_rubber"])
def test_options_of_contract_do_not_apply_to_the_scaled_game(key: str) -> None:
    with pytest.raises(BadOption):
        game("scaled_contract").variant({key: "laws"})


@each("key", ["contract", "scaled_contract"])
def test_majority_calling(key: str) -> None:
    law = auction(key)
    assert " ".join(map(str, law.ladder[:6])) == "1C 1D 1H 1S 1N 2C"
    assert (law.max_doublings, law.must_open, law.dummy_shown_after) == (2, False, 1)


def test_no_bonus_for_a_single_game() -> None:
    entries = reckoned("contract", undertaken("4S", 10))
    assert not [one for one in entries if one.column is Column.BONUS]
