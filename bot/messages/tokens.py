"""Tokens of interactions: for fifteen minutes each edits the message on which somebody pressed.

They are never logged. Those of copies that only one person sees are stored while they live, see
``bot.messages.copies``; the others are kept in memory only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum
from math import inf
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

LIFE: Final = 15 * 60.0
"""Seconds for which Discord takes a token."""
MARGIN: Final = 20.0
"""Seconds before its end from which a token is no longer used."""
RESTS: Final = 60.0
"""Seconds before its end from which a message that would not follow without it no longer follows."""
RENEW: Final = 300.0
"""Age in seconds from which a token is replaced though that costs one call more."""
TRY_AGAIN: Final = 24 * 3600.0
"""Seconds for which tokens are not used where they have been found to reach nothing."""


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


class Pressed(Enum):
    """Where a message stands on which somebody has pressed. Discord's documents do not say that the token of
    a press reaches it, so it is found out for each."""

    IN_CHANNEL = "a message in a channel"
    DIRECT = "a direct message"
    ALONE = "a message that one person sees"


class Grip(NamedTuple):
    """What reaches one message by a token."""

    token: Token
    follow_up: int | None
    """The id of the message if it followed the answer; None if it is the answer, or the one pressed."""
    made: float
    """When the interaction was made, in seconds since 1970."""
    pressed: Pressed | None = None
    """Where the message stands, if it is the one pressed; None if it is what the bot has answered."""


class Tokens:
    """The newest token of each message on which somebody has pressed."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._grips: dict[int, Grip] = {}
        self._answers: dict[int, Grip] = {}
        """Those of messages that are answers themselves, which Discord's documents promise."""
        self._missed: dict[int, Pressed] = {}
        """Messages that a press's token has not reached, until it is known whether they are there."""
        self._useless: dict[Pressed, float] = {}
        """Since when it is known that such tokens reach nothing."""
        self.unproven: set[Pressed | None] = {*Pressed}
        """Where no such token is known to have reached its message: each is used in a ``trial``."""
        self._trials = {pressed: asyncio.Lock() for pressed in Pressed}
        self._swept = now()

    def learn(self, message: int, grip: Grip) -> None:
        """A press or an answer has given a token for this message. The newest counts."""
        if self._now() > self._swept + LIFE:
            self._sweep()
        if grip.pressed is None:
            self._answers[message] = grip
        elif self._is_useless(grip.pressed):
            return
        elif grip.pressed in self.unproven and grip.pressed in self._missed.values():
            return  # such a token has missed a message of which nobody knows yet whether it stands
        before = self._grips.get(message)
        if before is None or before.made <= grip.made:
            self._grips[message] = grip

    def of(self, message: int | None) -> Grip | None:
        """What edits this message, if anything does."""
        grip = self._grips.get(message) if message is not None else None
        return grip if grip is not None and self._now() - grip.made < LIFE - MARGIN else None

    def follows(self, message: int | None) -> bool:
        """Whether a token will serve this message for a while."""
        grip = self._grips.get(message) if message is not None else None
        return grip is not None and self._now() - grip.made < LIFE - RESTS

    def rests_in(self, message: int) -> float:
        """Seconds until it must be drawn as one that does not follow."""
        grip = self._grips.get(message)
        return 0.0 if grip is None else LIFE - RESTS - (self._now() - grip.made)

    def is_young(self, message: int) -> bool:
        grip = self._grips.get(message)
        return grip is not None and self._now() - grip.made < RENEW

    @asynccontextmanager
    async def trial(self, message: int, grip: Grip) -> AsyncIterator[bool]:
        """Edits by tokens of an unproven kind wait for one another, so that one call at most is lost by
        finding out. Gives, once it is the turn of this one, whether its token is still to be used."""
        assert grip.pressed is not None
        async with self._trials[grip.pressed]:
            yield self.of(message) == grip

    def missed(self, message: int, grip: Grip) -> None:
        """By this token Discord knows no such message. If the message is there all the same, such tokens are
        not tried for a day; until that is known, none of an unproven kind is. One that a single person sees
        cannot be looked for otherwise, and is never deleted by others."""
        self.drop(message, grip)
        if grip.pressed is Pressed.ALONE:
            self._note_useless(grip.pressed)
        elif grip.pressed is not None:
            self._missed[message] = grip.pressed
            if grip.pressed in self.unproven:
                self._drop_all(grip.pressed)

    def stands(self, message: int) -> None:
        """The bot's own token has reached this message."""
        pressed = self._missed.pop(message, None)
        if pressed is not None:
            self._note_useless(pressed)

    def gone(self, message: int) -> None:
        """The bot's own token has not reached it either: it was deleted."""
        self._missed.pop(message, None)

    def _note_useless(self, pressed: Pressed) -> None:
        if not self._is_useless(pressed):
            log.warning(
                "by the token of a press Discord does not reach %s: not tried for a day", pressed.value
            )
        self._useless[pressed] = self._now()
        self.unproven.add(pressed)
        self._drop_all(pressed)

    def _drop_all(self, pressed: Pressed) -> None:
        """Tokens of this kind are used no longer, until others are learned."""
        for message, grip in list(self._grips.items()):
            if grip.pressed is pressed:
                self.drop(message, grip)

    def _is_useless(self, pressed: Pressed) -> bool:
        return self._now() < self._useless.get(pressed, -inf) + TRY_AGAIN

    def drop(self, message: int, grip: Grip) -> None:
        """This token reaches its message no longer. That of the answer which made the message may."""
        if self._grips.get(message) == grip:
            del self._grips[message]
            if (answer := self._answers.get(message)) not in (None, grip):
                self._grips[message] = answer

    def _sweep(self) -> None:
        now = self._swept = self._now()
        self._grips = {message: grip for message, grip in self._grips.items() if now - grip.made < LIFE}
        self._answers = {message: self._answers[message] for message in self._grips.keys() & self._answers}
        self._missed.clear()
