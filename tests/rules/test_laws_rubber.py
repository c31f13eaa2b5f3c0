"""Laws 2.8 and 2.10: games, rubbers, consolation, and who deals next.

Where one side claims whole deals, the hands are deals.ORDINARY: in hearts NS always hold four honours
divided, 32, and in spades three, 4. Thirteen tricks in hearts are 56 below the line and a grand slam of 40.
"""

from __future__ import annotations

from rules.counting.reckon import NIL, NOTHING_SCORED, Standing
from rules.counting.rubber import RANKED_DOUBLINGS, RubberResult, Share
from rules.games.all_games import game
from rules.refusals import Forfeit
from rules.seats import BySide
from rules.table.events import RubberReckoned
from rules.table.requests import Join, Leave
from tests.each import each
from tests.rules.deals import (
    EAST,
    EW,
    NORTH,
    NS,
    SOUTH,
    WEST,
    declared,
    entries,
    granted,
    rigged,
    tally,
)
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

LAW = game("biritch").variant().rubber


def after(standing: Standing, trumps: str, ns: int, honours: str = "0000", level: int = 0) -> Standing:
    of = tally(trumps, ns, honours, level=level)
    return LAW.standing_after(standing, entries(of, standing.below))


def standing(evening: Evening) -> Standing:
    assert evening.table.rubber is not None
    return evening.table.rubber.standing


def ended(evening: Evening) -> RubberResult:
    assert evening.table.ended is not None
    return evening.table.ended


def test_collinson_a_game_is_won_by_the_first_side_to_score_thirty() -> None:
    assert after(NOTHING_SCORED, "hearts", 9).games == BySide(0, 0)  # 24
    assert after(NOTHING_SCORED, "hearts", 10).games == BySide(1, 0)  # 32
    assert after(NOTHING_SCORED, "hearts", 3).games == BySide(0, 1)


def test_exactly_thirty_suffice_and_twenty_eight_do_not() -> None:
    assert after(NOTHING_SCORED, "biritch", 9).games == BySide(1, 0)
    assert after(NOTHING_SCORED, "clubs", 13).games == BySide(0, 0)


def test_the_points_of_several_deals_of_a_game_add_up() -> None:
    first = after(NOTHING_SCORED, "biritch", 8)
    assert (first.below, first.games) == (BySide(20, 0), BySide(0, 0))
    assert after(first, "biritch", 7).games == BySide(1, 0)


def test_collinson_honours_and_slams_bring_no_game() -> None:
    """Spades, thirteen tricks and all the honours in one hand: 14 below, 40 + 18 above."""
    found = after(NOTHING_SCORED, "spades", 13, "5000")
    assert found == Standing(BySide(14, 0), BySide(0, 0), BySide(72, 0))


def test_with_slams_counting_to_the_game_twelve_tricks_in_clubs_win_it() -> None:
    """24 + 20 (ambiguity 10)."""
    lines = entries(tally("clubs", 12), slam_counts_to_game="true")
    assert LAW.game_won_by(NOTHING_SCORED, lines) is NS
    assert LAW.game_won_by(NOTHING_SCORED, entries(tally("clubs", 12))) is None


def test_both_sides_start_each_game_at_nothing() -> None:
    """Part scores lapse for the game and stay in the total: EW had 20."""
    first = after(NOTHING_SCORED, "biritch", 5)
    assert after(first, "hearts", 10) == Standing(BySide(0, 0), BySide(1, 0), BySide(32, 20))


def test_the_excess_over_thirty_is_counted_but_not_carried() -> None:
    found = after(Standing(below=BySide(24, 22), totals=BySide(24, 22)), "hearts", 11)
    assert found == Standing(BySide(0, 0), BySide(1, 0), BySide(64, 22))


def test_at_most_one_game_is_won_in_a_deal_however_many_the_points() -> None:
    assert after(NOTHING_SCORED, "hearts", 13, level=20).games == BySide(1, 0)


def test_collinson_the_rubber_is_two_games_out_of_three() -> None:
    one_all = Standing(games=BySide(1, 1))
    assert LAW.winner(one_all) is None
    assert LAW.winner(Standing(games=BySide(1, 2))) is EW
    assert LAW.winner(Standing(games=BySide(2, 0))) is NS


def test_after_two_straight_games_there_is_no_third() -> None:
    evening = rigged().start()
    granted(evening, NS)
    assert evening.table.rubber is not None
    happened = granted(evening, NS)
    assert isinstance(happened[-1], RubberReckoned)
    assert evening.table.rubber is None


