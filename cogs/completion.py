"""The filter of what commands offer while somebody types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from discord import app_commands

from rules.errors import Refusal
from screens.reading import Ambiguous, simple

Value = TypeVar("Value", str, int)

OFFERED: Final = 25
NAME: Final = 100
"""Discord's limits for the number of choices of an option, and for the length of a name."""


def matching(
    offers: Iterable[tuple[str, Value]],
    typed: str,
    means: Callable[[str], Value] | None = None,
) -> list[app_commands.Choice[Value]]:
    """The offers that fit what is typed, each a name with its value, the best first: Discord takes the first
    when somebody presses Tab.

    Best is an offer that is typed in full, by its value, its name, or in other words that ``means`` reads as
    the value (it may raise a Refusal). Then come names and values that begin with the text, and names that it
    could mean as far as it goes; then those that contain it.
    """
    wanted, (meant, could_be) = _squeezed(typed), _meant(typed, means)
    ranked = [
        (_rank(name, value, wanted, meant, maybe=name in could_be), name, value) for name, value in offers
    ]
    fitting = sorted((one for one in ranked if one[0] is not None), key=lambda one: one[0] or 0)
    return [app_commands.Choice(name=name[:NAME], value=value) for _, name, value in fitting[:OFFERED]]


def _rank(name: str, value: Value, wanted: str, meant: Value | None, *, maybe: bool) -> int | None:
    """How well an offer fits, 0 being best; None if it does not fit."""
    spellings = (_squeezed(name), _squeezed(str(value)))
    if value == meant or wanted in spellings:
        return 0
    if maybe or any(one.startswith(wanted) for one in spellings):
        return 1
    return 2 if any(wanted in one for one in spellings) else None


def _squeezed(text: str) -> str:
    return simple(text).replace(" ", "")


def _meant(typed: str, means: Callable[[str], Value] | None) -> tuple[Value | None, Sequence[str]]:
    """The value that the text means, or the names of those that it could mean."""
    if means is None or not typed.strip():
        return None, ()
    try:
        return means(typed), ()
    except Ambiguous as found:
        return None, found.readings
    except Refusal:
        return None, ()
