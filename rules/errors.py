"""The roots of all refusals, and the one refusal that any module in ``rules`` may raise: unreadable text.

What a game refuses is in ``rules.refusals``.
"""

from __future__ import annotations

from enum import Enum


class Refusal(Exception):
    """Somebody asked for something that cannot be done; nothing has changed. The root of every refusal that
    is told to a person: ``cogs.refusals`` makes the sentence."""

    @property
    def fact(self) -> type[Refusal] | Enum:
        """What tells it from other refusals: its reason if it carries nothing else, or its class."""
        return type(self)

    @property
    def logged(self) -> str:
        """The fact as a log names it, without what it carries: ``cut too thin``, ``CardNotHeld``."""
        fact = self.fact
        return fact.name.lower().replace("_", " ") if isinstance(fact, Enum) else fact.__name__


class RulesError(Refusal):
    """The root of the refusals of a game's rules."""


class Unreadable(RulesError):
    """Text that is not a card, call, seat or record."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
