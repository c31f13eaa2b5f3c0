"""What a command offers while somebody types: of what may be chosen, that which fits what is typed so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from discord import app_commands

from rules.errors import Refusal
from screens.reading import simple

Value = TypeVar("Value", str, int)

OFFERED: Final = 25
NAME: Final = 100
"""Discord's most for the choices of an option, and for the length of each name."""


def matching(
    offers: Iterable[tuple[str, Value]],
    typed: str,
    means: Callable[[str], Value] | None = None,
) -> list[app_commands.Choice[Value]]:
    """Of these names with their values the ones that fit, the best first: Discord takes the first where
    somebody presses Tab.

    What is typed may be the value, the whole name or what the command's own grammar reads as the value
    (``means``, which may refuse); else the beginning of either, or a part of it.
    """
    wanted, meant = _squeezed(typed), _meant(typed, means)
    ranked = [(_rank(name, value, wanted, meant), name, value) for name, value in offers]
    fitting = sorted((one for one in ranked if one[0] is not None), key=lambda one: one[0] or 0)
    return [app_commands.Choice(name=name[:NAME], value=value) for _, name, value in fitting[:OFFERED]]


def _rank(name: str, value: Value, wanted: str, meant: Value | None) -> int | None:
    """How well an offer fits, nought being best; None where it does not."""
    spellings = (_squeezed(name), _squeezed(str(value)))
    if value == meant or wanted in spellings:
        return 0
    if any(one.startswith(wanted) for one in spellings):
        return 1
    return 2 if any(wanted in one for one in spellings) else None


def _squeezed(text: str) -> str:
    return simple(text).replace(" ", "")


def _meant(typed: str, means: Callable[[str], Value] | None) -> Value | None:
    if means is None or not typed.strip():
        return None
    try:
        return means(typed)
    except Refusal:
        return None
