"""Locks by key: work on one thing waits for nothing that is done to another."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key", bound=Hashable)


class Locks(Generic[Key]):
    """One lock for each key, forgotten as soon as nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    def taken(self, key: Key) -> bool:
        """Whether somebody holds the lock of this key."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()

    def of(self, key: Key) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