def test_collinson_the_winners_add_forty_once() -> None:
    """Ambiguities 15 and 17. Two deals of 56 + 40 + 32 = 128: 256, and 40."""
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    result = ended(evening)
    assert (result.winner, result.games) == (NS, BySide(2, 0))
    assert result.totals == BySide(296, 0)
    assert (result.bonus.amount, result.bonus.side) == (40, NS)
    assert result.value == 296


def test_the_value_of_a_rubber_is_the_difference_of_the_totals() -> None:
    """Ambiguity 16. NS, EW, NS: NS 128 + 32 + 128 + 40 = 328; EW 56 + 40 = 96."""
    evening = rigged().start()
    for side in NS, EW, NS:
        granted(evening, side)
    assert (ended(evening).games, ended(evening).totals, ended(evening).value) == (
        BySide(2, 1),
        BySide(328, 96),
        232,
    )


def test_the_winners_of_a_rubber_may_lose_points_by_it() -> None:
    """EW win the first game at eight times the price: 448 + 40 = 488 against NS 328."""
    evening = rigged().start()
    granted(evening, EW, level=3)
    granted(evening, NS)
    granted(evening, NS)
    assert (ended(evening).winner, ended(evening).value) == (NS, -160)


@each(("bonus", "totals"), [("40", 296), ("100", 356), ("0", 256)])
def test_ambiguity_15_the_table_may_set_the_consolation(bonus: str, totals: int) -> None:
    evening = rigged(rubber_bonus=bonus).start()
    granted(evening, NS)
    granted(evening, NS)
    assert ended(evening).totals == BySide(totals, 0)


def test_the_consolation_does_not_count_to_any_game() -> None:
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    evening.start()
    assert standing(evening) == NOTHING_SCORED


def test_ambiguity_71_play_goes_on_when_thirty_is_reached_during_a_hand() -> None:
    """At biritch, nine tricks are game; the deal has thirteen all the same."""
    evening = declared(rigged().start(), "biritch", level=4)
    evening.play_deal()
    last = evening.table.last
    assert last is not None and len(last.tricks) == 13
    assert max(last.won) >= 7 and sum(last.after.games) == 1


def test_a_rubber_goes_on_after_a_game_with_part_scores_gone() -> None:
    """EW 14 in spades; then NS 56 in hearts."""
    evening = rigged().start()
    granted(evening, EW, "spades")
    assert standing(evening).below == BySide(0, 14)
    granted(evening, NS)
    assert standing(evening).below == BySide(0, 0)
    assert standing(evening).games == BySide(1, 0)
    assert standing(evening).totals == BySide(4 + 128, 54)


def test_the_deal_passes_to_the_left_after_every_hand_and_across_games() -> None:
    evening = rigged().start()
    dealers = []
    for side, word in (NS, "spades"), (NS, "clubs"), (EW, "hearts"), (NS, "spades"), (EW, "spades"):
        assert evening.table.rubber is not None
        dealers.append(evening.table.rubber.dealer)
        granted(evening, side, word)
    assert dealers == [SOUTH, WEST, NORTH, EAST, SOUTH]


# Which rubbers count for a ranking.


def test_a_rubber_that_four_people_sat_through_counts() -> None:
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    assert ended(evening).uncounted == ""
    assert set(ended(evening).shares) == {
        Share(ANNA, NS),
        Share(BORIS, NS),
        Share(CLARA, EW),
        Share(DAVID, EW),
    }


def test_a_rubber_with_a_person_on_each_side_counts() -> None:
    """Anna and Boris cut to opposite sides: ace deals south, king sits west or east."""
    evening = Evening(0).seat(ANNA, BORIS)
    evening.dice = rigged("AS KS 2S QS").dice
    evening.start()
    granted(evening, NS)
    granted(evening, NS)
    assert ended(evening).uncounted == ""
    assert {share.side for share in ended(evening).shares} == {NS, EW}


def test_a_rubber_with_people_on_one_side_only_is_not_counted() -> None:
    evening = Evening(0).seat(ANNA, BORIS)
    evening.dice = rigged("AS 2S KS QS").dice
    evening.start()
    granted(evening, NS)
    granted(evening, NS)
    assert ended(evening).uncounted == "seats"


