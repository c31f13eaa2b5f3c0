"""Laws 6: Vint. Every trick counts, for both sides. Sums are worked out by hand."""

from __future__ import annotations

from rules.calls import Bid, Double, Pass
from rules.counting.reckon import (
    FIVE_HONOURS,
    FOUR_HONOURS,
    NOTHING_SCORED,
    Column,
    Contract,
    Standing,
    Tally,
)
from rules.counting.rubber import rubber_value, with_bonus
from rules.deal.deal import Deal
from rules.games.all_games import game
from rules.refusals import Why
from rules.seats import BySeat, BySide, Side
from rules.settling.terms import Dealt, ThrownIn
from rules.tricks import Strain
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, EW, HEARTS, NS, ORDINARY, SOUTH, WEST


def bid(word: str) -> Bid:
    return Bid(int(word[0]), Strain(word[1]))


def hand(
    word: str,
    ns: int,
    honours: tuple[int, int] = (0, 0),
    aces: tuple[int, int] = (0, 0),
    side: Side = NS,
    won_by: tuple[Side, ...] = (),
) -> Tally:
    """A hand in which ``side`` bid and NS won this many tricks."""
    contract = Contract(bid(word), side)
    return Tally(
        trumps=contract.bid.strain.trumps,
        level=0,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(honours[0], honours[1], 0, 0),
        aces=BySeat(0, 0, aces[0], aces[1]),
        contract=contract,
        won_by=won_by,
    )


def sums(tally: Tally, before: tuple[int, int] = (0, 0), **options: str) -> dict[str, tuple[int, int]]:
    """The sum of each line, NS and EW."""
    found: dict[str, tuple[int, int]] = {}
    for entry in game("vint").variant(options).reckon(tally, Standing(below=BySide(*before))):
        ns, ew = found.get(entry.line.value, (0, 0))
        found[entry.line.value] = (ns + entry.amount, ew) if entry.side is NS else (ns, ew + entry.amount)
    return found


def bidding(words: str, **options: str) -> Deal:
    """The deal after these calls in turn from south, the dealer: ``1S pass 2C``."""
    deal = Deal.begin(game("vint").variant(options).settlement, Dealt(SOUTH, ORDINARY))
    for word in words.split():
        (seat,) = deal.may_act
        call = Pass() if word == "pass" else bid(word)
        deal.check(seat, call)
        deal = deal.after(seat, call)
    return deal


# The auction and the play (6.2, 6.3).


def test_the_dealer_speaks_first_and_three_passes_after_a_bid_end_it() -> None:
    deal = bidding("pass 1S pass 2C pass pass pass")
    assert deal.playing is not None
    terms = deal.playing.terms
    assert terms.contract == Contract(bid("2C"), EW)
    assert terms.declared_by is EAST and deal.may_act == {SOUTH}


def test_spades_are_the_lowest_suit_and_more_tricks_are_always_higher() -> None:
    deal = bidding("1C")
    with refusing(Why.BID_TOO_LOW):
        deal.check(WEST, bid("1S"))
    deal.check(WEST, bid("1D"))
    bidding("1N").check(WEST, bid("2S"))


def test_nobody_doubles() -> None:
    deal = bidding("1C")
    assert Double() not in deal.options(WEST)
    with refusing(Why.NOTHING_IS_DOUBLED):
        deal.check(WEST, Double())


def test_every_hand_plays_its_own_cards_and_the_left_of_the_final_bidder_leads() -> None:
    """North names hearts first, but south makes the final bid."""
    deal = bidding("pass pass 1H pass 2H pass pass pass")
    assert deal.playing is not None and deal.playing.terms.dummies == ()
    assert deal.playing.terms.declared_by is SOUTH and deal.may_act == {WEST}
    assert deal.playing.terms.trumps is HEARTS


def test_four_opening_passes_throw_the_hand_in_for_the_next_dealer() -> None:
    assert isinstance(bidding("pass pass pass pass").stage, ThrownIn)
    assert game("vint").variant().thrown_in_passes


@each("passes", [3, 8, 12])
def test_ambiguity_51_so_many_passes_end_the_auction(passes: int) -> None:
    before = bidding("1S" + " pass" * (passes - 1), passes_to_end=str(passes))
    assert before.playing is None
    (seat,) = before.may_act
    assert before.after(seat, Pass()).playing is not None


def test_ambiguity_51_with_more_passes_one_may_raise_ones_own_bid_and_bid_after_passing() -> None:
    deal = bidding("1S pass pass pass 2S pass 3C", passes_to_end="8")
    assert deal.terms is not None and deal.terms.contract == Contract(bid("3C"), NS)


# Every trick (6.4) and undertricks (6.5).


def test_every_trick_of_both_sides_counts_ten_for_each_trick_bid() -> None:
    for odd in range(1, 8):
        assert sums(hand(f"{odd}H", 8))["tricks"] == (80 * odd, 50 * odd)


