"""Laws 5: Ruff and Honours. Who ruffs, what is taken in and put out, and what the hand scores."""

from __future__ import annotations

from math import comb

import pytest

from rules.calls import CallHonours, Discard, Pass, Play, TakeStock
from rules.cards import PACK, Hand, parse_card
from rules.counting.reckon import NOTHING_SCORED, Column, Entry, Line, Standing, Tally
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.games.all_games import game
from rules.refusals import (
    CallNotOpen,
    CallsComeFirst,
    NotYourTurn,
    OptionsClash,
    TooFewHonours,
    Why,
    WrongDiscard,
)
from rules.seats import BySeat, BySide, Seat
from rules.settling.terms import Dealt
from rules.settling.turnup import PuttingOut, Ruffing
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, HEARTS, NORTH, NS, SOUTH, SPADES, WEST, held

STOCK = Hand.parse("7H 2C 3C KH")

HANDS = BySeat(
    north=held("S AQ95 H J8 D T63 C A84"),
    east=held("S KJ8 H A92 D Q85 C J75"),
    south=held("S T63 H QT5 D AJ9 C KQ9"),
    west=held("S 742 H 643 D K742 C T6"),
)
"""Twelve each; the stock holds 7H (turned), KH, 2C and 3C. Of hearts east has the ace, south the queen and
north the knave."""

DEALT = Dealt(SOUTH, HANDS, parse_card("7H"))

WITH_KING = HANDS.put(NORTH, held("S AQ9 H KJ8 D T63 C A84")).put(EAST, HANDS.east)
"""North has the king instead of the five of spades, which lies in the stock."""

FOUR_CLUBS = Discard(Hand.parse("JC 7C 5C 2C"))


def begun(cards: Dealt = DEALT, eight: tuple[int, int] = (0, 0), **options: str) -> Deal:
    variant = game("ruff_and_honours").variant(options)
    return Deal.begin(variant.settlement, cards, Standing(below=BySide(*eight)))


def ruffed(deal: Deal, discard: Discard = FOUR_CLUBS) -> Deal:
    """The deal after east has ruffed."""
    for call in TakeStock(), discard:
        deal.check(EAST, call)
        deal = deal.after(EAST, call)
    return deal


def hands() -> BySeat[Hand]:
    deal = ruffed(begun())
    assert deal.playing is not None
    return deal.playing.terms.hands


# The deal and the ruff.


def test_twelve_cards_each_and_the_top_of_the_stock_is_turned() -> None:
    dealt = game("ruff_and_honours").variant().dealing.dealt_out(PACK, SOUTH)
    assert {len(hand) for hand in dealt.hands} == {12}
    assert dealt.stock == Hand.of(PACK[48:]) and dealt.turned is PACK[48]


def test_the_test_hands_leave_four_cards() -> None:
    assert DEALT.stock == STOCK


def test_the_holder_of_the_ace_of_trumps_may_ruff_or_let_it_lie() -> None:
    deal = begun()
    assert isinstance(deal.stage, Ruffing)
    assert deal.may_act == {EAST}
    assert deal.options(EAST) == (TakeStock(), Pass())
    assert deal.options(SOUTH) == ()
    assert deal.terms is not None and deal.terms.trumps is HEARTS


def test_nobody_else_may_ruff_or_speak() -> None:
    with refusing(Why.NOT_YOURS_TO_RUFF):
        begun().check(SOUTH, TakeStock())
    with pytest.raises(NotYourTurn) as refused:
        begun().check(SOUTH, Pass())
    assert refused.value.due == (EAST,)
    with pytest.raises(CallNotOpen):
        begun().check(EAST, FOUR_CLUBS)
    for early in (Play(parse_card("KS")), CallHonours()):
        with pytest.raises(CallsComeFirst) as first:
            begun(eight=(0, 8)).check(EAST, early)
        assert first.value.due == (EAST,)


def test_a_ruff_declined_leaves_the_hands_as_they_are_and_the_eldest_leads() -> None:
    deal = begun().after(EAST, Pass())
    assert deal.playing is not None and deal.playing.terms.hands == HANDS
    assert deal.may_act == {WEST}


def test_a_player_who_ruffs_takes_all_four_and_then_holds_sixteen() -> None:
    deal = begun().after(EAST, TakeStock())
    assert isinstance(deal.stage, PuttingOut)
    assert deal.held.of(EAST) == HANDS.east | STOCK and len(deal.held.of(EAST)) == 16
    assert deal.held.of(SOUTH) == HANDS.south
    assert deal.may_act == {EAST} and deal.options(EAST) == ()


