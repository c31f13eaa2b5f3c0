"""The question to somebody whose leaving has a price, with the button that confirms it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.refusals import Ending, Forfeit, Price
from screens.parts import CLARET, text
from screens.presses import Press
from screens.screen import Button, Row, Screen, Style
from screens.words import table as words
from screens.words.refusals import leaving_costs

_WORDS: Final[Mapping[Price, str]] = {
    Forfeit(): "share",
    **{
        Ending(
            rubber=rubber, agreed=agreed
        ): f"{'rubber' if rubber else 'table'}{':agreed' if agreed else ''}"
        for rubber in (False, True)
        for agreed in (False, True)
    },
}
"""Each price as it stands in the button's id."""


def leaving_screen(table_id: str, rubbers: int, price: Price) -> Screen:
    """``rubbers``: how many this table has begun; a confirmation holds for this one only."""
    press = Press("leave", table_id, rubbers, what=_WORDS[price])
    question = leaving_costs(price)
    return Screen(
        (text(question), Row((Button(str(press), words.LEAVE_ALL_THE_SAME(), Style.DANGER),))), CLARET
    )


def confirmed(press: Press, rubbers: int) -> Price | None:
    """What a press of Leave confirms, if the table is still at the same rubber; None where it asks first."""
    if press.at != rubbers:
        return None
    return next((price for price, word in _WORDS.items() if word == press.what), None)


def left_screen(note: str) -> Screen:
    """What the question turns into once it has been answered."""
    return Screen((text(note),), CLARET)
