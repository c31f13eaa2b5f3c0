"""How likely a player with a hypothetical hand was to choose the card that they played. South deals."""

from __future__ import annotations

from math import exp

import pytest

from robots.search.policy import (
    BEFORE_DUMMY,
    COUNT,
    DECLARER,
    FROM_DUMMY,
    OPENING,
    Chosen,
    Policy,
    chosen,
    marks,
    strength,
)
from rules.cards import SUIT_BITS, Hand, parse_card
from rules.frozen import replace
from rules.seats import Seat
from rules.view import PublicDeal
from tests.robots.matches import after

NORTH, EAST, SOUTH, WEST = Seat

HANDS = {
    WEST: "4S KH 9H 2H AD TD 3D KC QC 7C 6C 5C 2C",
    NORTH: "AS QS 2S 9S TH JH 6D 7D 8D 4C 8C 9C TC",
    EAST: "KS JS TS 5H 6H 7H 2D 4D 5D QD 3C JC AC",
    SOUTH: "3S 5S 6S 7S 8S 3H 4H 8H QH AH 9D JD KD",
}


def deal_after(words: str) -> PublicDeal:
    deal = after(HANDS, words).view(None).deal
    assert deal is not None
    return deal


def bits(names: str) -> int:
    return sum(parse_card(name).bit for name in names.split())


def test_each_card_is_told_with_who_chose_it_and_what_they_saw() -> None:
    """West opens a spade, declarer takes the queen from dummy, east wins and returns a heart, which declarer
    wins with the ace; west and dummy follow."""
    told = list(chosen(deal_after("declare:N 4S QS KS 3S 5H AH 2H TH"), frozenset((EAST, SOUTH, WEST))))
    by = (WEST, SOUTH, EAST, SOUTH, EAST, SOUTH, WEST, SOUTH)
    assert [one.seat for one in told] == [seat.index for seat in by]
    opening, queen, king, small, back, _, low, ten = told
    assert (opening.part, opening.shown) == (OPENING, 0)
    assert (queen.part, queen.shown) == (FROM_DUMMY, bits(HANDS[NORTH]))
    assert queen.later == bits("3S AH")
    assert king.beats == bits("KS AS") and king.dummy_follows is False
    assert (small.part, small.partner_winning) == (DECLARER, False)
    assert back.opened_by == (2, 0, 0, 0)
    assert (low.part, low.shown) == (BEFORE_DUMMY, bits(HANDS[NORTH]) - bits("QS"))
    assert low.dummy_follows and low.honour_winning and low.partner_led
    assert ten.has_played == 1


def test_a_renounce_and_who_opened_a_suit_are_remembered() -> None:
    *_, last = chosen(deal_after("declare:N KC 4C 3C 3H QC 8C JC 4H"), frozenset((WEST,)))
    assert last.void == (0, 0, 8)
    assert last.opened_by == (0, 0, 0, 1)
    assert last.has_played == 8


@pytest.mark.parametrize("words", ["4S QS KS 3S 5H AH 2H TH", "KC 4C 3C 3H 9D 3D 6D 2D"])
def test_the_chances_of_all_cards_that_could_have_been_chosen_make_one(words: str) -> None:
    for one in chosen(deal_after(f"declare:H {words}"), frozenset((EAST, SOUTH, WEST))):
        own = _own(one)
        source = one.shown if one.part == FROM_DUMMY else own
        following = source & SUIT_BITS[one.led] if one.place else 0
        legal = Hand(following or source)
        chances = [exp(Policy(replace(one, card=card.bit, suit=card.suit.index)).log(own)) for card in legal]
        assert sum(chances) == pytest.approx(1)


def _own(one: Chosen) -> int:
    return (bits(HANDS[list(Seat)[one.seat]]) & ~one.gone) | one.later


def test_every_feature_has_a_weight_of_its_own_group() -> None:
    for one in chosen(deal_after("declare:H KC 4C 3C 3H 9D 3D 6D 2D"), frozenset((EAST, SOUTH, WEST))):
        own = _own(one)
        for suit in range(4):
            held, other = own >> 13 * suit & 0x1FFF, one.shown >> 13 * suit & 0x1FFF
            for _, indices in marks(one, suit, held, other, strength(own, one.trumps)):
                assert list(indices[:-2]) == sorted(set(indices[:-2])) and 0 <= indices[0] < COUNT
