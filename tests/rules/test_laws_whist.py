"""Whist: the turned card, the order of counting and the figures of each form (laws 4.1, 4.2)."""

from __future__ import annotations

from dataclasses import replace

from rules.calls import Play
from rules.cards import PACK, parse_card
from rules.counting.points_up import PointsUp
from rules.counting.reckon import NIL, NOTHING_SCORED, Column, Counted, Line, Penalty
from rules.counting.rubber import rubber_value, with_bonus
from rules.deal.deal import Deal
from rules.deal.dealing import TurnedUp
from rules.games.all_games import game
from rules.seats import BySeat, BySide, Side
from rules.settling.terms import Dealt
from tests.each import each
from tests.rules.deals import CLUBS, EW, HEARTS, NS, SOUTH, SUITS, WEST
from tests.rules.whist_hands import ALL_WHIST, SEVEN, at, begun, hand, lines, reckoned, turned

# The turned card (4.1).


def test_the_suit_of_the_dealers_last_card_is_trumps_and_the_eldest_leads() -> None:
    deal = begun("whist_modern", turned("QH"))
    assert deal.terms is not None and deal.terms.trumps is HEARTS
    assert deal.may_act == {WEST}
    assert not deal.terms.dummies and deal.terms.calling is None


def test_at_no_score_may_a_side_call_honours_where_only_one_at_eight_may() -> None:
    deal = begun("whist_long", turned("QH"))
    assert deal.terms is not None and deal.terms.calling is None


@each("key", ALL_WHIST)
def test_the_whole_pack_is_dealt_and_the_dealers_last_card_is_turned(key: str) -> None:
    dealing = game(key).variant().dealing
    dealt = dealing.dealt_out(PACK, SOUTH)
    assert dealt.turned is PACK[51] and PACK[51] in dealt.hands.of(SOUTH)
    assert not dealt.stock


@each("key", ALL_WHIST)
def test_a_blind_trump_is_cut_before_the_deal_by_arrangement(key: str) -> None:
    variant = game(key).variant({"trump": "blind"})
    assert variant.dealing.turned is TurnedUp.BLIND
    for card, trumps in ("2C", CLUBS), ("2H", HEARTS):
        dealt = variant.dealing.dealt_out(PACK, SOUTH, parse_card(card))
        assert Deal.begin(variant.settlement, dealt).terms.trumps is trumps  # type: ignore[union-attr]


def test_the_turned_card_may_be_played_to_the_first_trick() -> None:
    deal = begun("whist_modern", turned("QH"))
    for name in ("3H", "KH", "2H"):
        deal = deal.after_card(parse_card(name))
    assert Play(parse_card("QH")) in deal.options(SOUTH)


# The order of counting (4.2).


def test_revokes_then_tricks_then_honours() -> None:
    entries = reckoned("whist_modern", hand(8, (4, 0), ((NS, Penalty.ADD),)))
    assert lines(entries) == [
        ("revoke_added", "EW", 3),
        ("odd_tricks", "NS", 2),
        ("honours", "NS", 4),
        ("revoke_cap", "NS", -2),
    ]


def test_a_game_won_by_a_penalty_leaves_no_lines_for_tricks_or_honours() -> None:
    entries = reckoned("whist_modern", hand(13, (4, 0), ((NS, Penalty.ADD),)), at(0, 2))
    assert lines(entries) == [("revoke_added", "EW", 3), ("game", "EW", 3)]


def test_a_game_won_by_cards_leaves_no_line_for_honours() -> None:
    assert lines(reckoned("whist_modern", hand(11, (0, 4)))) == [("odd_tricks", "NS", 5), ("game", "NS", 3)]


def test_every_line_but_the_game_counts_below_with_its_count_and_unit() -> None:
    entries = reckoned("whist_modern", hand(9, (4, 0)))
    tricks, honours, won = entries
    assert (tricks.column, tricks.count, tricks.unit) == (Column.BELOW, 3, 1)
    assert lines(reckoned("whist_modern", hand(6))) == [("odd_tricks", "EW", 1)]
    assert (honours.column, honours.count, honours.unit) == (Column.BELOW, 1, 4)
    assert (won.line, won.column, won.amount) == (Line.GAME, Column.BONUS, 3)


