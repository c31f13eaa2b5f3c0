"""Draws a table while cards are played, as PNG: four seats, the trick between them, and hands that lie open.
Words are arguments; nothing here knows a game.

The background is part of the picture, which can so be read on light and dark screens. It is made for a phone,
which shows it at a third of its size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from rules.cards import Suit
from rules.frozen import frozen
from screens.pictures import emoji
from screens.pictures.emoji import COLOURS_OF, Colours
from screens.pictures.four_hands import BAIZE, FAINT, FOOT, INK, MARKED, PAPER, At, Colour, shades
from screens.pictures.letters import fitted, legible, rank_font, shape, sign, width, write

WIDTH: Final = 1000
_MARGIN: Final = 36
_HEAD: Final = 84
_CLOTH: Final = 660  # high
_LINE: Final = 60
_LETTERS: Final = 46
_SMALL: Final = 36
_ACROSS: Final = (440, 130)
_ASIDE: Final = (254, 196)
"""The plates of the players at the top and the bottom, and of those at the sides."""
_CARD: Final = (120, 156)
_LAID: Final = (68, 108)
_HAND: Final = _LINE + _LAID[1] + 16

Inks = Mapping[Suit, Colour]

_EMPTY: Final = (168, 206, 188)


class DrawnCard(NamedTuple):
    """A card with the letters of its rank."""

    rank: str
    suit: Suit


_INKS: Final = tuple(COLOURS_OF[Colours.FOUR].values())
WRITTEN: Final = (
    *((PAPER, ink) for ink in (INK, BAIZE, FAINT, *_INKS)),
    *((emoji.WHITE, ink) for ink in _INKS),
    (MARKED, INK),
)
"""Backgrounds with the colours of letters and signs on them."""
SHAPES: Final = ((BAIZE, _EMPTY), (BAIZE, MARKED), (emoji.WHITE, emoji.EDGE))
"""And with the shapes that tell something: empty places, the frame of the card that was led, the edges of
cards."""


@frozen
class DrawnSeat:
    """A player: their name, what there is to say about them, and their card in the trick."""

    name: str
    about: tuple[str, ...] = ()
    card: DrawnCard | None = None
    led: bool = False
    due: bool = False


@frozen
class OpenHand:
    title: str
    cards: tuple[DrawnCard, ...]


@frozen
class LaidTable:
    """What is drawn. Lines may have the signs of suits in them."""

    title: str
    beside: str  # at the right of the title
    top: DrawnSeat
    right: DrawnSeat
    bottom: DrawnSeat
    left: DrawnSeat
    lines: tuple[str, ...]  # below the table
    hands: tuple[OpenHand, ...] = ()


@lru_cache(maxsize=32)
def drawn(table: LaidTable, colours: Colours = Colours.FOUR) -> bytes:
    """The picture as PNG, ``WIDTH`` wide and as high as it has lines and hands. Equal tables give equal
    bytes. The last few are kept, since a table is asked for again when something else about it changes."""
    height = _HEAD + _CLOTH + 12 + _LINE * len(table.lines) + _HAND * len(table.hands) + FOOT
    inks = COLOURS_OF[colours]
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    beside = width(table.beside, _SMALL)
    write(draw, (WIDTH - _MARGIN, _HEAD / 2), table.beside, FAINT, _SMALL, anchor="rm")
    _line(image, table.title, (_MARGIN, _HEAD / 2), WIDTH - 3 * _MARGIN - beside, _LETTERS, inks)
    draw.rounded_rectangle((12, _HEAD, WIDTH - 12, _HEAD + _CLOTH), 28, BAIZE)
    middle, edge, aside = _HEAD + _CLOTH / 2, _ACROSS[1] / 2 + 14, _ASIDE[0] / 2 + 26
    for seat, size, plate, laid in (
        (table.top, _ACROSS, (WIDTH / 2, _HEAD + edge), (WIDTH / 2, middle - 86)),
        (table.right, _ASIDE, (WIDTH - aside, middle), (WIDTH / 2 + 140, middle)),
        (table.bottom, _ACROSS, (WIDTH / 2, _HEAD + _CLOTH - edge), (WIDTH / 2, middle + 86)),
        (table.left, _ASIDE, (aside, middle), (WIDTH / 2 - 140, middle)),
    ):
        _plate(draw, seat, plate, size)
        _place(image, draw, seat, laid, inks)
    top = _HEAD + _CLOTH + 12.0
    for line in table.lines:
        _line(image, line, (_MARGIN, top + _LINE / 2), WIDTH - 2 * _MARGIN, _LETTERS, inks)
        top += _LINE
    for hand in table.hands:
        write(draw, (_MARGIN, top + _LINE / 2), hand.title, BAIZE, _SMALL, room=WIDTH - 2 * _MARGIN)
        left = _MARGIN + _LAID[0] / 2
        for card in hand.cards:
            _card(image, draw, card, (left, top + _LINE + _LAID[1] / 2), _LAID, inks[card.suit])
            left += _LAID[0] + 3
        top += _HAND
    stream = BytesIO()
    image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(stream, "PNG")
    return stream.getvalue()


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return shades((*WRITTEN, *SHAPES))


def _plate(draw: ImageDraw.ImageDraw, seat: DrawnSeat, middle: At, size: tuple[int, int]) -> None:
    x, y = middle
    wide, high = size
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    draw.rounded_rectangle(box, 18, MARKED if seat.due else PAPER)
    about = _in_lines(seat.about, wide - 24)
    words = ((seat.name, _LETTERS, INK), *((line, _SMALL, INK if seat.due else FAINT) for line in about))
    step = min(52.0, (high - 8) / len(words))
    for place, (word, letters, colour) in enumerate(words):
        at = (x, y + (place - (len(words) - 1) / 2) * step)
        write(draw, at, word, colour, letters, anchor="mm", room=wide - 24)


def _in_lines(words: tuple[str, ...], room: float) -> list[str]:
    """The words in as few lines as have room for them."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} · {word}" if lines else word
        if lines and width(longer, _SMALL) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _place(image: Image.Image, draw: ImageDraw.ImageDraw, seat: DrawnSeat, middle: At, inks: Inks) -> None:
    """The place of a seat's card in the trick; the card that was led has a frame."""
    x, y = middle
    wide, high = _CARD
    if seat.card is None:
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        draw.rounded_rectangle(box, 14, None, _EMPTY, 4)
        return
    if seat.led:
        frame = (x - wide / 2 - 10, y - high / 2 - 10, x + wide / 2 + 10, y + high / 2 + 10)
        draw.rounded_rectangle(frame, 22, MARKED)
    _card(image, draw, seat.card, middle, _CARD, inks[seat.card.suit])


