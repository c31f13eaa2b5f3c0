"""Letters in pictures: words in the font that stands beside this module.

It is a part of DejaVu Sans Condensed: the Latin, Greek and Cyrillic alphabets, figures and some signs, those
of the suits among them (``docs/reference/third-party.md``). The host needs no font.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageDraw, ImageFont

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
    if has(letter):
        return letter
    if unicodedata.category(letter) in _NOT_DRAWN:
        return ""
    plain = "".join(one for one in unicodedata.normalize("NFKD", letter) if has(one))
    return plain or BOX


@lru_cache(maxsize=1024)
def has(letter: str) -> bool:
    """Whether the font has this letter: one that it lacks is drawn as another that it lacks."""
    return _shape(letter) != _shape(_LACKED)


def _shape(letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font(24).getmask(letter)
    return mask.size, bytes(mask)


def width(word: str, size: int) -> float:
    """How wide the word is drawn, in pixels."""
    return font(size).getlength(legible(word))


def fitted(word: str, size: int, room: float) -> ImageFont.FreeTypeFont:
    """The font at this size, or smaller where the word would be wider than ``room``."""
    wide = width(word, size)
    return font(size if wide <= room else max(SMALLEST, int(size * room / wide)))


def write(
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
