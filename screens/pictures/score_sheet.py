"""Draws the score sheet of a rubber as PNG, as people rule one: two columns, and lines across them. Words and
figures are arguments; nothing here knows a game.

The background is part of the picture, which can so be read on light and dark screens.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from rules.frozen import frozen
from screens.pictures.four_hands import BAIZE, FAINT, FOOT, INK, LINE, PAPER, palette
from screens.pictures.letters import write

WIDTH: Final = 1000
_MARGIN: Final = 36
_ROW: Final = 66
_RULE: Final = 26
_LETTERS: Final = 46
_TITLES: Final = 0.27
_MARKS: Final = 0.15
"""The shares of the width that titles and marks take, if there are any."""


@frozen
class DrawnRow:
    """The figures of the two sides, what they are for, and the name of a game that was won by them."""

    title: str
    left: str
    right: str
    mark: str = ""


@frozen
class DrawnRule:
    """A line across both columns."""

    heavy: bool = False


@frozen
class DrawnSheet:
    heads: tuple[str, str]
    rows: tuple[DrawnRow | DrawnRule, ...]


def drawn(sheet: DrawnSheet) -> bytes:
    """The picture as PNG, ``WIDTH`` wide and as high as it has rows. Equal sheets give equal bytes."""
    heights = [_RULE if isinstance(row, DrawnRule) else _ROW for row in sheet.rows]
    image = Image.new("RGB", (WIDTH, _MARGIN + _ROW + sum(heights) + FOOT), PAPER)
    draw = ImageDraw.Draw(image)
    named = [row for row in sheet.rows if isinstance(row, DrawnRow)]
    room = WIDTH - 2 * _MARGIN
    left = _MARGIN + (room * _TITLES if any(row.title for row in named) else 0)
    right = WIDTH - _MARGIN - (room * _MARKS if any(row.mark for row in named) else 0)
    middle = (left + right) / 2
    for head, at in zip(sheet.heads, ((left + middle) / 2, (middle + right) / 2), strict=True):
        write(draw, (at, _MARGIN + _ROW / 2), head, BAIZE, _LETTERS, anchor="mm", room=middle - left - 24)
    top: float = _MARGIN + _ROW
    draw.line((left, top, right, top), LINE, 3)
    for row, height in zip(sheet.rows, heights, strict=True):
        at = top + height / 2
        if isinstance(row, DrawnRule):
            draw.line((left, at, right, at), INK if row.heavy else FAINT, 7 if row.heavy else 3)
        else:
            wide = middle - left - 48
            write(draw, (_MARGIN, at), row.title, FAINT, _LETTERS, room=room * _TITLES - 20)
            write(draw, (middle - 24, at), row.left, INK, _LETTERS, anchor="rm", room=wide)
            write(draw, (right - 24, at), row.right, INK, _LETTERS, anchor="rm", room=wide)
            write(draw, (right + 20, at), row.mark, BAIZE, _LETTERS, room=room * _MARKS - 20)
        top += height
    draw.line((middle, _MARGIN, middle, top), LINE, 3)
    stream = BytesIO()
    image.quantize(palette=palette(), dither=Image.Dither.NONE).save(stream, "PNG")
    return stream.getvalue()
