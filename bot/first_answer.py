"""The presser first: others hear of an act once the answer to the person who did it is on its way.

An act is committed, its presser is answered, and then the followers of the stream are told, who draw the
messages of everybody else and have robots play on. All that they do would else be done in front of the one
answer that somebody waits for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import Final

AT_MOST: Final = 1.0
"""Seconds for which others wait for an answer that is still being drawn."""


class FirstAnswer:
    """The first answer to one interaction."""

    def __init__(self) -> None:
        self._others: dict[Hashable, Callable[[], None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._is_on_its_way = False

    def goes_before(self, key: Hashable, tell: Callable[[], None]) -> None:
        """Others are told when this answer is on its way: at once, if it is already. Of one ``key`` they are
        told once."""
        if self._is_on_its_way:
            tell()
            return
        self._others[key] = tell
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(AT_MOST, self.hand_over)

    def hand_over(self) -> None:
        """The connection has the answer, or there will be none."""
        self._is_on_its_way = True
        if self._timer is not None:
            self._timer.cancel()
        others, self._others = self._others, {}
        for tell in others.values():
            tell()


FIRST_ANSWER: Final = ContextVar[FirstAnswer | None]("first answer", default=None)
"""That which is waited for by the person whom this task answers."""


def hand_over_first_answer() -> None:
    """The connection has the answer to the person whom this task answers, or others need not wait for it."""
    answer = FIRST_ANSWER.get()
    if answer is not None:
        answer.hand_over()