def test_no_trick_no_line() -> None:
    assert sums(hand("7N", 13))["tricks"] == (910, 0)
    assert [e.side for e in game("vint").variant().reckon(hand("7N", 13), NOTHING_SCORED)].count(EW) == 0


def test_ambiguity_47_each_trick_short_costs_a_hundred_trick_values_above() -> None:
    assert sums(hand("4S", 8))["undertricks"] == (0, 8000)
    assert sums(hand("4S", 8, side=EW))["undertricks"] == (5 * 4000, 0)
    assert "undertricks" not in sums(hand("4S", 10))
    assert "undertricks" not in sums(hand("4S", 8), undertricks="none")


# Slams (6.6).


@each(
    ("word", "ns", "side", "line", "points"),
    [
        ("7H", 13, NS, "grand_slam", (12000, 0)),
        ("6H", 13, NS, "grand_slam", (7000, 0)),
        ("5H", 13, NS, "grand_slam", (2000, 0)),
        ("6H", 12, NS, "petit_slam", (5000, 0)),
        ("5H", 12, NS, "petit_slam", (1000, 0)),
        ("7H", 12, NS, "petit_slam", (1000, 0)),
        ("7H", 0, NS, "grand_slam", (0, 2000)),
        ("6H", 1, NS, "petit_slam", (0, 1000)),
        ("6H", 1, EW, "petit_slam", (0, 5000)),
    ],
)
def test_what_a_slam_brings(word: str, ns: int, side: Side, line: str, points: tuple[int, int]) -> None:
    found = sums(hand(word, ns, side=side))
    assert found[line] == points
    assert not {"grand_slam", "petit_slam"} <= set(found)


def test_ambiguity_54_seven_bid_and_twelve_made_pays_the_little_slam_unless_arranged_otherwise() -> None:
    assert "petit_slam" not in sums(hand("7H", 12), failed_grand_pays_little="false")
    assert sums(hand("7H", 1), failed_grand_pays_little="false")["petit_slam"] == (0, 1000)


def test_ambiguity_54_the_adversaries_score_a_slam_that_failed_only_by_arrangement() -> None:
    assert "slam_failed" not in sums(hand("7H", 12))
    assert sums(hand("7H", 12), failed_slam_to_opponents="true")["slam_failed"] == (0, 12000)
    assert sums(hand("6H", 11), failed_slam_to_opponents="true")["slam_failed"] == (0, 5000)
    assert "slam_failed" not in sums(hand("6H", 12), failed_slam_to_opponents="true")
    assert "slam_failed" not in sums(hand("5H", 10), failed_slam_to_opponents="true")


# Honours and aces (6.7). The trick value at a bid of one is ten.


@each(
    ("honours", "aces", "ns", "margin", "count"),
    [
        ((3, 1), (3, 1), 7, (600, 0), (600, 0)),  # both majorities
        ((3, 1), (3, 1), 6, (600, 0), (600, 0)),  # the same if EW won the hand
        ((4, 0), (1, 3), 7, (200, 0), (100, 0)),  # 4 less 2; 4 less 3
        ((3, 1), (1, 3), 7, (0, 0), (0, 0)),  # 2 less 2; 3 less 3
        ((1, 3), (4, 0), 7, (200, 0), (100, 0)),
        ((2, 2), (2, 2), 7, (400, 0), (400, 0)),  # both tied
        ((2, 2), (2, 2), 6, (0, 400), (0, 400)),
        ((2, 2), (3, 1), 7, (500, 0), (500, 0)),  # honours go with the hand, to the same side
        ((2, 2), (3, 1), 6, (0, 0), (100, 0)),  # to the other: 2 less 2; 3 less 2
        ((2, 2), (4, 0), 6, (200, 0), (200, 0)),  # 4 less 2; 4 less 2
        ((0, 4), (2, 2), 7, (0, 200), (0, 200)),
        ((1, 3), (2, 2), 7, (0, 0), (0, 100)),
    ],
)
def test_ambiguity_49_majorities_are_subtracted_by_margin_or_by_number(
    honours: tuple[int, int], aces: tuple[int, int], ns: int, margin: tuple[int, int], count: tuple[int, int]
) -> None:
    """With ties by category."""
    tally = hand("1H", ns, honours, aces)
    assert sums(tally, tie="category").get("honours", (0, 0)) == margin
    assert sums(tally, tie="category", split="count").get("honours", (0, 0)) == count


@each(
    ("honours", "aces", "ns", "points"),
    [
        ((2, 2), (3, 1), 7, (500, 0)),
        ((2, 2), (3, 1), 6, (0, 300)),
        ((0, 4), (2, 2), 7, (200, 0)),
        ((2, 2), (2, 2), 6, (0, 400)),
        ((3, 1), (1, 3), 6, (0, 400)),  # equal majorities
        ((4, 0), (1, 3), 6, (200, 0)),  # no tie at all
    ],
)
def test_ambiguity_50_any_tie_gives_the_winners_of_the_hand_all_they_hold(
    honours: tuple[int, int], aces: tuple[int, int], ns: int, points: tuple[int, int]
) -> None:
    for chosen in {}, {"tie": "literal"}:
        assert sums(hand("1H", ns, honours, aces), **chosen)["honours"] == points  # type: ignore[arg-type]