def test_transferred_points_are_two_lines() -> None:
    entries = reckoned("whist_american", hand(7, (0, 0), ((NS, Penalty.TRANSFER),)), at(4, 0))
    assert lines(entries) == [
        ("revoke_deducted", "NS", -2),
        ("revoke_added", "EW", 2),
        ("odd_tricks", "NS", 1),
    ]


def test_ambiguity_39_revokes_on_both_sides_are_punished_both_unless_the_table_lets_them_cancel() -> None:
    both = hand(8, (2, 2), ((NS, Penalty.ADD), (EW, Penalty.ADD)))
    assert lines(reckoned("whist_modern", both)) == [
        ("revoke_added", "EW", 3),
        ("revoke_added", "NS", 3),
        ("odd_tricks", "NS", 2),
        ("revoke_cap", "NS", -1),
    ]
    assert lines(reckoned("whist_modern", both, both_revoke="cancel")) == [("odd_tricks", "NS", 2)]


def test_reading_r2_by_the_second_edition_the_hand_that_won_the_game_noted_no_honours() -> None:
    """South and north note four honours, then the others two; north and south win the game at five to one,
    and the four of the others in that hand are not noted."""
    variant = game("whist_english").variant_of((("edition", "2"), ("honours_to_game", "false")))
    entries = variant.reckon(hand(9, (4, 0)), NOTHING_SCORED)
    assert [(one.line, one.column) for one in entries] == [
        (Line.ODD_TRICKS, Column.BELOW),
        (Line.HONOURS, Column.NOTED),
    ]
    first = variant.rubber.standing_after(NOTHING_SCORED, entries)
    assert (first.below, first.totals, first.noted) == (BySide(3, 0), NIL, BySide(4, 0))
    second = variant.rubber.standing_after(first, variant.reckon(hand(6, (0, 3)), first))
    assert (second.below, second.totals, second.noted) == (BySide(3, 1), NIL, BySide(4, 2))
    last = variant.reckon(hand(8, (0, 4)), second)
    assert [(one.line, one.side, one.amount) for one in last[1:]] == [
        (Line.HONOURS_NOTED, Side.NS, 4),
        (Line.GAME, Side.NS, 2),
    ]
    won = variant.rubber.standing_after(second, last)
    assert (won.below, won.games, won.totals, won.noted) == (NIL, BySide(1, 0), BySide(6, 0), NIL)


def test_ambiguity_32_in_the_first_edition_both_sides_scored_their_honours_in_the_rubber() -> None:
    variant = game("whist_english").variant_of((("honours_to_game", "false"),))
    entries = variant.reckon(hand(9, (4, 0)), NOTHING_SCORED)
    assert entries[1].column is Column.ABOVE
    after = variant.rubber.standing_after(NOTHING_SCORED, entries)
    assert (after.below, after.totals) == (BySide(3, 0), BySide(4, 0))


def test_ambiguity_32_honours_counted_to_the_game_win_it_unless_arranged_otherwise() -> None:
    usual = game("whist_modern").variant().reckon(hand(9, (4, 0)), NOTHING_SCORED)
    assert [one.line for one in usual] == [Line.ODD_TRICKS, Line.HONOURS, Line.GAME]
    english = game("whist_english").variant().reckon(hand(9, (4, 0)), NOTHING_SCORED)
    assert [one.line for one in english] == [Line.ODD_TRICKS, Line.HONOURS]


def test_ambiguity_35_honours_are_theirs_who_held_them_unless_capturing_is_arranged() -> None:
    assert game("whist_honors").variant().honours.counted is Counted.DEALT
    assert game("whist_honors").variant({"honours_by": "captured"}).honours.counted is Counted.CAPTURED


def test_captured_honours_are_counted_from_the_tricks() -> None:
    """Every suit in one hand: west has dealt and turned a club, holds all trumps and wins every trick."""
    deal = begun("whist_modern", Dealt(WEST, SUITS, parse_card("2C")))
    for _ in range(52):
        (seat,) = deal.may_act
        deal = deal.after_card(deal.options(seat)[0].card)  # type: ignore[union-attr]
    captured = game("whist_modern").variant({"honours_by": "captured"})
    assert deal.tally(captured.honours).honours == BySeat(0, 0, 0, 4)
    assert deal.tally(captured.honours).tricks == BySide(0, 13)


