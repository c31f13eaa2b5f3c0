"""The order in which a hand is held, and its rows of buttons."""

from __future__ import annotations

from rules.cards import Hand, Suit, parse_card
from screens.parts import card_rows, in_order
from tests.each import each


def hand(*suits: str) -> Hand:
    """``AKS`` for ace and king of spades."""
    return Hand.of(parse_card(rank + suit[-1]) for suit in suits for rank in suit[:-1])


@each(
    ("held", "trumps", "order"),
    [
        (("AS", "AH", "AD", "AC"), None, "SHCD"),
        (("AS", "AH", "AD", "AC"), Suit.HEARTS, "HSDC"),
        (("AS", "AH", "AD", "AC"), Suit.DIAMONDS, "DSHC"),
        (("AS", "AH", "AD", "AC"), Suit.CLUBS, "CHSD"),
        (("AS", "AD", "AC"), None, "SDC"),
        (("AS", "AH", "AD"), None, "HSD"),  # a black suit stands between the red ones
        (("AH", "AD", "AC"), Suit.HEARTS, "HCD"),
        (("AH", "AD"), Suit.SPADES, "HD"),
    ],
)
def test_trumps_stand_first_and_colours_alternate(
    held: tuple[str, ...], trumps: Suit | None, order: str
) -> None:
    assert "".join(cards[0].suit.letter for cards in in_order(hand(*held), trumps)) == order


def rows(*suits: str, trumps: Suit | None = None) -> list[str]:
    return [" ".join(map(str, row)) for row in card_rows(in_order(hand(*suits), trumps))]


def test_a_suit_is_divided_only_if_it_is_longer_than_a_row_of_four() -> None:
    assert rows("AK2S", "QJ9H", "T87D", "6543C") == ["AS KS 2S", "QH JH 9H", "6C 5C 4C 3C", "TD 8D 7D"]
    assert rows("AKQ32S", "JH", "T9C") == ["AS KS QS 3S", "2S JH TC 9C"]


def test_four_buttons_share_a_row_unless_a_telephone_would_put_the_fourth_on_a_line_of_its_own() -> None:
    """Beside a ten and an ace, a king or a queen there is room for one more (390 pixels)."""
    assert rows("KT432S") == ["KS TS 4S", "3S 2S"]
    assert rows("AT32H", "T5C") == ["TC 5C", "AH TH 3H", "2H"]
    assert rows("JT63H", "T987S") == ["TS 9S 8S 7S", "JH TH 6H 3H"]
    assert rows("QD", "T32C") == ["TC 3C 2C", "QD"]


def test_short_suits_share_a_row() -> None:
    assert rows("AKS", "QJH") == ["AS KS QH JH"]
