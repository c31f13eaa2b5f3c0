"""The buttons between rubbers that show and change the options and take Dummy, with their commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.variant import Choice
from screens.presses import Press
from screens.screen import Button, Offer, Row, Select, Style, rows
from screens.words import lobby as lobby_words
from screens.words import options as words

LOBBY_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "options": ("table options",),
        "option": ("table option",),
        "set": ("table option", "table strength"),
        "dummy": ("table dummy",),
    }
)
"""The kinds of these buttons, with the commands that do the same."""

SHOWN: Final = 38
"""Letters of a button's label that a phone shows."""
OFFERED: Final = 25
"""Discord's limit for the lines of a list."""


def options_button(table: str, label: str | None = None) -> Button:
    return Button(str(Press("options", table)), label or words.OPTIONS())


def dummy_button(table: str, players: int, *, disabled: bool) -> Button:
    return Button(str(Press("dummy", table)), lobby_words.take_dummy(players), disabled=disabled)


def option_lists(
    table: str, choices: Sequence[Choice], now: Mapping[str, str], *, fixed: bool
) -> tuple[Select, ...]:
    """The options, each with its value beneath it, in as many lists as they need."""
    return tuple(
        Select(
            str(Press("option", table, start or None)),
            words.CHOOSE(),
            tuple(
                Offer(choice.key, words.label(choice.key), words.phrase(choice.key, now[choice.key]))
                for choice in choices[start : start + OFFERED]
            ),
            disabled=fixed,
        )
        for start in range(0, len(choices), OFFERED)
    )


def offered(choice: Choice, default: str) -> tuple[str, ...]:
    """The values that have a button: all that have a name, and the default."""
    return choice.values if default in choice.values else (*choice.values, default)


def value_lines(choice: Choice, default: str) -> tuple[str, ...]:
    """The values in words with the numbers of their buttons, if they are too long to stand on them."""
    said = [_said(choice, value, default) for value in offered(choice, default)]
    if all(len(one) <= SHOWN for one in said):
        return ()
    return tuple(f"**{number}** {one}" for number, one in enumerate(said, 1))


def value_buttons(
    table: str, place: int, choice: Choice, now: str, default: str, *, fixed: bool
) -> tuple[Row, ...]:
    """A button for each value of the option at this ``place`` in the game's list. That of the present value
    is blue."""
    numbered = bool(value_lines(choice, default))
    return rows(
        tuple(
            Button(
                str(Press("set", table, place, at)),
                str(at + 1) if numbered else _said(choice, value, default),
                Style.PRIMARY if value == now else Style.SECONDARY,
                disabled=fixed or value == now,
            )
            for at, value in enumerate(offered(choice, default))
        )
    )


def _said(choice: Choice, value: str, default: str) -> str:
    said = words.phrase(choice.key, value)
    return f"{said} ({words.USUAL()})" if value == default else said
