"""Deals that were written down beforehand are read as they are written."""

from __future__ import annotations

import pytest

from rules.calls import Content, Declare, Play
from rules.cards import PACK, Suit, parse_card
from rules.errors import Unreadable
from rules.prepared import Act, prepared, read_act, read_hand
from rules.seats import Seat

HANDS = "AQ95.KJ8.T63.A84 KJT8.AQ7.QJ4.T52 764.T932.A98.KQ7 32.654.K752.J963"


def test_a_deal_is_read_with_its_hands_from_the_north_its_acts_and_its_options() -> None:
    deal = prepared(
        "biritch",
        HANDS,
        "declare:H W:content E:content 9H",
        dealer="E",
        turned="TD",
        honours="off",
        doublings="3",
    )
    assert (deal.game, deal.dealer, deal.turned) == ("biritch", Seat.EAST, parse_card("TD"))
    assert deal.options == (("doublings", "3"), ("honours", "off"))  # by name
    assert deal.acts == (
        Act(Declare(Suit.HEARTS)),
        Act(Content(), Seat.WEST),
        Act(Content(), Seat.EAST),
        Act(Play(parse_card("9H"))),
    )
    assert {card for hand in deal.hands for card in hand} == set(PACK)
    hearts = {card for card in deal.hands.of(Seat.NORTH) if card.suit is Suit.HEARTS}
    assert hearts == {parse_card(one) for one in ("KH", "JH", "8H")}
    assert len(deal.hands.of(Seat.WEST)) == 13 and parse_card("JC") in deal.hands.of(Seat.WEST)


def test_what_is_not_written_down_is_dealt_by_south_with_no_card_turned_and_no_option() -> None:
    deal = prepared("whist_modern", HANDS, "")
    assert (deal.dealer, deal.turned, deal.options, deal.acts) == (Seat.SOUTH, None, (), ())
    assert hash(deal) == hash(prepared("whist_modern", HANDS, "")) and deal == prepared(
        "whist_modern", HANDS, ""
    )


@pytest.mark.parametrize("hand", ["AK.QJ.T9", "AK.QJ.T9.87.65", "1K.QJ.T9.87", ""])
def test_a_hand_has_four_suits_of_cards(hand: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_hand(hand)
    assert hand.startswith("1") or unreadable.value.args == (hand,)


@pytest.mark.parametrize("word", ["QX", "N:", "X:content", "declare:Q", ""])
def test_a_word_that_is_no_act_is_refused(word: str) -> None:
    with pytest.raises(Unreadable):
        read_act(word)
