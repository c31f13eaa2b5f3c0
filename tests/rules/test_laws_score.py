"""Laws 2.4 to 2.7 and 2.9: what a deal scores. Every sum is worked out by hand (see deals.tally)."""

from __future__ import annotations

from rules.counting.reckon import Column, Line
from tests.each import each
from tests.examples.revoke_kinds import status
from tests.rules.deals import SOUTH, WEST, entries, sums, tally


@each(("trumps", "each"), [("biritch", 10), ("hearts", 8), ("diamonds", 6), ("clubs", 4), ("spades", 2)])
def test_collinson_the_odd_tricks_count_ten_eight_six_four_two(trumps: str, each: int) -> None:
    assert sums(tally(trumps, 7))["odd_tricks"] == (each, 0)
    assert sums(tally(trumps, 9))["odd_tricks"] == (3 * each, 0)


def test_the_first_six_tricks_bring_nothing() -> None:
    assert sums(tally("hearts", 7))["odd_tricks"] == (8, 0)
    assert sums(tally("hearts", 6))["odd_tricks"] == (0, 8)


def test_either_side_scores_its_odd_tricks_alike_and_not_only_the_declarers() -> None:
    assert sums(tally("clubs", 4))["odd_tricks"] == (0, 12)
    assert sums(tally("clubs", 9))["odd_tricks"] == (12, 0)


@each(("level", "points"), [(0, 24), (1, 48), (2, 96), (3, 192), (10, 24576)])
def test_collinson_the_value_of_all_tricks_taken_is_doubled(level: int, points: int) -> None:
    """Three odd tricks in hearts, 24 undoubled."""
    assert sums(tally("hearts", 9, level=level))["odd_tricks"] == (points, 0)


def test_a_line_of_odd_tricks_shows_count_price_and_multiplier() -> None:
    (line,) = entries(tally("hearts", 9, level=2))
    assert (line.count, line.unit, line.times, line.column) == (3, 8, 4, Column.BELOW)


# Slams (2.5).


def test_collinson_all_the_tricks_add_forty_and_all_but_one_twenty() -> None:
    assert sums(tally("clubs", 13))["grand_slam"] == (40, 0)
    assert sums(tally("clubs", 0))["grand_slam"] == (0, 40)
    assert sums(tally("clubs", 12))["petit_slam"] == (20, 0)
    assert sums(tally("clubs", 1))["petit_slam"] == (0, 20)


def test_a_grand_slam_is_not_a_petit_slam_besides() -> None:
    assert "petit_slam" not in sums(tally("clubs", 13))


def test_eleven_tricks_are_no_slam() -> None:
    assert set(sums(tally("clubs", 11))) == {"odd_tricks"}


def test_ambiguity_10_a_slam_does_not_count_to_the_game_unless_the_table_says_so() -> None:
    def column(counts: str) -> Column:
        lines = entries(tally("clubs", 12), slam_counts_to_game=counts)
        return next(entry.column for entry in lines if entry.line is Line.PETIT_SLAM)

    assert [e.column for e in entries(tally("clubs", 12)) if e.line is Line.PETIT_SLAM] == [Column.ABOVE]
    assert column("false") is Column.ABOVE
    assert column("true") is Column.BELOW


def test_ambiguity_11_a_slam_is_not_doubled_unless_the_table_says_so() -> None:
    contred = tally("clubs", 13, level=2)
    assert sums(contred)["grand_slam"] == (40, 0)
    assert sums(contred, slam_doubled="false")["grand_slam"] == (40, 0)
    assert sums(contred, slam_doubled="true")["grand_slam"] == (160, 0)


# Honours (2.6). Hands in the order N, E, S, W; the unit in hearts is eight.


@each(
    ("honours", "tricks"),
    [
        ("3110", 4),  # NS four, divided
        ("3101", 2),  # north three, east and west one each
        ("2111", 2),
        ("1121", 2),
        ("3002", 2),
        ("2120", 4),
        ("4100", 8),
        ("0140", 8),
        ("3020", 5),
        ("2030", 5),
        ("4010", 9),
        ("1040", 9),
        ("5000", 9),
        ("0050", 9),
    ],
)
def test_collinson_honours_in_trumps_count_two_four_or_eight_tricks_and_one_for_the_fifth(
    honours: str, tricks: int
) -> None:
    """Ambiguity 12 for five honours: 4 + 1 divided 3-2, 8 + 1 divided 4-1 or in one hand."""
    assert sums(tally("hearts", 7, honours))["honours"] == (8 * tricks, 0)
    turned = honours[1:] + honours[:1]
    assert sums(tally("hearts", 7, turned))["honours"] == (0, 8 * tricks)


