"""Rules of the seed documents that docs/reference/seeds.md lists, each by itself: what other tests try only
beside others (appendix E, E10)."""

from __future__ import annotations

from rules.calls import CallHonours
from rules.cards import parse_card
from rules.counting.reckon import Penalty, Standing
from rules.games.all_games import GAMES, game
from rules.games.variant import Variant, penalties
from rules.seats import BySide, Seat, Side
from tests.each import each
from tests.rules.deals import EAST, NORTH, NS, SOUTH, WEST
from tests.rules.whist_hands import at, begun, hand, lines, reckoned, turned
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

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
    entries = reckoned("whist_modern", hand(6, (2, 2), ((NS, DEDUCT),)), at(2, 0))
    assert lines(entries) == [("revoke_deducted", "NS", -2), ("odd_tricks", "EW", 1)]


def test_by_003_a_deduction_for_which_there_are_too_few_points_is_forgotten_for_an_award() -> None:
    for score, lost in (3, ("revoke_deducted", "NS", -3)), (2, ("revoke_added", "EW", 3)):
        entries = reckoned("whist_english", hand(6, (2, 2), ((NS, DEDUCT),)), at(score, 0))
        assert lines(entries) == [lost, ("odd_tricks", "EW", 1)]


HONOURS_OF_FORMS = [
    *((key, 2, 4) for key in ("whist_modern", "whist_long", "whist_english", "whist_honors")),
    ("whist_short_001", 1, 2),
]


@each(("key", "three", "four"), HONOURS_OF_FORMS)
def test_three_honours_and_four_score_so_many_points_and_two_none(key: str, three: int, four: int) -> None:
    """Each side wins six tricks, of twelve; the honours are in one hand or in two."""
    for held, points in ((3, 0), three), ((3, 1), three), ((4, 0), four), ((2, 2), 0):
        for side in Side:
            honours = held if side is NS else (held[1], held[0])
            entries = reckoned(key, hand(6, honours)._replace(tricks=BySide(6, 6)))
            assert lines(entries) == [("honours", side.value, points)] * bool(points)


def test_honours_are_halved_or_not_counted_by_arrangement() -> None:
    for value, three, four in ("halved", 1, 2), ("full", 2, 4), ("none", 0, 0):
        for held, points in (3, three), (4, four):
            entries = reckoned("whist_modern", hand(6, (held, 0)), honours=value)
            assert lines(entries)[1:] == [("honours", "NS", points)] * bool(points)


@each("key", ["whist_english", "whist_american", "whist_modern", "whist_honors", "whist_british"])
def test_no_game_is_over_before_a_trick_where_no_source_has_honours_called(key: str) -> None:
    """South holds two honours of hearts and north two."""
    for score in range(7):
        deal = begun(key, turned("QH"), at(min(score, 6 if key == "whist_american" else 4), 0))
        assert not any(CallHonours() in deal.options(seat) for seat in Seat)


def test_captured_honours_are_those_in_the_tricks_that_a_side_wins() -> None:
    """Hearts are trumps; every hand plays the lowest card it may, and east draws the king."""
    deal = begun("whist_honors", turned("QH"), honours_by="captured")
    for card in map(parse_card, ("6H", "KH", "AH", "5H")):
        deal = deal.after_card(card)
    while not deal.over:
        assert deal.playing is not None
        deal = deal.after_card(deal.playing.legal.cards[-1])
    assert deal.playing is not None
    captured = dict.fromkeys(Seat, 0)
    for trick, winner in zip(deal.playing.tricks, deal.winners(), strict=True):
        captured[winner] += sum(str(card) in ("AH", "KH", "QH", "JH") for card in trick.cards)
    of = {one: game("whist_honors").variant({"honours_by": one}).honours for one in ("captured", "dealt")}
    dealt, taken = (deal.tally(of[one]).honours for one in ("dealt", "captured"))
    assert dict(dealt.items()) == {NORTH: 2, EAST: 1, SOUTH: 1, WEST: 0}
    assert dict(taken.items()) == captured != dict(dealt.items())


def opened(key: str, **options: str) -> Variant:
    """As it is opened today."""
    return game(key).variant_of(game(key).opening(options))


def test_the_games_of_001_alone_go_to_the_right() -> None:
    right = {key for key in GAMES if not opened(key).house.clockwise}
    assert right == {"bridge", "whist_short_001"}
    assert not opened("whist_long", preset="seed001").house.clockwise
    assert opened("bridge", preset="laws1904").house.clockwise


def test_the_long_whist_of_001_is_called_at_eight_and_nine_and_has_its_treble() -> None:
    seed, hoyle = (opened("whist_long", preset=preset) for preset in ("seed001", "hoyle"))
    for variant, scores, treble in (seed, {8, 9}, 3), (hoyle, {8}, 2):
        begin = variant.settlement.begin
        called = {score for score in range(10) if begin(turned("TH"), at(score, 0), ()).calling}  # type: ignore[union-attr]
        assert called == scores
        assert lines(variant.reckon(hand(13), at(3, 0)))[-1] == ("game", "NS", treble)


def test_honors_whist_is_one_game_and_no_rubber() -> None:
    for options, games in ({}, 1), ({"match": "rubber"}, 2):
        law = opened("whist_honors", **options).rubber
        ended = [law.end(Standing(games=BySide(won, 0))) for won in (1, 2)]
        assert [end is not None for end in ended] == [games == 1, True]
    law = opened("whist_honors").rubber
    assert law.consolation(Standing(games=BySide(1, 0)), NS).amount == 0


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
    before = lines(reckoned(key, hand(8, (4, 0)), at(bar - 2, 0)))  # in the hand it comes to the bar
    assert before[:2] == [("odd_tricks", "NS", 2), ("honours", "NS", 4)]


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
