"""What the storage costs on this machine: ``python -m lab.speed.storage [FOLDER]``.

The disk decides most of it, so the two ways to sync are measured in turn, round by round, and compared within
each round.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from rules.cards import PACK, Hand
from rules.seats import BySeat, Person, Seat
from rules.table.events import CardPlayed, CardsDealt, Event, Opened
from storage.ports.records import Append, Place, Slot, TableId, UserId
from storage.sqlite.database import Database
from storage.store import Store

ROUNDS, APPENDS, EVENTS = 7, 200, 600
ANNA = Person("a1")


async def opened(store: Store, name: str) -> TableId:
    """A table with one person."""
    table_id = TableId(name)
    people = {ANNA: UserId(1)}
    await store.streams.append(Append(table_id, 0, [Opened("biritch", ())], place=Place(1, 2), people=people))
    return table_id


async def appends(store: Store, table_id: TableId) -> list[float]:
    """Seconds for each of a run of appends as a card makes them: key, event, two slots."""
    took = []
    stream = await store.streams.find_stream(table_id)
    assert stream is not None
    version = stream.version
    for n in range(APPENDS):
        began = time.perf_counter()
        version = await store.streams.append(
            Append(
                table_id,
                version,
                [CardPlayed(Seat.NORTH, PACK[n % 52])],
                key=f"{table_id}{version}",
                actor=ANNA,
                slots=(Slot.of_name("table:1"), Slot.of_name("hand:a1")),
            )
        )
        took.append(time.perf_counter() - began)
    return took


async def together(store: Store, tables: list[TableId], each: int) -> float:
    """Appends a second when every table has one under way."""

    async def play(table_id: TableId) -> None:
        for version in range(1, each + 1):
            card = CardPlayed(Seat.NORTH, PACK[version % 52])
            await store.streams.append(
                Append(
                    table_id, version, [card], key=f"{table_id}{version}", slots=(Slot.of_name("table:1"),)
                )
            )

    began = time.perf_counter()
    await asyncio.gather(*(play(table_id) for table_id in tables))
    return len(tables) * each / (time.perf_counter() - began)


def evening() -> list[Event]:
    """As many events as a rubber of ten deals has."""
    hands = BySeat(*(Hand.of(PACK[start::4]) for start in range(4)))
    dealt: list[Event] = [CardsDealt(1, Seat.NORTH, hands, PACK[0])]
    deal = dealt + [CardPlayed(seat, card) for seat, card in zip(list(Seat) * 13, PACK, strict=True)]
    return (deal * (EVENTS // len(deal) + 1))[: EVENTS - 1]


def milliseconds(took: list[float]) -> str:
    cuts = quantiles(took, n=100)
    return f"p50 {median(took) * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms"


async def _synchronous(store: Store, way: str) -> None:
    pragma = f"PRAGMA synchronous = {way}"
    database = store._database
    assert isinstance(database, Database)
    await database.alone(lambda db: db.execute(pragma))


async def measure(folder: Path) -> None:
    async with Store.open(folder / "benchmark.sqlite3") as store:
        table_id = await opened(store, "one")
        took: dict[str, list[float]] = {"FULL": [], "NORMAL": []}
        ratios = []
        for _ in range(ROUNDS):
            of_round = {}
            for way in ("FULL", "NORMAL"):
                await _synchronous(store, way)
                of_round[way] = await appends(store, table_id)
                took[way] += of_round[way]
            ratios.append(sum(of_round["FULL"]) / sum(of_round["NORMAL"]))
        await _synchronous(store, "FULL")
        for way, times in took.items():
            print(f"append, {way}: {len(times) / sum(times):.0f}/s, {milliseconds(times)}")
        print(f"FULL takes {median(ratios):.1f} times NORMAL ({min(ratios):.1f} to {max(ratios):.1f})")

        tables = [await opened(store, f"many{n}") for n in range(100)]
        print(f"append, FULL, 100 tables at once: {await together(store, tables, 10):.0f}/s")

        long = await opened(store, "long")
        await store.streams.append(Append(long, 1, evening()))
        for what, work in (("read", store.streams.read), ("verify", store.streams.verify_chain)):
            times = []
            for _ in range(50):
                began = time.perf_counter()
                await work(long)
                times.append(time.perf_counter() - began)
            each = median(times) / EVENTS * 1e6
            print(f"{what} {EVENTS} events: {milliseconds(times)}, {each:.1f} µs each")

        began = time.perf_counter()
        await store.backup(folder / "backup.sqlite3")
        size = (folder / "backup.sqlite3").stat().st_size
        print(f"backup of {size / 1e6:.1f} MB: {(time.perf_counter() - began) * 1000:.0f} ms")
    began = time.perf_counter()
    async with Store.open(folder / "benchmark.sqlite3"):
        print(f"open: {(time.perf_counter() - began) * 1000:.1f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        asyncio.run(measure(Path(folder)))
