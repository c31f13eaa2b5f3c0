"""How long somebody who presses or types waits for the storage, and what is certain when they wait no longer.

Discord takes an answer for three seconds. Whoever asked has a sentence by then, also where a server has
stopped or a disk hangs, and the sentence must stay true: what was refused must not be done later. So the
engine asks for leave before it commits, and whoever waits no longer takes that leave away. Only once a commit
is under way nobody can know: then the wait goes on, and they are told twice.

The wait belongs to the task that answers, and to those that it begins and waits for. Background tasks have
none (``bot.supervisor`` sees to that): they wait as long as the engine does.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from storage.ports.storage import StorageError

T = TypeVar("T")


LEAST: Final = 0.25
"""Seconds for what is asked of the storage when the time is over, which other things may have taken."""


class StorageAway(StorageError):
    """The storage did not answer in time, and will not do later what it was asked for."""

    outside = True

    def __init__(self) -> None:
        super().__init__("the storage did not answer in time")


class Patience:
    """The wait of one person, from their press on. An engine's threads may ask it too."""

    def __init__(
        self,
        seconds: float,
        unsure: Callable[[], None] = lambda: None,
        is_answered: Callable[[], bool] = lambda: False,
    ) -> None:
        """They wait so many seconds from now in all or, once they have been answered, as long each time.
        ``unsure`` is called once if a commit is under way when they would wait no longer."""
        self._seconds = seconds
        self._until = asyncio.get_running_loop().time() + seconds
        self._is_answered = is_answered
        self.stored = False
        """Whether something that was asked for has been stored."""
        self.going_through: set[asyncio.Future[Any]] = set()
        """The tasks that are not left half done."""
        self._tell_unsure = unsure
        self._told = False
        self._lock = threading.Lock()
        self._over = False
        self._committing: set[object] = set()

    @property
    def left(self) -> float:
        """Seconds for which they wait for what is asked of the storage now."""
        if self._over:
            return 0.0
        left = self._until - asyncio.get_running_loop().time()
        if left > self._seconds / 2:
            return left
        return self._seconds if self._is_answered() else max(left, LEAST)

    @property
    def is_over(self) -> bool:
        """Whether nobody waits any more, so that nothing may be committed."""
        return self._over

    def may_commit(self, work: object) -> bool:
        """Whether this work may be committed now; until ``commit_is_over`` nobody can give it up."""
        with self._lock:
            if not self._over:
                self._committing.add(work)
            return work in self._committing

    def commit_is_over(self, work: object) -> None:
        """It is known what has become of the commit of this work."""
        with self._lock:
            self._committing.discard(work)

    def give_up(self) -> bool:
        """Wait no longer: nothing will be committed from now on. False, with nothing given up, while a commit
        is under way, which must be waited for."""
        with self._lock:
            self._over = self._over or not self._committing
            over = self._over
        if not over and not self._told:
            self._told = True
            self._tell_unsure()
        return over


CURRENT_PATIENCE: Final = ContextVar[Patience | None]("patience", default=None)
"""That of the person whom this task answers."""


def patience_to_read() -> Patience | None:
    """That of the person whom this task answers, if it answers anybody. Raises StorageAway if they wait no
    longer: what they asked for is not looked up, however soon it would be found."""
    patience = CURRENT_PATIENCE.get()
    if patience is not None and patience.is_over:
        raise StorageAway
    return patience


def stored() -> None:
    """What the person of this task has asked for is stored."""
    patience = CURRENT_PATIENCE.get()
    if patience is not None:
        patience.stored = True
        if asyncio.current_task() in patience.going_through:
            CURRENT_PATIENCE.set(None)


async def through(work: Coroutine[Any, Any, T]) -> T:
    """Go through with work, though the caller is cancelled. Once something of it is stored the rest takes as
    long as it takes, so that nothing is left half done, and the caller has StorageAway when they wait no
    longer."""
    patience = CURRENT_PATIENCE.get()
    # short-lived: it is waited for here, or goes on to its end without the caller
    doing = asyncio.ensure_future(work)
    doing.add_done_callback(lambda one: one.cancelled() or one.exception())  # perhaps nobody takes it
    if patience is not None:
        patience.going_through.add(doing)
        doing.add_done_callback(patience.going_through.discard)
        await asyncio.wait([doing], timeout=patience.left)
        if not doing.done() and patience.stored:
            raise StorageAway
    return await asyncio.shield(doing)


class PatientLock(asyncio.Lock):
    """A lock that is held while the storage is waited for: nobody waits for it longer than for that."""

    async def acquire(self) -> bool:  # type: ignore[override]  # it is always true
        """Raises StorageAway."""
        patience = CURRENT_PATIENCE.get() if self.locked() else None
        if patience is None:
            return await super().acquire()
        try:
            async with asyncio.timeout(patience.left):
                return await super().acquire()
        except TimeoutError:
            patience.give_up()
            raise StorageAway from None
