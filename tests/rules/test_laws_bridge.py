"""Laws 3: straight bridge, where it differs from Biritch. Every sum is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.calls import Content, Declare, Double
from rules.cards import PACK, Suit
from rules.counting.reckon import Penalty, Revoked, Standing, Tally
from rules.counting.rubber import with_bonus
from rules.deal.deal import Deal
from rules.deal.dealing import WHOLE_PACK_DEALT
from rules.games.all_games import game
from rules.refusals import BadOption, NotYourTurn, OptionsClash, Why
from rules.seats import BySeat, BySide, Seat, Side
from tests.each import each
from tests.refusing import refusing
from tests.rules.contracts import Pair, lines

NORTH, EAST, SOUTH, WEST = Seat
LAWS: dict[str, Any] = {"preset": "laws1904"}


def sums(
    trumps: Suit | None,
    ns: int,
    honours: str = "0000",
    void: str = "",
    level: int = 0,
    revokes: tuple[tuple[Side, Penalty], ...] = (),
    below: Pair = (0, 0),
    **options: str,
) -> dict[str, Pair]:
    tally = Tally(
        trumps=trumps,
        level=level,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(*map(int, honours)),
        voids=frozenset(map(Seat, void)),
        revokes=tuple(Revoked(*one) for one in revokes),
    )
    return lines(game("bridge").variant(options).reckon(tally, Standing(below=BySide(*below))))


def declared(trumps: Suit | None, **options: str) -> Deal:
    """South deals and declares."""
    deal = Deal.begin(game("bridge").variant(options).settlement, WHOLE_PACK_DEALT.dealt_out(PACK, SOUTH))
    return deal.after(SOUTH, Declare(trumps))


@each(
    ("trumps", "each"), [(None, 12), (Suit.HEARTS, 8), (Suit.DIAMONDS, 6), (Suit.CLUBS, 4), (Suit.SPADES, 2)]
)
def test_the_odd_tricks_count_twelve_eight_six_four_two(trumps: Suit | None, each: int) -> None:
    assert sums(trumps, 9)["odd_tricks"] == (3 * each, 0)
    assert sums(trumps, 5)["odd_tricks"] == (0, 2 * each)


def test_no_trumps_counted_ten_originally() -> None:
    assert sums(None, 9, nt_trick="10")["odd_tricks"] == (30, 0)
    assert sums(None, 9, "2010", nt_trick="10")["honours"] == (30, 0)


@each(("options", "points"), [({}, 80), ({"five_in_one": "9"}, 72), (LAWS, 80)])
def test_five_honours_in_one_hand_count_ten_tricks_and_nine_originally(
    options: dict[str, Any], points: int
) -> None:
    assert sums(Suit.HEARTS, 7, "5000", **options)["honours"] == (points, 0)


def test_ambiguity_72_four_and_one_count_nine_tricks() -> None:
    assert sums(Suit.HEARTS, 7, "4010")["honours"] == (72, 0)


@each(
    ("aces", "by_tricks", "by_laws"),
    [("2010", 36, 30), ("2020", 48, 40), ("1030", 48, 40), ("4000", 96, 100)],
)
def test_ambiguity_24_aces_are_multiples_of_twelve_or_what_the_code_of_1904_says(
    aces: str, by_tricks: int, by_laws: int
) -> None:
    assert sums(None, 7, aces)["honours"] == (by_tricks, 0)
    assert sums(None, 7, aces, nt_honours="laws")["honours"] == (by_laws, 0)
    assert sums(None, 7, aces, **LAWS)["honours"] == (by_laws, 0)


def test_two_aces_each_count_nothing_by_either_reading() -> None:
    assert "honours" not in sums(None, 7, "1111") and "honours" not in sums(None, 7, "1111", **LAWS)


def test_ambiguity_25_chicane_takes_from_the_others_or_adds_to_ones_own() -> None:
    """Diamonds: four divided 4 x 6 = 24, chicane 2 x 6 = 12."""
    by_seed = sums(Suit.DIAMONDS, 8, "2120", "W")
    assert (by_seed["honours"], by_seed["chicane"]) == ((24, 0), (-12, 0))
    by_laws = sums(Suit.DIAMONDS, 8, "2120", "W", **LAWS)
    assert (by_laws["honours"], by_laws["chicane"]) == ((24, 0), (0, 12))
    assert sums(Suit.DIAMONDS, 8, "2120", "W", chicane="own_side") == by_laws


def test_each_void_hand_is_chicane_unless_the_table_counts_once_a_side() -> None:
    assert sums(Suit.CLUBS, 7, "5000", "EW")["chicane"] == (-16, 0)
    assert sums(Suit.CLUBS, 7, "5000", "EW", chicane_per_hand="false")["chicane"] == (-8, 0)
    assert sums(Suit.CLUBS, 7, "5000", "EW", **LAWS)["chicane"] == (0, 16)


def test_slams_are_forty_and_twenty_above_whatever_the_doubling() -> None:
    assert sums(Suit.CLUBS, 13, level=3)["grand_slam"] == (40, 0)
    assert sums(Suit.CLUBS, 1, level=3)["petit_slam"] == (0, 20)


@each(("options", "bonus"), [({}, 40), (LAWS, 100), ({"rubber_bonus": "7"}, 7)])
def test_the_rubber_brings_forty_or_a_hundred(options: dict[str, Any], bonus: int) -> None:
    law = game("bridge").variant(options).rubber
    assert (law.game, law.games) == (30, 2)
    assert with_bonus(BySide(0, 0), law.consolation(Standing(), Side.EW)) == (0, bonus)
    ended = law.end(Standing(games=BySide(1, 2), totals=BySide(60, 70)))
    assert ended is not None and (ended.winner, ended.totals) == (Side.EW, (60, 70 + bonus))


def test_an_option_that_is_chosen_goes_before_the_preset() -> None:
    chosen = sums(None, 7, "2010", preset="laws1904", nt_honours="tricks")
    assert chosen["honours"] == (36, 0)
    law = game("bridge").variant({"preset": "laws1904", "rubber_bonus": "40"}).rubber
    assert law.bonus == 40


# Doubling.


def test_by_the_seed_either_adversary_may_double_without_end() -> None:
    deal = declared(None)
    assert deal.may_act == {WEST, EAST}
    for seat in (EAST, NORTH, WEST, SOUTH, EAST, SOUTH) * 5:
        deal.check(seat, Double())
        deal = deal.after(seat, Double())
    assert deal.terms is not None and deal.terms.level == 30


def test_by_the_code_the_eldest_speaks_first_and_no_trick_goes_above_a_hundred() -> None:
    deal = declared(None, **LAWS)
    with pytest.raises(NotYourTurn):
        deal.check(EAST, Double())
    deal = deal.after(WEST, Content()).after(EAST, Double()).after(SOUTH, Double()).after(EAST, Double())
    assert deal.terms is not None and deal.terms.multiplier * 12 == 96
    with refusing(Why.DOUBLING_LIMIT_REACHED):
        deal.check(SOUTH, Double())


@each(("exposed", "cards"), [("after_lead", 1), ("before_lead", 0)])
def test_ambiguity_26_dummy_is_laid_down_after_the_lead_or_before_it(exposed: str, cards: int) -> None:
    terms = declared(Suit.CLUBS, dummy_exposed=exposed).terms
    assert terms is not None
    (dummy,) = terms.dummies
    assert (dummy.seat, dummy.player, dummy.shown_after) == (NORTH, SOUTH, cards)


# Revokes.


def test_a_revoke_costs_three_tricks_or_their_value_added_or_deducted() -> None:
    """Hearts: three tricks are 24."""
    taken = sums(Suit.HEARTS, 6, revokes=((Side.EW, Penalty.TAKE_THREE),))
    assert taken["odd_tricks"] == (24, 0)
    added = sums(Suit.HEARTS, 7, revokes=((Side.EW, Penalty.ADD),))
    assert added["revoke_added"] == (24, 0) and added["odd_tricks"] == (8, 0)
    deducted = sums(Suit.HEARTS, 7, revokes=((Side.EW, Penalty.DEDUCT),), below=(0, 20))
    assert deducted["revoke_deducted"] == (0, -20)


def test_a_revoking_side_does_not_win_the_game_by_that_hand() -> None:
    won = sums(Suit.HEARTS, 11, revokes=((Side.NS, Penalty.ADD),))
    assert won["odd_tricks"] == (40, 0) and won["revoke_cap"] == (-12, 0)


def test_ambiguity_18_and_19_a_penalty_in_points_is_doubled_or_not_or_is_three() -> None:
    """Hearts doubled once: three tricks are 48, undoubled 24. Three points make odd scores: the cap is 29."""
    revoke = ((Side.EW, Penalty.ADD),)
    for options, points in (
        ({}, 48),
        ({"revoke_unit_doubled": "false"}, 24),
        ({"revoke_unit": "three_points"}, 3),
    ):
        assert sums(Suit.HEARTS, 7, level=1, revokes=revoke, **options)["revoke_added"] == (points, 0)  # type: ignore[arg-type]
    own = ((Side.NS, Penalty.ADD),)
    assert sums(Suit.HEARTS, 10, revokes=own)["revoke_cap"] == (-4, 0)
    assert sums(Suit.HEARTS, 10, revokes=own, revoke_unit="three_points")["revoke_cap"] == (-3, 0)
    assert sums(Suit.HEARTS, 10, revokes=own, revoke_cap="20")["revoke_cap"] == (-12, 0)


def test_the_american_code_knows_no_penalty_in_points() -> None:
    """Elwell 1907: only three tricks; the cap is still 28."""
    won = sums(Suit.HEARTS, 13, revokes=((Side.NS, Penalty.TAKE_THREE),), revoke_choice="take_only")
    assert won["odd_tricks"] == (32, 0) and won["revoke_cap"] == (-4, 0) and "grand_slam" not in won


@each(("key", "value"), [("revoke_unit", "three_points"), ("revoke_unit_doubled", "false")])
def test_where_only_tricks_are_taken_a_size_of_points_means_nothing(key: str, value: str) -> None:
    with pytest.raises(OptionsClash) as refused:
        game("bridge").variant({"revoke_choice": "take_only", key: value})
    assert (refused.value.key, refused.value.other) == (key, "revoke_choice")


@each(("key", "value"), [("nt_trick", "11"), ("preset", "laws1893"), ("slam_doubled", "true")])
def test_what_bridge_does_not_offer_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadOption):
        game("bridge").variant({key: value})
