"""What every open stream has in memory, whatever it is a stream of; locks by key; how many may be open."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar
from weakref import WeakValueDictionary

from ports.records import Place, Slot, TableId, UserId
from rules.frozen import frozen
from rules.members import Person


@dataclass(eq=False)
class OpenStream(ABC):
    """A stream of events in memory: a cache of its log.

    ``lock`` is held while an act is decided and committed, never during a Discord call or a robot's thinking.
    """

    id: TableId
    place: Place
    version: int
    at: float  # when the last event was stored, in seconds since 1970
    people: dict[Person, UserId]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)
    wants: dict[Slot, int] = field(default_factory=dict, init=False, repr=False)
    """The messages put out of date since they were last looked at, each with the version it must show."""
    reread: bool = field(default=False, init=False, repr=False)
    """Whether the slots have changed in the log otherwise, so that they must be read from there again."""

    used: float = field(default=0.0, init=False, repr=False)
    """When somebody last asked for it, in seconds since 1970."""

    redraw: set[Slot] = field(default_factory=set, init=False, repr=False)
    """The messages to be drawn anew though nothing has happened, such as when somebody has been absent for
    long. They need not be drawn after a restart."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether the stream has ended: nothing more can happen in it."""

    @property
    def adjourned(self) -> bool:
        """Whether it was interrupted, so that nothing goes on."""
        return False

    @property
    def has_place(self) -> bool:
        """Whether the place where it stands is there. A stream whose place is gone is adjourned, and goes on
        by itself when the place is back."""
        return not self.adjourned

    def person(self, user: UserId) -> Person | None:
        """The pseudonym under which this stream knows a user."""
        for person, known in self.people.items():
            if known == user:
                return person
        return None

    def refresh(self, fresh: Self) -> None:
        """Takes over what has just been read from the log."""
        self.place, self.version, self.at, self.people = fresh.place, fresh.version, fresh.at, fresh.people
        self.reread = True

    def want(self, slots: Iterable[Slot]) -> None:
        """Notes that these messages must show the stream as it now is."""
        self.wants.update(dict.fromkeys(slots, self.version))


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


@frozen
class Limits:
    """The most that one person may have opened, and that may stand in one server."""

    person: int = 20
    server: int = 500