def test_who_comes_back_to_their_chair_before_the_rubber_is_over_keeps_their_share() -> None:
    """Reading R13."""
    evening = rigged().start()
    granted(evening, NS)
    evening.ask(CLARA, Leave(Forfeit()))
    evening.ask(CLARA, Join())
    granted(evening, NS)
    assert {share.person for share in ended(evening).shares} == {ANNA, BORIS, CLARA, DAVID}
    assert not any(share.left for share in ended(evening).shares)
    assert ended(evening).uncounted == ""


def test_who_leaves_for_good_has_left_it_and_the_rubber_counts_for_the_others() -> None:
    """Reading R13: nobody can spoil a rubber for the others."""
    evening = rigged().start()
    for person in CLARA, DAVID:
        evening.ask(person, Leave(Forfeit()))
    granted(evening, NS)
    granted(evening, NS)
    assert {share.person for share in ended(evening).shares if share.left} == {CLARA, DAVID}
    assert ended(evening).uncounted == ""


@each(("level", "counts"), [(5, 56 * 32), (6, 56 * 64), (7, 56 * 64), (200, 56 * 64)])
def test_a_trick_counts_on_a_leaderboard_as_doubled_six_times_at_most(level: int, counts: int) -> None:
    """Seven odd tricks at eight each, as doubled; 40 and 32 above; then 128, and 40 for the rubber."""
    assert RANKED_DOUBLINGS == 6
    evening = rigged().start()
    granted(evening, NS, level=level)
    granted(evening, NS)
    result = ended(evening)
    assert result.uncounted == "" and result.value == 56 * 2**level + 72 + 128 + 40
    assert result.leaderboard_points == counts + 72 + 128 + 40
    anna = next(share for share in result.shares if share.person == ANNA)
    clara = next(share for share in result.shares if share.person == CLARA)
    assert (result.ranked_points(anna), result.ranked_points(clara)) == (
        result.leaderboard_points,
        -result.leaderboard_points,
    )
    assert (result.capped is None) is (level <= 6)


def test_a_rubber_whose_winners_lead_by_doublings_that_do_not_count_is_lost_on_the_leaderboard() -> None:
    """North and south win two games with a trick at spades, doubled eight times, 2 x 256 each, which count
    2 x 64 each; east and west have 700. The rubber brings 40."""
    end = LAW.end(Standing(NIL, BySide(2, 1), BySide(1024, 700)))
    assert end is not None and end.winner is NS
    result = end.result(1, (Share(ANNA, NS), Share(BORIS, EW)), 8, BySide(2 * (512 - 128), 0))
    assert (result.value, result.capped) == (1024 + 40 - 700, 256 + 40 - 700)


@each(("level", "uncounted"), [(6, ""), (7, "doubling")])
def test_by_the_earlier_editions_a_rubber_with_more_doublings_was_not_ranked(
    level: int, uncounted: str
) -> None:
    evening = rigged(edition="2").start()
    granted(evening, NS, level=level)
    granted(evening, NS)
    assert ended(evening).uncounted == uncounted and ended(evening).capped is None


def test_a_side_without_people_is_the_reason_that_is_given_even_if_there_were_seven_doublings_too() -> None:
    law = game("biritch").variant_of((("edition", "2"),)).rubber
    end = law.end(Standing(NIL, BySide(2, 1), BySide(200, 100)))
    assert end is not None
    anna, boris = Share(ANNA, NS), Share(BORIS, EW)
    assert end.result(1, (anna, boris), 6).uncounted == ""
    assert end.result(1, (anna, boris), 7).uncounted == "doubling"
    assert end.result(1, (anna,), 6).uncounted == end.result(1, (anna,), 7).uncounted == "seats"


def test_the_result_of_a_rubber_is_in_sight_until_the_next_begins() -> None:
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    for viewer in (None, SOUTH):
        assert evening.view(viewer).table.ended == ended(evening)
    assert evening.start().view(SOUTH).table.ended is None


def test_the_doublings_of_one_rubber_do_not_bar_the_next() -> None:
    evening = rigged().start()
    granted(evening, NS, level=7)
    granted(evening, NS)
    evening.start()
    granted(evening, NS)
    granted(evening, NS)
    assert (ended(evening).number, ended(evening).uncounted) == (2, "")


def test_a_rubber_of_two_hundred_contres_keeps_every_digit() -> None:
    """56 x 2^200 below, 40 and 32 above; then 128, and 40."""
    evening = rigged().start()
    granted(evening, NS, level=200)
    granted(evening, NS)
    assert ended(evening).value == 56 * 2**200 + 40 + 32 + 128 + 40
    assert ended(evening).totals.ew == 0
