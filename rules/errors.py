"""The roots of all refusals, and the one refusal that any module in ``rules`` may raise: unreadable text.

What a game refuses is in ``rules.refusals``.
"""

from __future__ import annotations


class Refusal(Exception):
    """Somebody asked for something that cannot be done; nothing has changed. The root of every refusal that
    is told to a person: ``cogs.answers`` makes the sentence."""


class RulesError(Refusal):
    """The root of the refusals of a game's rules."""


class Unreadable(RulesError):
    """Text that is not a card, call, seat or record."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
