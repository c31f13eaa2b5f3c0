"""Letters, ranks and the signs of the suits in pictures.

Words are in the font that stands beside this module, a part of DejaVu Sans Condensed: the Latin, Greek and
Cyrillic alphabets, figures and some signs (``docs/reference/third-party.md``). The host needs no font. Ranks
are in the font that Pillow contains (Aileron, basic Latin only), which suits a card better; letters that it
lacks are in the other. The signs are drawn here as shapes.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from rules.cards import Suit

FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-part.ttf"
SMALLEST: Final = 12
BOX: Final = "□"
"""Stands for a letter that the font lacks."""
_LACKED: Final = "\uffff"  # is no letter, so that every font lacks it

_NOT_DRAWN: Final = frozenset(("Cc", "Cf", "Co", "Cs", "Me", "Mn", "Sk", "So"))
"""Kinds of characters that are left out where the font lacks them: emoji, and marks that are not seen or that
change the letter before them."""

Colour = tuple[int, int, int]


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at a height in pixels. The layout is the one that every Pillow has, so that equal words give
    equal pictures."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def legible(word: str) -> str:
    """The word in letters that the font has: without emoji, without accents that the font lacks, and with
    boxes for the letters of other scripts."""
    return word if word.isascii() else "".join(map(_drawn_as, unicodedata.normalize("NFC", word))).strip()


@lru_cache(maxsize=1024)
def _drawn_as(letter: str) -> str:
    if has_letter(letter):
        return letter
    if unicodedata.category(letter) in _NOT_DRAWN:
        return ""
    plain = "".join(one for one in unicodedata.normalize("NFKD", letter) if has_letter(one))
    return plain or BOX


@lru_cache(maxsize=1024)
def has_letter(letter: str) -> bool:
    """Whether the font has this letter: one that it lacks is drawn as another that it lacks."""
    return _shape(letter) != _shape(_LACKED)


def _shape(letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font(24).getmask(letter)
    return mask.size, bytes(mask)


@lru_cache(maxsize=1024)
def width(word: str, size: int) -> float:
    """How wide the word is drawn, in pixels."""
    return font(size).getlength(legible(word))


def fitted(word: str, size: int, room: float) -> ImageFont.FreeTypeFont:
    """The font at this size, or smaller where the word would be wider than ``room``."""
    wide = width(word, size)
    return font(size if wide <= room else max(SMALLEST, int(size * room / wide)))


def shortened(word: str, size: int, room: float) -> str:
    """The word, cut off where it would be wider than ``room``."""
    if width(word, size) <= room:
        return word
    while word and width(f"{word}…", size) > room:
        word = word[:-1].rstrip()
    return f"{word}…"


def draw_word(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    word: str,
    colour: Colour,
    size: int,
    *,
    anchor: str = "lm",
    room: float | None = None,
) -> None:
    """Draws a word in one line, smaller where it would be wider than ``room``. ``anchor`` says as Pillow does
    what part of the word is at the place: ``lm`` its left end, in the middle of its height."""
    letters = font(size) if room is None else fitted(word, size, room)
    draw.text(at, legible(word), colour, letters, anchor=anchor)


def in_lines(words: str, room: float, size: int) -> list[str]:
    """The words in lines that are no wider than ``room``, if no word is."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


FINER: Final = 8
"""Shapes are drawn so many times larger and then reduced, which smooths their edges."""


def rank_letters(rank: str) -> str:
    """The letters with which a rank is drawn: the Russian ones that look like Latin ones are those."""
    return rank.translate(_ALIKE)


_ALIKE: Final = str.maketrans("ТКВ", "TKB")


def rank_font(size: int, rank: str) -> ImageFont.FreeTypeFont:
    """The font of a rank at a height in pixels."""
    return _latin(size) if rank.isascii() else font(size)


@lru_cache(maxsize=64)
def _latin(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)  # every wheel of Pillow has FreeType
    return found


@lru_cache(maxsize=32)
def sign(suit: Suit, size: int) -> Image.Image:
    """The sign of a suit as a mask, ``size`` pixels wide and high."""
    side = size * FINER
    mask = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(mask)

    def disc(x: float, y: float, radius: float) -> None:
        draw.ellipse([side * one for one in (x - radius, y - radius, x + radius, y + radius)], 255)

    def outline(*points: tuple[float, float]) -> None:
        draw.polygon([(side * x, side * y) for x, y in points], 255)

    match suit:
        case Suit.DIAMONDS:
            outline((0.5, 0.02), (0.87, 0.5), (0.5, 0.98), (0.13, 0.5))
        case Suit.HEARTS:
            disc(0.28, 0.29, 0.24)
            disc(0.72, 0.29, 0.24)
            outline((0.085, 0.43), (0.5, 0.2), (0.915, 0.43), (0.5, 0.97))
        case Suit.SPADES:
            disc(0.28, 0.58, 0.23)
            disc(0.72, 0.58, 0.23)
            outline((0.5, 0.01), (0.9, 0.45), (0.5, 0.72), (0.1, 0.45))
            outline((0.5, 0.5), (0.68, 0.98), (0.32, 0.98))
        case Suit.CLUBS:
            disc(0.5, 0.25, 0.215)
            disc(0.245, 0.58, 0.215)
            disc(0.755, 0.58, 0.215)
            outline((0.42, 0.35), (0.58, 0.35), (0.58, 0.65), (0.42, 0.65))
            outline((0.5, 0.5), (0.68, 0.98), (0.32, 0.98))
    return mask.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def lettering(rank: str, size: tuple[int, int], weight: int) -> Image.Image:
    """A rank as a mask that fits a box of so many pixels. ``weight`` makes its strokes heavier. It is
    made narrower by up to a third before it is made lower, so that a ten stands as high as a nine."""
    large = rank_font(50 * FINER, rank)
    left, top, right, bottom = large.getbbox(rank, stroke_width=weight)
    drawn = Image.new("L", (round(right - left), round(bottom - top)), 0)
    ImageDraw.Draw(drawn).text((-left, -top), rank, 255, large, stroke_width=weight)
    width, height = size
    scale = min(height / drawn.height, 1.5 * width / drawn.width)
    fitted = (min(width, round(drawn.width * scale)), round(drawn.height * scale))
    return drawn.resize(fitted, Image.Resampling.LANCZOS)
