"""Whist at the table: honours called before play, options, dummies, the revoke trick (laws 4.2 to 4.4)."""

from __future__ import annotations

import pytest

from rules.calls import CallHonours
from rules.cards import Suit, parse_card
from rules.counting.points_up import PointsUp
from rules.counting.revoke import ClaimWindow, Revoking, awarded
from rules.deal.deal import Deal
from rules.games.all_games import GAMES, game
from rules.refusals import BadOption, HonoursAskedBefore, TooFewHonours, Why
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt, Dummy
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import CLUBS, EAST, EW, NORTH, NS, SOUTH, SPADES, SUITS, WEST, trick
from tests.rules.whist_hands import ALL_WHIST, SEVEN, at, begun, hand, lines, reckoned, turned

# Honours called before play (4.2, ambiguities 29 to 31).

LONG = "whist_long"
SPADES_TURNED = turned("TS")
"""South deals. Of spades north holds ace and queen, east king and knave, the others no honour."""

HEARTS_TURNED = turned("TH")
"""Of hearts north holds king and knave, south the queen, east the ace."""


def test_at_eight_a_player_with_two_may_ask_and_three_end_the_game() -> None:
    deal = begun(LONG, HEARTS_TURNED, at(8, 3))
    assert CallHonours() in deal.options(NORTH)
    deal.check(NORTH, CallHonours())
    over = deal.after(NORTH, CallHonours())
    assert over.over
    entries = reckoned(LONG, over.tally(game(LONG).variant().honours), at(8, 3))
    assert lines(entries) == [("honours_called", "NS", 2), ("game", "NS", 2)]
    for score in 7, 9:
        assert CallHonours() not in begun(LONG, HEARTS_TURNED, at(score, 3)).options(NORTH)


def test_at_long_whist_a_player_with_one_waits_for_the_partners_question() -> None:
    deal = begun(LONG, HEARTS_TURNED, at(8, 3))
    assert CallHonours() not in deal.options(SOUTH)
    with pytest.raises(TooFewHonours) as refused:
        deal.check(SOUTH, CallHonours())
    assert refused.value.least == 2


def test_at_short_whist_of_001_any_player_of_the_side_may_ask() -> None:
    deal = begun("whist_short_001", HEARTS_TURNED, at(4, 0))
    assert deal.after(SOUTH, CallHonours()).over


def test_a_question_answered_no_leaves_the_hand_to_be_played() -> None:
    deal = begun(LONG, SPADES_TURNED, at(8, 3)).after(NORTH, CallHonours())
    assert not deal.over and deal.may_act == {WEST}
    assert CallHonours() not in deal.options(NORTH)
    with pytest.raises(HonoursAskedBefore):
        deal.check(NORTH, CallHonours())


@each("score", [0, 7, 9])
def test_only_at_eight_are_honours_called_at_long_whist(score: int) -> None:
    deal = begun(LONG, HEARTS_TURNED, at(score, 3))
    assert CallHonours() not in deal.options(NORTH)
    with refusing(Why.HONOURS_NOT_CALLED):
        deal.check(NORTH, CallHonours())


def test_ambiguity_29_by_arrangement_also_at_nine_which_then_bars_nothing() -> None:
    deal = begun(LONG, HEARTS_TURNED, at(9, 3), call_at="8-9")
    over = deal.after(NORTH, CallHonours())
    entries = (
        game(LONG).variant({"call_at": "8-9"}).reckon(over.tally(game(LONG).variant().honours), at(9, 3))
    )
    assert over.over and lines(entries)[0] == ("honours_called", "NS", 2)
    uncalled = reckoned(LONG, hand(6, (3, 1)), at(9, 0), call_at="8-9")
    assert ("honours", "NS", 2) in lines(uncalled)
    assert ("honours", "NS", 2) not in lines(reckoned(LONG, hand(6, (3, 1)), at(9, 0)))


