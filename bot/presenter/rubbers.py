"""A rubber's end and the score sheet, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.presenter.parts import heading, small
from bot.wordings import scores as words
from bot.wordings.names import Names, seat, short_side, side
from bot.wordings.numbers import exact, is_rounded, number
from rules.members import Member
from rules.rubber import RubberResult
from rules.seats import BySeat, BySide, Side
from rules.standing import Standing

SHEET_WIDTH: Final = 30
"""Characters across a code block that a narrow phone shows without breaking."""


def rubber_lines(ended: RubberResult, seats: BySeat[Member], names: Names) -> Iterator[str]:
    """Who won a rubber, by what, and whether it counts."""
    loser = ended.winner.other
    yield heading(words.rubber_won(ended.winner, ended.games.of(ended.winner), ended.games.of(loser)))
    yield words.consolation(ended.bonus.amount)
    yield words.totals(ended.totals.ns, ended.totals.ew)
    yield words.value(ended.value, ended.winner)
    for one in (ended.winner, loser):
        yield small(f"{side(one)}: {' · '.join(f'{seat(s)} {names(seats.of(s))}' for s in one.seats)}")
    yield small(words.ranked(ended.uncounted))


def sheet(standing: Standing) -> str:
    """The score in two columns, or where its figures are too long for that, one beneath the other."""
    rows = (
        (words.ROW_GAME, standing.below),
        (words.ROW_GAMES, standing.games),
        (words.ROW_RUBBER, standing.totals),
    )
    cells = [(title, number(of.ns), number(of.ew)) for title, of in rows]
    cells.insert(0, ("", short_side(Side.NS), short_side(Side.EW)))
    first, second, third = (max(len(row[place]) for row in cells) for place in range(3))
    if first + second + third + 4 > SHEET_WIDTH:
        return "\n".join(_stacked(one, rows) for one in Side)
    lines = [f"{row[0]:<{first}}  {row[1]:>{second}}  {row[2]:>{third}}" for row in cells]
    return "```\n" + "\n".join(line.rstrip() for line in lines) + "\n```"


def _stacked(of: Side, rows: tuple[tuple[str, BySide[int]], ...]) -> str:
    amounts = " · ".join(f"{title} {number(each.of(of))}" for title, each in rows)
    return f"**{side(of)}** {amounts}"


def in_full(totals: BySide[int]) -> Iterator[str]:
    """Every digit of totals that were rounded above."""
    if any(is_rounded(total) for total in totals):
        yield f"**{words.IN_FULL}**"
        yield words.sides_in_full([exact(total) for total in totals])
