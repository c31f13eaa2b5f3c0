"""Appends to one table as one of several processes: ``python -m tests.storage.racing URL KEYS``.

Every process is given the same keys, as if each press were delivered to all of them. Prints how many appends
were its own.
"""

from __future__ import annotations

import asyncio
import sys

from rules.cards import PACK
from storage.ports.records import Append, ServerUrl
from storage.ports.storage import AlreadyDone, StaleVersion
from storage.store import Store
from tests.trials.stage.happenings import TABLE, played


async def race(url: str, keys: int) -> int:
    mine = 0
    async with Store.open(ServerUrl(url)) as store:
        for key in range(keys):
            while True:
                stream = await store.streams.find_stream(TABLE)
                assert stream is not None
                try:
                    await store.streams.append(
                        Append(TABLE, stream.version, [played(PACK[key % 52])], key=str(key))
                    )
                except StaleVersion:
                    continue
                except AlreadyDone:
                    break
                mine += 1
                break
    return mine


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(race(sys.argv[1], int(sys.argv[2])))))