@each(
    ("aces", "points"),
    [("3010", 40), ("2020", 40), ("2110", 30), ("3100", 30), ("0130", 30), ("4000", 80), ("0040", 80)],
)
def test_collinson_at_biritch_the_honours_are_the_four_aces(aces: str, points: int) -> None:
    assert sums(tally("biritch", 7, aces))["honours"] == (points, 0)


@each("aces", ["1111", "2200", "2002", "0220", "0022"])
def test_collinson_equality_in_aces_counts_nothing(aces: str) -> None:
    assert "honours" not in sums(tally("biritch", 7, aces))


@each(("trumps", "points"), [("spades", 4), ("clubs", 8), ("diamonds", 12), ("hearts", 16), ("biritch", 30)])
def test_collinson_honour_points_are_of_equal_value_to_the_other_points(trumps: str, points: int) -> None:
    """Three honours: two tricks of the suit declared, or three at biritch."""
    assert sums(tally(trumps, 7, "2110" if trumps == "biritch" else "2111"))["honours"] == (points, 0)


def test_collinson_honours_are_not_doubled_by_a_contre() -> None:
    assert sums(tally("hearts", 7, "2111", level=5))["honours"] == (16, 0)


def test_collinson_honours_do_not_score_towards_the_game() -> None:
    found = entries(tally("hearts", 7, "5000", void="ESW"))
    assert {e.column for e in found if e.line in (Line.HONOURS, Line.CHICANE)} == {Column.ABOVE}


def test_both_columns_may_receive_points_on_the_same_deal() -> None:
    assert sums(tally("hearts", 5, "2111")) == {"odd_tricks": (0, 16), "honours": (16, 0)}


# Chicane (2.7). Simple honours in hearts are sixteen.


def test_collinson_chicane_adds_simple_honours_where_the_void_hands_side_scores_honours() -> None:
    assert sums(tally("hearts", 7, "3101", void="S"))["chicane"] == (16, 0)


def test_collinson_chicane_is_deducted_where_the_other_side_scores_honours() -> None:
    found = sums(tally("hearts", 7, "3110", void="W"))
    assert found["honours"] == (32, 0) and found["chicane"] == (-16, 0)
    assert sums(tally("hearts", 7, "3020", void="EW"))["chicane"] == (-32, 0)


def test_the_void_side_gets_no_score_of_its_own_for_chicane_against() -> None:
    assert all(e.side.value == "NS" for e in entries(tally("hearts", 7, "3110", void="W")) if e.amount < 0)


def test_dummys_and_declarers_hands_count_for_chicane_like_any_other() -> None:
    for hand in "NESW":
        assert "chicane" in sums(tally("hearts", 7, "0500" if hand != "E" else "5000", void=hand))


def test_chicane_is_not_doubled() -> None:
    assert sums(tally("hearts", 7, "3101", level=3, void="S"))["chicane"] == (16, 0)


def test_at_biritch_there_is_no_chicane() -> None:
    assert "chicane" not in sums(tally("biritch", 7, "2110", void="NESW"))


def test_without_a_void_hand_there_is_no_chicane() -> None:
    assert "chicane" not in sums(tally("hearts", 7, "2111"))


@each(
    ("honours", "void", "each", "once"),
    [
        ("3020", "EW", -4, -2),  # both opponents void: double chicane against five honours
        ("3020", "E", -2, -2),
        ("5000", "ESW", -2, 0),  # thirteen trumps in one hand: 9 + 2 - 2 - 2 = 7; once a side 9 + 2 - 2 = 9
        ("5000", "SW", 0, 0),  # one void hand on each side cancels
        ("5000", "S", 2, 2),
    ],
)
def test_ambiguity_13_chicane_counts_for_each_void_hand_or_once_a_side(
    honours: str, void: str, each: int, once: int
) -> None:
    of = tally("hearts", 7, honours, void=void)
    assert sums(of)["chicane"] == sums(of, chicane_per_hand="true")["chicane"] == (8 * each, 0)
    assert sums(of, chicane_per_hand="false")["chicane"] == (8 * once, 0)


def test_one_hand_with_all_the_trumps_is_worth_seven_tricks_in_the_end() -> None:
    found = sums(tally("hearts", 7, "5000", void="ESW"))
    assert found["honours"][0] + found["chicane"][0] == 7 * 8


def test_a_line_of_chicane_names_the_hand() -> None:
    found = entries(tally("hearts", 7, "5000", void="SW"))
    assert [(e.seat, e.amount) for e in found if e.line is Line.CHICANE] == [(SOUTH, 16), (WEST, -16)]


