"""Draws the final table of an evening as PNG: a line for each who competed, with a bar for the score. Words
and figures are arguments; nothing here knows what was played.

The background is part of the picture, which can so be read on light and dark screens.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from rules.frozen import frozen
from screens.pictures.four_hands import BAIZE, FAINT, FOOT, INK, LINE, MARKED, PAPER, palette
from screens.pictures.letters import write

WIDTH: Final = 1000
_MARGIN: Final = 36
_ROW: Final = 60
_LETTERS: Final = 40
_RANK: Final = 90
_LABEL: Final = 220
_SCORE: Final = 300


@frozen
class DrawnLine:
    """The place, who it is, and the score with its share of the best, from 0 to 1."""

    rank: str
    label: str
    score: str
    share: float


@frozen
class DrawnRanking:
    title: str
    lines: tuple[DrawnLine, ...]


def drawn(rankings: tuple[DrawnRanking, ...]) -> bytes:
    """The picture as PNG, ``WIDTH`` wide and as high as it has lines. Equal tables give equal bytes."""
    rows = sum(1 + len(ranking.lines) for ranking in rankings)
    image = Image.new("RGB", (WIDTH, _MARGIN + rows * _ROW + FOOT), PAPER)
    draw = ImageDraw.Draw(image)
    top = _MARGIN
    for ranking in rankings:
        middle = top + _ROW / 2
        write(draw, (_MARGIN, middle), ranking.title, BAIZE, _LETTERS, room=WIDTH - 2 * _MARGIN)
        top += _ROW
        draw.line((_MARGIN, top, WIDTH - _MARGIN, top), LINE, 3)
        for line in ranking.lines:
            _line(draw, line, top)
            top += _ROW
    stream = BytesIO()
    image.quantize(palette=palette(), dither=Image.Dither.NONE).save(stream, "PNG")
    return stream.getvalue()


def _line(draw: ImageDraw.ImageDraw, line: DrawnLine, top: int) -> None:
    middle = top + _ROW / 2
    left, right = _MARGIN + _RANK + _LABEL, WIDTH - _MARGIN - _SCORE
    write(draw, (_MARGIN + _RANK - 20, middle), line.rank, FAINT, _LETTERS, anchor="rm", room=_RANK - 20)
    write(draw, (_MARGIN + _RANK, middle), line.label, INK, _LETTERS, room=_LABEL - 20)
    wide = (right - left) * max(0.0, min(1.0, line.share))
    if wide >= 1:
        draw.rectangle((left, top + 12, left + wide, top + _ROW - 12), MARKED)
    write(draw, (WIDTH - _MARGIN, middle), line.score, INK, _LETTERS, anchor="rm", room=_SCORE - 20)