def test_at_eight_and_at_nine_the_player_who_asks_needs_no_honour() -> None:
    """[001] "may inquire of the other partner if he has any Honours" (appendix E, E4)."""
    for edition, may_ask in ("4", True), ("3", False):
        law = game(LONG).variant_of((("call_at", "8-9"), ("edition", edition))).settlement
        deal = Deal.begin(law, HEARTS_TURNED, at(8, 9))  # of hearts west has no honour
        assert (CallHonours() in deal.options(WEST)) is may_ask


def test_both_sides_at_eight_may_ask() -> None:
    deal = begun(LONG, SPADES_TURNED, at(8, 8))
    assert CallHonours() in deal.options(NORTH) and CallHonours() in deal.options(EAST)


def test_a_player_may_ask_until_they_have_themselves_played_to_the_first_trick() -> None:
    deal = begun(LONG, HEARTS_TURNED, at(8, 3)).after_card(parse_card("3H"))
    assert CallHonours() in deal.options(NORTH)
    deal = deal.after_card(parse_card("KH"))
    assert CallHonours() not in deal.options(NORTH)
    with refusing(Why.TOO_LATE_TO_CALL_HONOURS):
        deal.check(NORTH, CallHonours())


def test_ambiguity_31_honours_that_were_not_called_are_counted_after_the_tricks() -> None:
    entries = reckoned(LONG, hand(6, (3, 1)), at(8, 0))
    assert lines(entries) == [("odd_tricks", "EW", 1), ("honours", "NS", 2), ("game", "NS", 2)]


@each("options", [{"honours_by": "captured"}, {"honours_to_game": "false"}])
def test_there_is_nothing_to_call_where_honours_in_hand_cannot_end_a_game(options: dict[str, str]) -> None:
    deal = Deal.begin(game(LONG).variant(options).settlement, HEARTS_TURNED, at(8, 3))
    assert CallHonours() not in deal.options(NORTH)


def test_there_is_nothing_to_call_where_honours_are_not_counted() -> None:
    deal = begun("whist_short_001", HEARTS_TURNED, at(4, 0), honours="none")
    assert CallHonours() not in deal.options(NORTH)


# Options.


def test_every_option_that_is_answered_by_yes_or_no_has_the_same_two_words() -> None:
    asked = [choice for one in GAMES.values() for choice in one.choices if "true" in choice.values]
    assert asked and all(sorted(choice.values) == ["false", "true"] for choice in asked)


def test_the_short_whist_of_001_halves_honours_unless_arranged_otherwise() -> None:
    assert reckoned("whist_short_001", hand(6, (4, 0)))[-1].amount == 2
    assert reckoned("whist_short_001", hand(6, (4, 0)), honours="full")[-1].amount == 4


@each("key", ["whist_american", "whist_english"])
def test_ambiguity_37_the_forms_of_003_forget_deductions_and_close_the_claim_early(key: str) -> None:
    variant = game(key).variant()
    assert variant.revoking == Revoking(ClaimWindow.BEFORE_NEXT_LEAD, trick_lost=True)
    assert isinstance(variant.reckoning, PointsUp) and variant.reckoning.revokes.forget
    usual = game("whist_modern").variant()
    assert usual.revoking == Revoking(ClaimWindow.UNTIL_CUT, trick_lost=False)
    assert isinstance(usual.reckoning, PointsUp) and not usual.reckoning.revokes.forget


def test_a_form_without_honours_has_no_option_about_them() -> None:
    with pytest.raises(BadOption):
        game("whist_british").variant({"honours": "full"})


# Dummies (4.3, 4.4).


ONE_DUMMY = (Dummy(NORTH, SOUTH, 0),)


def test_dummy_lies_open_from_the_first_and_the_partner_plays_both_hands() -> None:
    deal = begun("dummy_whist", turned("QH"), dummies=ONE_DUMMY)
    assert deal.playing is not None and deal.playing.faced() == (NORTH,)
    deal = deal.after_card(parse_card("3H"))
    assert deal.may_act == {SOUTH} and deal.playing is not None and deal.playing.hand_due is NORTH


