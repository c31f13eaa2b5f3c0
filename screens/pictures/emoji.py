"""Draws the cards as emoji, and the signs of the table on which they lie: small pictures that Discord shows
within a line of text and on buttons.

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
from rules.seats import ROUND, Seat
from screens.pictures.letters import FINER, lettering, sign

SIDE: Final = 128

Colour = tuple[int, int, int]

WHITE: Final = (255, 255, 255)
EDGE: Final = (140, 146, 158)
PLACE: Final = (125, 131, 143)
BLACK: Final = (20, 22, 28)
RED: Final = (204, 20, 40)
BLUE: Final = (20, 90, 210)
GREEN: Final = (10, 120, 50)
BACK: Final = (38, 104, 76)
BRASS: Final = (240, 178, 50)


WRITTEN: Final = ((WHITE, BLACK), (WHITE, RED), (WHITE, BLUE), (WHITE, GREEN), (BACK, WHITE), (BRASS, BLACK))
"""Backgrounds with the colours of letters and signs on them."""


class Colours(Enum):
    """How many colours the suits have."""

    FOUR = "four"
    TWO = "two"


_FOUR: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: BLUE, Suit.CLUBS: GREEN}
_TWO: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: RED, Suit.CLUBS: BLACK}
COLOURS_OF: Final[Mapping[Colours, Mapping[Suit, Colour]]] = MappingProxyType(
    {Colours.FOUR: _FOUR, Colours.TWO: _TWO}
)


LETTERS_OF: Final[Mapping[str, Mapping[Rank, str]]] = MappingProxyType(
    {
        "fr": {Rank.KING: "R", Rank.QUEEN: "D", Rank.KNAVE: "V"},
        "ru": {Rank.ACE: "Т", Rank.QUEEN: "Д", Rank.KNAVE: "В"},
    }
)
"""The letters of a language's packs that are not those of the English ones. The Russian К looks like a K."""


@cache
def card_name(card: Card, colours: Colours, language: str = "en") -> str:
    """``two_of_clubs``: what a screen reader says, with blanks. In two colours the suits that have another
    colour there say which: ``two_of_clubs_in_black``. A card that has another letter in the packs of a
    language says that: ``queen_of_hearts_fr``."""
    name = f"{card.rank.name.lower()}_of_{_suit_name(card.suit, colours)}"
    return f"{name}_{language}" if card.rank in LETTERS_OF.get(language, ()) else name


@cache
def suit_name(suit: Suit, colours: Colours) -> str:
    """``suit_of_spades``: an emoji's name has at least two letters and only letters, figures and ``_``."""
    return f"suit_of_{_suit_name(suit, colours)}"


BACK_NAME: Final = "card_face_down"
BLANK_NAME: Final = "blank"
"""As wide as a card, and clear."""
EMPTY_NAME: Final = "no_card_yet"
DUE_NAME: Final = "next_card"
"""The place of the card for which the table waits."""
LED_BESIDE_NAME: Final = "led_beside"
LED_BELOW_NAME: Final = "led_below"
"""At a corner of the table, pointing at the card that was led."""
SEAT_NAMES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "en": (("north", "N"), ("east", "E"), ("south", "S"), ("west", "W")),
        "fr": (("nord", "N"), ("est", "E"), ("sud", "S"), ("ouest", "O")),
        "ru": (("sever", "С"), ("vostok", "В"), ("yug", "Ю"), ("zapad", "З")),
    }
)
"""The badges of the seats, from North on, in each language: the name, which has Latin letters only, and the
letter that is drawn."""


_TO: Final = ("top", "right", "bottom", "left")


def arrow_name(place: Seat) -> str:
    """``next_at_left``: the arrow to whoever is drawn where this seat is on paper."""
    return f"next_at_{_TO[place.index]}"


def _suit_name(suit: Suit, colours: Colours) -> str:
    """Spades and hearts look alike in both."""
    if colours is Colours.FOUR or _FOUR[suit] == _TWO[suit]:
        return suit.name.lower()
    return f"{suit.name.lower()}_in_{'red' if _TWO[suit] == RED else 'black'}"


def drawings() -> Mapping[str, Callable[[], bytes]]:
    """Every emoji by its name, with what draws it as PNG: cards and suits in four colours and in two, court
    cards and aces with the letters of other languages, a back, places without a card, arrows and seats. Each
    takes some 5 ms to draw."""
    made: dict[str, Callable[[], bytes]] = {
        BACK_NAME: _back,
        BLANK_NAME: _blank,
        EMPTY_NAME: _empty,
        DUE_NAME: _due_marker,
        LED_BESIDE_NAME: partial(_lead_wedge, 0),
        LED_BELOW_NAME: partial(_lead_wedge, 90),
    }
    made |= {arrow_name(seat): partial(_arrow, 90 * seat.index) for seat in ROUND}
    made |= {name: partial(_seat_image, letter) for seats in SEAT_NAMES.values() for name, letter in seats}
    for colours, of in COLOURS_OF.items():
        for card in PACK:
            made.setdefault(card_name(card, colours), partial(_card_image, card, of[card.suit]))
            for language, letters in LETTERS_OF.items():
                if card.rank in letters:
                    name = card_name(card, colours, language)
                    made.setdefault(name, partial(_card_image, card, of[card.suit], letters[card.rank]))
        for suit in Suit:
            made.setdefault(suit_name(suit, colours), partial(_suit_image, suit, of[suit]))
    return MappingProxyType(made)


def _card_image(card: Card, colour: Colour, letter: str = "") -> bytes:
    image = _tile(118, 128, 18, WHITE)
    rank = letter or ("10" if card.rank is Rank.TEN else card.rank.letter)
    _put(image, lettering(rank, (66, 70), 10), (41, 44), colour)
    _put(image, sign(card.suit, 56), (87, 94), colour)
    return _png(image)


def _suit_image(suit: Suit, colour: Colour) -> bytes:
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


def _blank() -> bytes:
    return _png(Image.new("RGBA", (SIDE, SIDE), (*WHITE, 0)))


def _empty() -> bytes:
    """The edge of a card that is not there."""
    image = Image.new("RGBA", (SIDE, SIDE), (*PLACE, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((11, 6, 116, 121), 14, None, (*PLACE, 255), 7)
    return _png(image)


def _due_marker() -> bytes:
    image = _tile(118, 128, 18, BRASS)
    _put(image, lettering("?", (50, 78), 8), (64, 64), BLACK)
    return _png(image)


def _arrow(turned: int) -> bytes:
    """Points up, or turned to the right by so many degrees."""
    disc = _tile(124, 124, 62, BRASS)
    ImageDraw.Draw(disc).polygon(
        ((64, 18), (106, 64), (80, 64), (80, 106), (48, 106), (48, 64), (22, 64)), BLACK
    )
    return _png(disc.rotate(-turned))


def _lead_wedge(turned: int) -> bytes:
    """A small wedge in the corner of a clear picture, at its right edge or turned to the one below."""
    image = Image.new("RGBA", (SIDE, SIDE), (*BRASS, 0))
    ImageDraw.Draw(image).polygon(((72, 30), (122, 64), (72, 98)), (*BRASS, 255), (*EDGE, 255), 3)
    return _png(image.rotate(-turned))


def _seat_image(letter: str) -> bytes:
    image = _tile(124, 124, 62, BACK)
    _put(image, lettering(letter, (66, 70), 6), (64, 64), WHITE)
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
