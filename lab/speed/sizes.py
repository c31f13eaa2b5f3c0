"""What is kept of a deal on the disk, and of an open table in memory: ``python -m lab.speed.sizes``.

The last lines are ``NAME FIGURE``: bytes a deal in an SQLite file (with indexes, snapshots and projections,
and without the keys of presses, which are forgotten after a time), and bytes a table in the middle of a deal
that is loaded into memory.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Final

from bot.streams.fair_deal import ChanceSource
from bot.tables.service import Tables
from lab.speed.filling import Long, fill, unsynced
from storage.ports.records import Place, TableId, UserId
from storage.store import Store

TABLES: Final = 4
RUBBERS: Final = 4
LOADED: Final = 250


async def of_deals(path: Path) -> float:
    async with Store.open(path) as store:
        await unsynced(store)
        tables = [Long(TableId(f"long-{number}"), RUBBERS, number) for number in range(TABLES)]
        for number, table in enumerate(tables):
            first = 4 * number + 1
            await table.put(store, Place(1, number), [UserId(first + at) for at in range(4)])
    deals = sum(table.evening.table.deals for table in tables)
    return (await asyncio.to_thread(path.stat)).st_size / deals


async def of_tables(path: Path) -> float:
    async with Store.open(path) as store:
        await unsynced(store)
        ids = await fill(store, [Place(1, number) for number in range(2 * LOADED)])
        tables = Tables(store.streams, ChanceSource(), time.time)
        for one in ids[:LOADED]:
            await tables.get(one)
        gc.collect()
        tracemalloc.start()
        for one in ids[LOADED:]:
            await tables.get(one)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / LOADED


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        deal = await of_deals(Path(folder) / "deals.sqlite3")
        table = await of_tables(Path(folder) / "tables.sqlite3")
    print(f"bytes-a-deal {deal:.0f}")
    print(f"bytes-a-table {table:.0f}")


if __name__ == "__main__":
    asyncio.run(main())
