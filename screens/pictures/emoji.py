"""Draws the cards as emoji: small pictures that Discord shows within a line of text and on buttons.

Each is 128 pixels wide and high, and Discord shows it at about 22. Of four drawings this one could be read
best at that size on a phone: the rank as large as it can be at the upper left, the suit at the lower right
(``docs/explanation/cards.md``). The face is white, so that it can be read on dark and on light screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, partial
from io import BytesIO
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from rules.cards import PACK, Card, Rank, Suit
from screens.pictures.letters import FINER, lettering, sign

SIDE: Final = 128

Colour = tuple[int, int, int]

WHITE: Final = (255, 255, 255)
EDGE: Final = (140, 146, 158)
BLACK: Final = (20, 22, 28)
RED: Final = (204, 20, 40)
BLUE: Final = (20, 90, 210)
GREEN: Final = (10, 120, 50)
BACK: Final = (46, 125, 91)


class Colours(Enum):
    """How many colours the suits have."""

    FOUR = "four"
    TWO = "two"


_FOUR: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: BLUE, Suit.CLUBS: GREEN}
_TWO: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: RED, Suit.CLUBS: BLACK}
COLOURS_OF: Final[Mapping[Colours, Mapping[Suit, Colour]]] = MappingProxyType(
    {Colours.FOUR: _FOUR, Colours.TWO: _TWO}
)


@cache
def card_name(card: Card, colours: Colours) -> str:
    """``ace_of_spades``: what a screen reader says. The suits that differ by colours say so at the end."""
    return f"{card.rank.name.lower()}_of_{_suit_name(card.suit, colours)}"


@cache
def suit_name(suit: Suit, colours: Colours) -> str:
    """``suit_of_spades``: an emoji's name has at least two letters and only letters, figures and ``_``."""
    return f"suit_of_{_suit_name(suit, colours)}"


BACK_NAME: Final = "card_face_down"


def _suit_name(suit: Suit, colours: Colours) -> str:
    """Spades and hearts look alike in both."""
    differs = _FOUR[suit] != _TWO[suit]
    return suit.name.lower() + (f"_{colours.value}_colours" if differs else "")


def drawings() -> Mapping[str, Callable[[], bytes]]:
    """Every emoji by its name, with what draws it as PNG: cards and suits in four colours and in two, and a
    back. Each takes some 5 ms to draw."""
    made: dict[str, Callable[[], bytes]] = {BACK_NAME: _back}
    for colours, of in COLOURS_OF.items():
        for card in PACK:
            made.setdefault(card_name(card, colours), partial(_card, card, of[card.suit]))
        for suit in Suit:
            made.setdefault(suit_name(suit, colours), partial(_suit, suit, of[suit]))
    return MappingProxyType(made)


def _card(card: Card, colour: Colour) -> bytes:
    image = _tile(118, 128, 18, WHITE)
    rank = "10" if card.rank is Rank.TEN else card.rank.letter
    _put(image, lettering(rank, (66, 70), 10), (41, 44), colour)
    _put(image, sign(card.suit, 56), (87, 94), colour)
    return _png(image)


def _suit(suit: Suit, colour: Colour) -> bytes:
    image = _tile(120, 120, 22, WHITE)
    _put(image, sign(suit, 92), (64, 64), colour)
    return _png(image)


def _back() -> bytes:
    image = _tile(118, 128, 18, BACK)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((21, 16, 106, 111), 8, None, WHITE, 5)
    for middle in (40, 64, 88):
        draw.polygon(((64, middle - 14), (78, middle), (64, middle + 14), (50, middle)), WHITE)
    return _png(image)


def _tile(width: int, height: int, corner: int, colour: Colour) -> Image.Image:
    """A card with nothing on it, in the middle of a picture that is clear around it."""
    image = Image.new("RGBA", (SIDE, SIDE), (*colour, 0))
    for mask, ink in zip(_shapes(width, height, corner), (colour, EDGE), strict=True):
        image.paste((*ink, 255), (0, 0), mask)
    return image


@cache
def _shapes(width: int, height: int, corner: int) -> tuple[Image.Image, Image.Image]:
    """Of such a card, and of its edge."""
    left, top = (SIDE - width) / 2 * FINER, (SIDE - height) / 2 * FINER
    box = (left, top, left + width * FINER - 1, top + height * FINER - 1)
    whole = Image.new("L", (SIDE * FINER, SIDE * FINER), 0)
    ImageDraw.Draw(whole).rounded_rectangle(box, corner * FINER, 255)
    edge = Image.new("L", whole.size, 0)
    ImageDraw.Draw(edge).rounded_rectangle(box, corner * FINER, None, 255, 3 * FINER)
    return _made_small(whole), _made_small(edge)


def _made_small(drawn: Image.Image) -> Image.Image:
    return drawn.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def _put(image: Image.Image, mask: Image.Image, middle: tuple[int, int], colour: Colour) -> None:
    at = (round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2))
    image.paste((*colour, 255), at, mask)


def _png(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.quantize(64, Image.Quantize.FASTOCTREE).save(stream, "PNG", optimize=True)
    return stream.getvalue()
