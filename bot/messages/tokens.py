"""Tokens of interactions: for fifteen minutes each edits the message on which somebody pressed.

They are never logged. Those of copies that only one person sees are stored while they live, see
``bot.messages.copies``; the others are kept in memory only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

LIFE: Final = 15 * 60.0
"""Seconds for which Discord takes a token."""
MARGIN: Final = 20.0
"""Seconds before its end from which a token is no longer used."""
RESTS: Final = 60.0
"""Seconds before its end from which a message that would not follow without it no longer follows."""
RENEW: Final = 300.0
"""Age in seconds from which a token is replaced though that costs one call more."""


class Token:
    """An interaction's token. It does not print itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def told(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "<token>"


class Grip(NamedTuple):
    """What reaches one message by a token."""

    token: Token
    follow_up: int | None
    """The id of the message if it followed the answer; None if it is the answer, or the one pressed."""
    made: float
    """When the interaction was made, in seconds since 1970."""


class Tokens:
    """The newest token of each message on which somebody has pressed."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._grips: dict[int, Grip] = {}
        self._swept = now()

    def learn(self, message: int, grip: Grip) -> None:
        """A press or an answer has given a token for this message. The newest counts."""
        before = self._grips.get(message)
        if before is None or before.made <= grip.made:
            self._grips[message] = grip
        if self._now() > self._swept + LIFE:
            self._sweep()

    def of(self, message: int | None) -> Grip | None:
        """What edits this message, if anything does."""
        grip = self._grips.get(message) if message is not None else None
        return grip if grip is not None and self._age(grip) < LIFE - MARGIN else None

    def follows(self, message: int | None) -> bool:
        """Whether a token will serve this message for a while."""
        grip = self.of(message)
        return grip is not None and self._age(grip) < LIFE - RESTS

    def rests_in(self, message: int) -> float:
        """Seconds until it must be drawn as one that does not follow."""
        grip = self._grips.get(message)
        return 0.0 if grip is None else LIFE - RESTS - self._age(grip)

    def is_young(self, message: int) -> bool:
        grip = self.of(message)
        return grip is not None and self._age(grip) < RENEW

    def drop(self, message: int, grip: Grip) -> None:
        """This token reaches its message no longer."""
        if self._grips.get(message) == grip:
            del self._grips[message]

    def _age(self, grip: Grip) -> float:
        return self._now() - grip.made

    def _sweep(self) -> None:
        self._swept = self._now()
        self._grips = {message: grip for message, grip in self._grips.items() if self._age(grip) < LIFE}
