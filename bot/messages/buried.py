"""Brings the message of a table or an evening back to the bottom of its channel when chat has buried it.

That messages were written is learned from Discord's events, which tell nothing of their content here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from bot.clocks import cancelled
from bot.messages.posting import Posting
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from storage.ports.records import SlotKey, SlotState

log = logging.getLogger(__name__)

DEEP: Final = 10
"""Messages below a table's own with which it counts as buried."""
APART: Final = 60.0
"""Seconds between two returns of one table."""


class Buried:
    """``newest`` gives the slot of the message that stands for whatever goes on in a channel; None where
    nothing does, so that an idle table does not follow the chat for ever."""

    def __init__(
        self, posting: Posting, newest: Callable[[int], SlotKey | None], now: Callable[[], float] = time.time
    ) -> None:
        self._posting = posting
        self._newest = newest
        self._now = now
        self._written: dict[int, deque[int]] = {}
        self._returned: Recent[int, float] = Recent()
        self._returning: dict[int, asyncio.Task[None]] = {}

    def message_written(self, channel: int, message: int) -> None:
        """Somebody has written this message in a channel."""
        key = self._newest(channel)
        if key is None:
            self._written.pop(channel, None)
            return
        below = self._written.setdefault(channel, deque(maxlen=DEEP))
        below.append(message)
        if len(below) < DEEP or channel in self._returning:
            return
        slot = self._posting.state(key)
        if slot is None or self._is_under(slot, channel):  # what is not in memory is looked up
            self._returning[channel] = SUPERVISOR.run_once(self._return(channel), "buried", channel)

    async def close(self) -> None:
        await cancelled(self._returning.values())

    def _is_under(self, slot: SlotState | None, channel: int) -> bool:
        """Whether so many messages stand below the one of this slot."""
        below = self._written.get(channel, ())
        if slot is None or slot.message is None or len(below) < DEEP:
            return False
        return all(message > slot.message for message in below)

    async def _return(self, channel: int) -> None:
        """Waits until a minute has passed since the last time, and looks again."""
        try:
            wait = self._returned.get(channel, 0.0) + APART - self._now()
            if 0 < wait <= APART:
                await asyncio.sleep(wait)
            key = self._newest(channel)
            if key is not None and self._is_under(await self._posting.loaded(key), channel):
                self._returned[channel] = self._now()
                self._written.pop(channel, None)
                await self._posting.post_again(key)
        except Exception:
            log.exception("what stands in channel %s could not be brought back", channel)
        finally:
            self._returning.pop(channel, None)
