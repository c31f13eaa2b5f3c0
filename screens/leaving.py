"""The question to somebody whose leaving would end the table, with the button that confirms it."""

from __future__ import annotations

from typing import Final

from rules.refusals import Ending
from screens.parts import CLARET, text
from screens.presses import Press
from screens.screen import Button, Row, Screen, Style
from screens.words import table as words
from screens.words.refusals import leaving_ends

_WORDS: Final = {
    Ending(rubber=rubber, agreed=agreed): f"{'rubber' if rubber else 'table'}{':agreed' if agreed else ''}"
    for rubber in (False, True)
    for agreed in (False, True)
}
"""Each ending as it stands in the button's id."""


def leaving_screen(table_id: str, rubbers: int, ending: Ending) -> Screen:
    """``rubbers``: how many this table has begun; a confirmation holds for this one only."""
    press = Press("leave", table_id, rubbers, what=_WORDS[ending])
    question = leaving_ends(rubber=ending.rubber, agreed=ending.agreed)
    return Screen(
        (text(question), Row((Button(str(press), words.LEAVE_ALL_THE_SAME, Style.DANGER),))), CLARET
    )


def confirmed(press: Press, rubbers: int) -> Ending | None:
    """What a press of Leave confirms, if the table is still at the same rubber; None where it asks first."""
    if press.at != rubbers:
        return None
    return next((ending for ending, word in _WORDS.items() if word == press.what), None)


def left_screen(note: str) -> Screen:
    """What the question turns into once it has been answered."""
    return Screen((text(note),), CLARET)
