"""Tells the host of faults in a channel of Discord's: what the log has at ERROR and above, in short.

A line is the message of the log with the kind of the fault, and never a traceback: that may hold what people
typed. Lines about the same fault are told as the first of them, and counted. Nothing is told of the telling
itself: where it fails the log has it as a note alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final

from bot.discord_api.faults import NoPlace, TryLater
from bot.discord_api.sender import Messenger
from bot.host.terminal import same_fault
from screens.parts import CLARET, heading, text
from screens.screen import Screen
from screens.words import host_orders as words

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 20.0
"""Seconds: what fails together is told together."""
TOLD_EVERY: Final = 300.0
"""Seconds between two messages at the least."""
MOST_LINES: Final = 10
MOST_KEPT: Final = 1000
"""Lines that differ; of more than these it is kept only how many there were."""
LONGEST_LINE: Final = 300
"""Characters."""


class FaultChannel(logging.Handler):
    """Hears of every line of the log while it is open. Without a channel, 0, it hears of none."""

    def __init__(self, channel: int, messenger: Messenger, now: Callable[[], float]) -> None:
        super().__init__(logging.ERROR)
        self._channel, self._messenger, self._now = channel, messenger, now
        self._heard: dict[Hashable, tuple[str, int]] = {}
        """By what is the same fault: the first that was said of it, and how often it came."""
        self._left_out = 0
        self._sent: tuple[Screen, str] | None = None
        """What was sent and had no answer yet, and its nonce: Discord may have posted it."""
        if channel:
            logging.getLogger().addHandler(self)

    @property
    def is_set(self) -> bool:
        """Whether there is a channel."""
        return self._channel != 0

    def emit(self, record: logging.LogRecord) -> None:
        """On any thread."""
        try:
            told = " ".join(record.getMessage().split())
            fault = record.exc_info[0] if record.exc_info else None
            if fault is not None:
                told = f"{told} ({fault.__name__})"
            key = same_fault(record)
            if key in self._heard or len(self._heard) < MOST_KEPT:
                first, times = self._heard.get(key, (told[:LONGEST_LINE], 0))
                self._heard[key] = first, times + 1
            else:
                self._left_out += 1
        except Exception:  # noqa: BLE001 (a log never ends what it tells of)
            self.handleError(record)

    async def tell_faults(self) -> None:
        """For as long as the bot goes on."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if (self._heard or self._sent) and await self._tell_channel():
                await asyncio.sleep(TOLD_EVERY)

    async def _tell_channel(self) -> bool:
        """Whether that is done with."""
        if self._sent is None:
            self.acquire()  # threads log too
            heard, self._heard = self._heard, {}
            left_out, self._left_out = self._left_out, 0
            self.release()
            counted: Counter[str] = Counter()
            for told, times in heard.values():
                counted[told] += times
            self._sent = faults_screen(counted, left_out), f"f{int(self._now())}"
        try:
            await self._messenger.post(None, self._channel, *self._sent)
        except TryLater:
            return False
        except NoPlace as fault:
            log.warning("faults cannot be told in their channel: %s", fault)
        self._sent = None
        return True

    def close_channel(self) -> None:
        """It hears of no more."""
        logging.getLogger().removeHandler(self)


def faults_screen(heard: Counter[str], left_out: int = 0) -> Screen:
    """``left_out`` lines more were heard."""
    lines = [words.fault_line(told.replace("`", "'"), times) for told, times in heard.most_common(MOST_LINES)]
    others = max(0, len(heard) - MOST_LINES) + left_out
    more = [words.other_faults(others)] if others else []
    return Screen((text(heading(words.FAULTS), *lines, *more),), CLARET)