def test_with_two_dummies_each_player_has_two_hands() -> None:
    dummies = (Dummy(NORTH, SOUTH, 0), Dummy(EAST, WEST, 0))
    deal = begun("double_dummy", turned("QH"), dummies=dummies)
    assert deal.playing is not None and deal.playing.faced() == (NORTH, EAST)
    assert {deal.playing.terms.chooser(seat) for seat in Seat} == {SOUTH, WEST}


def test_the_player_of_dummy_may_call_honours_with_their_own_hand_and_dummy_may_not() -> None:
    """North holds two honours of hearts and south one. North asks as dummy's player; dummy cannot."""
    asks = begun("dummy_whist", HEARTS_TURNED, at(8, 0), (Dummy(SOUTH, NORTH, 0),), form="long")
    assert CallHonours() in asks.options(NORTH) and CallHonours() not in asks.options(SOUTH)
    silent = begun("dummy_whist", HEARTS_TURNED, at(8, 0), ONE_DUMMY, form="long")
    assert CallHonours() not in silent.options(NORTH)
    with refusing(Why.DUMMY_MAY_NOT_ACT):
        silent.check(NORTH, CallHonours())


def test_three_play_dummy_whist_and_two_double_dummy() -> None:
    assert (game("dummy_whist").variant().players, game("double_dummy").variant().players) == (3, 2)


def test_dummy_whist_is_counted_as_the_chosen_form() -> None:
    for form, same in ("short", "whist_modern"), ("long", "whist_long"):
        mine, theirs = game("dummy_whist").variant({"form": form}), game(same).variant()
        assert mine.reckoning == theirs.reckoning
        assert mine.rubber == theirs.rubber
        assert mine.settlement == theirs.settlement


def test_ambiguity_7_a_misdeal_loses_the_deal_with_one_dummy_and_never_with_two() -> None:
    assert game("dummy_whist").variant().misdeal_passes
    assert not game("dummy_whist").variant({"misdeal": "same_dealer"}).misdeal_passes
    assert not game("double_dummy").variant().misdeal_passes
    assert all(game(key).variant().misdeal_passes for key in SEVEN)


# The revoke trick (ambiguity 37).


@each(
    ("cards", "revoker", "trumps", "goes_to"),
    [
        ("KH 3H 2C 9H", "S", SPADES, "W"),  # north's king would have won it: west's nine is the higher
        ("KH 3H 2S 9H", "S", SPADES, "W"),  # south has trumped with hearts in hand
        ("KH 3S 2C 9H", "S", SPADES, "E"),  # east has trumped: it was east's trick
        ("3H KD 9H 2D", "S", CLUBS, "E"),  # neither followed or trumped: the higher card
    ],
)
def test_a_revoke_trick_goes_to_the_higher_card_of_the_other_side(
    cards: str, revoker: str, trumps: Suit, goes_to: str
) -> None:
    assert awarded(trick("N", cards), Seat(revoker), trumps) is Seat(goes_to)


@each("key", ALL_WHIST)
def test_a_variant_bears_the_key_of_its_game(key: str) -> None:
    assert game(key).key == game(key).variant().key == key


def test_the_ten_is_no_honour_at_whist() -> None:
    """North holds thirteen trumps, of which four are honours."""
    deal = begun("whist_modern", Dealt(NORTH, SUITS, parse_card("2H"))).after_card(parse_card("AS"))
    honours = game("whist_modern").variant().honours
    assert deal.granted(NS).tally(honours).honours == BySeat(4, 0, 0, 0)


def test_captured_honours_that_a_claim_has_granted_are_the_winners() -> None:
    deal = begun("whist_modern", Dealt(NORTH, SUITS, parse_card("2H"))).after_card(parse_card("AS"))
    honours = game("whist_modern").variant({"honours_by": "captured"}).honours
    found = deal.granted(EW).tally(honours).honours
    assert found.east + found.west == 4 and found.north + found.south == 0
