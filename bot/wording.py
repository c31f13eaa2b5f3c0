"""The sentences with which people are answered, in English; the words themselves are in ``bot.wordings``.

Screens are worded by the modules there, which know no more than a ``SeatView`` does; only the notes on
commands know what can be asked of a table.
"""

from __future__ import annotations

from bot.wordings.commands import (
    COMMAND_TEXTS,
    OPTION_TEXTS,
    card_name,
    chair_note,
    closing_note,
    declaration_name,
    done_note,
    joined_note,
    opened_note,
    shown_note,
)
from bot.wordings.gamebook import GAME_WORDS
from bot.wordings.names import Names, robot_name
from bot.wordings.options import changed, label, phrase
from bot.wordings.refusals import APOLOGY, RESTARTING, cannot_start, worded

__all__ = [
    "APOLOGY",
    "COMMAND_TEXTS",
    "GAME_WORDS",
    "OPTION_TEXTS",
    "RESTARTING",
    "Names",
    "cannot_start",
    "card_name",
    "chair_note",
    "changed",
    "closing_note",
    "declaration_name",
    "done_note",
    "joined_note",
    "label",
    "opened_note",
    "phrase",
    "robot_name",
    "shown_note",
    "worded",
]
