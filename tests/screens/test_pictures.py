"""The picture of a deal: a PNG that shows what it is given, where it is meant to stand."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageChops

from rules.cards import Suit
from screens.pictures.four_hands import HEIGHT, PAPER, WIDTH, Diagram, DrawnHand, DrawnTable, draw_diagram

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def hand(name: str, long: Suit) -> DrawnHand:
    """Thirteen cards of one suit."""
    return DrawnHand(name, tuple((suit, RANKS if suit is long else ()) for suit in Suit))


def table(**changed: tuple[int, ...]) -> DrawnTable:
    rows = {
        "North": (13, 0, 1, 2, 3),
        "East": (4, 5, 6, 7, 8),
        "South": (9, 10, 11, 12, 13),
        "West": (0,) * 5,
    }
    return DrawnTable((*Suit, None), "NT", tuple((rows | changed).items()), (2, 4), "Tricks")


SOLID = Diagram(
    hand("North", Suit.SPADES),
    hand("East", Suit.HEARTS),
    hand("South", Suit.DIAMONDS),
    hand("West", Suit.CLUBS),
    table(),
)


def opened(diagram: Diagram) -> Image.Image:
    image = Image.open(BytesIO(draw_diagram(diagram)))
    assert image.format == "PNG"
    return image.convert("RGB")


def changed_box(one: Diagram, other: Diagram) -> tuple[int, int, int, int]:
    box = ImageChops.difference(opened(one), opened(other)).getbbox()
    assert box is not None
    return box


def test_the_picture_is_a_png_of_its_size_and_small_enough_to_be_sent_at_once() -> None:
    assert opened(SOLID).size == (WIDTH, HEIGHT)
    assert len(draw_diagram(SOLID)) < 20_000
    assert opened(replace(SOLID, table=None)).height < HEIGHT


def test_another_figure_changes_the_picture_there_and_nowhere_else() -> None:
    """East's figure in hearts: the second row beneath the signs, the second column of five."""
    left, top, right, bottom = changed_box(SOLID, replace(SOLID, table=table(East=(4, 9, 6, 7, 8))))
    assert 280 < left < right < 389
    assert 771 < top < bottom < 822


def test_another_card_changes_a_hand_and_not_the_table() -> None:
    other = replace(SOLID.top, suits=((Suit.SPADES, RANKS[:-1]), *SOLID.top.suits[1:]))
    assert changed_box(SOLID, replace(SOLID, top=other))[3] < 234


def test_thirteen_cards_of_a_suit_stay_within_the_picture() -> None:
    edge = opened(SOLID).crop((WIDTH - 9, 0, WIDTH, HEIGHT))
    assert edge.getcolors() == [(9 * HEIGHT, PAPER)]


def test_below_the_table_room_is_left_for_the_sign_that_there_is_alt_text() -> None:
    """Discord lays it at the lower left: 28 pixels high where a phone shows the picture 270 wide."""
    foot = opened(SOLID).crop((0, HEIGHT - 65, WIDTH, HEIGHT))
    assert foot.getcolors() == [(65 * WIDTH, PAPER)]


def test_every_suit_has_a_sign_of_its_own() -> None:
    signs = []
    for suit in Suit:
        image = opened(replace(SOLID, table=replace(SOLID.table, strains=(suit, *SOLID.table.strains[1:]))))  # type: ignore[type-var, union-attr]
        signs.append(image.crop((202, 682, 259, 728)).tobytes())
    assert len(set(signs)) == 4
