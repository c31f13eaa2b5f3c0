"""The names of the commands and of their options, to be translated: what people type after the slash.

A translated name is one word in small letters, at most 32, and no two commands at one place have the same.
"""

from __future__ import annotations

from typing import Final

from screens.words.languages import marked_as, meant

COMMAND_NAMES: Final = (
    marked_as("the name of a command", "agree"),
    marked_as("the name of a command", "analyse"),
    marked_as("the name of a command", "bid"),
    marked_as("the name of a command", "claim"),
    marked_as("the name of a command", "close"),
    marked_as("the name of a command", "confirm"),
    marked_as("the name of a command", "content"),
    marked_as("the name of a command", "contre"),
    marked_as("the name of a command", "cut"),
    marked_as("the name of a command", "deal"),
    marked_as("the name of a command", "declare"),
    marked_as("the name of a command", "discard"),
    marked_as("the name of a command", "double"),
    marked_as("the name of a command", "dummy"),
    marked_as("the name of a command", "hand"),
    marked_as("the name of a command", "help"),
    marked_as("the name of a command", "hint"),
    marked_as("the name of a command", "honours"),
    marked_as("the name of a command", "join"),
    marked_as("the name of a command", "last"),
    marked_as("the name of a command", "leaderboard"),
    marked_as("the name of a command", "leave"),
    marked_as("the name of a command", "next"),
    marked_as("the name of a command", "open"),
    marked_as("the name of a command", "option"),
    marked_as("the name of a command", "options"),
    marked_as("the name of a command", "pass"),
    marked_as("the name of a command", "picture"),
    marked_as("the name of a command", "play"),
    marked_as("the name of a command", "record"),
    marked_as("the name of a command", "redouble"),
    marked_as("the name of a command", "refuse"),
    marked_as("the name of a command", "reject"),
    marked_as("the name of a command", "replay"),
    marked_as("the name of a command", "robot"),
    marked_as("the name of a command", "ruff"),
    marked_as("the name of a command", "rules"),
    marked_as("the name of a command", "score"),
    marked_as("the name of a command", "sheet"),
    marked_as("the name of a command", "show"),
    marked_as("the name of a command", "start"),
    marked_as("the name of a command", "strength"),
    marked_as("the name of a command", "surcontre"),
    marked_as("the name of a command", "table"),
    marked_as("the name of a command", "undo"),
    marked_as("the name of a command", "unrobot"),
    marked_as("the name of a command", "verify"),
    marked_as("the name of a command", "why"),
    marked_as("the name of a command", "worth"),
    marked_as("the name of a command", "me"),
    marked_as("the name of a command", "settings"),
    marked_as("the name of a command", "stats"),
    marked_as("the name of a command", "save"),
    marked_as("the name of a command", "pad"),
    marked_as("the name of a command", "correct"),
    marked_as("the name of a command", "gather"),
    marked_as("the name of a command", "ask"),
    marked_as("the name of a command", "none"),
    marked_as("the name of a command", "revoke"),
    marked_as("the name of a command", "penalty"),
    marked_as("the name of a command", "playout"),
    marked_as("the name of a command", "settle"),
    marked_as("the name of a command", "back"),
    marked_as("the name of a command", "pause"),
    marked_as("the name of a command", "resume"),
)

OPTION_NAMES: Final = (
    marked_as("the name of an option of a command", "about"),
    marked_as("the name of an option of a command", "aces"),
    marked_as("the name of an option of a command", "at"),
    marked_as("the name of an option of a command", "below"),
    marked_as("the name of an option of a command", "bid"),
    marked_as("the name of an option of a command", "by"),
    marked_as("the name of an option of a command", "call"),
    marked_as("the name of an option of a command", "called"),
    marked_as("the name of an option of a command", "card"),
    marked_as("the name of an option of a command", "cards"),
    marked_as("the name of an option of a command", "chicane"),
    marked_as("the name of an option of a command", "deal"),
    marked_as("the name of an option of a command", "declared"),
    marked_as("the name of an option of a command", "doublings"),
    marked_as("the name of an option of a command", "east"),
    marked_as("the name of an option of a command", "game"),
    marked_as("the name of an option of a command", "honours"),
    marked_as("the name of an option of a command", "name"),
    marked_as("the name of an option of a command", "north"),
    marked_as("the name of an option of a command", "revokes"),
    marked_as("the name of an option of a command", "rubber"),
    marked_as("the name of an option of a command", "south"),
    marked_as("the name of an option of a command", "strength"),
    marked_as("the name of an option of a command", "tricks"),
    marked_as("the name of an option of a command", "trumps"),
    marked_as("the name of an option of a command", "value"),
    marked_as("the name of an option of a command", "west"),
    marked_as("the name of an option of a command", "what"),
    marked_as("the name of an option of a command", "person"),
    marked_as("the name of an option of a command", "set"),
    marked_as("the name of an option of a command", "board"),
    marked_as("the name of an option of a command", "period"),
    marked_as("the name of an option of a command", "which"),
    marked_as("the name of an option of a command", "penalty"),
    marked_as("the name of an option of a command", "on"),
)


def command_name(english: str) -> str:
    return meant("the name of a command", english)


def option_name(english: str) -> str:
    return meant("the name of an option of a command", english)
