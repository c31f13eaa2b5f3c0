"""Draws points over time, the final table of an evening, and the score sheet of a rubber, as PNG.

Words and figures are arguments; nothing here knows a game. The background is part of the picture, which can
so be read on light and dark screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from rules.cards import Suit
from rules.frozen import frozen
from screens.pictures.four_hands import BAIZE, FAINT, FOOT, INK, LINE, MARKED, PAPER, RED, WIDTH, in_palette
from screens.pictures.laid_table import Inks, write_suited
from screens.pictures.letters import draw_word, in_lines, width

CHART_WIDTH: Final = 1000
CHART_HEIGHT: Final = 600
_FINER: Final = 2
"""Drawn so many times larger and then reduced, which smooths the line."""
_LEFT: Final = 40
_RIGHT: Final = 40
_TOP: Final = 50
_BOTTOM: Final = 130
_CHART_LETTERS: Final = 42
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


def drawn_chart(chart: DrawnChart) -> bytes:
    """The picture as PNG. Equal charts give equal bytes. There must be at least two points."""
    image = Image.new("RGB", (CHART_WIDTH * _FINER, CHART_HEIGHT * _FINER), PAPER)
    draw = ImageDraw.Draw(image)
    letters = _CHART_LETTERS * _FINER
    words = max(width(word, letters) for _, word in chart.figures)
    left, right = _LEFT * _FINER + words + 24 * _FINER, float((CHART_WIDTH - _RIGHT) * _FINER)
    across = _across([at for at, _ in chart.points], left, right)
    values = [value for _, value in chart.points] + [value for value, _ in chart.figures]
    low, high = min(values), max(values)
    top, bottom = _TOP * _FINER, (CHART_HEIGHT - _BOTTOM) * _FINER

    def height(value: int) -> float:
        share = (value - low) * _FINE // (high - low) if high > low else _FINE // 2
        return bottom - (bottom - top) * share / _FINE

    for value, word in chart.figures:
        at = height(value)
        draw.line((left, at, right, at), INK if value == 0 else LINE, (3 if value == 0 else 2) * _FINER)
        draw_word(draw, (left - 24 * _FINER, at), word, INK if value == 0 else FAINT, letters, anchor="rm")
    line = [(x, height(value)) for x, (_, value) in zip(across, chart.points, strict=True)]
    draw.line(line, BAIZE, 7 * _FINER, joint="curve")
    (x, y), dot = line[-1], _DOT * _FINER
    draw.ellipse((x - dot, y - dot, x + dot, y + dot), BAIZE)
    below = bottom + _BELOW * _FINER
    draw_word(draw, (right, below), chart.caption, FAINT, letters, anchor="rm", room=right - _LEFT * _FINER)
    small = image.resize((CHART_WIDTH, CHART_HEIGHT), Image.Resampling.LANCZOS)
    return in_palette(small)


def _across(times: Sequence[float], left: float, right: float) -> list[float]:
    """Where each time lies; evenly if all are one moment."""
    first, last = times[0], times[-1]
    if last <= first:
        return [left + (right - left) * place / (len(times) - 1) for place in range(len(times))]
    return [left + (right - left) * (at - first) / (last - first) for at in times]


_MARGIN: Final = 26
_RANK_ROW: Final = 44
_RANK_BAR: Final = 12
_RANK_LETTERS: Final = 29
_RANK: Final = 64
_SCORE: Final = 190


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


def drawn_ranking(rankings: tuple[DrawnRanking, ...]) -> bytes:
    """The picture as PNG, ``WIDTH`` wide and as high as it has lines. Equal tables give equal bytes."""
    lines = sum(len(ranking.lines) for ranking in rankings)
    height = _MARGIN + len(rankings) * _RANK_ROW + lines * (_RANK_ROW + _RANK_BAR) + FOOT
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    top = _MARGIN
    for ranking in rankings:
        middle = top + _RANK_ROW / 2
        draw_word(draw, (_MARGIN, middle), ranking.title, BAIZE, _RANK_LETTERS, room=WIDTH - 2 * _MARGIN)
        top += _RANK_ROW
        draw.line((_MARGIN, top, WIDTH - _MARGIN, top), LINE, 2)
        for line in ranking.lines:
            _draw_line(draw, line, top)
            top += _RANK_ROW + _RANK_BAR
    return in_palette(image, search=3)


def _draw_line(draw: ImageDraw.ImageDraw, line: DrawnLine, top: int) -> None:
    middle = top + _RANK_ROW / 2
    left, right = _MARGIN + _RANK, WIDTH - _MARGIN
    draw_word(
        draw, (_MARGIN + _RANK - 14, middle), line.rank, FAINT, _RANK_LETTERS, anchor="rm", room=_RANK - 14
    )
    draw_word(draw, (left, middle), line.label, INK, _RANK_LETTERS, room=right - left - _SCORE)
    wide = (right - left) * max(0.0, min(1.0, line.share))
    if wide >= 1:
        draw.rectangle((left, top + _RANK_ROW - 2, left + wide, top + _RANK_ROW + _RANK_BAR - 6), BAIZE)
    draw_word(draw, (WIDTH - _MARGIN, middle), line.score, INK, _RANK_LETTERS, anchor="rm", room=_SCORE - 14)


_INKS: Final[Inks] = MappingProxyType(
    {Suit.SPADES: INK, Suit.HEARTS: RED, Suit.DIAMONDS: RED, Suit.CLUBS: INK}
)
_BAR_ROW: Final = 92
_BAR: Final = 34
_FIGURE: Final = 190


@frozen
class DrawnBar:
    """What a bar stands for, its figure, and its share of the longest, from 0 to 1. One is ``chosen``."""

    label: str
    figure: str
    share: float
    chosen: bool = False


@frozen
class DrawnBars:
    """``title`` is broken into as many lines as it needs; ``note`` says what the figures are."""

    title: str
    note: str
    bars: tuple[DrawnBar, ...]


def drawn_bars(bars: DrawnBars) -> bytes:
    """The picture as PNG, ``WIDTH`` wide. Equal bars give equal bytes. Labels may have the signs of suits."""
    lines = in_lines(bars.title, WIDTH - 2 * _MARGIN, _RANK_LETTERS)
    height = 2 * _MARGIN + (len(lines) + bool(bars.note)) * _RANK_ROW + len(bars.bars) * _BAR_ROW + FOOT
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    top = float(_MARGIN)
    for line in lines:
        write_suited(image, line, (_MARGIN, top + _RANK_ROW / 2), WIDTH - 2 * _MARGIN, _RANK_LETTERS, _INKS)
        top += _RANK_ROW
    if bars.note:
        draw_word(draw, (_MARGIN, top + 18), bars.note, FAINT, _RANK_LETTERS - 4, room=WIDTH - 2 * _MARGIN)
        top += _RANK_ROW
    top += _MARGIN / 4
    for bar in bars.bars:
        if bar.chosen:
            draw.rounded_rectangle((9, top, WIDTH - 9, top + _BAR_ROW - 6), 13, MARKED)
        label = f"✓ {bar.label}" if bar.chosen else bar.label
        write_suited(image, label, (_MARGIN, top + 22), WIDTH - 2 * _MARGIN, _RANK_LETTERS, _INKS)
        wide = (WIDTH - 2 * _MARGIN - _FIGURE) * max(0.0, min(1.0, bar.share))
        middle = top + 60
        if wide >= 1:
            draw.rectangle((_MARGIN, middle - _BAR / 2 + 4, _MARGIN + wide, middle + _BAR / 2 - 4), BAIZE)
        at = (_MARGIN + wide + (14 if wide >= 1 else 0), middle)
        draw_word(draw, at, bar.figure, INK, _RANK_LETTERS, room=WIDTH - _MARGIN - at[0])
        top += _BAR_ROW
    return in_palette(image)


_SHEET_ROW: Final = 48
_RULE: Final = 18
_SHEET_LETTERS: Final = 33
_SHORT: Final = 12
"""Rows of which the picture is small enough without a search for what repeats."""
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


def drawn_sheet(sheet: DrawnSheet) -> bytes:
    """The picture as PNG, ``WIDTH`` wide. Equal sheets give equal bytes."""
    heights = [_RULE if isinstance(row, DrawnRule) else _SHEET_ROW for row in sheet.rows]
    image = Image.new("RGB", (WIDTH, _MARGIN + _SHEET_ROW + sum(heights) + FOOT), PAPER)
    draw = ImageDraw.Draw(image)
    named = [row for row in sheet.rows if isinstance(row, DrawnRow)]
    room = WIDTH - 2 * _MARGIN
    left = _MARGIN + (room * _TITLES if any(row.title for row in named) else 0)
    right = WIDTH - _MARGIN - (room * _MARKS if any(row.mark for row in named) else 0)
    middle = (left + right) / 2
    for head, at in zip(sheet.heads, ((left + middle) / 2, (middle + right) / 2), strict=True):
        draw_word(
            draw,
            (at, _MARGIN + _SHEET_ROW / 2),
            head,
            BAIZE,
            _SHEET_LETTERS,
            anchor="mm",
            room=middle - left - 18,
        )
    top: float = _MARGIN + _SHEET_ROW
    draw.line((left, top, right, top), LINE, 2)
    for row, height in zip(sheet.rows, heights, strict=True):
        at = top + height / 2
        if isinstance(row, DrawnRule):
            draw.line((left, at, right, at), INK if row.heavy else FAINT, 5 if row.heavy else 2)
        else:
            wide = middle - left - 36
            draw_word(draw, (_MARGIN, at), row.title, FAINT, _SHEET_LETTERS, room=room * _TITLES - 14)
            draw_word(draw, (middle - 18, at), row.left, INK, _SHEET_LETTERS, anchor="rm", room=wide)
            draw_word(draw, (right - 18, at), row.right, INK, _SHEET_LETTERS, anchor="rm", room=wide)
            draw_word(draw, (right + 14, at), row.mark, BAIZE, _SHEET_LETTERS, room=room * _MARKS - 14)
        top += height
    draw.line((middle, _MARGIN, middle, top), LINE, 2)
    return in_palette(image, search=6 if len(sheet.rows) > _SHORT else 0)
