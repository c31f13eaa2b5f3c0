"""What keeps Discord from doing what it is asked, as those who send messages must tell it apart, and what it
has refused lately: forms of an answer, and to open direct messages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from bot.clocks import is_within

log = logging.getLogger(__name__)


class UnreadableAnswer(Exception):
    """Discord, or what stands before it, has answered otherwise than it documents."""


@contextmanager
def reading_answers() -> Iterator[None]:
    """Around what takes an answer to be as documented, as the library does. Raises UnreadableAnswer."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        raise UnreadableAnswer(type(fault).__name__) from fault


class Form(Enum):
    """A form of an answer that Discord may not take; the value is how the log has it."""

    BOXES = "a form with boxes"
    FILES = "files by the token of an interaction"
    LAYOUT = "a layout in an answer that was deferred"


class Refused:
    """The forms that Discord has refused: not tried for a day."""

    AGAIN: Final = 24 * 3600.0
    """Seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: dict[Form, float] = {}
        self.dms = HeldBack(now)

    def note_form(self, form: Form) -> None:
        if not self.lately(form):
            log.warning("Discord does not take %s: not tried for a day", form.value)
        self._since[form] = self._now()

    def lately(self, form: Form) -> bool:
        return form in self._since and is_within(self.AGAIN, self._since[form], self._now())


SERVER_ERROR: Final = 500


class Unsent(Exception):
    """The root of these faults. ``status`` and ``code`` are those of Discord's answer, 0 if none came;
    ``wait`` is how many seconds it asks not to be asked again, ``sent`` whether it may have been asked."""

    def __init__(self, status: int = 0, code: int = 0, wait: float = 0.0, *, sent: bool = True) -> None:
        super().__init__(f"{status} ({code})")
        self.status, self.code, self.wait, self.sent = status, code, wait, sent


def may_be_done(fault: Exception) -> bool:
    """Whether Discord may have done what it was asked all the same."""
    if isinstance(fault, Unsent):
        return fault.status >= SERVER_ERROR if fault.status else fault.sent
    return isinstance(fault, TimeoutError)


class MessageGone(Unsent):
    """The message to be edited is not there, or is too old to be edited so often."""


UNREACHABLE: Final = frozenset({10003, 10004, 50001})
"""The codes of channels that are gone, or that the bot cannot see."""
FORGOTTEN: Final = 0
"""In place of a code: it is no longer known whose direct messages it stood in."""
UNWELCOME: Final = frozenset({FORGOTTEN, 50007, 50278})
"""The codes of people who take no direct messages from the bot."""


class NoPlace(Unsent):
    """Nothing can be sent there: the channel is gone or closed to the bot, or direct messages are refused."""

    def __init__(self, why: str, code: int, status: int = 0) -> None:
        super().__init__(status, code)
        self.args, self.why = (why,), why


class TryLater(Unsent):
    """It did not work this time."""


class TooFast(TryLater):
    """Refused for having come too soon; the rate limits have been told."""


class ShutOut(TryLater):
    """Refused by what stands before Discord: nothing but answers to people is sent for a while."""


class TokenDead(Unsent):
    """The token reaches the message no longer."""


class NotOurs(Exception):
    """Another process looks after this by now, so that no request was made."""


class HeldBack:
    """Whether the bot may open direct messages with nobody for now. It asks ever less often then, for all its
    people: they still see their cards where they ask for them, and Discord shuts out a bot with too many
    calls that it refuses."""

    CODES: Final = frozenset({20026, 40003})
    """Of a bot that is taken for spam, or has opened direct messages too fast."""
    FOR: Final = (60.0, 600.0, 3600.0)
    """Seconds, by how often in turn it was so."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._times, self._since, self._code = 0, 0.0, 0

    def check_open(self) -> None:
        """Raises TryLater while none are opened."""
        if self._is_so():
            raise TryLater(403, self._code, sent=False)

    def note_held(self, fault: TryLater) -> None:
        """What a call to open some came to."""
        if fault.code in self.CODES and not self._is_so():
            self._times, self._since, self._code = self._times + 1, self._now(), fault.code
            log.error("Discord lets the bot open no direct messages for now (error %d)", fault.code)

    def note_opened(self) -> None:
        """Some have been opened."""
        self._times = 0

    def _is_so(self) -> bool:
        waits = self.FOR[: self._times]
        return bool(waits) and is_within(waits[-1], self._since, self._now())
