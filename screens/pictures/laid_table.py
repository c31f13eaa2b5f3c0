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
from screens.pictures.four_hands import BAIZE, FAINT, FOOT, INK, MARKED, PAPER, WIDTH, At, Colour, shades
from screens.pictures.letters import (
    draw_word,
    fitted,
    legible,
    rank_font,
    rank_letters,
    shortened,
    sign,
    width,
)

_MARGIN: Final = 26
_HEAD: Final = 60
_CLOTH: Final = 476  # high
_LINE: Final = 44
_LETTERS: Final = 33
_SMALL: Final = 26
_ACROSS: Final = (316, 94)
_ASIDE: Final = (184, 142)
"""The plates of the players at the top and the bottom, and of those at the sides."""
_CARD: Final = (86, 112)
_LAID: Final = (49, 78)
_HAND: Final = _LINE + _LAID[1] + 12

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
def draw_table(table: LaidTable, colours: Colours = Colours.FOUR) -> bytes:
    """The picture as PNG, ``WIDTH`` wide and as high as it has lines and hands. Equal tables give equal
    bytes. The last few are kept, since a table is asked for again when something else about it changes."""
    height = _HEAD + _CLOTH + 9 + _LINE * len(table.lines) + _HAND * len(table.hands) + FOOT
    inks = COLOURS_OF[colours]
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    beside = width(table.beside, _SMALL)
    draw_word(draw, (WIDTH - _MARGIN, _HEAD / 2), table.beside, FAINT, _SMALL, anchor="rm")
    write_suited(image, table.title, (_MARGIN, _HEAD / 2), WIDTH - 3 * _MARGIN - beside, _LETTERS, inks)
    draw.rounded_rectangle((9, _HEAD, WIDTH - 9, _HEAD + _CLOTH), 20, BAIZE)
    middle, edge, aside = _HEAD + _CLOTH / 2, _ACROSS[1] / 2 + 10, _ASIDE[0] / 2 + 19
    for seat, size, plate, laid in (
        (table.top, _ACROSS, (WIDTH / 2, _HEAD + edge), (WIDTH / 2, middle - 62)),
        (table.right, _ASIDE, (WIDTH - aside, middle), (WIDTH / 2 + 101, middle)),
        (table.bottom, _ACROSS, (WIDTH / 2, _HEAD + _CLOTH - edge), (WIDTH / 2, middle + 62)),
        (table.left, _ASIDE, (aside, middle), (WIDTH / 2 - 101, middle)),
    ):
        _plate(image, seat, plate, size)
        _place(image, draw, seat, laid, inks)
    top = _HEAD + _CLOTH + 9.0
    for line in table.lines:
        write_suited(image, line, (_MARGIN, top + _LINE / 2), WIDTH - 2 * _MARGIN, _LETTERS, inks)
        top += _LINE
    for hand in table.hands:
        draw_word(draw, (_MARGIN, top + _LINE / 2), hand.title, BAIZE, _SMALL, room=WIDTH - 2 * _MARGIN)
        left = _MARGIN + _LAID[0] / 2
        for card in hand.cards:
            _draw_card(image, card, (left, top + _LINE + _LAID[1] / 2), _LAID, inks[card.suit])
            left += _LAID[0] + 2
        top += _HAND
    stream = BytesIO()
    image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(stream, "PNG")
    return stream.getvalue()


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return shades((*WRITTEN, *SHAPES), steps=3)


def _plate(image: Image.Image, seat: DrawnSeat, middle: At, size: tuple[int, int]) -> None:
    plate = _plated(seat.name, seat.about, size, due=seat.due)
    image.paste(plate, (round(middle[0] - size[0] / 2), round(middle[1] - size[1] / 2)))


@lru_cache(maxsize=64)
def _plated(name: str, about: tuple[str, ...], size: tuple[int, int], *, due: bool) -> Image.Image:
    """The plate of a player. Each is drawn once while nothing on it changes."""
    wide, high = size
    plate = Image.new("RGB", size, BAIZE)
    draw = ImageDraw.Draw(plate)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), 13, MARKED if due else PAPER)
    lines = _in_lines(about, wide - 18)
    name = shortened(name, _SMALL, wide - 18)
    words = ((name, _LETTERS, INK), *((line, _SMALL, INK if due else FAINT) for line in lines))
    step = min(38.0, (high - 6) / len(words))
    for place, (word, letters, colour) in enumerate(words):
        at = (wide / 2, high / 2 + (place - (len(words) - 1) / 2) * step)
        draw_word(draw, at, word, colour, letters, anchor="mm", room=wide - 18)
    return plate


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
        draw.rounded_rectangle(box, 10, None, _EMPTY, 3)
        return
    if seat.led:
        frame = (x - wide / 2 - 7, y - high / 2 - 7, x + wide / 2 + 7, y + high / 2 + 7)
        draw.rounded_rectangle(frame, 16, MARKED)
    _draw_card(image, seat.card, middle, _CARD, inks[seat.card.suit])


def _draw_card(
    image: Image.Image, card: DrawnCard, middle: At, size: tuple[int, int], colour: Colour
) -> None:
    face, outline = _face(card, size, colour)
    image.paste(face, (round(middle[0] - size[0] / 2), round(middle[1] - size[1] / 2)), outline)


@lru_cache(maxsize=256)
def _face(card: DrawnCard, size: tuple[int, int], colour: Colour) -> tuple[Image.Image, Image.Image]:
    """A card with its outline as a mask: the rank above the sign of the suit. Each is drawn once."""
    wide, high = size
    box = (0, 0, wide - 1, high - 1)
    outline = Image.new("L", size, 0)
    ImageDraw.Draw(outline).rounded_rectangle(box, wide // 8, 255)
    face = Image.new("RGB", size, emoji.WHITE)
    draw = ImageDraw.Draw(face)
    draw.rounded_rectangle(box, wide // 8, emoji.WHITE, emoji.EDGE, 2)
    rank = rank_letters(card.rank)
    letters = rank_font(round(high * 0.52), rank)
    room, needed = wide - 10, letters.getlength(rank)
    if needed > room:
        letters = rank_font(int(letters.size * room / needed), rank)
    draw.text((wide / 2, high * 0.3), rank, colour, letters, anchor="mm", stroke_width=wide // 50)
    side = round(high * 0.4)
    face.paste(colour, (round((wide - side) / 2), round(high * 0.56)), sign(card.suit, side))
    return face, outline


_SIGNS: Final[Mapping[str, Suit]] = MappingProxyType(
    {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}
)
_SIGN: Final = re.compile(f"([{''.join(_SIGNS)}])")


def write_suited(image: Image.Image, line: str, at: At, room: float, size: int, inks: Inks) -> None:
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