def test_four_cards_go_out_from_the_old_hand_or_the_stock() -> None:
    assert hands().east == (HANDS.east | STOCK) - Hand.parse("JC 7C 5C 2C")
    assert len(hands().east) == 12
    assert hands().north == HANDS.north


def test_the_card_turned_up_may_go_out_and_the_ace_too() -> None:
    deal = ruffed(begun(), Discard(Hand.parse("7H AH KH 2C")))
    assert deal.playing is not None
    assert deal.playing.terms.hands.east & Hand.parse("7H AH KH 2C") == Hand()
    assert deal.playing.terms.trumps is HEARTS


@each("cards", ["", "JC 7C 5C", "JC 7C 5C 2C 3C", "JC 7C 5C QH", "2D 3D 4D 5D"])
def test_neither_more_nor_fewer_nor_others_go_out(cards: str) -> None:
    deal = begun().after(EAST, TakeStock())
    with pytest.raises(WrongDiscard) as refused:
        deal.check(EAST, Discard(Hand.parse(cards)))
    assert refused.value.count == 4


def test_only_the_player_who_took_the_stock_puts_out_and_cannot_go_back() -> None:
    deal = begun().after(EAST, TakeStock())
    with pytest.raises(NotYourTurn):
        deal.check(WEST, FOUR_CLUBS)
    with pytest.raises(CallNotOpen):
        deal.check(EAST, Pass())


def test_every_choice_of_four_out_of_sixteen_is_open() -> None:
    """There are 1,820. Of five cards of the sixteen and one from elsewhere, five choices are open."""
    assert comb(16, 4) == 1820
    deal = begun().after(EAST, TakeStock())
    mine = list(deal.held.of(EAST))[:5]
    pool, open_ = [*mine, parse_card("AS")], 0
    for bits in range(1 << len(pool)):
        chosen = Hand.of(card for place, card in enumerate(pool) if bits >> place & 1)
        try:
            deal.check(EAST, Discard(chosen))
        except RulesError:
            continue
        open_ += 1
    assert open_ == 5


def test_the_others_hear_that_cards_were_put_out_and_not_which() -> None:
    calls = ruffed(begun()).calls
    assert [called.call for called in calls] == [TakeStock(), Discard()]
    assert len(calls[1].call.cards) == 0  # type: ignore[union-attr]


# Who ruffs (ambiguities 43 and 44).

HIDDEN = Dealt(SOUTH, HANDS.put(EAST, held("S KJ8 H K92 D Q85 C J75")), parse_card("7H"))
"""The ace of hearts lies in the stock, under the seven."""

TURNED = Dealt(SOUTH, HIDDEN.hands, parse_card("AH"))


@each(
    ("cards", "options", "ruffs"),
    [
        (DEALT, {}, EAST),
        (DEALT, {"ruff_right": "dealer"}, SOUTH),
        (HIDDEN, {}, None),
        (HIDDEN, {"ace_hidden": "dealer"}, SOUTH),
        (HIDDEN, {"ace_turned": "none"}, None),
        (HIDDEN, {"ruff_right": "dealer"}, SOUTH),
        (TURNED, {}, SOUTH),
        (TURNED, {"ace_turned": "none"}, None),
        (TURNED, {"ace_turned": "none", "ace_hidden": "dealer"}, None),
        (TURNED, {"ruff_right": "dealer"}, SOUTH),
    ],
)
def test_who_may_ruff(cards: Dealt, options: dict[str, str], ruffs: Seat | None) -> None:
    deal = Deal.begin(game("ruff_and_honours").variant(options).settlement, cards)
    assert deal.may_act == {ruffs or WEST}
    assert (deal.playing is None) == (ruffs is not None)


@each("clash", [("ace_turned", "none"), ("ace_hidden", "dealer")])
def test_where_the_dealer_always_ruffs_the_ace_means_nothing(clash: tuple[str, str]) -> None:
    with pytest.raises(OptionsClash) as refused:
        game("ruff_and_honours").variant({"ruff_right": "dealer", clash[0]: clash[1]})
    assert (refused.value.key, refused.value.other) == ("ruff_right", clash[0])


def test_the_dealer_who_has_the_ruff_takes_the_stock_and_may_not_pass() -> None:
    """[001] "The dealer then takes the pile"; who has the ace "was allowed" to ([002]; appendix E, E5)."""
    taking, allowed, earlier = (
        Deal.begin(game("ruff_and_honours").variant_of(options).settlement, DEALT)
        for options in (
            game("ruff_and_honours").opening({"ruff_right": "dealer"}),
            game("ruff_and_honours").opening({}),
            (("edition", "3"), ("ruff_right", "dealer")),
        )
    )
    assert taking.options(SOUTH) == (TakeStock(),) and allowed.options(EAST) == (TakeStock(), Pass())
    assert earlier.options(SOUTH) == (TakeStock(), Pass())
    with pytest.raises(CallNotOpen):
        taking.check(SOUTH, Pass())
    taking.check(SOUTH, TakeStock())
    lies = allowed.after(EAST, Pass())
    assert lies.playing is not None and lies.playing.terms.hands == DEALT.hands


