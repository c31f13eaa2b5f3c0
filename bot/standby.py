"""A process that serves whichever shard nobody else does.

It stands by until one is free: the process that served it is gone, or is leaving. One that is to stop leaves:
it goes on until another has begun a session of its own for the same shard, which Discord allows and advises
for updates (Topics, Gateway, Sharding), so that no press goes unheard. A session that another process resumed
would not do: Discord tells who resumes nothing of the servers, and who knows no server shows nothing there.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.clocks import first
from bot.cluster import BEAT
from bot.settings import BadSetting
from screens.words import hosting as words
from storage.ports.storage import AnyShard, Peers, Shards, StorageError, UnknownShards

log = logging.getLogger("bot")

LOOK: Final = 0.2
"""Seconds between two looks whether it has been taken."""


async def next_shard(
    peers: Peers | None, of: AnyShard, lasts: float, stopping: asyncio.Event
) -> Shards | None:
    """The shard to serve, once one is free; None if the bot is stopped before. Raises BadSetting."""
    assert peers is not None  # ``load_settings`` refuses a file
    told = False
    while not stopping.is_set():
        try:
            found = await peers.claim_shard(of, lasts)
        except UnknownShards:
            raise BadSetting("SHARDS", words.HOW_MANY_SHARDS) from None
        except StorageError as fault:  # it stands by until the server is there again
            log.warning(words.NO_SHARD_YET, type(fault).__name__)
            found = None
        if found is not None:
            log.info(words.SHARD_TAKEN, found.first, found.count)
            return found
        if not told:
            log.info(words.STANDS_BY)
            told = True
        await first(stopping, within=BEAT * lasts)
    try:
        await peers.part()
    except StorageError as fault:
        log.warning("the other processes wait until they miss this one: %s", type(fault).__name__)
    return None


async def until_taken(peers: Peers, within: float) -> None:
    """Go on for so many seconds where somebody stands by, until they serve the shards of this process."""
    try:
        if not await peers.leave_shards():
            return
        async with asyncio.timeout(within):
            while not await peers.are_shards_taken():
                await asyncio.sleep(LOOK)
    except (TimeoutError, StorageError) as fault:
        log.warning(words.NOT_TAKEN, type(fault).__name__)
