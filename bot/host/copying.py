"""``biritch copy FROM TO``: a whole database into an empty one, a file or on a server, either way.

Each is what the setting DATABASE would say. The bot must not be running on the second, nor on the first if
that is a file. People and seeds are copied with everything else: the copy is as secret as the database.
"""

from __future__ import annotations

import asyncio
import sys

from bot.cannot_start import cannot_start
from bot.ports.errors import StorageError
from bot.ports.records import DatabaseAddress
from screens.words import hosting as words
from storage.copying import Contents
from storage.errors import CopyFailed, DatabaseMissing, NotEmpty
from storage.store import Store


def main(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """The exit status: 0 if everything was copied, else 2, with the second database as it was."""
    found = asyncio.run(_copied(source, target))
    if isinstance(found, str):
        print(found, file=sys.stderr)
        return 2
    for stream, version in found.chains.broken.items():
        print(words.copied_broken(stream, version))
    whole = found.chains.whole
    print(words.copied(len(whole) + len(found.chains.broken), sum(whole.values()), str(target)))
    return 0


async def _copied(source: DatabaseAddress, target: DatabaseAddress) -> Contents | str:
    """What was copied, or one sentence why nothing was."""
    try:
        async with Store.open(source, may_begin=False) as before:
            try:
                async with Store.open(target) as after:
                    return await before.copy_to(after)
            except NotEmpty:
                return words.copy_not_empty(str(target))
            except CopyFailed as fault:
                return words.copy_failed(fault.work)
    except DatabaseMissing:
        return words.no_database(source)
    except StorageError as fault:
        return cannot_start(fault)
