"""What every open stream has in memory, whatever it is a stream of; and idempotency keys: each interaction is
acted on once, though Discord may deliver it twice, or late. Locks by key, and what is kept only of the newest
keys; how many streams may be open.

The key of what was done is stored with it, in one transaction; what was refused is kept in memory for a
minute.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, Self, TypeVar
from weakref import WeakValueDictionary

from bot.clocks import is_within
from bot.errors import AppRefused, AppWhy
from rules.deal.brought import Brought
from rules.frozen import frozen
from rules.seats import Person
from storage.ports.patience import PatientLock
from storage.ports.records import Done, Place, Slot, TableId, UserId


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
    lock: PatientLock = field(default_factory=PatientLock, init=False, repr=False)
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

    def bringer_is_forgotten(self, brought: Brought | None) -> bool:
        """Whether nobody can tell any more who brought the deals of this stream, and knows the hands."""
        return brought is not None and brought.by is not None and brought.by not in self.people

    def owner(self, slot: Slot) -> UserId | None:
        """The owner of the direct messages in which a slot stands; None for a slot in the channel, or if they
        have been forgotten."""
        if not slot.kind.private:
            return None
        alias = slot.owner.partition(":")[0]
        return self.people.get(Person(alias))

    def refresh(self, fresh: Self) -> None:
        """Takes over what has just been read from the log."""
        self.place, self.version, self.at, self.people = fresh.place, fresh.version, fresh.at, fresh.people
        self.reread = True

    def note_wanted(self, slots: Iterable[Slot]) -> None:
        """Notes that these messages must show the stream as it now is."""
        self.wants.update(dict.fromkeys(slots, self.version))


STRANGER: Final = Person("")
"""Somebody whom no stream knows: every pseudonym has letters."""
KEPT_IN_SIGHT: Final = 3600.0
"""Seconds after a change for which the message of a table or an evening is kept in sight."""

KeyT = TypeVar("KeyT", bound=Hashable)
K = TypeVar("K")
V = TypeVar("V")


class Locks(Generic[KeyT]):
    """One lock for each key, forgotten as soon as nobody holds it or waits for it. One that is held while
    Discord is asked is no patient one: its wait says nothing of the storage."""

    def __init__(self, lock: type[asyncio.Lock] = PatientLock) -> None:
        self._lock, self._locks = lock, WeakValueDictionary[KeyT, asyncio.Lock]()

    def is_locked(self, key: KeyT) -> bool:
        """Whether somebody holds the lock of this key."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()

    def lock_for(self, key: KeyT) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = self._lock()
        return lock


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


@frozen
class Limits:
    """The most that one person may have opened, and that may stand in one server."""

    person: int = 20
    server: int = 500


TOO_OLD: Final = 60.0
"""Seconds after which an interaction changes nothing any more, and for which a refusal is kept."""


@frozen
class Key:
    """An interaction by its id; ``at`` is when it was made, in seconds since 1970."""

    id: str
    at: float


class Memory(Protocol):
    """Storage of idempotency keys."""

    async def done(self, key: str) -> Done | None: ...


class Idempotency:
    """The keys that one service has acted on or refused.

    A new act needs no look-up: the storage refuses a second append under the same key. Only an interaction
    that would be refused, or is too old, is looked up.
    """

    def __init__(self, memory: Memory, now: Callable[[], float]) -> None:
        self._memory = memory
        self._now = now
        self._refused: dict[str, tuple[float, Exception]] = {}

    async def done_before(self, key: Key | None) -> TableId | None:
        """The stream on which an old interaction has been acted; None if the interaction is young, acted on
        or not. Raises the refusal that it met before, or AppWhy.TOO_LATE if it is old and new here."""
        if key is None:
            return None
        refused, oldest = self._refused.get(key.id), self._now() - TOO_OLD
        if refused is not None and refused[0] > oldest:
            raise refused[1]
        if key.at >= oldest:
            return None
        done = await self.done(key)
        if done is None:
            raise AppRefused(AppWhy.TOO_LATE)
        return done

    async def done(self, key: Key | None) -> TableId | None:
        """The stream on which this interaction has been acted; None if it has not."""
        done = await self._memory.done(key.id) if key is not None else None
        return done.table if done is not None else None

    def note_refusal(self, key: Key | None, refusal: Exception) -> None:
        """Remember a refusal, so that this interaction is refused in the same way when it is delivered
        again."""
        if key is None:
            return
        now = self._now()
        while self._refused and not is_within(TOO_OLD, next(iter(self._refused.values()))[0], now):
            del self._refused[next(iter(self._refused))]
        self._refused[key.id] = now, refusal
