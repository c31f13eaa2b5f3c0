"""What the roles of a store are made from.

A role is a class that fills a port of ``storage.ports.storage``: each of its methods is one transaction or
one read. The functions of plain SQL say what a method does, and the words below how it is run. So a call is
said once in the port, and once in its role.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from storage.engine import Connection, Engine, Work
from storage.errors import BeingForgotten, DatabaseFailed
from storage.ports.patience import stored
from storage.ports.records import SlotState, UserId

P = ParamSpec("P")
T = TypeVar("T")

KEYS_AT_ONCE: Final = 500
"""Keys that are deleted in one transaction, which holds up all others."""


class Shared:
    """What the roles of one store share: the database, and what is known of the time and of the processes."""

    def __init__(self, database: Engine, now: Callable[[], float]) -> None:
        self.database = database
        self.now = now
        self.is_sure: Callable[[], bool] = lambda: True
        """Whether ``now`` can be trusted. Only then is deleted what must be kept for so long."""
        self.unrated: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        """The servers and games in which all rubbers are to be rated again."""
        self.still_held: Callable[[Connection, Sequence[SlotState]], Sequence[SlotState]] | None = None
        """Leaves out the slots that another process looks after, if there are others."""
        self.forget_rest: Callable[[UserId], Awaitable[None]]
        """Ends the forgetting of a user that has begun."""


class Role:
    """A part of a store."""

    def __init__(self, shared: Shared) -> None:
        self.shared, self.database = shared, shared.database

    async def acted(self, work: Work[T], *, once: bool = False) -> T:
        """Write what somebody has asked for. Who comes back is first forgotten to the end."""
        try:
            result = await self.database.write(work, once=once)
        except BeingForgotten as before:
            await self.shared.forget_rest(before.user)
            return await self.acted(work, once=once)
        stored()
        return result

    async def listed(self, work: Callable[[Connection, bool], T]) -> T:
        """Read a list of streams with the times of their last events, or without them if one of these cannot
        be read."""
        try:
            return await self.database.read(lambda db: work(db, True))
        except DatabaseFailed as fault:
            if not fault.unreadable:
                raise
        return await self.database.read(lambda db: work(db, False))


Method = Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]


def reading(work: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """A method that reads."""

    @wraps(work)
    async def method(role: Role, /, *given: P.args, **named: P.kwargs) -> T:
        return await role.database.read(lambda db: work(db, *given, **named))

    return method


def listing(work: Callable[Concatenate[Connection, bool, P], T]) -> Method[P, T]:
    """A method that reads a list of streams, with the times of their events if these can be read."""

    @wraps(work)
    async def method(role: Role, /, *given: P.args, **named: P.kwargs) -> T:
        return await role.listed(lambda db, timed: work(db, timed, *given, **named))

    return method


def writing(work: Callable[Concatenate[Connection, P], T], *, once: bool = False) -> Method[P, T]:
    """A method that writes what nobody has asked for; see ``Engine.write`` for ``once``."""

    @wraps(work)
    async def method(role: Role, /, *given: P.args, **named: P.kwargs) -> T:
        return await role.database.write(lambda db: work(db, *given, **named), once=once)

    return method


def acting(work: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """A method that writes what somebody has asked for."""

    @wraps(work)
    async def method(role: Role, /, *given: P.args, **named: P.kwargs) -> T:
        return await role.acted(lambda db: work(db, *given, **named))

    return method


def changing(work: Callable[Concatenate[Connection, P], bool]) -> Method[P, bool]:
    """As ``acting``, for work that says whether it has changed anything. Run once more, since nobody knows
    whether it was committed, it would find its own change."""

    @wraps(work)
    async def method(role: Role, /, *given: P.args, **named: P.kwargs) -> bool:
        runs: list[bool] = []

        def run(db: Connection) -> bool:
            runs.append(work(db, *given, **named))
            return any(runs)

        return await role.acted(run)

    return method
