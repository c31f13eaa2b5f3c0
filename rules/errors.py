"""The roots of all refusals, and the one thing that everything in ``rules`` can refuse: unreadable text.

Knows nobody. What a game refuses is in ``rules.refusals``.
"""

from __future__ import annotations


class Refusal(Exception):
    """Somebody asked for what cannot be done, and nothing has changed. The root of every refusal that is told
    to a person; ``cogs.refusals`` makes the sentence."""


class RulesError(Refusal):
    """The root of what a game's rules refuse."""


class Unreadable(RulesError):
    """Text that is no card, call, seat or record."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
