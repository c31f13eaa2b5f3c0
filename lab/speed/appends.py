"""Appends on SQLite and on PostgreSQL, in turns within one run: ``python -m lab.speed.appends [URL]``.

Without the URL of an empty database, a server from the system's packages is started for the run, with its
data on the disk of the SQLite file. Both engines sync every commit.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from lab.speed.paired import Ratio, ratio
from lab.speed.storage import appends, opened
from rules.cards import PACK
from rules.seats import Seat
from rules.table.events import CardPlayed
from storage.ports.records import Append, DatabaseAddress, ServerUrl, Slot
from storage.store import Store
from tests.trials.stage import postgres

ROUNDS: Final = 7
TABLES: Final = 100
EACH: Final = 6
"""Cards in a round at each of the tables that play at once."""


async def at_once(store: Store, name: str) -> tuple[float, list[float]]:
    """Appends a second when many tables have one under way each, and the seconds that each of them took."""
    tables = [await opened(store, f"{name}-{number}") for number in range(TABLES)]
    took: list[float] = []

    async def play(number: int) -> None:
        for version in range(1, EACH + 1):
            card, key = CardPlayed(Seat.NORTH, PACK[version]), f"{name}-{number}-{version}"
            began = time.perf_counter()
            await store.streams.append(
                Append(
                    tables[number],
                    version,
                    [card],
                    key=key,
                    slots=(Slot.of_name("table:1"), Slot.of_name("hand:a1")),
                )
            )
            took.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(play(number) for number in range(TABLES)))
    return len(took) / (time.perf_counter() - began), took


def told(took: Sequence[float]) -> str:
    return f"p50 {median(took) * 1000:.2f} ms, p99 {quantiles(took, n=100)[98] * 1000:.2f} ms"


async def measure(engines: dict[str, DatabaseAddress]) -> None:
    async with AsyncExitStack() as stack:
        stores = {name: await stack.enter_async_context(Store.open(where)) for name, where in engines.items()}
        one = {name: await opened(store, "one") for name, store in stores.items()}
        alone: dict[str, list[float]] = {name: [] for name in stores}
        crowd: dict[str, list[float]] = {name: [] for name in stores}
        rates: dict[str, list[float]] = {name: [] for name in stores}
        singly: dict[str, list[float]] = {name: [] for name in stores}
        for number in range(ROUNDS):
            for name in list(stores) if number % 2 == 0 else reversed(list(stores)):
                took = await appends(stores[name], one[name])
                alone[name] += took
                singly[name].append(len(took) / sum(took))
                rate, took = await at_once(stores[name], f"round{number}")
                rates[name].append(rate)
                crowd[name] += took
    for name in engines:
        print(f"{name}, one table: {median(singly[name]):.0f}/s, {told(alone[name])}")
        print(f"{name}, {TABLES} tables at once: {median(rates[name]):.0f}/s, {told(crowd[name])}")
    first, second = engines
    for what, found in (("one table", singly), (f"{TABLES} tables", rates)):
        over: Ratio = ratio(found[second], found[first])
        print(f"{second} over {first}, {what}: {over}")


@asynccontextmanager
async def server(url: str | None) -> AsyncIterator[ServerUrl]:
    if url is not None:
        yield ServerUrl(url)
        return
    if postgres.programs() is None:
        sys.exit(postgres.WHY_NOT)
    with postgres.alone(on_disk=True, shared_buffers="128MB") as made:
        yield ServerUrl(made.url())


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with server(sys.argv[1] if len(sys.argv) > 1 else None) as url:
            await measure({"SQLite": Path(folder) / "appends.sqlite3", "PostgreSQL": url})


if __name__ == "__main__":
    asyncio.run(main())
