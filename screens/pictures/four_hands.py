"""Draws a deal laid open with its double-dummy table, as PNG. Words and ranks are arguments; nothing here
knows a game or a table.

The background is part of the picture, which can so be read on light and dark screens. It is made for a phone,
which shows it at half of its size.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Final
from zlib import Z_RLE

from PIL import Image, ImageDraw

from rules.cards import Suit
from rules.frozen import frozen
from screens.pictures.letters import draw_word, rank_font, rank_letters, sign

WIDTH: Final = 720
FOOT: Final = 72
"""Left free below a picture that has something at its left end, where Discord lays a sign that there is alt
text."""

PAPER: Final = (250, 247, 238)
BAIZE: Final = (38, 104, 76)
INK: Final = (28, 30, 34)
RED: Final = (186, 24, 38)
FAINT: Final = (104, 100, 89)
LINE: Final = (206, 199, 180)
MARKED: Final = (246, 221, 145)

_RED_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS)
_MARGIN: Final = 26
_ROW: Final = 44  # from one suit of a hand to the next
_LETTERS: Final = 38
_TOP: Final = 10  # of the highest hand
_STEP: Final = 218  # from one hand to the next beneath it
_MIDDLE: Final = 238  # where the hands at the top and at the bottom begin
_RIGHT: Final = 418
_HAND: Final = 288  # wide, at most
_SIGN: Final = 48  # from the sign of a suit to the first rank
_TABLE_TOP: Final = 682
_CELL: Final = 46
HEIGHT: Final = _TABLE_TOP + 5 * _CELL + FOOT

Colour = tuple[int, int, int]
At = tuple[float, float]


@frozen
class DrawnHand:
    """One hand: its name, and the ranks of each suit, the highest first."""

    name: str
    suits: tuple[tuple[Suit, tuple[str, ...]], ...]


@frozen
class DrawnTable:
    """The figures: a column for each strain (None is no trumps, under the given word), a row for each
    hand."""

    strains: tuple[Suit | None, ...]
    no_trumps: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    marked: tuple[int, int] | None = None  # row and column of what was played
    title: str = ""


@frozen
class Diagram:
    """What is drawn: the hands at the top, right, bottom and left, and the table beneath them."""

    top: DrawnHand
    right: DrawnHand
    bottom: DrawnHand
    left: DrawnHand
    table: DrawnTable | None


def draw_diagram(diagram: Diagram) -> bytes:
    """The picture as PNG: ``WIDTH`` by ``HEIGHT``, less high without a table. Equal diagrams give equal
    bytes."""
    image = Image.new("RGB", (WIDTH, HEIGHT if diagram.table is not None else _TABLE_TOP), PAPER)
    draw = ImageDraw.Draw(image)
    for hand, at in (
        (diagram.top, (_MIDDLE, _TOP)),
        (diagram.left, (_MARGIN, _TOP + _STEP)),
        (diagram.right, (_RIGHT, _TOP + _STEP)),
        (diagram.bottom, (_MIDDLE, _TOP + 2 * _STEP)),
    ):
        _draw_hand(image, draw, hand, at)
    if diagram.table is not None:
        _draw_tricks(image, draw, diagram.table)
    return in_palette(image)


WRITTEN: Final = (
    *((PAPER, colour) for colour in (INK, RED, BAIZE, FAINT)),
    (MARKED, INK),
    (MARKED, RED),
    (MARKED, BAIZE),
)
"""Backgrounds with the colours of letters, signs and bars on them."""
RULED: Final = ((PAPER, LINE), (PAPER, MARKED))
"""Lines and fields that arrange and mean nothing alone."""
SHADES: Final = 5
"""The number of steps between a colour and its background, for smooth edges."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The colours of every picture of a deal or a score. It is the same for all, so that a change in one
    place changes no colour elsewhere."""
    return shades((*WRITTEN, *RULED))


def in_palette(image: Image.Image, *, search: int = 0) -> bytes:
    """The picture as PNG in the colours of ``palette``. Runs of one colour are packed; what else repeats is
    looked for at a level of zlib's, from 1 to 9, or not at all: on a picture of figures and lines that takes
    a third of the time of level 6, and a tenth more bytes; on one of names half more."""
    stream = BytesIO()
    few = image.quantize(palette=palette(), dither=Image.Dither.NONE)
    few.save(stream, "PNG", **({"compress_level": search} if search else {"compress_type": Z_RLE}))
    return stream.getvalue()


def shades(pairs: Iterable[tuple[Colour, Colour]], *, steps: int = SHADES) -> Image.Image:
    """A palette of backgrounds, of the colours on each, and of the steps between them."""
    colours = [_between(*pair, step / steps) for pair in pairs for step in range(steps + 1)]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _between(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


# A hand


def _draw_hand(image: Image.Image, draw: ImageDraw.ImageDraw, hand: DrawnHand, at: At) -> None:
    left, top = at
    draw_word(draw, (left, top + 22), hand.name, BAIZE, 30, room=_HAND)
    for row, (suit, ranks) in enumerate(hand.suits, 1):
        height = top + row * _ROW
        _draw_suit(image, suit, (left, height + 6), 38)
        _draw_ranks(draw, ranks, (left + _SIGN, height))


def _draw_ranks(draw: ImageDraw.ImageDraw, ranks: tuple[str, ...], at: At) -> None:
    """Ranks side by side, closer together where there are many."""
    left, top = at
    if not ranks:
        draw_word(draw, (left, top + _LETTERS * 1.12), "–", FAINT, _LETTERS, anchor="ls")
        return
    shapes = tuple(map(rank_letters, ranks))
    size, widths = _LETTERS, _widths(shapes, _LETTERS)
    room = _HAND - _SIGN
    if sum(widths) + 4 * (len(ranks) - 1) > room:
        size = int(_LETTERS * room / (sum(widths) + 4 * (len(ranks) - 1)))
        widths = _widths(shapes, size)
    gap = min(10.0, (room - sum(widths)) / max(1, len(ranks) - 1))
    for rank, width in zip(shapes, widths, strict=True):
        draw.text((left, top + _LETTERS * 1.12), rank, INK, rank_font(size, rank), anchor="ls")
        left += width + gap


def _widths(ranks: tuple[str, ...], size: int) -> list[float]:
    return [rank_font(size, rank).getlength(rank) for rank in ranks]


# The table


def _draw_tricks(image: Image.Image, draw: ImageDraw.ImageDraw, table: DrawnTable) -> None:
    names = 150
    column = (WIDTH - 2 * _MARGIN - names) / len(table.strains)
    left, top = _MARGIN + names, _TABLE_TOP
    middles = [left + column * (place + 0.5) for place in range(len(table.strains))]
    if table.marked is not None:
        row, place = table.marked
        box_top = top + _CELL * (row + 1)
        draw.rounded_rectangle(
            (
                middles[place] - column / 2 + 9,
                box_top + 2,
                middles[place] + column / 2 - 9,
                box_top + _CELL - 2,
            ),
            10,
            MARKED,
            INK,
            3,
        )
    for strain, middle in zip(table.strains, middles, strict=True):
        if strain is None:
            draw_word(draw, (middle, top + _CELL / 2), table.no_trumps, INK, 30, anchor="mm", room=column - 8)
        else:
            _draw_suit(image, strain, (middle - 17, top + 6), 34)
    for number, (name, figures) in enumerate(table.rows, 1):
        height = top + number * _CELL
        draw.line((_MARGIN, height, WIDTH - _MARGIN, height), LINE, 2)
        draw_word(draw, (_MARGIN, height + _CELL / 2), name, BAIZE, 27, room=names - 8)
        for middle, figure in zip(middles, figures, strict=True):
            draw_word(draw, (middle, height + _CELL / 2), str(figure), INK, 33, anchor="mm")
    if table.title:
        draw_word(draw, (_MARGIN, top + _CELL / 2), table.title, FAINT, 24, room=names - 8)


# Signs


def _draw_suit(image: Image.Image, suit: Suit, at: At, size: int) -> None:
    colour = RED if suit in _RED_SUITS else INK
    image.paste(colour, (round(at[0]), round(at[1])), sign(suit, size))