# Revokes (2.9), for those who play with real cards.


def test_three_tricks_may_be_taken_from_the_revoking_side() -> None:
    """Diamonds, NS 7 and 3 more: 4 x 6."""
    assert sums(tally("diamonds", 7, revokes=[("EW", "take3")])) == {"odd_tricks": (24, 0)}
    assert sums(tally("diamonds", 4, revokes=[("EW", "take3")])) == {"odd_tricks": (6, 0)}


def test_tricks_taken_may_turn_the_odd_trick() -> None:
    """Clubs, NS 5 + 3 = 8."""
    assert sums(tally("clubs", 5, revokes=[("EW", "take3")])) == {"odd_tricks": (8, 0)}


def test_ambiguity_20_no_more_tricks_are_taken_than_there_are() -> None:
    """Spades: EW won two, so NS take two: 13 less 6 at 2."""
    assert sums(tally("spades", 11, revokes=[("EW", "take3")]))["odd_tricks"] == (14, 0)


def test_tricks_taken_as_a_penalty_never_make_a_slam() -> None:
    assert set(sums(tally("clubs", 10, revokes=[("EW", "take3")]))) == {"odd_tricks"}
    assert sums(tally("spades", 12, revokes=[("EW", "take3")]))["petit_slam"] == (20, 0)


def test_the_value_of_three_tricks_may_be_added() -> None:
    found = sums(tally("clubs", 6, revokes=[("EW", "add")]))
    assert found == {"revoke_added": (12, 0), "odd_tricks": (0, 4)}
    doubled = sums(tally("clubs", 6, level=1, revokes=[("EW", "add")]))
    assert doubled == {"revoke_added": (24, 0), "odd_tricks": (0, 8)}


def test_the_value_of_three_tricks_may_be_deducted() -> None:
    found = sums(tally("clubs", 6, revokes=[("EW", "deduct")]), below=(0, 20))
    assert found == {"revoke_deducted": (0, -12), "odd_tricks": (0, 4)}
    assert sums(tally("clubs", 6, revokes=[("EW", "deduct")]), below=(0, 8))["revoke_deducted"] == (0, -8)


def test_ambiguity_20_a_deduction_never_goes_below_nothing() -> None:
    found = sums(tally("hearts", 7, revokes=[("EW", "deduct")]), below=(0, 10))
    assert found["revoke_deducted"] == (0, -10)
    assert "revoke_deducted" not in sums(tally("hearts", 7, revokes=[("EW", "deduct")]))


def test_ambiguity_18_the_unit_is_three_tricks_or_three_points() -> None:
    of = tally("hearts", 7, level=1, revokes=[("EW", "add")])
    assert sums(of, revoke_unit="value_of_three_tricks")["revoke_added"] == (48, 0)
    assert sums(of, revoke_unit="three_points")["revoke_added"] == (3, 0)


def test_ambiguity_19_the_unit_is_doubled_with_the_tricks_or_not() -> None:
    of = tally("hearts", 7, level=2, revokes=[("EW", "add")])
    assert sums(of, revoke_unit_doubled="true")["revoke_added"] == (96, 0)
    assert sums(of, revoke_unit_doubled="false")["revoke_added"] == (24, 0)


def test_ambiguity_21_the_revoking_side_stops_at_twenty_eight() -> None:
    """EW stood at 24 and made three odd tricks in hearts, 24: they get four."""
    found = sums(tally("hearts", 4, revokes=[("EW", "add")]), below=(0, 24))
    assert found == {"revoke_added": (24, 0), "odd_tricks": (0, 24), "revoke_cap": (0, -20)}


def test_ambiguity_21_with_three_points_the_cap_is_twenty_nine() -> None:
    found = sums(tally("hearts", 4, revokes=[("EW", "add")]), below=(0, 24), revoke_unit="three_points")
    assert found["revoke_cap"] == (0, -19)


def test_ambiguity_21_the_table_may_set_the_cap() -> None:
    found = sums(tally("hearts", 4, revokes=[("EW", "add")]), below=(0, 10), revoke_cap="12")
    assert found["revoke_cap"] == (0, -22)


def test_ambiguity_21_a_score_above_the_cap_stays_where_the_deduction_left_it() -> None:
    """Cap 12: EW at 27, less 3, is 24, and their 24 for odd tricks are all cut."""
    found = sums(
        tally("hearts", 4, revokes=[("EW", "deduct")]),
        below=(0, 27),
        revoke_cap="12",
        revoke_unit="three_points",
    )
    assert found == {"revoke_deducted": (0, -3), "odd_tricks": (0, 24), "revoke_cap": (0, -24)}


