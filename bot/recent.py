"""A mapping that forgets: what is kept of people and places need not be kept for ever."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeVar

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
