"""What it costs that processes tell each other of themselves: ``python -m lab.speed.leases [TABLES]``.

Two processes share so many open tables, 10,000 if it is not said, on a PostgreSQL server made for this. Timed
are the transaction in which a process says that it lives and hears what it has, and the question for the
versions of all tables that it has; and counted the connections that one process may have.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Final

from bot.cluster import MOST
from lab.speed.filling import fill
from storage.cluster import Cluster
from storage.ports.records import Place, ServerUrl, Slot, SlotKind
from storage.ports.storage import Shards
from storage.store import Store
from tests.trials.stage import postgres

TABLES: Final = 10_000
LASTS: Final = 3600.0
"""Seconds: nobody is late while this is measured."""
TIMES: Final = 30
CONNECTIONS: Final = """
    SELECT count(*) FROM pg_stat_activity WHERE application_name = 'biritch' AND datname = current_database()
"""


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds, the median."""
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await work()
        took.append(1000 * (time.perf_counter() - began))
    return median(took)


async def main(count: int) -> None:
    with postgres.alone(on_disk=True, shared_buffers="128MB") as server:
        async with Store.open(ServerUrl(server.url())) as store:
            await fill(store, [Place(number << 22, number) for number in range(count)])
            server.execute("VACUUM ANALYZE")
            processes = [Cluster(store._database, Shards(one, one, 2)) for one in range(2)]
            for process in processes:
                await process.join(LASTS)
            for process in processes:
                for _ in range(0, count, MOST):
                    await process.beat(LASTS, MOST)
            first = processes[0]
            beat = await first.beat(LASTS, MOST)
            assert beat is not None
            held = list(beat.held)
            print(f"tables-of-a-process {len(held)}")
            print(f"says-that-it-lives-ms {await timed(lambda: first.beat(LASTS, MOST)):.1f}")
            print(f"asks-for-versions-ms {await timed(lambda: first.standings(held)):.1f}")
            await asyncio.gather(*(store.streams.users_of(one) for one in held[:100]))
            await asyncio.gather(*(store.streams.want(one, Slot(SlotKind.DEAL, 1)) for one in held[:100]))
            ((connections,),) = server.execute(CONNECTIONS)
            print(f"connections-of-a-process {connections}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