def test_the_revoking_side_scores_no_slam() -> None:
    assert set(sums(tally("spades", 12, revokes=[("NS", "add")]))) == {"odd_tricks", "revoke_added"}


def test_honours_and_chicane_are_unaffected_by_a_revoke() -> None:
    clean, revoked = (
        tally("hearts", 7, "3101", void="S"),
        tally("hearts", 7, "3101", void="S", revokes=[("NS", "add")]),
    )
    assert sums(clean)["honours"] == sums(revoked)["honours"] == (16, 0)
    assert sums(clean)["chicane"] == sums(revoked)["chicane"] == (16, 0)


def test_several_revokes_may_be_punished_each_in_its_own_way() -> None:
    """Clubs, EW at 20 with 7 tricks: one revoke deducts 12, one adds 12; EW 8 + 4 below."""
    found = sums(tally("clubs", 6, revokes=[("EW", "deduct"), ("EW", "add")]), below=(0, 20))
    assert found == {"revoke_deducted": (0, -12), "revoke_added": (12, 0), "odd_tricks": (0, 4)}


def test_two_revokes_of_one_side_may_cost_six_tricks() -> None:
    """Clubs: EW 8 - 6 = 2, NS 5 + 6 = 11, five odd at four."""
    assert sums(tally("clubs", 5, revokes=[("EW", "take3"), ("EW", "take3")])) == {"odd_tricks": (20, 0)}


def test_when_both_sides_revoke_neither_can_win_the_game_by_that_hand() -> None:
    """Hearts contred, both at 10: each adds 48; NS 10 + 48 + 16 and EW 10 + 48 both stop at 28."""
    found = sums(tally("hearts", 7, level=1, revokes=[("NS", "add"), ("EW", "add")]), below=(10, 10))
    assert found == {"revoke_added": (48, 48), "odd_tricks": (16, 0), "revoke_cap": (-46, -30)}


def test_the_lines_of_a_score_stand_in_the_same_order_every_time() -> None:
    """North and south first: an order that depended on hashes would change from one start to the next."""
    revokes = [("EW", "add"), ("NS", "add")]
    found = entries(tally("hearts", 7, level=1, revokes=revokes), below=(10, 10))
    assert [entry.side.value for entry in found if entry.line is Line.REVOKE_CAP] == ["NS", "EW"]


def test_all_penalties_are_reckoned_at_once_from_the_tricks_won_in_play() -> None:
    """Each takes three of the other: eight and five remain eight and five."""
    assert sums(tally("clubs", 8, revokes=[("NS", "take3"), ("EW", "take3")]))["odd_tricks"] == (8, 0)


def test_a_revoke_that_nobody_punishes_costs_nothing() -> None:
    assert sums(tally("clubs", 12, revokes=[("NS", "none")])) == sums(tally("clubs", 12))


@each(
    ("events", "established", "due"),
    [
        ("", False, False),
        ("trick_turned_and_quitted", True, False),
        ("revoker_plays_to_next", True, False),
        ("revoker_partner_plays_to_next", True, False),
        ("adversary_leads_to_next", False, False),
        ("corrects trick_turned_and_quitted", False, False),
        ("corrects trick_turned_and_quitted claim", False, False),
        ("trick_turned_and_quitted corrects", True, False),
        ("trick_turned_and_quitted corrects claim", True, True),
        ("partner_asks trick_turned_and_quitted", False, False),
        ("partner_asks trick_turned_and_quitted corrects", False, False),
        ("partner_asks answers_no trick_turned_and_quitted", True, False),
        ("partner_asks answers_no corrects trick_turned_and_quitted", False, False),
        ("partner_asks trick_turned_and_quitted revoker_plays_to_next", True, False),
        ("partner_asks trick_turned_and_quitted adversary_leads_to_next corrects", False, False),
        ("trick_turned_and_quitted partner_asks", True, False),
        ("claim", False, False),
        ("claim trick_turned_and_quitted", True, False),
        ("trick_turned_and_quitted claim", True, True),
        ("trick_turned_and_quitted cut_for_next_deal claim", True, False),
        ("trick_turned_and_quitted claim cut_for_next_deal", True, True),
    ],
)
def test_the_time_line_of_a_renounce(events: str, established: bool, due: bool) -> None:
    """Laws 1.5, after the code of 1864 (73 to 78) and of 1904 (91 to 97)."""
    assert status("whist_modern", {}, events.split()) == (established, due)