# Figures (4.2, table).


def test_the_figures_of_the_seven_forms() -> None:
    """Game, honours for three and four, the bar, the scores at which honours are called, points for a
    revoke."""
    figures = {}
    for key in SEVEN:
        variant = game(key).variant()
        reckoning, call_at = variant.reckoning, variant.settlement.call_at  # type: ignore[attr-defined]
        assert isinstance(reckoning, PointsUp)
        honours = reckoning.honours
        figures[key] = (
            reckoning.game,
            (honours.three, honours.four, honours.bar) if honours else None,
            call_at.scores if call_at else (),
            reckoning.revokes.points,
            reckoning.revokes.cap,
        )
    assert figures == {
        "whist_modern": (5, (2, 4, 4), (), 3, 4),
        "whist_long": (10, (2, 4, 9), (8,), 3, 9),
        "whist_short_001": (5, (1, 2, None), (4,), 3, 4),
        "whist_english": (5, (2, 4, None), (), 3, 4),
        "whist_american": (7, None, (), 2, 6),
        "whist_honors": (5, (2, 4, 4), (), 3, 4),
        "whist_british": (5, None, (), 3, 4),
    }


@each(
    ("key", "loser", "value"),
    [
        ("whist_modern", 0, 3),
        ("whist_modern", 1, 2),
        ("whist_modern", 2, 2),
        ("whist_modern", 3, 1),
        ("whist_modern", 4, 1),
        ("whist_long", 0, 2),
        ("whist_long", 4, 2),
        ("whist_long", 5, 1),
        ("whist_long", 9, 1),
        ("whist_american", 0, 7),
        ("whist_american", 6, 1),
        ("whist_british", 0, 1),
        ("whist_british", 4, 1),
        ("dummy_whist", 0, 3),
        ("double_dummy", 4, 1),
        ("whist_honors", 2, 2),
    ],
)
def test_what_a_game_is_worth_by_the_losers_score(key: str, loser: int, value: int) -> None:
    variant = game(key).variant()
    entries = variant.reckon(hand(13), at(0, loser))
    if variant.rubber.game == 10:
        entries = variant.reckon(hand(13), at(9, loser))
    assert lines(entries)[-1] == ("game", "NS", value)


def test_ambiguity_28_ten_to_nothing_is_a_triple_only_by_arrangement() -> None:
    def value(loser: int) -> int:
        return reckoned("whist_long", hand(7), at(9, loser), long_treble="true")[-1].amount

    assert [value(loser) for loser in (0, 1, 4, 5)] == [3, 2, 2, 1]


def test_a_rubber_is_worth_its_game_points_and_two_less_the_losers() -> None:
    """A treble, the losers' single, a double and two: 3 + 2 + 2 - 1 = 6."""
    variant = game("whist_modern").variant()
    standing = NOTHING_SCORED
    for before, ns in ((0, 0), 13), ((3, 4), 6), ((4, 2), 7):
        entries = variant.reckon(hand(ns), replace(standing, below=BySide(*before)))
        standing = variant.rubber.standing_after(replace(standing, below=BySide(*before)), entries)
    assert standing.games == BySide(2, 1) and variant.rubber.winner(standing) is NS
    totals = with_bonus(standing.totals, variant.rubber.consolation(standing, NS))
    assert totals == BySide(7, 1) and rubber_value(totals, NS) == 6


def test_a_match_of_one_game_has_no_rubber_points() -> None:
    for key, options in (
        ("whist_american", {}),
        ("whist_british", {}),
        ("whist_honors", {"match": "game"}),
        ("dummy_whist", {"dummy_rotation": "game"}),
    ):
        variant = game(key).variant(options)
        standing = variant.rubber.standing_after(NOTHING_SCORED, variant.reckon(hand(13), NOTHING_SCORED))
        assert variant.rubber.winner(standing) is NS
        assert variant.rubber.consolation(standing, NS).amount == 0
