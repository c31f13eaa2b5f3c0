"""What is kept of people, of places and of Discord's refusals need not be kept for ever."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

MANY: Final = 20_000
"""People, channels or servers that are remembered where the others are looked up again."""


class Recent(OrderedDict[K, V]):
    """Holds at most so many keys. What is set is the newest; the oldest is dropped for it."""

    def __init__(self, most: int = MANY) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


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

    def note(self, form: Form) -> None:
        if not self.lately(form):
            log.warning("Discord does not take %s: not tried for a day", form.value)
        self._since[form] = self._now()

    def lately(self, form: Form) -> bool:
        return form in self._since and self._now() < self._since[form] + self.AGAIN
