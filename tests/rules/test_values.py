"""A card and a hand are values: they can be handed to anybody, and nobody can change them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from rules.cards import PACK, WHOLE_PACK, Card, Hand, Rank, Suit, parse_card
from tests.each import each
from tests.rules.deals import HEARTS, SPADES, held

QUEEN = parse_card("QH")
THREE_SPADES = held("S AKQ")

Door = Callable[[object, str, object], object]

DOORS: dict[str, Door] = {
    "assignment": setattr,
    "deletion": lambda value, part, _: delattr(value, part),
    "the assignment of every object": object.__setattr__,
    "the deletion of every object": lambda value, part, _: object.__delattr__(value, part),
    "the descriptor": lambda value, part, other: type(value).__dict__[part].__set__(value, other),
}
"""The ways in which Python lets an attribute be changed."""


@each("door", DOORS.values())
@each("part", ["rank", "suit", "index", "bit"])
def test_no_part_of_a_card_can_be_changed(part: str, door: Door) -> None:
    with pytest.raises(AttributeError):
        door(QUEEN, part, getattr(parse_card("2C"), part))
    assert (QUEEN.rank, QUEEN.suit, QUEEN.index, QUEEN.bit) == (Rank.QUEEN, HEARTS, 23, 1 << 23)


@each("door", DOORS.values())
def test_the_cards_of_a_hand_cannot_be_changed(door: Door) -> None:
    with pytest.raises(AttributeError):
        door(THREE_SPADES, "bits", 0)
    assert THREE_SPADES.text == "AS KS QS"


@each("value", [QUEEN, THREE_SPADES])
def test_nothing_can_be_added_to_a_card_or_a_hand(value: object) -> None:
    for assign in (setattr, object.__setattr__):
        with pytest.raises(AttributeError):
            assign(value, "marked", True)
    assert not hasattr(value, "__dict__")


def test_to_make_a_hand_anew_leaves_it_as_it_was() -> None:
    THREE_SPADES.__init__(0)  # type: ignore[misc]
    assert THREE_SPADES.text == "AS KS QS"


def test_what_is_made_from_a_hand_leaves_it_as_it_was() -> None:
    grown = THREE_SPADES
    grown |= Hand.of([QUEEN])
    assert (len(grown), len(THREE_SPADES), len(grown - THREE_SPADES)) == (4, 3, 1)


def test_a_suit_keeps_its_letter_and_its_place() -> None:
    for part in ("letter", "index"):
        with pytest.raises(AttributeError):
            setattr(SPADES, part, getattr(HEARTS, part))
        with pytest.raises(AttributeError):
            delattr(SPADES, part)
    assert [suit.letter for suit in Suit] == ["S", "H", "D", "C"]
    assert [suit.index for suit in Suit] == [0, 1, 2, 3]


@each("card", PACK)
def test_however_a_card_is_come_by_it_is_the_one_in_the_pack(card: Card) -> None:
    assert Card(card.rank, card.suit) is card
    assert parse_card(str(card)) is card
    assert copy.copy(card) is card and copy.deepcopy(card) is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


@each("hand", [Hand(), THREE_SPADES, WHOLE_PACK])
def test_a_hand_copied_or_unpickled_is_equal_and_hashes_alike(hand: Hand) -> None:
    others = [copy.copy(hand), copy.deepcopy(hand), Hand.of(hand.cards), Hand(hand.bits)]
    others += [pickle.loads(pickle.dumps(hand, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)]
    assert {*others, hand} == {hand}
    assert all(type(other) is Hand and other.text == hand.text for other in others)


def test_a_hand_equals_a_hand_of_the_same_cards_and_nothing_else() -> None:
    assert held("S QAK") == THREE_SPADES != held("S AK")
    assert THREE_SPADES not in (THREE_SPADES.bits, (THREE_SPADES.bits,), THREE_SPADES.cards, None)


@each(("one", "other"), [(QUEEN, parse_card("2H")), (THREE_SPADES, Hand())])
def test_neither_cards_nor_hands_have_an_order_of_their_own(one: object, other: object) -> None:
    with pytest.raises(TypeError):
        sorted([one, other])  # type: ignore[type-var]


@each("bits", [-1, 1 << 52])
def test_no_hand_is_made_of_cards_that_there_are_not(bits: int) -> None:
    with pytest.raises(ValueError):
        Hand(bits)
