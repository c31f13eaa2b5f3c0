"""The ids of the buttons on an evening's message: which button of which evening, and of which round."""

from __future__ import annotations

import re
from typing import Final

from rules.frozen import frozen

EVENING_BUTTONS: Final = {
    "join": ("evening join",),
    "leave": ("evening leave",),
    "begin": ("evening begin",),
    "signal": ("evening signal",),
    "where": ("evening table",),
    "standings": ("evening standings",),
}
"""Every button of an evening, by verb, with the commands that do the same."""

_PATTERN: Final = re.compile(
    rf"evening-(?P<verb>{'|'.join(EVENING_BUTTONS)}):(?P<evening>[0-9a-f]{{8}}):(?P<round>\d{{1,3}})",
    re.ASCII,
)


@frozen
class EveningPress:
    """A button of an evening, and how many rounds had begun when it was drawn."""

    verb: str
    evening: str
    round: int = 0

    def __str__(self) -> str:
        return f"evening-{self.verb}:{self.evening}:{self.round}"


def parse_evening_press(custom_id: str) -> EveningPress | None:
    """The press that an id stands for; None if the id is of no such form."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return EveningPress(match["verb"], match["evening"], int(match["round"]))
