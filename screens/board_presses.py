"""The ids of the buttons on a leaderboard: the whole page that is asked for, so that they work for ever."""

from __future__ import annotations

import re
from typing import NamedTuple

from screens.words.standings import BOARDS

PATTERN = re.compile(
    rf"(?P<by>board|when):(?P<game>[a-z0-9_]{{1,30}}):(?P<board>{'|'.join(BOARDS)}|\?)"
    r":(?P<period>all|\d{4}|\d{4}-(?:0[1-9]|1[0-2])):(?P<first>[1-9]\d{0,6})",
    re.ASCII,
)

CHOSEN = "?"
"""In place of a board: it is chosen in a list."""


class BoardPress(NamedTuple):
    """A page of a leaderboard, from the place ``first`` on."""

    game: str
    board: str
    period: str = "all"
    first: int = 1
    by: str = "board"  # two buttons of a message may ask for the same page, but not by one id

    def __str__(self) -> str:
        return f"{self.by}:{self.game}:{self.board}:{self.period}:{self.first}"


def parse_board_press(custom_id: str) -> BoardPress | None:
    """The page that an id stands for; None if the id is of no such form."""
    match = PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return BoardPress(match["game"], match["board"], match["period"], int(match["first"]), match["by"])