def _card(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    card: DrawnCard,
    middle: At,
    size: tuple[int, int],
    colour: Colour,
) -> None:
    """The rank above the sign of the suit."""
    x, y = middle
    wide, high = size
    box = (x - wide / 2, y - high / 2, x + wide / 2 - 1, y + high / 2 - 1)
    draw.rounded_rectangle(box, wide // 8, emoji.WHITE, emoji.EDGE, 2)
    rank = shape(card.rank)
    letters = rank_font(round(high * 0.52), rank)
    room, needed = wide - 14, letters.getlength(rank)
    if needed > room:
        letters = rank_font(int(letters.size * room / needed), rank)
    draw.text((x, y - high * 0.2), rank, colour, letters, anchor="mm", stroke_width=wide // 50)
    side = round(high * 0.4)
    image.paste(colour, (round(x - side / 2), round(y + high * 0.06)), sign(card.suit, side))


_SIGNS: Final[Mapping[str, Suit]] = MappingProxyType(
    {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}
)
_SIGN: Final = re.compile(f"([{''.join(_SIGNS)}])")


def _line(image: Image.Image, line: str, at: At, room: float, size: int, inks: Inks) -> None:
    """A line from its left end, the signs of suits in their colours; smaller where it would be too wide."""
    draw, line = ImageDraw.Draw(image), legible(line)
    letters = fitted(_SIGN.sub("M", line), size, room)
    side = round(letters.size * 0.8)
    left, middle = at
    for part in _SIGN.split(line):
        if part in _SIGNS:
            suit = _SIGNS[part]
            image.paste(inks[suit], (round(left), round(middle - side / 2)), sign(suit, side))
            left += side
        else:
            draw.text((left, middle), part, INK, letters, anchor="lm")
            left += letters.getlength(part)
