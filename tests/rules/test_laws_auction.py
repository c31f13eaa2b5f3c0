"""Laws 7: Auction Bridge. Every sum is worked out by hand. North and south declare unless a test says
otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from rules.counting.reckon import Column, Penalty
from rules.games.all_games import game
from rules.refusals import OptionsClash, Why
from rules.seats import Side
from tests.each import each
from tests.rules.contracts import BID, Pair, auction, begun, bid, lines, reckoned, refusal, terms, undertaken

NS, EW = Side
TAKE, ADD = Penalty.TAKE_THREE, Penalty.ADD


def sums(
    name: str,
    ns: int,
    honours: str = "0000",
    *,
    by: Side = NS,
    level: int = 0,
    void: str = "",
    revokes: tuple[tuple[Side, Penalty], ...] = (),
    **options: Any,
) -> dict[str, Pair]:
    tally = undertaken(name, ns, honours, by=by, level=level, void=void, revokes=revokes)
    return lines(reckoned("auction", tally, **options))


# Schedules (7.2).

COLUMNS = {
    "1904": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp2": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp3": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2, "R": 10, "M": 14},
    "exp4": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2, "R": 10},
    "exp5": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2, "R": 9},
    "1913": {"N": 10, "H": 8, "D": 7, "C": 6, "S": 2, "R": 9},
    "1920": {"N": 10, "H": 8, "D": 7, "C": 6, "S": 9},
}


@each("schedule", COLUMNS)
def test_each_schedule_offers_its_strains_at_their_price(schedule: str) -> None:
    offered = {one.strain.letter for one in auction("auction", schedule=schedule).ladder}
    assert offered == set(COLUMNS[schedule])
    for letter, price in COLUMNS[schedule].items():
        won = 5 if letter == "M" else 8
        assert sums(f"1{letter}", won, schedule=schedule)["odd_tricks"] == (2 * price, 0)


def test_the_schedule_of_1920_is_the_usual_one() -> None:
    assert auction("auction") == auction("auction", schedule="1920")


@each("schedule", COLUMNS)
def test_the_dealer_must_open_while_spades_count_two(schedule: str) -> None:
    first = begun(auction("auction", schedule=schedule))
    assert refusal(first, "pass") is (None if schedule == "1920" else Why.MUST_OPEN)


@each("schedule", COLUMNS)
def test_ambiguity_56_misere_may_be_switched_on_and_off_in_any_schedule(schedule: str) -> None:
    without = {one.strain.letter for one in auction("auction", schedule=schedule, misere="false").ladder}
    assert "M" not in without
    assert sums("1M", 5, schedule=schedule, misere="true")["odd_tricks"] == (28, 0)


# Made.


def test_every_odd_trick_won_counts_below_whether_bid_or_not() -> None:
    assert sums("1H", 10)["odd_tricks"] == (32, 0)
    assert sums("1H", 7)["odd_tricks"] == (8, 0)


def test_an_undoubled_overtrick_brings_nothing_more() -> None:
    assert set(sums("1H", 9)) == {"odd_tricks"}


@each(("level", "tricks", "contract", "over"), [(1, 48, 50, 100), (2, 96, 100, 200)])
def test_doubled_the_contract_and_each_overtrick_bring_fifty_and_redoubled_a_hundred(
    level: int, tricks: int, contract: int, over: int
) -> None:
    """One heart, nine tricks: 3 x 8, doubled or redoubled."""
    found = sums("1H", 9, level=level)
    assert found["odd_tricks"] == (tricks, 0)
    assert (found["fulfilment"], found["overtricks"]) == ((contract, 0), (over, 0))


def test_a_doubled_contract_made_exactly_brings_no_overtricks() -> None:
    assert "overtricks" not in sums("1H", 7, level=1)


# Broken.


@each(("level", "each"), [(0, 50), (1, 100), (2, 200)])
def test_each_trick_short_gives_the_adversaries_fifty_a_hundred_or_two_hundred(level: int, each: int) -> None:
    assert sums("3H", 7, level=level) == {"undertricks": (0, 2 * each)}
    assert sums("3H", 6, by=EW, level=level) == {"undertricks": (2 * each, 0)}


def test_a_side_that_fails_scores_none_of_its_tricks() -> None:
    assert "odd_tricks" not in sums("4H", 9)


def test_adversaries_never_score_tricks_below() -> None:
    for won in range(7):
        entries = reckoned("auction", undertaken("1H", won))
        assert not [one for one in entries if one.column is Column.BELOW]


# Slams, honours, chicane.


def test_slams_are_fifty_and_a_hundred_for_either_side_bid_or_not() -> None:
    assert sums("1C", 12)["petit_slam"] == (50, 0) and sums("1C", 13)["grand_slam"] == (100, 0)
    assert sums("1C", 1)["petit_slam"] == (0, 50) and sums("1C", 0)["grand_slam"] == (0, 100)
    assert sums("1C", 12, level=2)["petit_slam"] == (50, 0)


def test_ambiguity_58_the_laws_of_1908_to_1912_had_twenty_and_forty() -> None:
    assert sums("1C", 12, slams="20-40")["petit_slam"] == (20, 0)
    assert sums("1C", 13, slams="20-40")["grand_slam"] == (40, 0)


def test_who_bids_seven_and_wins_twelve_counts_the_little_slam() -> None:
    assert sums("7C", 12) == {"undertricks": (0, 50), "petit_slam": (50, 0)}


HONOURS = [("5000", 10), ("4010", 9), ("4100", 8), ("3020", 5), ("2120", 4), ("2111", 2)]
TABLE = {
    "S": (90, 81, 72, 45, 36, 18),
    "H": (80, 72, 64, 40, 32, 16),
    "D": (70, 63, 56, 35, 28, 14),
    "C": (60, 54, 48, 30, 24, 12),
}


@each("letter", TABLE)
def test_the_seeds_table_of_honours(letter: str) -> None:
    for (honours, _), points in zip(HONOURS, TABLE[letter], strict=True):
        assert sums(f"1{letter}", 7, honours)["honours"] == (points, 0)
        assert sums(f"1{letter}", 7, honours[1:] + honours[:1], level=1)["honours"] == (0, points)


@each(("aces", "points"), [("4000", 100), ("2020", 40), ("3010", 40), ("2010", 30)])
def test_at_no_trumps_aces_are_a_hundred_forty_and_thirty_in_every_schedule(aces: str, points: int) -> None:
    for schedule in COLUMNS:
        assert sums("1N", 7, aces, schedule=schedule)["honours"] == (points, 0)


def test_honours_are_scored_by_their_holders_though_the_contract_fails() -> None:
    assert sums("4H", 9, "5000") == {"undertricks": (0, 50), "honours": (80, 0)}


def test_royal_honours_are_multiples_of_the_royal_price_and_spades_of_theirs() -> None:
    assert sums("1R", 7, "5000", schedule="1913")["honours"] == (90, 0)
    assert sums("1S", 7, "5000", schedule="1913")["honours"] == (20, 0)


@each("schedule", COLUMNS)
def test_chicane_was_dropped_in_the_revision_of_1913(schedule: str) -> None:
    dropped = schedule in ("1913", "1920")
    assert ("chicane" not in sums("1H", 7, "3020", void="W", schedule=schedule)) == dropped
    assert "chicane" in sums("1H", 7, "3020", void="W", schedule=schedule, chicane="true")
    assert "chicane" not in sums("1H", 7, "3020", void="W", schedule=schedule, chicane="false")


def test_chicane_is_two_tricks_added_to_ones_own_honours_or_taken_from_the_others() -> None:
    assert sums("1H", 7, "5000", void="S", schedule="1904")["chicane"] == (16, 0)
    assert sums("1H", 7, "5000", void="E", schedule="1904")["chicane"] == (-16, 0)
    assert "chicane" not in sums("1N", 7, "4000", schedule="1904")


# The one-spade limit.


@each(
    ("level", "short", "lost"), [(0, 1, 50), (0, 2, 100), (0, 5, 100), (1, 1, 100), (1, 4, 100), (2, 1, 100)]
)
def test_one_spade_loses_a_hundred_at_most_doubled_or_not(level: int, short: int, lost: int) -> None:
    assert sums("1S", 7 - short, level=level, schedule="1913")["undertricks"] == (0, lost)


def test_by_the_laws_of_1912_not_if_redoubled() -> None:
    limited: dict[str, Any] = {"schedule": "1913", "one_spade_limit_max_dbl": "1"}
    assert sums("1S", 5, level=2, **limited)["undertricks"] == (0, 400)
    assert sums("1S", 5, level=1, **limited)["undertricks"] == (0, 100)


@each("name", ["2S", "1R", "1C"])
def test_the_limit_holds_for_one_spade_alone(name: str) -> None:
    assert sums(name, 3, level=1, schedule="1913")["undertricks"] == (0, 100 * (3 + BID[name].odd))


def test_the_limit_is_of_losses_and_slams_and_honours_are_no_loss() -> None:
    found = sums("1S", 1, "0400", level=1, schedule="1913")
    assert found == {"undertricks": (0, 100), "petit_slam": (0, 50), "honours": (0, 16)}


def test_one_spade_of_1920_is_like_any_other_contract() -> None:
    assert sums("1S", 4, level=1)["undertricks"] == (0, 300)


# Misère (ambiguity 57).


def test_at_misere_tricks_lost_stand_for_tricks_won() -> None:
    assert sums("2M", 5, schedule="exp3")["odd_tricks"] == (28, 0)
    assert sums("2M", 3, schedule="exp3")["odd_tricks"] == (56, 0)
    assert sums("2M", 6, schedule="exp3") == {"undertricks": (0, 50)}
    assert sums("2M", 10, by=EW, level=1, schedule="exp3")["overtricks"] == (0, 100)
    assert terms(bid(auction("auction", schedule="exp3"), "1N 1M pass pass pass")).trumps is None


def test_at_misere_there_are_no_honours_and_no_slams() -> None:
    """No slam for the side that lost all thirteen tricks, nor for the one that won them."""
    for tricks in (0, 1, 12, 13):
        assert not {"honours", "petit_slam", "grand_slam"} & set(sums("1M", tricks, "4000", schedule="exp3"))


def test_at_misere_the_left_of_declarer_leads_and_dummy_is_shown_as_usual() -> None:
    settled = terms(bid(auction("auction", schedule="exp3"), "1N 1M pass pass pass"))
    assert settled.leader.letter == "S"
    assert [(one.seat.letter, one.shown_after) for one in settled.dummies] == [("W", 1)]


# Revokes (Whist Club of New York 1912, 84).


def test_a_declarer_who_revokes_pays_a_hundred_and_fifty_and_scores_only_honours() -> None:
    found = sums("2H", 13, "5000", level=1, revokes=((NS, ADD),))
    assert found == {"revoke_added": (0, 150), "honours": (80, 0)}
    assert sums("4H", 9, revokes=((NS, TAKE),)) == {"revoke_added": (0, 150), "undertricks": (0, 50)}


def test_for_an_adversarys_revoke_three_tricks_help_to_make_the_contract() -> None:
    assert sums("4H", 8, revokes=((EW, TAKE),))["odd_tricks"] == (40, 0)
    assert sums("4H", 6, revokes=((EW, TAKE),)) == {}
    assert sums("4H", 6)["undertricks"] == (0, 200)


def test_no_more_tricks_are_taken_than_there_are() -> None:
    assert sums("1H", 11, revokes=((EW, TAKE),))["odd_tricks"] == (56, 0)


def test_tricks_taken_earn_no_bonus_and_no_slam() -> None:
    """Ten won in play at three hearts doubled: made, with one over. Three tricks taken score trick points
    only."""
    found = sums("3H", 10, level=1, revokes=((EW, TAKE),))
    assert (found["odd_tricks"], found["fulfilment"], found["overtricks"]) == ((112, 0), (50, 0), (50, 0))
    assert "grand_slam" not in found


def test_a_contract_made_only_by_tricks_taken_earns_nothing_above() -> None:
    entries = reckoned("auction", undertaken("3H", 7, level=1, revokes=[(EW, TAKE)]))
    assert {one.column for one in entries} == {Column.BELOW}


def test_points_may_be_chosen_instead_and_go_above() -> None:
    found = reckoned("auction", undertaken("4H", 9, revokes=[(EW, ADD)]))
    assert lines(found) == {"revoke_added": (150, 0)}
    assert {one.column for one in found} == {Column.ABOVE}


def test_every_further_revoke_of_a_side_is_a_hundred_points() -> None:
    assert sums("1H", 7, revokes=((EW, ADD), (EW, TAKE), (EW, ADD)))["revoke_added"] == (350, 0)
    assert sums("1H", 6, revokes=((NS, ADD), (NS, ADD)))["revoke_added"] == (0, 250)


def test_where_both_sides_revoke_neither_scores_more_than_honours() -> None:
    assert sums("1H", 13, "5000", revokes=((NS, ADD), (EW, ADD))) == {"honours": (80, 0)}


def test_a_revoke_that_nobody_punishes_costs_nothing() -> None:
    assert sums("1H", 7, revokes=((NS, Penalty.NONE),)) == sums("1H", 7)


def test_at_misere_three_tricks_are_given_away() -> None:
    """Six won and seven lost at two misère: with three given away, ten are lost."""
    assert sums("2M", 6, schedule="exp3", revokes=((EW, TAKE),))["odd_tricks"] == (56, 0)


# The rubber, and options.


def test_a_game_is_thirty_and_the_rubber_brings_two_hundred_and_fifty() -> None:
    law = game("auction").variant().rubber
    assert (law.game, law.games, law.bonus, law.straight) == (30, 2, 250, None)


def test_auction_whist_has_no_dummy() -> None:
    assert terms(bid(auction("auction", dummy="false"), "1C pass pass pass")).dummies == ()


@each("key", ["auction", "plafond", "contract", "scaled_contract"])
def test_ambiguity_59_when_all_pass_the_next_dealer_deals_or_the_same_again(key: str) -> None:
    assert game(key).variant().thrown_in_passes
    assert game(key).variant({"redeal": "false"}).thrown_in_passes
    assert not game(key).variant({"redeal": "true"}).thrown_in_passes


@each(
    ("options", "clash"),
    [
        ({"schedule": "1920", "one_spade_limit": "true"}, ("one_spade_limit", "schedule")),
        (
            {"schedule": "1913", "one_spade_limit": "false", "one_spade_limit_max_dbl": "1"},
            ("one_spade_limit_max_dbl", "one_spade_limit"),
        ),
        ({"one_spade_limit_max_dbl": "1"}, ("one_spade_limit_max_dbl", "one_spade_limit")),
        ({"schedule": "1904", "redeal": "true"}, ("redeal", "schedule")),
    ],
)
def test_options_that_mean_nothing_together_are_refused(
    options: dict[str, str], clash: tuple[str, str]
) -> None:
    with pytest.raises(OptionsClash) as refused:
        game("auction").variant(options)
    assert (refused.value.key, refused.value.other) == clash