def test_ambiguity_48_four_honours_or_five_by_arrangement() -> None:
    assert game("vint").variant().honours == FOUR_HONOURS
    assert game("vint").variant({"vint_honours": "5"}).honours == FIVE_HONOURS


def test_without_trumps_the_side_with_most_aces_scores_twenty_five_trick_values_each() -> None:
    assert sums(hand("2N", 9, aces=(3, 1)))["honours"] == (1500, 0)
    assert sums(hand("2N", 9, aces=(0, 4)))["honours"] == (0, 2000)
    assert "honours" not in sums(hand("2N", 9, aces=(2, 2)))
    assert "honours" not in sums(hand("2N", 9, aces=(2, 2)), tie="literal")


def test_the_ace_of_trumps_counts_as_an_honour_and_as_an_ace() -> None:
    """Of ORDINARY hearts north holds king and knave, south the queen, east the ace; aces 3-1."""
    deal = bidding("1H pass pass pass")
    variant = game("vint").variant()
    assert deal.playing is not None
    (seat,) = deal.may_act
    deal = deal.after_card(deal.options(seat)[0].card)  # type: ignore[union-attr]
    found = deal.granted(EW).tally(variant.honours)
    assert found.honours == BySeat(2, 1, 1, 0) and sum(found.aces) == 4 and found.aces.east == 1


# Game and rubber (6.8).


def test_five_hundred_below_win_a_game_for_either_side_and_a_thousand_with_it() -> None:
    assert sums(hand("5H", 6), (0, 150))["game"] == (0, 1000)
    assert "game" not in sums(hand("5H", 6), (0, 149))


@each(
    ("both_reach", "before", "ns", "side", "winner"),
    [
        ("higher", (300, 300), 8, EW, NS),  # 700 to 550
        ("higher", (200, 250), 7, EW, NS),  # 550 all: NS won the hand
        ("higher", (250, 200), 6, NS, EW),
        ("declarer", (300, 300), 8, EW, EW),
        ("declarer", (300, 300), 8, NS, NS),
        ("trick_by_trick", (300, 300), 8, EW, NS),  # the order of the tricks is not known
    ],
)
def test_ambiguity_53_who_wins_when_both_pass_five_hundred_in_one_deal(
    both_reach: str, before: tuple[int, int], ns: int, side: Side, winner: Side
) -> None:
    found = sums(hand("5H", ns, side=side), before, both_reach=both_reach)["game"]
    assert found == ((1000, 0) if winner is NS else (0, 1000))


def test_ambiguity_53_trick_by_trick_the_side_that_gets_there_first_wins() -> None:
    """Fifty a trick from 300 each: four tricks are wanted. EW win four of the first five, NS eight in all."""
    order = (EW, EW, NS, EW, EW, NS, NS, NS, NS, NS, NS, NS, EW)
    found = sums(hand("5H", 8, won_by=order), (300, 300), both_reach="trick_by_trick")
    assert found["game"] == (0, 1000)
    assert sums(hand("5H", 8, won_by=order), (300, 300))["game"] == (1000, 0)


def test_two_games_of_three_win_the_rubber_and_two_thousand() -> None:
    """Twice six diamonds made: 720 + 5,000 and the game's 1,000; EW 60 each time. The majorities are equal:
    NS won the hand and score their 3 honours and 1 ace, 4 x 600."""
    variant, standing = game("vint").variant(), NOTHING_SCORED
    for _ in range(2):
        standing = variant.rubber.standing_after(
            standing, variant.reckon(hand("6D", 12, (3, 1), (1, 3)), standing)
        )
    assert variant.rubber.winner(standing) is NS
    totals = with_bonus(standing.totals, variant.rubber.consolation(standing, NS))
    assert totals == BySide(2 * (6720 + 2400) + 2000, 120)
    assert rubber_value(totals, NS) == 20120


def test_slams_honours_and_undertricks_stand_above_the_line() -> None:
    lines = game("vint").variant().reckon(hand("7H", 12, (3, 1), (3, 1)), NOTHING_SCORED)
    below = {entry.line.value for entry in lines if entry.column is Column.BELOW}
    above = {entry.line.value for entry in lines if entry.column is Column.ABOVE}
    assert below == {"tricks"} and above == {"undertricks", "petit_slam", "honours"}


def test_a_deal_always_yields_thirteen_trick_values_below() -> None:
    for odd in range(1, 8):
        for ns in range(14):
            assert sum(sums(hand(f"{odd}C", ns))["tricks"]) == 130 * odd


def test_a_misdeal_does_not_lose_the_deal() -> None:
    assert not game("vint").variant().misdeal_passes