# Honours (ambiguity 46) and calling.


def lines(entries: tuple[Entry, ...]) -> list[tuple[Line, int, Column]]:
    return [(entry.line, entry.amount, entry.column) for entry in entries]


def claimed(deal: Deal, honours_at: str = "after_ruff") -> Tally:
    """What the deal scored if NS were granted every trick after the lead."""
    deal = deal.after_card(parse_card("6H"))
    return deal.granted(NS).tally(game("ruff_and_honours").variant({"honours_at": honours_at}).honours)


def test_ambiguity_46_honours_are_counted_as_held_after_the_ruff_unless_arranged_otherwise() -> None:
    """East had the ace, and takes the king out of the stock."""
    assert claimed(ruffed(begun())).honours == BySeat(1, 2, 1, 0)
    assert claimed(ruffed(begun()), "as_dealt").honours == BySeat(1, 1, 1, 0)


def test_honours_put_out_or_left_in_the_stock_count_for_nobody() -> None:
    out = Discard(Hand.parse("AH KH 2C 3C"))
    assert claimed(ruffed(begun(), out)).honours == BySeat(1, 0, 1, 0)
    assert claimed(begun().after(EAST, Pass())).honours == BySeat(1, 1, 1, 0)


def test_twelve_tricks_are_played_and_six_each_score_nothing() -> None:
    assert claimed(ruffed(begun())).tricks == BySide(12, 0)
    variant = game("ruff_and_honours").variant()
    assert variant.reckon(Tally(SPADES, 0, BySide(6, 6), BySeat(1, 1, 1, 1)), NOTHING_SCORED) == ()


def test_honours_are_called_at_eight_after_the_ruff_by_a_player_with_two() -> None:
    """North knave and king, south the queen: three of four."""
    cards = Dealt(SOUTH, WITH_KING, parse_card("7H"))
    deal = ruffed(begun(cards, (8, 0)))
    assert CallHonours() in deal.options(NORTH)
    with pytest.raises(TooFewHonours):
        deal.check(SOUTH, CallHonours())
    over = deal.after(NORTH, CallHonours())
    assert over.over
    variant = game("ruff_and_honours").variant()
    standing = Standing(below=BySide(8, 5))
    entries = variant.reckon(over.tally(variant.honours), standing)
    assert lines(entries) == [(Line.HONOURS_CALLED, 2, Column.BELOW), (Line.GAME, 1, Column.BONUS)]
    assert variant.rubber.winner(variant.rubber.standing_after(standing, entries)) is NS


def test_the_ruffer_may_call_what_the_stock_brought_in() -> None:
    """East holds the ace and, out of the stock, the king; west has no honour: two are not enough."""
    deal = ruffed(begun(eight=(0, 8)))
    assert CallHonours() in deal.options(EAST)
    assert not deal.after(EAST, CallHonours()).over
    assert CallHonours() not in begun(eight=(0, 8)).after(EAST, Pass()).options(EAST)


def test_honours_shown_to_a_call_count_though_others_are_counted_as_dealt() -> None:
    """East takes the king in, and has the ace and the knave: dealt two, shown three."""
    shifted = HANDS.put(EAST, held("S KJ8 H AJ2 D Q85 C J75")).put(NORTH, held("S AQ95 H 98 D T63 C A84"))
    deal = ruffed(begun(Dealt(SOUTH, shifted, parse_card("7H")), (0, 8), honours_at="as_dealt"))
    over = deal.after(EAST, CallHonours())
    variant = game("ruff_and_honours").variant({"honours_at": "as_dealt"})
    found = over.tally(variant.honours)
    assert over.over and found.honours.east == 2
    entries = variant.reckon(found, Standing(below=BySide(0, 8)))
    assert lines(entries)[0] == (Line.HONOURS_CALLED, 2, Column.BELOW)


def test_nobody_calls_below_eight() -> None:
    cards = Dealt(SOUTH, WITH_KING, parse_card("7H"))
    assert CallHonours() not in ruffed(begun(cards, (7, 0))).options(NORTH)


def test_a_match_is_one_game_of_nine_up_and_worth_one() -> None:
    rubber = game("ruff_and_honours").variant().rubber
    assert (rubber.game, rubber.games, rubber.bonus) == (9, 1, 0)


def test_a_misdeal_loses_the_deal() -> None:
    assert game("ruff_and_honours").variant().misdeal_passes
