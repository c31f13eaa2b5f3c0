"""The ids of the buttons on a score sheet: which button of which sheet, and how often its page had been
written on."""

from __future__ import annotations

import re
from typing import Final

from rules.frozen import frozen

SCORE_BUTTONS: Final = {
    "show": ("score sheet",),
    "enter": ("score pad",),
    "correct": ("score correct",),
    "next": ("score next",),
    "undo": ("score undo",),
    "confirm": ("score confirm",),
    "reject": ("score reject",),
    "close": ("score close",),
}
"""Every button of a sheet, by verb, with the commands that do the same."""

_PATTERN: Final = re.compile(
    rf"sheet-(?P<verb>{'|'.join(SCORE_BUTTONS)}):(?P<sheet>[0-9a-f]{{8}}):(?P<rubber>\d{{1,6}}):(?P<turn>\d{{1,6}})",
    re.ASCII,
)


@frozen
class ScorePress:
    """A button of a sheet."""

    verb: str
    sheet: str
    rubber: int
    turn: int

    def __str__(self) -> str:
        return f"sheet-{self.verb}:{self.sheet}:{self.rubber}:{self.turn}"


def parse_score_press(custom_id: str) -> ScorePress | None:
    """The press that an id stands for; None if the id is of no such form."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return ScorePress(match["verb"], match["sheet"], int(match["rubber"]), int(match["turn"]))
