"""The final table of an evening as a picture, with what it shows in words. It names nobody: who has which
ticket or number stands beside it."""

from __future__ import annotations

from typing import Final

from rules.evening.page import Line, Ranking, SeenEvening
from screens.evening import label_of, scored
from screens.pictures.final_table import DrawnLine, DrawnRanking, drawn
from screens.screen import Picture
from screens.words import evenings as words

DRAWN: Final = 20
"""Lines of each ranking."""
ALT_TEXT: Final = 1000
"""Characters, of the 1,024 that Discord takes."""


def final_picture(seen: SeenEvening, name: str) -> Picture:
    """Takes a twentieth of a second."""
    png = drawn(tuple(_drawn(seen, ranking) for ranking in seen.rankings))
    told = [
        words.final_row(f"{line.rank}.", label_of(seen, line.places), scored(seen, line))
        for ranking in seen.rankings
        for line in ranking.lines[:DRAWN]
    ]
    return Picture(name, png, words.final_alt(words.title(seen.plan), told)[:ALT_TEXT])


def _drawn(seen: SeenEvening, ranking: Ranking) -> DrawnRanking:
    values = [_value(line) for line in ranking.lines]
    lowest, best = min([0.0, *values]), max([1.0, *values])
    return DrawnRanking(
        words.ranking_title(ranking.of),
        tuple(
            DrawnLine(
                str(line.rank),
                label_of(seen, line.places),
                scored(seen, line),
                (_value(line) - lowest) / (best - lowest),
            )
            for line in ranking.lines[:DRAWN]
        ),
    )


def _value(line: Line) -> float:
    return float(line.percent if line.most else line.score)
