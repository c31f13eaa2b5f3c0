"""``biritch rebuild`` and ``biritch forget``: changes to the database of a bot that is not running."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable

from bot.cannot_start import cannot_start
from bot.ports.errors import StorageError
from bot.ports.records import DatabaseAddress, UserId
from bot.tables.counting import counts
from screens.words import hosting as words
from storage.errors import DatabaseMissing
from storage.store import Store


def rebuild(database: DatabaseAddress) -> int:
    """Counts leaderboards and statistics anew from the log. The exit status."""

    async def work(store: Store) -> str:
        await store.rebuild_projections(counts)
        return words.REBUILT

    return _told(database, work)


def forget(database: DatabaseAddress, user: UserId) -> int:
    """Forgets a person. The exit status."""

    async def work(store: Store) -> str:
        return words.forgotten(user, len(await store.forget(user)))

    return _told(database, work)


def _told(database: DatabaseAddress, work: Callable[[Store], Awaitable[str]]) -> int:
    try:
        print(asyncio.run(_worked(database, work)))
    except DatabaseMissing:
        print(words.no_database(database), file=sys.stderr)
        return 2
    except StorageError as fault:
        print(cannot_start(fault), file=sys.stderr)
        return 2
    return 0


async def _worked(database: DatabaseAddress, work: Callable[[Store], Awaitable[str]]) -> str:
    async with Store.open(database, may_begin=False) as store:
        return await work(store)
