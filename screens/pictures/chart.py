"""Draws points over time as PNG: a line, the line of nought, and three figures beside it. Words and figures
are arguments; nothing here knows a game.

The background is part of the picture, which can so be read on light and dark screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from rules.frozen import frozen
from screens.pictures.four_hands import BAIZE, FAINT, INK, LINE, PAPER, palette
from screens.pictures.letters import width, write

WIDTH: Final = 1000
HEIGHT: Final = 600
_FINER: Final = 2
"""Drawn so many times larger and then reduced, which smooths the line."""
_LEFT: Final = 40
_RIGHT: Final = 40
_TOP: Final = 50
_BOTTOM: Final = 130
_LETTERS: Final = 42
_BELOW: Final = 76  # from the lowest line to the caption
_DOT: Final = 9
_FINE: Final = 1 << 20
"""Steps into which the height is divided: points may be larger than any float."""


@frozen
class DrawnChart:
    """``points`` are pairs of a time and a number, in order of time; ``figures`` are numbers with the words
    beside their lines."""

    points: tuple[tuple[float, int], ...]
    figures: tuple[tuple[int, str], ...]
    caption: str


def drawn(chart: DrawnChart) -> bytes:
    """The picture as PNG. Equal charts give equal bytes. There must be at least two points."""
    image = Image.new("RGB", (WIDTH * _FINER, HEIGHT * _FINER), PAPER)
    draw = ImageDraw.Draw(image)
    letters = _LETTERS * _FINER
    words = max(width(word, letters) for _, word in chart.figures)
    left, right = _LEFT * _FINER + words + 24 * _FINER, float((WIDTH - _RIGHT) * _FINER)
    across = _across([at for at, _ in chart.points], left, right)
    values = [value for _, value in chart.points] + [value for value, _ in chart.figures]
    low, high = min(values), max(values)
    top, bottom = _TOP * _FINER, (HEIGHT - _BOTTOM) * _FINER

    def height(value: int) -> float:
        share = (value - low) * _FINE // (high - low) if high > low else _FINE // 2
        return bottom - (bottom - top) * share / _FINE

    for value, word in chart.figures:
        at = height(value)
        draw.line((left, at, right, at), INK if value == 0 else LINE, (3 if value == 0 else 2) * _FINER)
        write(draw, (left - 24 * _FINER, at), word, INK if value == 0 else FAINT, letters, anchor="rm")
    line = [(x, height(value)) for x, (_, value) in zip(across, chart.points, strict=True)]
    draw.line(line, BAIZE, 7 * _FINER, joint="curve")
    (x, y), dot = line[-1], _DOT * _FINER
    draw.ellipse((x - dot, y - dot, x + dot, y + dot), BAIZE)
    below = bottom + _BELOW * _FINER
    write(draw, (right, below), chart.caption, FAINT, letters, anchor="rm", room=right - _LEFT * _FINER)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    stream = BytesIO()
    small.quantize(palette=palette(), dither=Image.Dither.NONE).save(stream, "PNG")
    return stream.getvalue()


def _across(times: Sequence[float], left: float, right: float) -> list[float]:
    """Where each time lies; evenly if all are one moment."""
    first, last = times[0], times[-1]
    if last <= first:
        return [left + (right - left) * place / (len(times) - 1) for place in range(len(times))]
    return [left + (right - left) * (at - first) / (last - first) for at in times]
