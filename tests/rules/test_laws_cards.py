"""Laws 1.1: cards and play."""

from __future__ import annotations

import random

import pytest

from rules.calls import Play
from rules.cards import PACK, WHOLE_PACK, Hand, Rank, Suit, parse_card
from rules.errors import Unreadable
from rules.refusals import MustFollowSuit, NotYourTurn
from rules.seats import BySeat, Seat
from rules.tricks import playable, winner
from tests.each import each
from tests.rules.deals import (
    CLUBS,
    DIAMONDS,
    EAST,
    HEARTS,
    NORTH,
    ORDINARY,
    SOUTH,
    SPADES,
    SUITS,
    WEST,
    dealt,
    held,
    played,
    settled,
    trick,
)


def test_the_pack_has_fifty_two_different_cards_thirteen_of_a_suit() -> None:
    assert len(set(PACK)) == len(WHOLE_PACK) == 52
    assert all(len(WHOLE_PACK.suit(suit)) == 13 for suit in Suit)


def test_the_ace_is_the_highest_card_in_play_and_the_lowest_in_cutting() -> None:
    assert max(Rank) is Rank.ACE
    assert sorted(Rank, key=lambda rank: rank.in_cutting)[:2] == [Rank.ACE, Rank.TWO]
    assert max(Rank, key=lambda rank: rank.in_cutting) is Rank.KING


def test_in_play_the_order_is_ace_king_queen_knave_ten_and_so_down() -> None:
    assert "".join(rank.letter for rank in sorted(Rank, reverse=True)) == "AKQJT98765432"


def test_play_goes_clockwise_from_the_leader() -> None:
    assert tuple(WEST.onwards()) == (WEST, NORTH, EAST, SOUTH)


def test_partners_sit_opposite() -> None:
    assert (NORTH.partner, EAST.partner) == (SOUTH, WEST)


def test_a_seats_right_is_where_it_is_the_left() -> None:
    assert all(seat.right.left is seat and seat.left.right is seat for seat in Seat)


def test_the_leader_may_lead_any_card_trumps_included() -> None:
    assert settled(trumps="clubs").options(WEST) == tuple(Play(card) for card in ORDINARY.west)


def test_a_hand_that_can_follow_suit_may_play_nothing_else() -> None:
    assert playable(held("H A3 S K D 2 C 9").bits, HEARTS) == held("H A3").bits


def test_a_hand_void_of_the_suit_led_may_play_any_card() -> None:
    assert playable(held("S K D 2 C 9").bits, HEARTS) == held("S K D 2 C 9").bits


def test_a_card_of_another_suit_is_refused_and_the_refusal_names_the_suit() -> None:
    deal = played(settled(), "2C")
    with pytest.raises(MustFollowSuit) as refused:
        deal.check(SOUTH, Play(parse_card("AS")))
    assert (refused.value.led, refused.value.card) == (CLUBS, parse_card("AS"))


TWO_EACH = BySeat(north=held("S 2 H A"), east=held("S 3 H 3"), south=held("C AK"), west=held("C 2 D 2"))
"""Two cards a seat: north and east have no club and both can trump with a heart."""


def test_trumping_over_trumping_and_discarding_are_all_free() -> None:
    deal = played(settled(TWO_EACH), "2C")
    assert {str(play.card) for play in deal.options(SOUTH) if isinstance(play, Play)} == {"AH", "2S"}
    deal = played(deal, "AH")
    assert {str(play.card) for play in deal.options(EAST) if isinstance(play, Play)} == {"3H", "3S"}


@each(
    ("cards", "trumps", "won_by"),
    [
        ("4H 3H TH 9H", None, EAST),
        ("4H AD TH 9H", None, EAST),
        ("4H AD KD 9H", DIAMONDS, NORTH),
        ("QH AH 2S KH", SPADES, EAST),
        ("QH 3S 2S KH", SPADES, NORTH),
        ("2S AH AD AC", None, WEST),
        ("2S AH AD AC", SPADES, WEST),
        ("TH JH QH KH", CLUBS, SOUTH),
        ("9H TH 8H 2C", CLUBS, SOUTH),
        ("2C 9C TH AC", None, SOUTH),
    ],
)
def test_the_highest_trump_wins_and_without_one_the_highest_of_the_suit_led(
    cards: str, trumps: Suit | None, won_by: Seat
) -> None:
    """West leads; then north, east, south."""
    assert winner(trick("W", cards), trumps) is won_by


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    """Hearts are trumps: clubs 2, 4, J, K; south has played the king."""
    deal = played(settled(), "2C 4C JC KC")
    assert deal.playing is not None
    assert deal.playing.hand_due is SOUTH and deal.may_act == {SOUTH}
    ruffed = played(settled(SUITS), "AC 2H AS AD").playing
    assert ruffed is not None and ruffed.hand_due is NORTH


def test_a_whole_deal_has_thirteen_tricks_and_one_side_wins_seven_or_more() -> None:
    for seed in range(20):
        deal, choose = settled(dealt(seed).hands), random.Random(seed)
        while not deal.over:
            (seat,) = deal.may_act
            option = choose.choice(deal.options(seat))
            assert isinstance(option, Play)
            deal = deal.after_card(option.card)
        assert deal.playing is not None and len(deal.playing.tricks) == 13
        ns, ew = deal.playing.won()
        assert ns + ew == 13 and max(ns, ew) >= 7


def test_a_card_out_of_turn_is_refused_and_the_refusal_names_whose_turn_it_is() -> None:
    with pytest.raises(NotYourTurn) as refused:
        settled().check(EAST, Play(parse_card("AH")))
    assert refused.value.due == (WEST,)


def test_cards_are_read_in_either_case_and_the_ten_both_ways() -> None:
    assert [str(parse_card(text)) for text in ("qh", "TS", "10s", " AD ")] == ["QH", "TS", "TS", "AD"]


@each("text", ["", "H", "1H", "QX", "HQ", "11S", "QHH", "joker"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_card(text)


def test_a_hands_repr_does_not_tell_its_cards() -> None:
    assert repr(held("S AKQ")) == "<3 cards>"


def test_a_hand_reads_back_from_its_text() -> None:
    assert Hand.parse(ORDINARY.north.text) == ORDINARY.north
