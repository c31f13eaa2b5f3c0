"""Rules of the seed documents that docs/reference/seeds.md lists, each by itself: what other tests try only
beside others (appendix E, E10)."""

from __future__ import annotations

from rules.calls import CallHonours
from rules.counting.reckon import Penalty
from rules.games.all_games import game
from rules.games.variant import penalties
from tests.each import each
from tests.rules.deals import NS, WEST
from tests.rules.whist_hands import at, begun, hand, lines, reckoned, turned
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

TAKE, ADD, DEDUCT, TRANSFER = Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT, Penalty.TRANSFER


def test_at_biritch_no_card_is_turned_up_before_the_room() -> None:
    deal = Evening(0).seat(ANNA, BORIS, CLARA, DAVID).start().cut().view(None).deal
    assert deal is not None and deal.turned is None


GAMES_WON = [
    *((key, 5, 1) for key in ("whist_modern", "whist_short_001", "whist_english", "whist_honors")),
    *((key, 5, 1) for key in ("whist_british", "dummy_whist", "double_dummy")),
    ("whist_long", 10, 1),
    ("whist_american", 7, 1),
    ("ruff_and_honours", 9, 1),
    ("cottons_whist", 9, 1),
    ("biritch", 30, 2),
    ("bridge", 30, 2),
]


@each(("key", "points", "trick"), GAMES_WON)
def test_so_many_points_win_the_game_and_one_trick_fewer_does_not(key: str, points: int, trick: int) -> None:
    """One odd trick, in spades; two honours each."""
    law = game(key).variant().rubber
    for short, winner in (trick, NS), (2 * trick, None):
        standing = at(points - short, 0)
        entries = reckoned(key, hand(7), standing)
        assert law.game_won_by(standing, entries) is winner


def test_for_a_revoke_at_whist_three_points_are_added_or_deducted_or_three_tricks_taken() -> None:
    revoked = {one: reckoned("whist_modern", hand(9, (2, 2), ((NS, one),)), at(4, 0)) for one in (ADD, TAKE)}
    assert ("revoke_added", "EW", 3) in lines(revoked[ADD])
    assert lines(revoked[TAKE]) == [("odd_tricks", "EW", 1)]  # 4 + 3 tricks
    entries = reckoned("whist_modern", hand(6, (2, 2), ((NS, DEDUCT),)), at(4, 0))
    assert lines(entries) == [("revoke_deducted", "NS", -3), ("odd_tricks", "EW", 1)]


@each(
    ("key", "of_them"),
    [
        ("whist_modern", (TAKE, ADD, DEDUCT)),
        ("whist_long", (TAKE, ADD, DEDUCT)),
        ("whist_english", (ADD, DEDUCT, TRANSFER)),
        ("whist_american", (TRANSFER,)),
    ],
)
def test_the_penalties_to_choose_from_are_those_of_the_source(key: str, of_them: tuple[Penalty, ...]) -> None:
    assert set(penalties(game(key).variant(), NS, None)) == set(of_them)


@each(("key", "bar"), [("whist_modern", 4), ("whist_honors", 4), ("whist_long", 9)])
def test_a_side_that_began_so_near_the_game_scores_no_honours(key: str, bar: int) -> None:
    """Six tricks, and all four honours."""
    assert [line for line in lines(reckoned(key, hand(6, (4, 0)), at(bar, 0))) if line[0] == "honours"] == []
    assert ("honours", "NS", 4) in lines(reckoned(key, hand(6, (4, 0)), at(bar - 1, 0)))


def test_at_short_whist_of_001_who_asks_at_four_needs_no_honour_and_nobody_asks_at_three() -> None:
    """Of hearts west holds no honour."""
    for score, may_ask in (4, True), (3, False):
        deal = begun("whist_short_001", turned("TH"), at(0, score))
        assert (CallHonours() in deal.options(WEST)) is may_ask


def test_the_turned_card_is_known_to_lie_with_the_dealer_until_they_have_played_it() -> None:
    evening = Evening(0, "whist_modern").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    seen = set()
    while evening.table.deals == 1 and (deal := evening.view(None).deal) is not None:
        gone = [card for trick in (*deal.tricks, deal.trick) if trick is not None for card in trick.cards]
        assert deal.turned is not None
        assert deal.turned_with is (None if deal.turned in gone else deal.dealer)
        seen.add(deal.turned_with)
        evening.step()
    assert len(seen) == 2
